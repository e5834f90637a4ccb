import { assert, describe, it as test, layer } from "@effect/vitest"
import { JobId } from "@fleet/domain/Ids"
import { JobWriter } from "@fleet/server/robots/jobs/JobWriter"
import { inBatches } from "@fleet/server/platform/sql/inBatches"
import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { aConnectedRobot, start } from "../robots/jobs/world.ts"
import { anOrg, listen, WebhooksApp, writtenTo } from "./world.ts"

const kib64 = 64 * 1024

describe("what one statement writes of messages", () => {
  test("a piece has four million characters of bodies and a thousand messages at most, and all keep their order", () => {
    const sizes = (bodies: ReadonlyArray<string>) => {
      const pieces = inBatches(
        bodies.map((body, index) => ({ body, index })),
        ({ body }) => body
      )
      assert.deepStrictEqual(
        pieces.flat().map(({ index }) => index),
        bodies.map((_, index) => index)
      )
      return pieces.map(({ length }) => length)
    }
    const million = "x".repeat(1_000_000)
    assert.deepStrictEqual(sizes([]), [])
    assert.deepStrictEqual(sizes([million, million, million, million, "", million]), [5, 1])
    assert.deepStrictEqual(sizes([million, million, million, million, "x"]), [4, 1])
    assert.deepStrictEqual(sizes([million.repeat(5), "x"]), [1, 1])
    assert.deepStrictEqual(sizes(Array.from({ length: 2_001 }, () => "x")), [1_000, 1_000, 1])
  })
})

layer(WebhooksApp, { timeout: "60 seconds" })("large messages to webhooks", (it) => {
  it.effect("data of 64 KiB is told as it is; beyond that a result and a last value are null", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const { robot } = yield* makeRobot(org.owner.caller)
      yield* listen(org, ["job.ended", "alert.firing"])
      const events = yield* WebhookEvents
      const tell = (type: "alert.firing" | "job.ended", data: object) =>
        events.emit([{ type, orgId: org.orgId, robotId: robot.id, atMs: 0, data: () => data }])
      // In bytes, two for each of these.
      const filling = "ü".repeat((kib64 - '{"id":1,"result":""}'.length) / 2)
      const full = { id: 1, result: filling }
      assert.strictEqual(Buffer.byteLength(JSON.stringify(full)), kib64)
      yield* tell("job.ended", full)
      yield* tell("job.ended", { id: 2, result: `${filling}x` })
      yield* tell("alert.firing", { id: 3, last_value: "x".repeat(kib64) })
      assert.deepStrictEqual(
        (yield* writtenTo(org.orgId)).map(({ data }) => data),
        [full, { id: 2, result: null }, { id: 3, last_value: null }]
      )
    })
  )

  it.effect("many large messages are written in pieces, all of them", () =>
    Effect.gen(function* () {
      const org = yield* anOrg
      const { robot } = yield* makeRobot(org.owner.caller)
      yield* listen(org, ["job.ended"])
      const result = "x".repeat(60_000)
      const event = { type: "job.ended", orgId: org.orgId, robotId: robot.id, atMs: 0 } as const
      const events = Array.from({ length: 150 }, (_, index) => ({ ...event, data: () => ({ index, result }) }))
      yield* (yield* WebhookEvents).emit(events)
      const written = yield* writtenTo(org.orgId)
      assert.deepStrictEqual(
        written.map(({ data }) => data.index),
        events.map((_, index) => index)
      )
      const sql = yield* SqlClient.SqlClient
      const items = yield* sql`SELECT id FROM work_items WHERE org_id = ${org.orgId}`
      assert.lengthOf(items, 150)
    })
  )

  it.effect(
    "messages of one organisation that cannot be written hold back no other, and its jobs end all the same",
    () =>
      Effect.gen(function* () {
        const [odd, fine] = [yield* aConnectedRobot, yield* aConnectedRobot]
        const { id: refusing } = yield* listen(odd, ["job.ended"])
        yield* listen(fine, ["job.ended"])
        const at = new Date()
        const ended = { state: "failed", updated_at: at, ended_at: at, result: null, error: null } as const
        const begun = Effect.fnUntraced(function* (world: typeof odd) {
          const { job } = (yield* start(world, "dock", { params: { speed: 1 } })).body
          return { orgId: world.orgId, kept: { ...ended, id: JobId.make(job.id), robot_id: world.robot.id } }
        })
        const states = [yield* begun(odd), yield* begun(fine)]
        const sql = yield* SqlClient.SqlClient
        yield* sql.unsafe(`ALTER TABLE webhook_deliveries ADD CONSTRAINT refusing CHECK (webhook_id <> '${refusing}')`)
        yield* Effect.ensuring(
          (yield* JobWriter).keep(states),
          Effect.ignore(sql`ALTER TABLE webhook_deliveries DROP CONSTRAINT refusing`)
        )
        assert.lengthOf(yield* writtenTo(odd.orgId), 0)
        assert.lengthOf(yield* writtenTo(fine.orgId), 1)
        for (const { as } of [odd, fine]) {
          const { body } = yield* call("GET", "/api/org/jobs", { as })
          assert.strictEqual(body.runs[0].state, "failed")
        }
      })
  )
})
