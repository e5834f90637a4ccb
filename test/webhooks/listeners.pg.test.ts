import { assert, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { makeRobot } from "../support/people.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { eventually } from "../robots/jobs/world.ts"
import { aListeningOrg, dataOf, fetchFrom, listeners, messagesOf, open, secret, workOf } from "./listenerWorld.ts"
import { all, stored, verified, WebhooksApp, writtenTo } from "./world.ts"

layer(WebhooksApp, { timeout: "60 seconds" })("messages of listeners", (it) => {
  it.effect("a listener gets every event by default, in messages with the signature of Standard Webhooks", () =>
    Effect.gen(function* () {
      const { dev, orgId, robot, tell } = yield* aListeningOrg
      const opened = yield* open(dev)
      assert.deepStrictEqual(Object.keys(opened).toSorted(), ["expires_at", "listener_id", "secret"])
      assert.match(opened.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.strictEqual(opened.expires_at, "1970-01-01T00:01:00.000Z")
      assert.deepStrictEqual(yield* messagesOf(dev, opened.listener_id), [])
      yield* tell(1)
      yield* tell(2, "alert.firing")
      const messages = yield* messagesOf(dev, opened.listener_id)
      assert.deepStrictEqual(
        messages.map((message) => verified(opened.secret, message)),
        [1, 2].map((data, index) => ({
          id: messages[index].id,
          type: ["job.ended", "alert.firing"][index],
          at: `1970-01-01T00:00:00.00${data}Z`,
          org_id: orgId,
          robot_id: robot.id,
          data
        }))
      )
      for (const { headers, id, type } of messages) {
        assert.deepStrictEqual(Object.keys(headers).toSorted(), [
          "content-type",
          "webhook-id",
          "webhook-signature",
          "webhook-timestamp",
          "x-platform-event"
        ])
        assert.strictEqual(headers["webhook-id"], id)
        assert.strictEqual(headers["x-platform-event"], type)
        assert.strictEqual(headers["content-type"], "application/json")
      }
      // Nobody sends them.
      assert.lengthOf(yield* workOf(orgId), 0)
    })
  )

  it.effect("a listener gets its events and robots alone, and takes a secret of before", () =>
    Effect.gen(function* () {
      const { as, owner, robot, tell } = yield* aListeningOrg
      const other = (yield* makeRobot(owner.caller)).robot
      const opened = yield* open(as, { events: ["job.ended", "job.ended"], robot_ids: [robot.id], secret })
      assert.strictEqual(opened.secret, secret)
      yield* tell(1)
      yield* tell(2, "alert.firing")
      yield* tell(3, "job.ended", other.id)
      const messages = yield* messagesOf(as, opened.listener_id)
      assert.deepStrictEqual(dataOf(messages), [1])
      assert.strictEqual(verified(secret, messages[0]).data, 1)
      const [row] = yield* (yield* SqlClient.SqlClient)<{ secret: Uint8Array }>`
        SELECT secret FROM webhooks WHERE id = ${opened.listener_id}`
      assert.notInclude(Buffer.from(row!.secret).toString("latin1"), secret)
    })
  )

  it.effect("results are recorded once, for messages of the listener; what has none comes again, oldest first", () =>
    Effect.gen(function* () {
      const { as, tell } = yield* aListeningOrg
      const { listener_id: id } = yield* open(as)
      for (const data of [1, 2, 3, 4, 5]) yield* tell(data)
      const first = yield* messagesOf(as, id)
      const ids = first.map(({ id }) => id as string)
      assert.deepStrictEqual(dataOf(first), [1, 2, 3, 4, 5])
      const { listener_id: foreign } = yield* open(as)
      const results = [
        { delivery_id: ids[0], status: 204, error: null },
        { delivery_id: ids[1], status: 500, error: null },
        { delivery_id: ids[2], status: null, error: "nothing listens" },
        { delivery_id: ids[3], status: null, error: null },
        { delivery_id: randomUUID(), status: 200, error: null }
      ]
      // Another listener's results change nothing.
      yield* messagesOf(as, foreign, results)
      assert.deepStrictEqual(dataOf(yield* messagesOf(as, id, results)), [5])
      const at = "1970-01-01T00:00:00.000Z"
      for (const [index, state, status, error] of [
        [0, "delivered", 204, null],
        [1, "failed", 500, "The receiver answered 500."],
        [2, "failed", null, "nothing listens"],
        [3, "failed", null, "There was no answer."]
      ] as const) {
        const row = (yield* stored(ids[index]!))!
        assert.deepStrictEqual([row.state, row.attempts], [state, [{ at, status, error }]])
      }
      yield* messagesOf(as, id, [{ delivery_id: ids[0], status: 500, error: null }])
      assert.strictEqual((yield* stored(ids[0]!))!.state, "delivered")
    })
  )

  it.effect("a fetch answers fifty messages and takes fifty results, and no further one", () =>
    Effect.gen(function* () {
      const { as, tell } = yield* aListeningOrg
      const { listener_id: id } = yield* open(as)
      for (let data = 1; data <= 51; data++) yield* tell(data)
      const first = yield* messagesOf(as, id)
      assert.deepStrictEqual(
        dataOf(first),
        Array.makeBy(50, (index) => index + 1)
      )
      const results = first.map(({ id }) => ({ delivery_id: id, status: 200, error: null }))
      const tooMany = yield* fetchFrom(as, id, [...results, results[0]!])
      assert.deepStrictEqual(refusal(tooMany), invalid("results", "too_long"))
      assert.deepStrictEqual(dataOf(yield* messagesOf(as, id, results)), [51])
    })
  )

  it.effect("a change that is rolled back tells a listener nothing", () =>
    Effect.gen(function* () {
      const { as, tell } = yield* aListeningOrg
      const { listener_id: id } = yield* open(as)
      const sql = yield* SqlClient.SqlClient
      yield* Effect.flip(sql.withTransaction(Effect.andThen(tell(1), Effect.fail("no" as const))))
      yield* tell(2)
      assert.deepStrictEqual(dataOf(yield* messagesOf(as, id)), [2])
    })
  )

  it.effect("a listener ends a minute after its last fetch, is told nothing from then on, and is deleted", () =>
    Effect.gen(function* () {
      const { as, orgId, tell } = yield* aListeningOrg
      const { listener_id: id } = yield* open(as)
      yield* TestClock.adjust(59_999)
      assert.strictEqual((yield* fetchFrom(as, id)).status, 200)
      yield* TestClock.adjust(59_999)
      yield* tell(1)
      assert.lengthOf(yield* writtenTo(orgId), 1)
      const sql = yield* SqlClient.SqlClient
      // The end, without the sweep that runs every minute.
      yield* sql`UPDATE webhooks SET listener_until = to_timestamp(119.998) WHERE id = ${id}`
      yield* tell(2)
      assert.lengthOf(yield* writtenTo(orgId), 1)
      assert.deepStrictEqual(refusal(yield* fetchFrom(as, id)), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* call("DELETE", `${listeners}/${id}`, { as })), [404, "not_found"])
      yield* TestClock.adjust("1 minute")
      yield* eventually(sql`SELECT id FROM webhooks WHERE id = ${id}`, ({ length }) => length === 0)
      assert.lengthOf(yield* writtenTo(orgId), 0)
    })
  )

  it.effect("a listener hears every event that there is", () =>
    Effect.gen(function* () {
      const { as } = yield* aListeningOrg
      const { listener_id: id } = yield* open(as)
      const [row] = yield* (yield* SqlClient.SqlClient)<{ events: ReadonlyArray<string> }>`
        SELECT events FROM webhooks WHERE id = ${id}`
      assert.sameMembers([...row!.events], all)
    })
  )
})
