import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call } from "../support/wire.ts"
import { BillingApp, books, company, decline, makeCustomer, notify, order, pass, Provider } from "./billingWorld.ts"

layer(BillingApp, { excludeTestServices: true, timeout: "240 seconds" })("what a bill meets late", (it) => {
  it.effect("a VAT ID by PATCH details invoices and charges what was held", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const address = { ...company.address, postal_code: "75001", city: "Paris", country: "FR" }
      const customer = yield* makeCustomer({ ...order, billing: { ...company, address, vat_id: "FR40303265045" } })
      yield* sql`UPDATE billing_accounts SET vat_id_status = 'invalid' WHERE org_id = ${customer.orgId}`
      yield* pass(32)
      const held = (yield* customer.get()).body
      assert.strictEqual(held.dunning.failure, "vat_id_invalid")
      assert.lengthOf(held.invoices, 1)
      const body = { vat_id: "FR83404833048" }
      const answer = yield* call("PATCH", "/api/billing/details", { as: customer.as, body })
      assert.strictEqual(answer.status, 200)
      const { dunning, invoices } = (yield* customer.get()).body
      assert.isNull(dunning)
      assert.deepStrictEqual(
        invoices.map(({ status }: { status: string }) => status),
        ["paid", "paid"]
      )
    })
  )

  it.effect("a chargeback after the end leaves the invoice uncollectible", () =>
    Effect.gen(function* () {
      const customer = yield* makeCustomer({ ...order, plan: "plus", addons: {} })
      yield* customer.post("cancel")
      yield* pass(32)
      const payment = (yield* Provider).payments.get(customer.payment)!
      payment.chargebacks.push({ id: "chb_late", amount: payment.body.amount, reversedAt: null })
      yield* notify(payment.id)
      const { account, dunning, invoices } = (yield* customer.get()).body
      assert.strictEqual(account.status, "canceled")
      assert.isNull(dunning)
      assert.strictEqual(invoices[0].status, "uncollectible")
    })
  )

  it.effect("a change that is paid after the period is given back", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const customer = yield* makeCustomer()
      yield* decline(customer, "pending")
      assert.isNull((yield* customer.post("change", { addons: { seats: 4 } })).body.charged)
      yield* pass(32)
      const pending = [...provider.payments.values()].find(({ status }) => status === "pending")!
      provider.pay(pending.id)
      yield* notify(pending.id)
      assert.lengthOf((yield* customer.get()).body.invoices, 2)
      const { back, invoiced, taken } = yield* books(customer.orgId)
      assert.isAbove(back, 0)
      assert.strictEqual(taken, invoiced + back)
    })
  )
})
