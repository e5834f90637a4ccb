import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { call, invalid, refusal } from "../support/wire.ts"
import { begin, BillingApp, books, company, makeBuyer, makeCustomer, notify, order, Provider } from "./billingWorld.ts"
import { BillingWork } from "@fleet/server/billing/core/BillingWork"

const gross = Math.round((14_900 + 2 * 900) * 1.19)

layer(BillingApp, { excludeTestServices: true, timeout: "120 seconds" })("POST /api/billing/checkout", (it) => {
  it.effect("takes the first payment, puts the org on its plan and issues a paid invoice", () =>
    Effect.gen(function* () {
      const buyer = yield* makeBuyer
      assert.deepInclude((yield* buyer.get()).body, { account: null, available: true, invoices: [], dunning: null })
      const { id, payment } = yield* begin(buyer)
      assert.strictEqual((yield* buyer.get()).body.account.status, "pending")
      const pending = { checkout_id: id, status: "pending", purpose: "upgrade", plan: "basic" }
      assert.deepStrictEqual((yield* buyer.get(`/checkout/${id}`)).body, pending)
      ;(yield* Provider).pay(payment)
      assert.strictEqual((yield* notify(payment)).status, 200)
      const paid = { ...pending, status: "paid", plan: "pro" }
      assert.deepStrictEqual((yield* buyer.get(`/checkout/${id}`)).body, paid)
      const { body } = yield* buyer.get()
      assert.deepInclude(body.account, { status: "active", cycle: "monthly", currency: "eur" })
      assert.deepInclude(body.payment_method, { kind: "card", last4: "4242", expires: "12/30" })
      assert.lengthOf(body.invoices, 1)
      assert.deepInclude(body.invoices[0], { kind: "invoice", status: "paid", gross_cents: gross, net_cents: 16_700 })
      assert.match(body.invoices[0].number, /^RF-\d{4}-\d{4,}$/)
      const pdf = yield* buyer.get(`/invoices/${body.invoices[0].id}/pdf`)
      assert.strictEqual(pdf.status, 200)
      assert.strictEqual(
        pdf.headers.get("content-disposition"),
        `attachment; filename="${body.invoices[0].number}.pdf"`
      )
      const xml = yield* buyer.get(`/invoices/${body.invoices[0].id}/xml`)
      assert.strictEqual(xml.status, 200, JSON.stringify(xml.body))
      assert.include(xml.body, body.invoices[0].number)
      assert.deepStrictEqual(refusal(yield* buyer.get(`/invoices/${body.invoices[0].id}/xml?profile=xrechnung`)), [
        409,
        "target_state_conflict",
        { field: "invoice", rule: "no_buyer_reference" }
      ])
      const plan = (yield* call("GET", "/api/org/plan", { as: buyer.as })).body
      assert.strictEqual(plan.limits.seats, 7)
    })
  )

  it.effect("does all of it once, whoever asks how often", () =>
    Effect.gen(function* () {
      const buyer = yield* makeBuyer
      const { id, payment } = yield* begin(buyer)
      ;(yield* Provider).pay(payment)
      const hooks = Array.from({ length: 20 }, () => notify(payment))
      const polls = Array.from({ length: 5 }, () => buyer.get(`/checkout/${id}`))
      const answers = yield* Effect.all([...hooks, ...polls], { concurrency: "unbounded" })
      for (const { status } of answers) assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* books(buyer.orgId), { taken: gross, invoiced: gross, credited: 0, back: 0 })
    })
  )

  it.effect("gives back the second of two checkouts that are both paid", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const buyer = yield* makeBuyer
      const first = yield* begin(buyer)
      const second = yield* begin(buyer)
      provider.pay(first.payment)
      provider.pay(second.payment)
      yield* Effect.all([notify(first.payment), notify(second.payment)], { concurrency: 2 })
      yield* (yield* BillingWork).drain
      assert.deepStrictEqual(yield* books(buyer.orgId), { taken: 2 * gross, invoiced: gross, credited: 0, back: gross })
      const refunds = [first, second].map(({ payment }) => provider.payments.get(payment)!.refunds.length)
      assert.deepStrictEqual(refunds.toSorted(), [0, 1])
      assert.lengthOf((yield* buyer.get()).body.invoices, 1)
    })
  )

  it.effect("answers 502 when the provider fails, and takes what was paid all the same only with an invoice", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      for (const [fault, status] of [
        ["500", 500],
        ["429", 429],
        ["422", 422],
        ["cut", null]
      ] as const) {
        const buyer = yield* makeBuyer
        provider.faults.push(fault)
        const answer = refusal(yield* buyer.post("checkout", order))
        assert.deepStrictEqual(answer, [502, "payment_provider_unavailable", { provider: "mollie", status }])
        assert.strictEqual((yield* buyer.get()).body.account, null)
      }
      const buyer = yield* makeBuyer
      provider.faults.push("create-then-cut")
      assert.strictEqual((yield* buyer.post("checkout", order)).status, 502)
      const payment = [...provider.payments.values()].at(-1)!
      provider.pay(payment.id)
      const mark = new URL(payment.body.webhookUrl).search
      assert.strictEqual((yield* notify(payment.id, mark)).status, 200)
      assert.deepStrictEqual(yield* books(buyer.orgId), { taken: gross, invoiced: gross, credited: 0, back: 0 })
    })
  )

  it.effect("is refused in the order of the contract, and a dry run asks no provider", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const buyer = yield* makeBuyer
      const before = provider.calls.length
      const person = { kind: "person", full_name: "A", address: company.address, invoice_email: "a@example.com" }
      const abroad = { ...company, address: { ...company.address, country: "FR" } }
      for (const [change, field, rule] of [
        [{ accept_terms: false }, "accept_terms", "required"],
        [{ accept_withdrawal: true }, "accept_withdrawal", "not_allowed"],
        [{ billing: person }, "accept_withdrawal", "required"],
        [{ plan: "plus" }, "addons.seats", "not_allowed"],
        [{ addons: { seats: 1001 } }, "addons.seats", "too_large"],
        [{ billing: { ...person, vat_id: null }, accept_withdrawal: true }, "billing.vat_id", "unknown"],
        [{ billing: abroad }, "billing.vat_id", "vat_id_required"],
        // What an invoice could not show is refused before there is one.
        [{ billing: { ...company, company_name: "株式会社" } }, "billing.company_name", "not_allowed"],
        [{ billing: { ...company, purchase_order: "PO 🤖" } }, "billing.purchase_order", "not_allowed"],
        [
          { billing: { ...company, address: { ...company.address, line2: "شارع" } } },
          "billing.address.line2",
          "not_allowed"
        ],
        [{ billing: { ...abroad, vat_id: "FR1" } }, "billing.vat_id", "vat_id_invalid"],
        [
          { billing: { ...company, address: { ...company.address, country: "ZZ" } } },
          "billing.address.country",
          "invalid_value"
        ],
        [
          { billing: { ...person, address: abroad.address }, accept_withdrawal: true },
          "billing.address.country",
          "eu_person"
        ]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* buyer.post("checkout", { ...order, ...change })), invalid(field, rule))
      }
      const shown = { ...company, company_name: "Łódź Ελλάδα Київ Việt & Söhne" }
      assert.strictEqual((yield* buyer.post("checkout", { ...order, billing: shown, dry_run: true })).status, 200)
      const { body, status } = yield* buyer.post("checkout", { ...order, dry_run: true })
      assert.strictEqual(status, 200)
      assert.deepInclude(body.quote.now, { net_cents: 16_700, vat_rate_percent: 19, gross_cents: gross })
      assert.strictEqual((yield* buyer.get()).body.account, null)
      assert.strictEqual(provider.calls.length, before)
      const customer = yield* makeCustomer()
      assert.deepStrictEqual(refusal(yield* customer.post("checkout", order)), [
        409,
        "target_state_conflict",
        { field: "plan", rule: "already_billed" }
      ])
    })
  )

  it.effect("is for Owners, and the checkout of another org is not found", () =>
    Effect.gen(function* () {
      const customer = yield* makeCustomer()
      const other = yield* makeBuyer
      assert.strictEqual((yield* other.get(`/checkout/${customer.id}`)).status, 404)
      const [invoice] = (yield* customer.get()).body.invoices
      assert.strictEqual((yield* other.post(`invoices/${invoice.id}/pay`)).status, 404)
      assert.deepStrictEqual(refusal(yield* customer.post(`invoices/${invoice.id}/pay`)), [
        409,
        "target_state_conflict",
        { field: "invoice", rule: "not_open" }
      ])
    })
  )

  it.effect("looks at no payment that it does not know", () =>
    Effect.gen(function* () {
      const provider = yield* Provider
      const before = provider.calls.length
      assert.strictEqual((yield* notify("tr_unknown99")).status, 200)
      assert.strictEqual((yield* notify("tr_unknown99", "?attempt=att_forged")).status, 200)
      assert.strictEqual((yield* notify("nonsense")).status, 200)
      assert.strictEqual(provider.calls.length, before)
      assert.strictEqual((yield* call("POST", "/api/billing/other/webhook", { body: "id=tr_unknown99" })).status, 404)
    })
  )

  it.effect("keeps an issued invoice as it is", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId } = yield* makeCustomer()
      for (const statement of [
        sql`UPDATE billing_invoices SET gross_cents = gross_cents + 1, net_cents = net_cents + 1 WHERE org_id = ${orgId}`,
        sql`UPDATE billing_invoices SET snapshot = '{}' WHERE org_id = ${orgId}`,
        sql`DELETE FROM billing_invoices WHERE org_id = ${orgId}`
      ]) {
        assert.isTrue((yield* Effect.exit(statement))._tag === "Failure")
      }
    })
  )
})
