import { assert, layer } from "@effect/vitest"
import { AccessVersions } from "@fleet/server/access/AccessVersions"
import { AuditLog } from "@fleet/server/audit/AuditLog"
import { JobWriter } from "@fleet/server/robots/jobs/JobWriter"
import { JobId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { connectBridge } from "../support/FakeBridge.ts"
import { makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import {
  aConnectedRobotWith,
  aRobotWith,
  alertsOf,
  aSecond,
  inState as alertInState,
  low,
  publish,
  say
} from "../robots/alerts/world.ts"
import { aConnectedRobot, aRobot, publish as publishSource, start } from "../robots/jobs/world.ts"
import { all, anOrg, listen, WebhooksApp, writtenTo } from "./world.ts"

layer(WebhooksApp, { timeout: "60 seconds" })("what webhooks are told", (it) => {
  it.effect("an alert is told when it fires and when it resolves, as it is after the move", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      const { messages } = yield* listen(world, ["alert.firing", "alert.resolved"])
      yield* say(world.bridge, 10, 1_000)
      const firing = yield* alertInState(world, "firing")
      yield* messages(1)
      yield* aSecond
      yield* say(world.bridge, 40, 2_000)
      const resolved = yield* alertInState(world, "ok")
      const told = yield* messages(2)
      assert.deepStrictEqual(
        told.map(({ type }) => type),
        ["alert.firing", "alert.resolved"]
      )
      for (const { org_id, robot_id } of told) assert.deepStrictEqual([org_id, robot_id], [world.orgId, world.robot.id])
      assert.deepStrictEqual(
        told.map(({ data }) => data),
        [firing, resolved]
      )
      assert.strictEqual(told[0].data.last_value, 10)
      for (const { at, data } of told) assert.strictEqual(at, data.state_since)
    })
  )

  it.effect("an alert that a publish ends is told as resolved, with the definition that it has from then on", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      yield* say(world.bridge, 10, 1_000)
      yield* alertInState(world, "firing")
      const { messages } = yield* listen(world, ["alert.resolved"])
      yield* publish(world, { battery: { low: { ...low, enabled: false, name: "New", severity: "error" } } })
      const [told] = yield* messages(1)
      const [alert] = yield* alertsOf(world)
      assert.deepStrictEqual(told.data, alert)
      assert.deepStrictEqual(
        [told.data.enabled, told.data.state, told.data.name, told.data.severity],
        [false, "ok", "New", "error"]
      )
      assert.strictEqual(told.at, alert.state_since)
    })
  )

  it.effect("a publish is told with its version", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWith({})
      const { messages } = yield* listen(world, ["config.published"])
      const version = yield* publish(world, { battery: { low } })
      const [told] = yield* messages(1)
      assert.deepStrictEqual([told.type, told.robot_id, told.data], ["config.published", world.robot.id, { version }])
    })
  )

  it.effect("a robot is told as online and offline, and not when another connection supersedes its own", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const { messages } = yield* listen(world, ["robot.online", "robot.offline"])
      yield* connectBridge(world.bridgeToken)
      yield* messages(1)
      const second = yield* connectBridge(world.bridgeToken)
      const third = yield* connectBridge(world.bridgeToken)
      yield* second.closeCode
      yield* third.leave
      const told = yield* messages(2)
      assert.deepStrictEqual(
        told.map(({ data, robot_id, type }) => [type, robot_id, data]),
        [
          ["robot.online", world.robot.id, { online: true, latency_ms: null, low_bandwidth: false }],
          ["robot.offline", world.robot.id, { online: false, latency_ms: null, low_bandwidth: false }]
        ]
      )
      assert.lengthOf(yield* writtenTo(world.orgId), 2)
    })
  )

  it.effect("a job is told when it ends, as its history has it, and not before", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { messages } = yield* listen(world, ["job.ended"])
      const { body } = yield* start(world, "dock", { params: { speed: 1 } })
      const { job } = body
      yield* world.bridge.next("invoke")
      world.bridge.update(job, "running", { feedback: { at: 1 }, progress: 0.5 })
      world.bridge.update(job, "succeeded", { result: { docked: true } })
      const [told] = yield* messages(1)
      const history = yield* call("GET", `/api/org/jobs`, { as: world.as })
      assert.deepStrictEqual(told.data, history.body.runs[0])
      assert.strictEqual(told.at, told.data.ended_at)
      assert.deepStrictEqual(
        [told.type, told.robot_id, told.data.id, told.data.state, told.data.result],
        ["job.ended", world.robot.id, job.id, "succeeded", { docked: true }]
      )
      // Said again, it has ended already.
      world.bridge.update(job, "failed")
      yield* world.bridge.sync
      const next = (yield* start(world, "dock", { params: { speed: 1 } })).body.job
      yield* world.bridge.next("invoke")
      world.bridge.update(next, "failed", { error: { code: "action_failed", message: "no" } })
      const both = yield* messages(2)
      assert.deepStrictEqual(
        both.map(({ data }) => [data.id, data.state]),
        [
          [job.id, "succeeded"],
          [next.id, "failed"]
        ]
      )
    })
  )

  it.effect("a job is told that is lost, and one that a publish ends", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { messages } = yield* listen(world, ["job.ended"])
      const { job } = (yield* start(world, "dock", { params: { speed: 1 } })).body
      yield* world.bridge.next("invoke")
      world.bridge.update(job, "running")
      world.bridge.update(job, "lost")
      const [lost] = yield* messages(1)
      assert.deepStrictEqual([lost.data.id, lost.data.state], [job.id, "lost"])

      const next = (yield* start(world, "dock", { params: { speed: 1 } })).body.job
      yield* world.bridge.next("invoke")
      world.bridge.update(next, "running")
      yield* world.bridge.sync
      yield* publishSource(world.owner.caller, world.robot.id, "platform: 1")
      const cancel = yield* world.bridge.next("cancel")
      world.bridge.update(next, "cancelled")
      yield* world.bridge.sync
      assert.isString(cancel.request_id)
      const told = yield* messages(2)
      assert.deepStrictEqual([told[1].data.id, told[1].data.state], [next.id, "cancelled"])
      const { body } = yield* call("GET", `/api/org/jobs`, { as: world.as })
      assert.deepStrictEqual(told[1].data, body.runs[0])
    })
  )

  it.effect("a job that ends before it begins is told", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const { messages } = yield* listen(world, ["job.ended"])
      const at = new Date()
      const error = { code: "job_queue_full", message: "Too many." }
      const id = JobId.make(randomUUID())
      const actor = { kind: "developer", id: world.owner.caller.id, label: "Owner", name: null } as const
      const audit = (yield* AuditLog).prepare({
        orgId: world.orgId,
        actor,
        action: "action.invoked",
        details: { job_id: id }
      })
      const version = yield* (yield* AccessVersions).current({ orgId: world.orgId, appId: null })
      const begun = {
        id,
        mint: 1,
        org_id: world.orgId,
        robot_id: world.robot.id,
        slug: "dock",
        kind: "action",
        state: "failed",
        patience_ms: 1_000,
        actor,
        client_id: null,
        started_at: at,
        ended_at: at,
        error,
        app_id: null,
        access_version: version
      } as const
      const numbers = yield* (yield* JobWriter).begin([begun], [audit.row])
      assert.isTrue(numbers.has(id))
      const [told] = yield* messages(1)
      assert.deepStrictEqual([told.data.id, told.data.state, told.data.error], [id, "failed", error])
    })
  )

  it.effect("the end of a job that is stored twice is told once", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { messages } = yield* listen(world, ["job.ended"])
      const { job } = (yield* start(world, "dock", { params: { speed: 1 } })).body
      const at = new Date()
      const ended = { state: "failed", updated_at: at, ended_at: at, result: null, error: null } as const
      const state = (id: string, result: unknown) => ({
        orgId: world.orgId,
        kept: { ...ended, id: JobId.make(id), robot_id: world.robot.id, result }
      })
      const ends = yield* JobWriter
      for (let turn = 0; turn < 2; turn++) yield* ends.keep([state(randomUUID(), 1), state(job.id, { turn })])
      const [told] = yield* messages(1)
      assert.deepStrictEqual([told.data.id, told.data.result], [job.id, { turn: 0 }])
      assert.lengthOf(yield* writtenTo(world.orgId), 1)
    })
  )

  it.effect("a webhook gets its own robots and events alone, and a disabled one nothing", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const other = yield* makeRobot(world.owner.caller)
      const mine = yield* listen(world, all, { robot_ids: [world.robot.id] })
      const none = yield* listen(world, all, { robot_ids: [] })
      const foreign = yield* listen(yield* anOrg, all)
      const deaf = yield* listen(world, ["job.ended"])
      const off = yield* listen(world, all, { enabled: false })
      yield* connectBridge(other.token)
      yield* connectBridge(world.bridgeToken)
      const [told] = yield* mine.messages(1)
      assert.strictEqual(told.robot_id, world.robot.id)
      const everyone = yield* listen(world, all)
      const bridge = yield* connectBridge(other.token)
      yield* bridge.leave
      yield* everyone.messages(1)
      // Everything before was written before.
      assert.lengthOf(mine.receiver.received, 1)
      for (const { receiver } of [none, foreign, deaf, off]) assert.lengthOf(receiver.received, 0)
    })
  )
})
