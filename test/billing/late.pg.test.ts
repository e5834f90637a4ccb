import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, refusal } from "../support/wire.ts"
import {
  begin,
  BillingApp,
  books,
  company,
  decline,
  makeBuyer,
  makeCustomer,
  notify,
  order,
  pass,
  Provider
} from "./billingWorld.ts"

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
      payment.chargebacks[0]!.reversedAt = new Date().toISOString()
      yield* notify(payment.id)
      assert.strictEqual((yield* customer.get()).body.invoices[0].status, "paid")
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

  it.effect("what a change leaves for the end of the period waits until its increase is paid", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const customer = yield* makeCustomer()
      yield* decline(customer, "insufficient_funds")
      // More robots now, fewer seats at the end of the period.
      const change = { addons: { seats: 0, robots: 3 } }
      assert.deepStrictEqual(refusal(yield* customer.post("change", change)), [
        409,
        "target_state_conflict",
        { field: "billing", rule: "payment_failed", reason: "insufficient_funds" }
      ])
      const scheduled = Effect.map(customer.get(), ({ body }) => body.account.scheduled)
      assert.isNull(yield* scheduled)
      yield* decline(customer, "pending")
      assert.isNull((yield* customer.post("change", change)).body.charged)
      assert.isNull(yield* scheduled)
      const pending = [...provider.payments.values()].find(({ status }) => status === "pending")!
      provider.pay(pending.id)
      yield* notify(pending.id)
      assert.deepInclude((yield* scheduled).addons, { seats: 0, robots: 3 })
      const { addons } = (yield* call("GET", "/api/org/plan", { as: customer.as })).body
      assert.deepInclude(addons, { seats: 2, robots: 3 })
    })
  )

  it.effect("a payment by Apple Pay is shown as that, though its mandate is one of a card", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const buyer = yield* makeBuyer
      const { payment } = yield* begin(buyer)
      provider.pay(payment, "applepay")
      yield* notify(payment)
      assert.strictEqual((yield* buyer.get()).body.payment_method.kind, "applepay")
    })
  )

  it.effect("an account that cannot be billed keeps none of the others waiting", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [broken, sound] = [yield* makeCustomer(), yield* makeCustomer()]
      // It is due before the other.
      yield* sql`
        UPDATE billing_accounts SET scheduled = '{"cycle": "weekly"}', due_at = due_at - interval '2 hours'
        WHERE org_id = ${broken.orgId}`
      yield* pass(32)
      assert.lengthOf((yield* sound.get()).body.invoices, 2)
      yield* sql`UPDATE billing_accounts SET scheduled = NULL WHERE org_id = ${broken.orgId}`
      yield* pass(1)
      assert.lengthOf((yield* broken.get()).body.invoices, 2)
    })
  )
})
