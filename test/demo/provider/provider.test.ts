import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { Mollie, type MollieFault } from "@fleet/server/billing/provider/Mollie"
import { type Provider, startProvider } from "@fleet/server/demo/provider/ProviderHttp"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { temporaryFolder } from "../../support/Temporary.ts"
import { until } from "./until.ts"

const apiKey = "test_0123456789abcdef"
const at = Date.UTC(2027, 0, 31, 12)
const start = (file?: string) => startProvider({ apiKey, now: () => at, ...(file === undefined ? {} : { file }) })

const clientOf = (mollieUrl: string, key = apiKey) =>
  Effect.provide(
    Mollie,
    Mollie.layer.pipe(Layer.provide(Settings.layerTest({ mollieUrl, mollieApiKey: Option.some(Redacted.make(key)) })))
  )

/** A server that tells what it was sent; it refuses so many calls first. */
const listener = (refused = 0) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly heard: Array<string>; readonly close: () => void }>((resume) => {
      const heard: Array<string> = []
      const server = createServer((request, response) => {
        void text(request).then((body) => {
          heard.push(`${request.headers["content-type"]} ${body}`)
          response.writeHead(heard.length > refused ? 200 : 503).end()
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?attempt=1`
        const close = () => {
          server.close()
          server.closeAllConnections()
        }
        resume(Effect.succeed({ url, heard, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const faultOf = <A>(asked: Effect.Effect<A, MollieFault>) =>
  Effect.map(Effect.flip(asked), ({ field, kind, status }) => ({ kind, status, field }))

const begin = Effect.fnUntraced(function* (file?: string) {
  const provider = yield* start(file)
  const client = yield* clientOf(provider.apiUrl)
  const customer = yield* client.createCustomer('{"name":"Robots","email":"a@example.com"}', "customer")
  const first = (more: object = {}, key = "first") =>
    client.createPayment(
      JSON.stringify({
        amount: { currency: "EUR", value: "19.90" },
        description: "Plus",
        redirectUrl: "http://localhost:1/back",
        sequenceType: "first",
        customerId: customer.id,
        metadata: { attempt_id: key },
        ...more
      }),
      key
    )
  return { provider, client, customer, first }
})

const submit = (provider: Provider, path: string, fields: Record<string, string>) =>
  Effect.promise(() =>
    fetch(`${provider.url}${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })
  )

describe("the payment provider and its client", () => {
  it.effect("take a first payment on the page, then charge its mandate until it is revoked", () =>
    Effect.gen(function* () {
      const { client, customer, first, provider } = yield* begin()
      const opened = yield* first()
      assert.strictEqual(opened.status, "open")
      const path = `/checkout/${opened.id}`
      const { _links } = opened
      assert.strictEqual(_links?.checkout?.href, `${provider.url}${path}`)
      const paid = yield* submit(provider, path, { act: "applepay" })
      assert.deepStrictEqual([paid.status, paid.headers.get("location")], [303, "http://localhost:1/back"])
      const payment = yield* client.payment(opened.id)
      assert.deepStrictEqual(
        [payment.status, payment.method, payment.details?.wallet, payment.metadata],
        ["paid", "applepay", "applepay", { attempt_id: "first" }]
      )
      const mandate = yield* client.mandate(customer.id, payment.mandateId!)
      assert.deepStrictEqual(
        [mandate.status, mandate.method, mandate.details?.cardNumber],
        ["valid", "creditcard", "6787"]
      )
      const charge = (key: string) =>
        first({ sequenceType: "recurring", redirectUrl: undefined, mandateId: mandate.id }, key)
      assert.strictEqual((yield* charge("a")).status, "paid")
      provider.act("next_insufficient_funds")
      const failed = yield* charge("b")
      assert.deepStrictEqual([failed.status, failed.details?.failureReason], ["failed", "insufficient_funds"])
      provider.act("next_pending")
      const pending = yield* charge("c")
      assert.strictEqual(pending.status, "pending")
      assert.isTrue(provider.act("pay", pending.id))
      assert.strictEqual((yield* client.payment(pending.id)).status, "paid")
      assert.deepStrictEqual(
        (yield* client.paymentsOf(customer.id)).map(({ metadata }) => metadata),
        ["c", "b", "a", "first"].map((attempt_id) => ({ attempt_id }))
      )
      yield* client.revokeMandate(customer.id, mandate.id)
      yield* client.revokeMandate(customer.id, mandate.id)
      assert.deepStrictEqual(yield* faultOf(client.mandate(customer.id, mandate.id)), {
        kind: "gone",
        status: 410,
        field: undefined
      })
      assert.deepStrictEqual(yield* faultOf(charge("d")), { kind: "rejected", status: 422, field: "mandateId" })
    })
  )

  it.effect("let a payment fail, be canceled on the page and over the API, and none of it twice", () =>
    Effect.gen(function* () {
      const { client, first, provider } = yield* begin()
      for (const [act, status] of [
        ["fail", "failed"],
        ["cancel", "canceled"]
      ] as const) {
        const { id } = yield* first({}, act)
        yield* submit(provider, `/checkout/${id}`, { act: "charge_back" })
        assert.strictEqual((yield* client.payment(id)).status, "open")
        yield* submit(provider, `/checkout/${id}`, { act })
        yield* submit(provider, `/checkout/${id}`, { act: "creditcard" })
        assert.strictEqual((yield* client.payment(id)).status, status)
      }
      const { id } = yield* first({}, "api")
      yield* client.cancelPayment(id)
      assert.deepStrictEqual(yield* faultOf(client.cancelPayment(id)), { kind: "rejected", status: 422, field: "id" })
      assert.deepStrictEqual(yield* faultOf(client.payment("tr_none")), { kind: "gone", status: 404, field: undefined })
    })
  )

  it.effect("take no money for a mandate by card and PayPal, and refuse it by Apple Pay", () =>
    Effect.gen(function* () {
      const { client, first, provider } = yield* begin()
      const amount = { currency: "EUR", value: "0.00" }
      assert.deepStrictEqual(yield* faultOf(first({ amount, method: "applepay" }, "a")), {
        kind: "rejected",
        status: 422,
        field: "amount.value"
      })
      const { id } = yield* first({ amount, method: ["paypal"] }, "b")
      yield* submit(provider, `/checkout/${id}`, { act: "paypal" })
      assert.strictEqual((yield* client.payment(id)).method, "paypal")
      for (const value of ["00.01", "1", "1.5", "-1.00"]) {
        const fault = yield* faultOf(first({ amount: { currency: "EUR", value } }, value))
        assert.strictEqual(fault.field, "amount.value")
      }
    })
  )

  it.effect("give back at most what was taken, and show chargebacks and their reversal", () =>
    Effect.gen(function* () {
      const { client, first, provider } = yield* begin()
      const { id } = yield* first()
      provider.act("creditcard", id)
      const back = (value: string) =>
        client.refund(id, JSON.stringify({ amount: { currency: "EUR", value } }), `back ${value}`)
      assert.strictEqual((yield* back("9.90")).status, "refunded")
      assert.strictEqual((yield* faultOf(back("10.01"))).kind, "rejected")
      assert.isTrue(provider.act("charge_back", id))
      assert.isFalse(provider.act("charge_back", id))
      assert.isTrue(provider.act("reverse", id))
      assert.isTrue(provider.act("charge_back", id))
      const { _embedded, status } = yield* client.payment(id)
      assert.strictEqual(status, "paid")
      assert.deepStrictEqual(
        _embedded?.refunds?.map(({ amount }) => amount.value),
        ["9.90"]
      )
      assert.deepStrictEqual(
        _embedded?.chargebacks?.map(({ amount, reversedAt }) => [amount.value, reversedAt !== null]),
        [
          ["10.00", true],
          ["10.00", false]
        ]
      )
      assert.lengthOf(yield* client.chargebacks, 2)
      assert.sameMembers([...(yield* client.methods)], ["creditcard", "paypal", "applepay"])
    })
  )

  it.effect("do what came twice with a key once within an hour, and refuse the key for anything else", () =>
    Effect.gen(function* () {
      const { first, provider } = yield* begin()
      const { id } = yield* first()
      assert.strictEqual((yield* first()).id, id)
      assert.deepStrictEqual(yield* faultOf(first({ description: "Pro" })), {
        kind: "rejected",
        status: 400,
        field: undefined
      })
      provider.advance(3_599_999)
      assert.strictEqual((yield* first()).id, id)
      provider.advance(1)
      assert.notStrictEqual((yield* first()).id, id)
    })
  )

  it.effect("tell faults of every kind apart, and an answer that was dropped is found by its key", () =>
    Effect.gen(function* () {
      const { client, first, provider } = yield* begin()
      for (const [mode, kind, status] of [
        ["500", "unavailable", 500],
        ["429", "unavailable", 429],
        ["409", "unavailable", 409],
        ["422", "rejected", 422],
        ["410", "gone", 410],
        ["drop_before", "unavailable", null]
      ] as const) {
        provider.goWrong({ for: "POST /payments", mode })
        const fault = yield* faultOf(first({}, mode))
        assert.deepStrictEqual([fault.kind, fault.status], [kind, status])
      }
      assert.lengthOf(Object.keys(provider.book.payments), 0)
      provider.goWrong({ for: "POST /payments", mode: "drop_after" })
      assert.strictEqual((yield* faultOf(first())).kind, "unavailable")
      const [taken] = Object.keys(provider.book.payments)
      assert.strictEqual((yield* first()).id, taken)
      const other = yield* clientOf(provider.apiUrl, "test_anotherkey0000")
      assert.deepStrictEqual((yield* faultOf(other.payment(taken!))).status, 401)
      provider.book.payments[taken!]!.status = "a word of tomorrow" as "open"
      assert.strictEqual((yield* client.payment(taken!)).status, "a word of tomorrow")
      const nowhere = yield* clientOf("http://127.0.0.1:1/v2")
      assert.deepStrictEqual(yield* faultOf(nowhere.methods), { kind: "unavailable", status: null, field: undefined })
    })
  )

  it.effect("wait 8 seconds for an answer and no longer", () =>
    Effect.gen(function* () {
      const { client, provider } = yield* begin()
      provider.goWrong({ for: "GET /methods", mode: "silent" })
      const asking = yield* Effect.forkChild(faultOf(client.methods))
      yield* until(() => provider.asked.includes("GET /methods"))
      yield* TestClock.adjust("7999 millis")
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(asking), { kind: "unavailable", status: null, field: undefined })
    })
  )

  it.effect("tell the shop by a form with an id: once, twice or not at all", () =>
    Effect.gen(function* () {
      const { first, provider } = yield* begin()
      const shop = yield* listener()
      const { id } = yield* first({ webhookUrl: shop.url })
      provider.webhooks("dropped")
      provider.act("creditcard", id)
      provider.webhooks("twice")
      provider.act("charge_back", id)
      yield* until(() => shop.heard.length === 2)
      provider.webhooks("normal")
      provider.act("reverse", id)
      yield* until(() => shop.heard.length === 3)
      assert.deepStrictEqual([...new Set(shop.heard)], [`application/x-www-form-urlencoded id=${id}`])
    })
  )

  it.effect("go on where they stopped", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "provider.json")
      const { id } = yield* Effect.scoped(
        Effect.gen(function* () {
          const { first, provider } = yield* begin(file)
          const payment = yield* first()
          provider.advance(5)
          provider.act("paypal", payment.id)
          return payment
        })
      )
      const provider = yield* start(file)
      assert.strictEqual((yield* (yield* clientOf(provider.apiUrl)).payment(id)).status, "paid")
      assert.strictEqual(provider.book.aheadMs, 5)
    })
  )

  it.effect("have pages in both languages, and a page of control", () =>
    Effect.gen(function* () {
      const { first, provider } = yield* begin()
      const { id } = yield* first({ description: "<Plus>", locale: "de_DE" })
      const page = (path: string) =>
        Effect.promise(() => fetch(`${provider.url}${path}`).then((answer) => answer.text()))
      const german = yield* page(`/checkout/${id}`)
      assert.include(german, "Mit Karte zahlen")
      assert.include(german, "&lt;Plus&gt;")
      assert.include(yield* page(`/checkout/${id}?lang=en`), "Pay by Apple Pay")
      yield* submit(provider, "/control", { act: "next_card_expired" })
      assert.include(yield* page("/control"), "failed card_expired")
      const from = (headers: Record<string, string>) =>
        Effect.promise(() =>
          fetch(`${provider.url}/control`, { method: "POST", headers, redirect: "manual" }).then(({ status }) => status)
        )
      assert.strictEqual(yield* from({ origin: "https://evil.example" }), 403)
      assert.strictEqual(yield* from({ origin: "null", "sec-fetch-site": "cross-site" }), 403)
      assert.strictEqual(yield* from({ origin: "null", "sec-fetch-site": "same-origin" }), 303)
    })
  )
})
