import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eventually } from "../robots/jobs/world.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { makeReceiver, status } from "./receiver.ts"
import { anOrg, attempted, aWebhook, inState, path, ping, WebhooksApp } from "./world.ts"

const leaseMs = 30_000

/** The pause before the next attempt at the org's one pending message, in milliseconds; the clock stands still. */
const pauseOf = Effect.fnUntraced(function* (orgId: string) {
  const sql = yield* SqlClient.SqlClient
  const now = (yield* DateTime.now).epochMilliseconds
  const [item] = yield* sql<{ due_at: Date }>`
    SELECT due_at FROM work_items WHERE org_id = ${orgId} AND state = 'pending'`
  return item!.due_at.getTime() - now
})

/** The pause and the words after an answer. */
const after = Effect.fnUntraced(function* (code: number, headers: Readonly<Record<string, string>>) {
  const receiver = yield* makeReceiver
  receiver.answer = status(code, headers)
  const org = yield* anOrg
  const { id } = yield* aWebhook(org, receiver.url)
  const { attempts, state } = yield* attempted(yield* ping(org, id), 1)
  assert.strictEqual(state, "pending")
  // The attempt is stored before its item, which is due at the end of its lease meanwhile.
  const pauseMs = yield* eventually(pauseOf(org.orgId), (ms) => ms !== leaseMs)
  return [pauseMs, attempts[0].error] as const
})

layer(WebhooksApp, { timeout: "60 seconds" })("Retry-After of a receiver", (it) => {
  it.effect("429 and 503: the next attempt comes no earlier, and the delivery says so", () =>
    Effect.gen(function* () {
      for (const code of [429, 503]) {
        assert.deepStrictEqual(yield* after(code, { "retry-after": "60" }), [
          60_000,
          `The receiver answered ${code}. It asks for a pause of 60 s.`
        ])
      }
    })
  )

  it.effect("a date counts as seconds do, and over one hour counts as one hour", () =>
    Effect.gen(function* () {
      const inTwoMinutes = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 2 })).toUTCString()
      const [ofDate] = yield* after(429, { "retry-after": inTwoMinutes })
      assert.isAtLeast(ofDate, 119_000)
      assert.isAtMost(ofDate, 120_000)
      const [atBound] = yield* after(429, { "retry-after": "3600" })
      const [beyond] = yield* after(429, { "retry-after": "3601" })
      assert.deepStrictEqual([atBound, beyond], [3_600_000, 3_600_000])
    })
  )

  it.effect("a shorter pause than the service's own, one that cannot be read, and other answers change nothing", () =>
    Effect.gen(function* () {
      for (const [code, text] of [
        [429, "3"],
        [429, "soon"],
        [429, "-5"],
        [503, "Thu, 01 Jan 1970 00:00:00 GMT"],
        [500, "60"]
      ] as const) {
        const [pauseMs] = yield* after(code, { "retry-after": text })
        // The first pause is 10 seconds, with up to half of it beside.
        assert.isAtLeast(pauseMs, 10_000, text)
        assert.isAtMost(pauseMs, 15_000, text)
      }
    })
  )

  it.effect("410 ends that delivery as failed at once", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      receiver.answer = status(410, { "retry-after": "1" })
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const { attempts } = yield* inState(yield* ping(org, id), "failed")
      assert.deepStrictEqual(
        attempts.map(({ error, status }) => [status, error]),
        [[410, "The receiver answered 410: it is gone for good."]]
      )
      receiver.answer = status(200)
      yield* inState(yield* ping(org, id), "delivered")
    })
  )
})

layer(testApp({ demo: true }), { timeout: "60 seconds" })("webhooks of the demo", (it) => {
  it.effect("a receiver on loopback is reached over http, and other private addresses are not", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      const org = yield* anOrg
      const { port } = new URL(receiver.url)
      for (const url of [receiver.url, `http://localhost:${port}/hook`]) {
        const { id } = yield* aWebhook(org, url)
        yield* inState(yield* ping(org, id), "delivered")
      }
      const { body, status } = yield* call("POST", path, {
        as: org.as,
        body: { url: "http://10.0.0.1/", events: ["job.ended"] }
      })
      assert.deepStrictEqual([status, body.details], [400, { field: "url", rule: "not_allowed" }])
    })
  )
})

layer(testApp(), { timeout: "60 seconds" })("a webhook on a private address", (it) => {
  it.effect("the refusal says why, and names the setting that would let it in", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      for (const [url, rule, reason] of [
        ["http://127.0.0.1:3000/", "not_allowed", "127.0.0.1 is not a public address."],
        ["http://hooks.example.com/", "format", "Only https is fetched."]
      ] as const) {
        const { body } = yield* call("POST", path, { as: org.as, body: { url, events: ["job.ended"] } })
        assert.deepStrictEqual(body.details, { field: "url", rule })
        assert.strictEqual(
          body.message,
          `url: ${rule}. ${reason} The operator names private addresses in OUTBOUND_ALLOW.`
        )
      }
    })
  )
})
