import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { BillingWork } from "@fleet/server/billing/core/BillingWork"
import { call, refusal } from "../support/wire.ts"
import { BillingApp, books, decline, makeCustomer, notify, order, pass, Provider } from "./billingWorld.ts"

const conflict = (field: string, rule: string) => [409, "target_state_conflict", { field, rule }]

layer(BillingApp, { excludeTestServices: true, timeout: "240 seconds" })("paid periods", (it) => {
  it.effect("are renewed once each, with an invoice, also after a month away", () =>
    Effect.gen(function* () {
      const customer = yield* makeCustomer()
      yield* pass(32)
      yield* (yield* BillingWork).drain
      const { account, invoices } = (yield* customer.get()).body
      assert.strictEqual(account.status, "active")
      assert.lengthOf(invoices, 2)
      for (const { status } of invoices) assert.strictEqual(status, "paid")
      yield* pass(62)
      assert.lengthOf((yield* customer.get()).body.invoices, 4)
      const { invoiced, taken } = yield* books(customer.orgId)
      assert.strictEqual(taken, invoiced)
    })
  )

  it.effect(
    "that cannot be charged are tried again on days 3 and 7, lock the org on day 14, and are paid by hand",
    () =>
      Effect.gen(function* () {
        const provider = yield* Provider
        const customer = yield* makeCustomer()
        yield* decline(customer, "insufficient_funds", 3)
        yield* pass(32)
        const late = (yield* customer.get()).body
        assert.strictEqual(late.account.status, "past_due")
        assert.strictEqual(late.dunning.failure, "insufficient_funds")
        assert.isNotNull(late.dunning.next_retry_at)
        assert.deepStrictEqual(
          refusal(yield* customer.post("change", { addons: { seats: 3 } })),
          conflict("billing", "past_due")
        )
        const { customerId } = provider.payments.get(customer.payment)!.body
        const tries = () =>
          [...provider.payments.values()].filter(
            ({ body, status }) => status === "failed" && body.customerId === customerId
          ).length
        const before = tries()
        yield* pass(3)
        assert.strictEqual(tries(), before + 1)
        yield* pass(4)
        assert.strictEqual(tries(), before + 2)
        const plan = () => Effect.map(call("GET", "/api/org/plan", { as: customer.as }), ({ body }) => body)
        assert.isNull((yield* plan()).lock)
        yield* pass(7)
        assert.isNotNull((yield* plan()).lock)
        const opened = yield* customer.post(`invoices/${late.dunning.invoice_id}/pay`)
        assert.strictEqual(opened.status, 201)
        const payment = provider.idOf(opened.body.checkout_url)
        provider.pay(payment)
        yield* notify(payment)
        const paid = (yield* customer.get()).body
        assert.isNull(paid.dunning)
        assert.strictEqual(paid.account.status, "active")
        assert.isNull((yield* plan()).lock)
        const { invoiced, taken } = yield* books(customer.orgId)
        assert.strictEqual(taken, invoiced)
        assert.lengthOf(paid.invoices, 2)
      })
  )

  it.effect("end where the plan was canceled, and go on where that is withdrawn", () =>
    Effect.gen(function* () {
      const customer = yield* makeCustomer({ ...order, plan: "plus", addons: {} })
      assert.strictEqual((yield* customer.post("cancel", { reason: "too dear" })).status, 200)
      assert.isNull((yield* customer.get()).body.account.next_charge)
      assert.strictEqual((yield* customer.post("resume")).status, 200)
      assert.strictEqual((yield* customer.post("resume")).status, 404)
      assert.isNotNull((yield* customer.get()).body.account.next_charge)
      yield* customer.post("cancel")
      yield* pass(32)
      const { account, invoices, payment_method } = (yield* customer.get()).body
      assert.deepInclude(account, { status: "canceled", next_charge: null })
      assert.isNull(payment_method)
      assert.lengthOf(invoices, 1)
      assert.strictEqual((yield* call("GET", "/api/org/plan", { as: customer.as })).body.plan, "basic")
    })
  )

  it.effect("take more at once and less at their end; equal changes are charged once", () =>
    Effect.gen(function* () {
      const customer = yield* makeCustomer()
      const more = { addons: { seats: 4 } }
      const dry = (yield* customer.post("change", { ...more, dry_run: true })).body
      assert.isNull(dry.charged)
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => customer.post("change", more)),
        { concurrency: "unbounded" }
      )
      for (const { status } of answers) assert.strictEqual(status, 200)
      const charged = answers.filter(({ body }) => body.charged !== null)
      assert.lengthOf(charged, 1)
      assert.strictEqual(charged[0]!.body.charged.gross_cents, dry.quote.now.gross_cents)
      assert.lengthOf((yield* customer.get()).body.invoices, 2)
      const less = (yield* customer.post("change", { addons: { seats: 1 } })).body
      assert.isNull(less.charged)
      assert.strictEqual(less.billing.account.scheduled.addons.seats, 1)
      const { invoiced, taken } = yield* books(customer.orgId)
      assert.strictEqual(taken, invoiced)
    })
  )

  it.effect("stay as they are where a change is declined, or where the provider fails", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const customer = yield* makeCustomer()
      yield* decline(customer, "card_declined")
      assert.deepStrictEqual(refusal(yield* customer.post("change", { addons: { seats: 4 } })), [
        409,
        "target_state_conflict",
        { field: "billing", rule: "payment_failed", reason: "card_declined" }
      ])
      provider.faults.push("create-then-cut")
      assert.strictEqual((yield* customer.post("change", { addons: { seats: 4 } })).status, 502)
      yield* pass(1)
      yield* (yield* BillingWork).drain
      const { invoices } = (yield* customer.get()).body
      assert.lengthOf(invoices, 1)
      const { back, invoiced, taken } = yield* books(customer.orgId)
      assert.strictEqual(taken, invoiced + back)
    })
  )

  it.effect("that are charged back are open again, and money given back at the provider is a credit note", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const sql = yield* SqlClient.SqlClient
      const customer = yield* makeCustomer()
      const payment = provider.payments.get(customer.payment)!
      const chargeback = { id: "chb_1", amount: payment.body.amount, reversedAt: null as string | null }
      payment.chargebacks.push(chargeback)
      yield* notify(payment.id)
      const open = (yield* customer.get()).body
      assert.deepInclude(open.dunning, { failure: "charged_back", next_retry_at: null })
      chargeback.reversedAt = new Date().toISOString()
      yield* notify(payment.id)
      assert.isNull((yield* customer.get()).body.dunning)
      payment.refunds.push({ id: "re_dashboard", amount: { currency: "EUR", value: "11.90" }, status: "refunded" })
      yield* Effect.all([notify(payment.id), notify(payment.id)], { concurrency: 2 })
      const [note, ...rest] = (yield* customer.get()).body.invoices
      assert.deepInclude(note, {
        kind: "credit_note",
        net_cents: 1000,
        vat_cents: 190,
        gross_cents: 1190,
        status: "paid"
      })
      assert.lengthOf(rest, 1)
      const [gap] = yield* sql<{ gaps: number }>`
        SELECT count(*)::int AS gaps FROM billing_counters c
        WHERE c.last <> (SELECT count(*) FROM billing_invoices i WHERE i.year = c.year)`
      assert.strictEqual(gap!.gaps, 0)
    })
  )
})
