import { assert, layer } from "@effect/vitest"
import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { all, anOrg, arrived, listen, path, WebhooksApp, writtenTo } from "./world.ts"

layer(WebhooksApp, { timeout: "60 seconds" })("what is written for webhooks", (it) => {
  it.effect("a change of a webhook holds from the answer on: enabled, its events, its robots, its end", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const { robot } = yield* makeRobot(org.owner.caller)
      const events = yield* WebhookEvents
      const emit = (data: number) =>
        events.emit([{ type: "job.ended", orgId: org.orgId, robotId: robot.id, atMs: data, data: () => data }])
      yield* emit(0)
      const { id } = yield* listen(org, ["job.ended"])
      yield* emit(1)
      const change = (body: object) => call("PATCH", `${path}/${id}`, { as: org.as, body })
      yield* change({ enabled: false })
      yield* emit(2)
      yield* change({ enabled: true })
      yield* emit(3)
      yield* change({ events: ["alert.firing"] })
      yield* emit(4)
      yield* change({ events: all, robot_ids: [] })
      yield* emit(5)
      yield* change({ robot_ids: null })
      yield* emit(6)
      assert.deepStrictEqual(
        (yield* writtenTo(org.orgId)).map(({ data }) => data),
        [1, 3, 6]
      )
      assert.deepStrictEqual(
        (yield* writtenTo(org.orgId)).map(({ at }) => at),
        [1, 3, 6].map((ms) => `1970-01-01T00:00:00.00${ms}Z`)
      )
      yield* call("DELETE", `${path}/${id}`, { as: org.as })
      yield* emit(7)
      assert.lengthOf(yield* writtenTo(org.orgId), 0)
    })
  )

  it.effect("a change that is rolled back tells nothing", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const { receiver } = yield* listen(org, all)
      const events = yield* WebhookEvents
      const sql = yield* SqlClient.SqlClient
      const event = {
        type: "job.ended",
        orgId: org.orgId,
        robotId: (yield* makeRobot(org.owner.caller)).robot.id,
        atMs: 0
      } as const
      const refused = Effect.andThen(events.emit([{ ...event, data: () => 1 }]), Effect.fail("no" as const))
      yield* Effect.flip(sql.withTransaction(refused))
      yield* events.emit([{ ...event, data: () => 2 }])
      const [message] = yield* arrived(receiver, 1)
      assert.strictEqual(JSON.parse(message!.body).data, 2)
      assert.lengthOf(yield* writtenTo(org.orgId), 1)
    })
  )

  it.effect("data is not even made where no webhook wants it", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      yield* listen(org, ["robot.online"])
      const events = yield* WebhookEvents
      const { robot } = yield* makeRobot(org.owner.caller)
      yield* events.emit([
        { type: "job.ended", orgId: org.orgId, robotId: robot.id, atMs: 0, data: () => assert.fail("it was made") }
      ])
    })
  )
})
