import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { eventually } from "../robots/jobs/world.ts"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { makeReceiver, silent, status } from "./receiver.ts"
import {
  anOrg,
  arrived,
  attempted,
  aWebhook,
  freshToken,
  inState,
  path,
  ping,
  stored,
  skipPause,
  WebhooksApp
} from "./world.ts"

const statusesOf = (attempts: ReadonlyArray<any>) => attempts.map((each) => each.status)

layer(WebhooksApp, { timeout: "60 seconds" })("answers of receivers, and ends of webhooks", (it) => {
  it.effect("an answer after ten seconds counts as none", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      receiver.answer = silent
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const delivery = yield* ping(org, id)
      yield* arrived(receiver, 1)
      yield* TestClock.adjust("9999 millis")
      assert.lengthOf((yield* stored(delivery))!.attempts, 0)
      yield* TestClock.adjust("1 millis")
      const { attempts, state } = yield* attempted(delivery, 1)
      assert.deepStrictEqual(
        [state, attempts[0].status, attempts[0].error],
        ["pending", null, "There was no answer within 10 s."]
      )
    })
  )

  it.effect("a body without end does not matter: the status has come", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      receiver.answer = (response) => {
        response.writeHead(200)
        const more = () => {
          if (!response.destroyed) response.write("x".repeat(65_536), () => setImmediate(more))
        }
        more()
      }
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const { attempts } = yield* inState(yield* ping(org, id), "delivered")
      assert.deepStrictEqual(statusesOf(attempts), [200])
    })
  )

  it.effect("redirects are not followed", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      const target = yield* makeReceiver
      receiver.answer = status(307, { location: target.url })
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const { attempts } = yield* attempted(yield* ping(org, id), 1)
      assert.deepStrictEqual([attempts[0].status, attempts[0].error], [307, "Redirects are not followed."])
      assert.lengthOf(target.received, 0)
    })
  )

  it.effect("a connection that is refused, or broken off, is said in plain words without addresses", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      receiver.answer = (response) => void response.socket!.destroy()
      const org = yield* anOrg
      const broken = yield* aWebhook(org, receiver.url)
      const shut = yield* aWebhook(org, yield* Effect.scoped(Effect.map(makeReceiver, ({ url }) => url)))
      const unnamed = yield* aWebhook(org, "https://nowhere.invalid/")
      for (const [{ id }, error] of [
        [broken, "The connection ended before an answer."],
        [shut, "The connection was refused."],
        [unnamed, "The host has no public address, or is not reached by https."]
      ] as const) {
        const { attempts } = yield* attempted(yield* ping(org, id), 1)
        assert.deepStrictEqual([attempts[0].status, attempts[0].error], [null, error])
      }
    })
  )

  it.effect("a webhook that was disabled fails what waits, and gets pings", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      receiver.answer = status(500)
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const delivery = yield* ping(org, id)
      yield* attempted(delivery, 1)
      // As if it told of something.
      yield* (yield* SqlClient.SqlClient)`UPDATE webhook_deliveries SET type = 'job.ended' WHERE id = ${delivery}`
      yield* call("PATCH", `${path}/${id}`, { as: org.as, body: { enabled: false } })
      yield* skipPause(org.orgId, 10_000)
      const { attempts } = yield* inState(delivery, "failed")
      assert.deepStrictEqual([attempts[1].status, attempts[1].error], [null, "The webhook is disabled."])
      assert.lengthOf(receiver.received, 1)
      receiver.answer = status(200)
      yield* inState(yield* ping(org, id), "delivered")
    })
  )

  it.effect("a webhook that is deleted gets no further message, and its deliveries are gone", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      receiver.answer = status(500)
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const delivery = yield* ping(org, id)
      yield* attempted(delivery, 1)
      yield* call("DELETE", `${path}/${id}`, { as: org.as })
      assert.isUndefined(yield* stored(delivery))
      yield* skipPause(org.orgId, 10_000)
      const other = yield* aWebhook(org, receiver.url)
      receiver.answer = status(200)
      yield* inState(yield* ping(org, other.id), "delivered")
      assert.lengthOf(receiver.received, 2)
    })
  )

  it.effect("deliveries are kept for seven days", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const delivery = yield* ping(org, id)
      yield* inState(delivery, "delivered")
      const sql = yield* SqlClient.SqlClient
      const age = Effect.fnUntraced(function* (hours: number) {
        const at = DateTime.toDateUtc(DateTime.subtract(yield* DateTime.now, { hours }))
        yield* sql`UPDATE webhook_deliveries SET created_at = ${at} WHERE id = ${delivery}`
      })
      // The sweep runs within the hour.
      yield* age(7 * 24 - 2)
      yield* TestClock.adjust("1 hour")
      yield* inState(yield* ping({ as: yield* freshToken(org.owner.email) }, id), "delivered")
      assert.isDefined(yield* stored(delivery))
      yield* age(7 * 24)
      yield* TestClock.adjust("1 hour")
      yield* eventually(stored(delivery), (row) => row === undefined)
    })
  )

  it.effect("an organisation that is deleted takes its webhooks and deliveries with it", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      yield* aWebhook(org, "https://hooks.example.com", { enabled: false })
      const sql = yield* SqlClient.SqlClient
      const [found] = yield* sql<{ rule: string }>`
        SELECT confdeltype AS rule FROM pg_constraint
        WHERE conrelid = 'webhooks'::regclass AND confrelid = 'orgs'::regclass`
      assert.strictEqual(found!.rule, "c")
    })
  )
})

layer(testApp(), { timeout: "60 seconds" })("webhooks to names, where OUTBOUND_ALLOW is empty", (it) => {
  it.effect("a name that stands for a loopback address is refused at each attempt, and nothing connects", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      const { port } = new URL(receiver.url)
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, `https://localhost:${port}/`)
      const { attempts } = yield* attempted(yield* ping(org, id), 1)
      assert.deepStrictEqual(
        [attempts[0].status, attempts[0].error],
        [null, "The host has no public address, or is not reached by https."]
      )
      assert.lengthOf(receiver.received, 0)
    })
  )
})
