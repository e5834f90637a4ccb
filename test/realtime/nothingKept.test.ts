import { assert, describe, it } from "@effect/vitest"
import type { ServerKey } from "@fleet/domain/Caller"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Fanout } from "@fleet/server/realtime/Fanout"
import { OrgActivity } from "@fleet/server/realtime/OrgActivity"
import { Presence } from "@fleet/server/realtime/Presence"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { recordMaps } from "../support/recordMaps.ts"
import { aSocketWriter } from "./socketWriterWorld.ts"
import { many as count, manyInWords } from "../support/effort.ts"

const robotIds = Array.from({ length: count }, () => RobotId.make(randomUUID()))
const key = { kind: "server_key", id: randomUUID(), appId: randomUUID(), name: "Key" } as unknown as ServerKey

const Subject = Layer.mergeAll(Fanout.layer, Presence.layer, OrgActivity.layer).pipe(Layer.provideMerge(Bus.layer))

describe("realtime maps", () => {
  it.effect(`the fan-out keeps nothing of ${manyInWords} robots that nobody follows any more`, () =>
    Effect.gen(function* () {
      const fanout = yield* Fanout
      const { writer } = aSocketWriter()
      for (const robotId of robotIds) {
        const topics = ["battery", "pose"].map((slug) => fanout.join(robotId, slug, writer))
        assert.strictEqual(fanout.size(), 1)
        for (const topic of topics) fanout.leave(topic, writer)
      }
      assert.strictEqual(fanout.size(), 0)
      const topics = robotIds.map((robotId) => fanout.join(robotId, "battery", writer))
      assert.strictEqual(fanout.size(), count)
      for (const topic of topics) {
        fanout.leave(topic, writer)
        fanout.leave(topic, writer)
      }
      assert.strictEqual(fanout.size(), 0)
    }).pipe(Effect.provide(Subject))
  )

  it.effect(`presence keeps nothing of ${manyInWords} robots without viewers and watchers`, () =>
    Effect.gen(function* () {
      const bus = yield* Bus
      const presence = yield* Presence
      const { writer, socket } = aSocketWriter()
      for (const robotId of robotIds) {
        presence.enter(robotId, key)
        presence.watch(robotId, writer, key)
        bus.publishRobot({ type: "viewers", robotId, node: randomUUID(), viewers: [] })
      }
      assert.strictEqual(presence.size(), count)
      for (const robotId of robotIds) {
        presence.leave(robotId, key)
        presence.leave(robotId, key)
        presence.unwatch(robotId, writer)
        presence.unwatch(robotId, writer)
      }
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(presence.size(), 0)
      writer.flush()
      const { length } = socket.writes
      for (const robotId of robotIds) bus.publishRobot({ type: "viewers", robotId, node: randomUUID(), viewers: [] })
      writer.flush()
      assert.lengthOf(socket.writes, length)
    }).pipe(Effect.provide(Subject))
  )

  it.effect(`presence keeps nothing of ${manyInWords} processes whose viewers left`, () =>
    Effect.gen(function* () {
      const bus = yield* Bus
      const presence = yield* Presence
      const { writer, socket } = aSocketWriter()
      const [robotId] = robotIds
      const { entries } = yield* recordMaps(Effect.sync(() => presence.watch(robotId!, writer, key)))
      const idle = entries()
      const seen = { viewer: { kind: key.kind, id: key.id, label: "Key" }, appId: key.appId, named: true }
      const nodes = robotIds.map(() => randomUUID())
      for (const node of nodes) bus.publishRobot({ type: "viewers", robotId: robotId!, node, viewers: [seen] })
      assert.strictEqual(entries() - idle, count)
      for (const node of nodes) bus.publishRobot({ type: "viewers", robotId: robotId!, node, viewers: [] })
      assert.strictEqual(entries() - idle, 0)
      yield* TestClock.adjust("1 second")
      writer.flush()
      assert.match(Buffer.concat(socket.writes).toString(), /"viewers":\[\],"at_ms":\d+\}$/)
    }).pipe(Effect.provide(Subject))
  )

  it.effect(`org activity keeps nothing of ${manyInWords} orgs an hour after the last console, but 1000 numbers`, () =>
    Effect.gen(function* () {
      const activity = yield* OrgActivity
      const { writer } = aSocketWriter()
      const orgs = Array.from({ length: count }, () => OrgId.make(randomUUID()))
      for (const orgId of orgs) {
        activity.subscribe(orgId, writer)
        activity.pause(orgId, writer)
        activity.unsubscribe(orgId, writer)
      }
      assert.deepStrictEqual(activity.size(), { streams: count, numbers: 0 })
      yield* TestClock.adjust("3602 seconds")
      assert.deepStrictEqual(activity.size(), { streams: 0, numbers: 1_000 })
      activity.subscribe(orgs.at(-1)!, writer)
      assert.deepStrictEqual(activity.size(), { streams: 1, numbers: 999 })
    }).pipe(Effect.provide(Subject))
  )
})
