import { assert, layer } from "@effect/vitest"
import { DateTime, Duration, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { call } from "../support/wire.ts"
import { eventually } from "../robots/jobs/world.ts"
import { makeReceiver, silent, status } from "./receiver.ts"
import {
  anOrg,
  arrived,
  attempted,
  aWebhook,
  deliveriesOf,
  freshToken,
  inState,
  path,
  ping,
  skipPause,
  stored,
  verified,
  WebhooksApp
} from "./world.ts"

const pauses = ["10 seconds", "1 minute", "10 minutes", "1 hour"] as const
const statusesOf = (attempts: ReadonlyArray<any>) => attempts.map((each) => each.status)

layer(WebhooksApp, { timeout: "60 seconds" })("deliveries to webhooks", (it) => {
  it.effect("a message has the headers of Standard Webhooks, a signature that its library takes, and one id", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      const org = yield* anOrg
      const { id, secret } = yield* aWebhook(org, receiver.url)
      const delivery = yield* ping(org, id)
      const { attempts } = yield* inState(delivery, "delivered")
      const [message, ...others] = yield* arrived(receiver, 1)
      assert.lengthOf(others, 0)
      const { headers } = message!
      assert.strictEqual(message!.path, "/hook")
      assert.strictEqual(headers["content-type"], "application/json")
      assert.strictEqual(headers["webhook-id"], delivery)
      assert.strictEqual(headers["x-platform-event"], "ping")
      assert.match(headers["user-agent"]!, /^Robot-Fleet-Cloud/)
      assert.match(String(headers["webhook-signature"]), /^v1,[A-Za-z0-9+/]{43}=$/)
      const { at, ...body } = verified(secret, message!)
      assert.deepStrictEqual(body, { id: delivery, type: "ping", org_id: org.orgId, robot_id: null, data: {} })
      assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      const { attempts: told, ...rest } = (yield* deliveriesOf(org, id))[0]
      assert.deepStrictEqual(rest, { id: delivery, seq: rest.seq, type: "ping", at, state: "delivered" })
      assert.isAbove(rest.seq, 0)
      assert.deepStrictEqual(told, attempts)
      assert.deepStrictEqual(told, [{ at, status: 200, error: null }])
    })
  )

  it.effect("a changed body, and another secret, are refused by the library", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      const org = yield* anOrg
      const { id, secret } = yield* aWebhook(org, receiver.url)
      const other = yield* aWebhook(org, receiver.url)
      yield* ping(org, id)
      const [message] = yield* arrived(receiver, 1)
      verified(secret, message!)
      assert.throws(() => verified(other.secret, message!))
      assert.throws(() => verified(secret, { ...message!, body: `${message!.body} ` }))
    })
  )

  it.effect("both secrets sign for 24 hours after a rotation, and the new one alone from then on", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      const org = yield* anOrg
      const { id, secret } = yield* aWebhook(org, receiver.url)
      const rotated = yield* call("PATCH", `${path}/${id}`, { as: org.as, body: { rotate_secret: true } })
      const next = rotated.body.secret
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ previous_until: Date }>`SELECT previous_until FROM webhooks WHERE id = ${id}`
      const now = (yield* DateTime.now).epochMilliseconds
      assert.strictEqual(row!.previous_until.getTime() - now, 24 * 3_600_000)
      const messageAfter = Effect.fnUntraced(function* (count: number, leftMs: number) {
        yield* sql`UPDATE webhooks SET previous_until = ${new Date(now + leftMs)} WHERE id = ${id}`
        yield* ping(org, id)
        return (yield* arrived(receiver, count))[count - 1]!
      })
      const early = yield* messageAfter(1, 24 * 3_600_000)
      const late = yield* messageAfter(2, 1)
      for (const message of [early, late]) {
        assert.match(String(message.headers["webhook-signature"]), /^v1,\S{44} v1,\S{44}$/)
        verified(secret, message)
        verified(next, message)
      }
      const last = yield* messageAfter(3, 0)
      assert.match(String(last.headers["webhook-signature"]), /^v1,\S{44}$/)
      verified(next, last)
      assert.throws(() => verified(secret, last))
      // The old one is erased within the hour.
      yield* TestClock.adjust("1 hour")
      const old = sql`SELECT id FROM webhooks WHERE id = ${id} AND previous_secret IS NOT NULL`
      yield* eventually(old, ({ length }) => length === 0)
    })
  )

  it.effect(
    "a receiver that answers 500 four times is tried after 10 s, 1 min, 10 min and 1 h, with one id and body",
    () =>
      Effect.gen(function* () {
        const receiver = yield* makeReceiver
        receiver.answer = (response, received) => status(receiver.received.length <= 4 ? 500 : 204)(response, received)
        const org = yield* anOrg
        const { id, secret } = yield* aWebhook(org, receiver.url)
        const delivery = yield* ping(org, id)
        for (const [index, pause] of pauses.entries()) {
          const { state } = yield* attempted(delivery, index + 1)
          assert.strictEqual(state, "pending")
          assert.lengthOf(receiver.received, index + 1)
          yield* skipPause(org.orgId, Duration.toMillis(pause))
        }
        const { attempts } = yield* inState(delivery, "delivered")
        assert.deepStrictEqual(statusesOf(attempts), [500, 500, 500, 500, 204])
        assert.deepStrictEqual(
          attempts.map(({ error }) => error),
          [...Array.from({ length: 4 }, () => "The receiver answered 500."), null]
        )
        assert.deepStrictEqual(
          new Set(receiver.received.map(({ headers }) => headers["webhook-id"])),
          new Set([delivery])
        )
        assert.strictEqual(new Set(receiver.received.map(({ body }) => body)).size, 1)
        assert.strictEqual(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size, 5)
        for (const message of receiver.received) verified(secret, message)
      })
  )

  it.effect("a message has failed after five tries, and is sent again when it is asked for: the same id and body", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      receiver.answer = status(503)
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const delivery = yield* ping(org, id)
      for (const [index, pause] of pauses.entries()) {
        yield* attempted(delivery, index + 1)
        yield* skipPause(org.orgId, Duration.toMillis(pause))
      }
      assert.lengthOf((yield* inState(delivery, "failed")).attempts, 5)
      yield* TestClock.adjust("2 minutes")
      assert.lengthOf(receiver.received, 5)

      receiver.answer = status(200)
      const as = yield* freshToken(org.owner.email)
      const again = yield* call("POST", `${path}/${id}/deliveries/${delivery}/retry`, { as })
      assert.strictEqual(again.status, 202)
      assert.deepStrictEqual(again.body, { delivery_id: delivery })
      const { attempts } = yield* inState(delivery, "delivered")
      assert.deepStrictEqual(statusesOf(attempts), [503, 503, 503, 503, 503, 200])
      assert.strictEqual(receiver.received[5]!.headers["webhook-id"], delivery)
      assert.strictEqual(receiver.received[5]!.body, receiver.received[0]!.body)
      // A delivered one, too.
      yield* call("POST", `${path}/${id}/deliveries/${delivery}/retry`, { as })
      assert.strictEqual((yield* attempted(delivery, 7)).state, "delivered")
    })
  )

  it.effect(
    "a message whose item was given up unread, as after a new FLEET_SECRET, is sent when it is asked for again",
    () =>
      Effect.gen(function* () {
        const receiver = yield* makeReceiver
        receiver.answer = status(500)
        const org = yield* anOrg
        const { id } = yield* aWebhook(org, receiver.url)
        const delivery = yield* ping(org, id)
        yield* attempted(delivery, 1)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE work_items SET payload = set_byte(payload, 30, get_byte(payload, 30) # 1) WHERE org_id = ${org.orgId}`
        yield* skipPause(org.orgId, 10_000)
        const items = sql`SELECT id FROM work_items WHERE org_id = ${org.orgId} AND state = 'pending'`
        yield* eventually(items, ({ length }) => length === 0)
        assert.strictEqual((yield* stored(delivery))!.state, "pending")

        receiver.answer = silent
        for (let count = 1; count <= 2; count++) {
          const again = yield* call("POST", `${path}/${id}/deliveries/${delivery}/retry`, { as: org.as })
          assert.strictEqual(again.status, 202)
          assert.lengthOf(yield* items, 1)
        }
        yield* arrived(receiver, 2)
      })
  )

  it.effect("a pending message that is asked for again is answered 202 and sent once", () =>
    Effect.gen(function* () {
      const receiver = yield* makeReceiver
      receiver.answer = silent
      const org = yield* anOrg
      const { id } = yield* aWebhook(org, receiver.url)
      const delivery = yield* ping(org, id)
      yield* arrived(receiver, 1)
      for (let count = 0; count < 3; count++) {
        const answer = yield* call("POST", `${path}/${id}/deliveries/${delivery}/retry`, { as: org.as })
        assert.deepStrictEqual([answer.status, answer.body], [202, { delivery_id: delivery }])
      }
      const sql = yield* SqlClient.SqlClient
      const items = yield* sql`SELECT id FROM work_items WHERE org_id = ${org.orgId}`
      assert.lengthOf(items, 1)
      assert.lengthOf(receiver.received, 1)
    })
  )
})
