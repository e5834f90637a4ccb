import { assert, layer } from "@effect/vitest"
import { Orgs } from "@fleet/server/org/Orgs"
import { Array, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { makeDeveloper } from "../support/people.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { auditOf } from "../robots/jobs/world.ts"
import { aListeningOrg, dataOf, fetchFrom, listeners, messagesOf, open, workOf } from "./listenerWorld.ts"
import { aWebhook, path, stored, WebhooksApp, writtenTo } from "./world.ts"

layer(WebhooksApp, { timeout: "60 seconds" })("routes of listeners", (it) => {
  it.effect("fields of listeners have their bounds", () =>
    Effect.gen(function* () {
      const { as, robot } = yield* aListeningOrg
      const foreign = yield* aListeningOrg
      const { listener_id: id } = yield* open(as)
      const result = { delivery_id: randomUUID(), status: 200, error: null }
      for (const [body, field, rule] of [
        [{ events: [] }, "events", "too_short"],
        [{ events: ["ping"] }, "events[0]", "invalid_value"],
        [{ robot_ids: [robot.id, foreign.robot.id] }, "robot_ids[1]", "not_found"],
        [{ secret: "whsec_short" }, "secret", "format"],
        [{ url: "https://hooks.example.com" }, "url", "unknown"]
      ] as const)
        assert.deepStrictEqual(refusal(yield* call("POST", listeners, { as, body })), invalid(field, rule))
      for (const [change, field, rule] of [
        [{ wait_s: 21 }, "wait_s", "too_large"],
        [{ wait_s: -1 }, "wait_s", "too_small"],
        [{ wait_s: 0.5 }, "wait_s", "type"],
        [{ results: [{ ...result, status: 99 }] }, "results[0].status", "too_small"],
        [{ results: [{ ...result, error: "" }] }, "results[0].error", "too_short"],
        [{ results: [{ ...result, error: "x".repeat(201) }] }, "results[0].error", "too_long"],
        [{ results: [{ ...result, delivery_id: "x" }] }, "results[0].delivery_id", "format"]
      ] as const) {
        const body = { results: [], wait_s: 0, ...change }
        const answer = yield* call("POST", `${listeners}/${id}/messages`, { as, body })
        assert.deepStrictEqual(refusal(answer), invalid(field, rule), JSON.stringify(change))
      }
      const longest = { ...result, status: 999, error: "x".repeat(200) }
      assert.strictEqual((yield* fetchFrom(as, id, [longest])).status, 200)
      assert.strictEqual((yield* call("POST", `${listeners}/${id}/messages`, { as, body: { wait_s: 0 } })).status, 400)
    })
  )

  it.effect("an organisation has five listeners, even of requests at once, beside its twenty webhooks", () =>
    Effect.gen(function* () {
      const { as, dev } = yield* aListeningOrg
      const answers = yield* Effect.all(
        Array.makeBy(7, (index) => call("POST", listeners, { as: index % 2 === 0 ? as : dev })),
        { concurrency: 7 }
      )
      const opened = answers.filter(({ status }) => status === 201)
      assert.lengthOf(opened, 5)
      const full = [409, "quota_exceeded", { quota: "webhook_listeners", limit: 5 }]
      for (const answer of answers.filter(({ status }) => status !== 201)) assert.deepStrictEqual(refusal(answer), full)
      for (let count = 0; count < 20; count++) yield* aWebhook({ as }, "https://hooks.example.com/")
      const [webhooks] = [yield* call("POST", path, { as, body: { url: "https://a.example", events: ["job.ended"] } })]
      assert.deepStrictEqual(refusal(webhooks), [409, "quota_exceeded", { quota: "webhooks", limit: 20 }])
      assert.deepStrictEqual(refusal(yield* call("POST", listeners, { as })), full)
      // Each belongs to who opened it, who makes room.
      for (const token of [as, dev]) yield* call("DELETE", `${listeners}/${opened[0]!.body.listener_id}`, { as: token })
      yield* open(dev)
      // Those that have ended do not count, whether or not they are deleted yet.
      yield* (yield* SqlClient.SqlClient)`
        UPDATE webhooks SET listener_until = to_timestamp(0) WHERE id = ${opened[1]!.body.listener_id}`
      yield* open(dev)
      assert.deepStrictEqual(refusal(yield* call("POST", listeners, { as: dev })), full)
    })
  )

  it.effect("a listener is its developer's alone, and is closed with its messages", () =>
    Effect.gen(function* () {
      const { as, dev, orgId, owner, tell } = yield* aListeningOrg
      const stranger = (yield* aListeningOrg).as
      const colleague = (yield* makeDeveloper(orgId, "developer")).token
      const { listener_id: id } = yield* open(dev)
      yield* tell(1)
      const none = [404, "not_found"]
      const nonsense = { nonsense: true }
      for (const token of [as, colleague, stranger]) {
        const messages = yield* call("POST", `${listeners}/${id}/messages`, { as: token, body: nonsense })
        assert.deepStrictEqual(refusal(messages), none)
        assert.deepStrictEqual(refusal(yield* call("DELETE", `${listeners}/${id}`, { as: token })), none)
      }
      for (const [method, rest] of [
        ["POST", "/messages"],
        ["DELETE", ""]
      ] as const) {
        const unfit = yield* call(method, `${listeners}/x${rest}`, { as: dev, body: nonsense })
        assert.deepStrictEqual(refusal(unfit), [400, "invalid_uuid"])
        const unknown = yield* call(method, `${listeners}/${randomUUID()}${rest}`, { as: dev, body: nonsense })
        assert.deepStrictEqual(refusal(unknown), none)
        assert.deepStrictEqual(refusal(yield* call(method, `${listeners}/${id}${rest}`)), [401, "unauthorized"])
      }
      const [message] = yield* messagesOf(dev, id)
      assert.strictEqual((yield* call("DELETE", `${listeners}/${id}`, { as: dev })).status, 204)
      assert.deepStrictEqual(refusal(yield* fetchFrom(dev, id)), none)
      assert.isUndefined(yield* stored(message.id))
      yield* tell(2)
      assert.lengthOf(yield* writtenTo(orgId), 0)
      assert.deepStrictEqual(yield* auditOf({ orgId: owner.caller.orgId }, "webhook.created", "webhook.deleted"), [])
    })
  )

  it.effect("a webhook is no listener, and the routes of webhooks know no listener", () =>
    Effect.gen(function* () {
      const { as, orgId, tell } = yield* aListeningOrg
      const { id: webhook } = yield* aWebhook({ as }, "https://hooks.example.com/", { enabled: false })
      const { listener_id: id } = yield* open(as)
      yield* tell(1)
      const [message] = yield* messagesOf(as, id)
      const list = (yield* call("GET", path, { as })).body.webhooks
      assert.deepStrictEqual(
        list.map(({ id }: any) => id),
        [webhook]
      )
      for (const [method, route, body] of [
        ["GET", `${path}/${id}`],
        ["PATCH", `${path}/${id}`, { url: "https://hooks.example.com/" }],
        ["DELETE", `${path}/${id}`],
        ["GET", `${path}/${id}/deliveries`],
        ["POST", `${path}/${id}/ping`],
        ["POST", `${path}/${id}/deliveries/${message.id}/retry`],
        ["POST", `${listeners}/${webhook}/messages`, { results: [], wait_s: 0 }],
        ["DELETE", `${listeners}/${webhook}`]
      ] as const)
        assert.deepStrictEqual(refusal(yield* call(method, route, { as, body })), [404, "not_found"], route)
      assert.lengthOf(yield* messagesOf(as, id), 1)
      assert.lengthOf(yield* workOf(orgId), 0)
    })
  )

  it.effect("a developer who is removed takes their listeners along", () =>
    Effect.gen(function* () {
      const { as, dev, developer } = yield* aListeningOrg
      const { listener_id: id } = yield* open(dev)
      assert.strictEqual((yield* call("DELETE", `/api/org/users/${developer.caller.id}`, { as })).status, 204)
      assert.deepStrictEqual(yield* (yield* SqlClient.SqlClient)`SELECT id FROM webhooks WHERE id = ${id}`, [])
    })
  )

  it.effect("a locked organisation listens as it reads", () =>
    Effect.gen(function* () {
      const { dev, orgId, tell } = yield* aListeningOrg
      yield* (yield* Orgs).setLocked(orgId, true)
      const { listener_id: id } = yield* open(dev)
      yield* tell(1)
      assert.deepStrictEqual(dataOf(yield* messagesOf(dev, id)), [1])
    })
  )

  it.effect("listeners are counted by developer, twenty a minute, and fetches, 300 a minute, before the path", () =>
    Effect.gen(function* () {
      const { as, dev } = yield* aListeningOrg
      for (let count = 0; count < 20; count++)
        yield* call("DELETE", `${listeners}/${(yield* open(dev)).listener_id}`, { as: dev })
      const limited = [429, "rate_limited"]
      const refused = (answer: Parameters<typeof refusal>[0]) => refusal(answer).slice(0, 2)
      assert.deepStrictEqual(refused(yield* call("POST", listeners, { as: dev, body: { nonsense: 1 } })), limited)
      const { listener_id: id } = yield* open(as)
      for (let count = 0; count < 300; count++) assert.strictEqual((yield* fetchFrom(as, id)).status, 200)
      for (const one of [id, "x"]) assert.deepStrictEqual(refused(yield* fetchFrom(as, one)), limited)
    })
  )
})
