import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, invalid, refusal } from "../support/wire.ts"
import { BillingAppWithVies, books, company, makeCustomer, order, pass } from "./billingWorld.ts"

const french = {
  ...company,
  vat_id: "FR40303265045",
  address: { ...company.address, postal_code: "75001", city: "Paris", country: "FR" }
}

layer(BillingAppWithVies, { excludeTestServices: true, timeout: "120 seconds" })(
  "a renewal whose VAT ID is wrong",
  (it) => {
    it.effect("is held without an invoice, and is invoiced and charged once the ID is right", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const customer = yield* makeCustomer({ ...order, billing: french })
        // The company has given its ID back since.
        yield* sql`
        UPDATE billing_accounts SET payer = jsonb_set(payer::jsonb, '{vat_id}', '"FR40303265200"'), vat_id_status = 'invalid'
        WHERE org_id = ${customer.orgId}`
        yield* pass(32)
        const held = (yield* customer.get()).body
        assert.lengthOf(held.invoices, 1)
        assert.deepInclude(held.dunning, { failure: "vat_id_invalid", gross_cents: held.invoices[0].gross_cents })
        const details = (vat_id: string) => call("PATCH", "/api/billing/details", { as: customer.as, body: { vat_id } })
        // It ends in 200, which VIES does not know.
        assert.strictEqual((yield* details("FR40303265200")).status, 400)
        assert.lengthOf((yield* customer.get()).body.invoices, 1)
        const { body } = yield* details("FR40303265045")
        assert.isNull(body.dunning)
        assert.lengthOf(body.invoices, 2)
        assert.strictEqual(body.invoices[0].status, "paid")
        assert.strictEqual((yield* details("FR40303265045")).body.invoices.length, 2)
        const unfit = yield* call("PATCH", "/api/billing/details", {
          as: customer.as,
          body: { buyer_reference: "株式会社" }
        })
        assert.deepStrictEqual(refusal(unfit), invalid("buyer_reference", "not_allowed"))
        const { invoiced, taken } = yield* books(customer.orgId)
        assert.strictEqual(taken, invoiced)
      })
    )
  }
)
