import { assert, describe, it, layer } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import type { RobotPart } from "@fleet/server/robots/home/RobotPart"
import { Robots } from "@fleet/server/robots/Robots"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { aConnectedRobot, auditOf, eventually, publish, source } from "./jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { connectedHome, datapoints, hello, homeOf, leaves, linkTo, say } from "../support/homes.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { broadcastNow } from "../support/broadcastNow.ts"

const orgId = OrgId.make(randomUUID())

/** A part that notes its calls, and another that has no hooks. */
const aNotingPart = Effect.gen(function* () {
  const calls: Array<ReadonlyArray<unknown>> = []
  const state = { vacant: true }
  const homes = yield* RobotHomes
  const part = (): RobotPart => ({
    prepare: () => Effect.sync(() => void calls.push(["prepare"])),
    config: ({ version }) => void calls.push(["config", version]),
    attach: (epoch) => void calls.push(["attach", epoch]),
    sample: ({ slug }, _, backfill) => void calls.push(["sample", slug, backfill]),
    message: ({ type }, nowMs) => calls.push(["message", type, nowMs]) > 0,
    snapshot: ({ slug }) => calls.push(["snapshot", slug]) > 0,
    pong: (latencyMs) => void calls.push(["pong", latencyMs]),
    renameSlug: (from, to) => void calls.push(["renameSlug", from, to]),
    detach: (nowMs) => void calls.push(["detach", nowMs]),
    forget: () => void calls.push(["forget"]),
    get isVacant() {
      return state.vacant
    }
  })
  yield* homes.register({ open: (): RobotPart => ({ isVacant: true }) })
  yield* homes.register({ open: part, flush: Effect.sync(() => void calls.push(["flush"])) })
  return { homes, state, taken: () => calls.splice(0) }
})

const Subject = RobotHomes.layer.pipe(Layer.provideMerge(Bus.layer))
const robotId = RobotId.make(randomUUID())

describe("a robot's home", () => {
  it.effect("a robot's home has each part write what it holds, while another part waits for its store", () =>
    Effect.gen(function* () {
      const gate = Deferred.makeUnsafe<void>()
      const homes = yield* RobotHomes
      const waiting = Deferred.makeUnsafe<void>()
      yield* homes.register({
        open: (): RobotPart => ({ isVacant: true }),
        flush: Effect.andThen(Deferred.succeed(waiting, undefined), Deferred.await(gate))
      })
      const { taken } = yield* aNotingPart
      const flushing = yield* Effect.forkChild(homes.flush)
      yield* Deferred.await(waiting)
      yield* Effect.yieldNow
      assert.deepStrictEqual(taken(), [["flush"]])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(flushing)
    }).pipe(Effect.provide(Subject))
  )

  it.effect("a robot's home calls its parts from the hello to the deletion, each once, in this order", () =>
    Effect.gen(function* () {
      const { homes, taken } = yield* aNotingPart
      const bus = yield* Bus
      const home = yield* homeOf(robotId)
      yield* Effect.scoped(home.prepare(hello, datapoints("battery")))
      homes.attach(linkTo(home), hello, datapoints("battery"))
      assert.deepStrictEqual(taken(), [["prepare"], ["config", 1], ["attach", 1]])
      say(home, "battery", "1", 1, true)
      home.message({ type: "job_lost", job_ids: [] }, 5)
      home.snapshot(
        { type: "snapshot", slug: "front", mime: "", width: 1, height: 1, timestamp_ms: 1 },
        new Uint8Array()
      )
      home.pong(7)
      home.configure({ ...datapoints("battery"), version: 2 })
      broadcastNow(bus, { type: "slug_renamed", robotId, from: "battery", to: "power", version: 2, names: {} })
      assert.deepStrictEqual(taken(), [
        ["sample", "battery", true],
        ["message", "job_lost", 5],
        ["snapshot", "front"],
        ["pong", 7],
        ["config", 2],
        ["renameSlug", "battery", "power"]
      ])
      broadcastNow(bus, { type: "robot_deleted", robotId, orgId })
      assert.deepStrictEqual(taken(), [["detach", 0], ["forget"]])
      assert.isUndefined(homes.get(robotId))
      broadcastNow(bus, { type: "robot_deleted", robotId, orgId })
      broadcastNow(bus, { type: "slug_renamed", robotId, from: "battery", to: "power", version: 2, names: {} })
      assert.deepStrictEqual(taken(), [])
    }).pipe(Effect.provide(Subject))
  )

  it.effect("a robot's home hands over to a second bridge under a higher epoch, without being detached", () =>
    Effect.gen(function* () {
      const { homes, taken } = yield* aNotingPart
      const home = yield* connectedHome(robotId)
      const first = home.link!
      const second = linkTo(home)
      homes.attach(second, hello, datapoints("battery"))
      assert.deepStrictEqual(taken(), [
        ["config", 1],
        ["attach", 1],
        ["config", 1],
        ["attach", 2]
      ])
      assert.isFalse(home.detach(first, 0))
      assert.isTrue(home.detach(second, 3))
      assert.deepStrictEqual(taken(), [["detach", 3]])
    }).pipe(Effect.provide(Subject))
  )

  it.effect("a robot's home of a robot that was deleted while its hello was served takes no bridge", () =>
    Effect.gen(function* () {
      const { homes, taken } = yield* aNotingPart
      yield* Effect.scoped(
        Effect.gen(function* () {
          const home = yield* homes.connecting(yield* homeOf(robotId))
          broadcastNow(yield* Bus, { type: "robot_deleted", robotId, orgId })
          assert.deepStrictEqual(taken(), [["forget"]])
          assert.isFalse(homes.attach(linkTo(home), hello, datapoints("battery")))
          assert.isNull(home.link)
        })
      )
      assert.deepStrictEqual(taken(), [])
      assert.isUndefined(homes.get(robotId))
    }).pipe(Effect.provide(Subject))
  )

  it.effect("a robot's home stays for as long as a bridge, a hello that is served, or a part needs it", () =>
    Effect.gen(function* () {
      const { homes, state } = yield* aNotingPart
      const stays = Effect.map(TestClock.adjust("1 hour"), () => homes.get(robotId) !== undefined)
      const home = yield* connectedHome(robotId)
      assert.isTrue(yield* stays)
      state.vacant = false
      yield* leaves(home)
      assert.isTrue(yield* stays)
      yield* Effect.scoped(
        Effect.gen(function* () {
          assert.strictEqual(yield* homes.connecting(home), home)
          state.vacant = true
          assert.isTrue(yield* stays)
        })
      )
      yield* TestClock.adjust("250 millis")
      assert.isUndefined(homes.get(robotId))
    }).pipe(Effect.provide(Subject))
  )

  it.effect("a robot's home has its time when a part of another robot throws", () =>
    Effect.gen(function* () {
      const homes = yield* RobotHomes
      const ticked: Array<string> = []
      const broken = RobotId.make(randomUUID())
      yield* homes.register({
        open: (home): RobotPart => ({
          isVacant: false,
          tick: () => {
            if (home.robotId === broken) throw new Error("broken")
            ticked.push(home.robotId)
          }
        })
      })
      yield* homeOf(broken)
      yield* homeOf(robotId)
      yield* TestClock.adjust("500 millis")
      assert.isAbove(ticked.length, 1)
      assert.deepStrictEqual([...new Set(ticked)], [robotId])
    }).pipe(Effect.provide(Subject))
  )

  it.effect("a robot's home has every part, since none may be registered once there is a home", () =>
    Effect.gen(function* () {
      const { homes } = yield* aNotingPart
      yield* homeOf(robotId)
      const late = yield* Effect.exit(homes.register({ open: (): RobotPart => ({ isVacant: true }) }))
      assert.isTrue(Exit.isFailure(late))
    }).pipe(Effect.provide(Subject))
  )

  it.effect("a robot's home writes what its parts have not written yet when asked to, and when the process stops", () =>
    Effect.gen(function* () {
      const taken = yield* Effect.scoped(
        Effect.gen(function* () {
          const { homes, taken } = yield* aNotingPart
          yield* homes.flush
          assert.deepStrictEqual(taken(), [["flush"]])
          return taken
        })
      )
      assert.deepStrictEqual(taken(), [["flush"]])
    }).pipe(Effect.provide(Subject))
  )
})

layer(TestApp, { timeout: "60 seconds" })("a connected robot", (it) => {
  it.effect("a connected robot is named in the record of its departure as it was renamed meanwhile", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      yield* (yield* Robots).rename(world.owner.caller, world.robot, "Crawler")
      yield* world.bridge.leave
      const [left] = yield* eventually(auditOf(world, "bridge.disconnected"), ({ length }) => length === 1)
      assert.strictEqual(left!.target_label, "Crawler")
    })
  )

  it.effect(
    "a connected robot has the value that came last before a slug was renamed under the new one, once that is published",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobot
        const { as, bridge, owner, path, robot } = world
        const said = (value: number) =>
          Effect.andThen(
            Effect.sync(() => bridge.send({ type: "datapoint", slug: "battery", value, timestamp_ms: value })),
            bridge.sync
          )
        yield* said(1)
        yield* TestClock.adjust("1 second")
        // It is not written when the row is renamed.
        yield* said(2)
        const body = { from: "battery", to: "power" }
        assert.strictEqual((yield* call("POST", `${path}/config/rename-slug`, { as, body })).status, 200)
        yield* publish(owner.caller, robot.id, source.replace("battery:", "power:"))
        yield* bridge.next("config")
        const value = Effect.map(call("GET", `${path}/datapoints/power`, { as }), ({ body }) => body.value)
        assert.strictEqual(yield* value, 2)
        yield* bridge.leave
        const homes = yield* RobotHomes
        yield* eventually(
          Effect.map(TestClock.adjust("1 minute"), () => homes.get(robot.id)),
          (home) => home === undefined
        )
        assert.strictEqual(yield* value, 2)
      })
  )

  it.effect("a connected robot is served by the bridge whose hello came last, and by none of those before", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const homes = yield* RobotHomes
      const epochs = [homes.get(world.robot.id)!.epoch]
      let before = world.bridge
      for (let turn = 0; turn < 3; turn++) {
        const bridge = yield* connectBridge(world.bridgeToken)
        yield* bridge.next("config")
        assert.strictEqual(yield* before.closeCode, 4000)
        epochs.push(homes.get(world.robot.id)!.epoch)
        before = bridge
      }
      assert.deepStrictEqual(
        epochs,
        [...new Set(epochs)].sort((a, b) => a - b)
      )
      assert.lengthOf(epochs, 4)
      assert.isEmpty(yield* auditOf(world, "bridge.disconnected"))
    })
  )
})
