import { assert, describe, it } from "@effect/vitest"
import { BridgeTimeout, RobotOffline } from "@fleet/domain/Errors"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { BridgeLink } from "@fleet/server/robots/home/RobotHome"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Context, Effect, Fiber, Layer, Result, Scheduler } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { nothingPublished } from "@fleet/server/robots/config/PublishedConfigs"
import { hello } from "../../support/homes.ts"
import { recordMaps } from "../../support/recordMaps.ts"

const count = 10_000
const robotIds = Array.from({ length: count }, () => RobotId.make(randomUUID()))
const orgId = OrgId.make(randomUUID())

/** Homes, and how much more their maps hold than they did at first. */
const built = Effect.gen(function* () {
  const { entries, result } = yield* recordMaps(Layer.build(Layer.provide(RobotHomes.layer, Bus.layer)))
  const idle = entries()
  const homes = Context.get(result, RobotHomes)
  return {
    homes,
    kept: () => entries() - idle,
    /** A bridge of the robot, which may note what it is asked. */
    attach: (robotId: RobotId, asked: Array<string> = []) => {
      const home = homes.open({ robotId, orgId, robotName: "Rover" })
      const link: BridgeLink = {
        home,
        send: (message) => void ("request_id" in message && asked.push(message.request_id)),
        end: () => ended.push(link)
      }
      assert.isTrue(homes.attach(link, hello, nothingPublished))
      return link
    }
  }
})

/** Links that were ended. */
const ended: Array<BridgeLink> = []

describe("of 10,000 bridges nothing is kept", () => {
  it.effect("nothing is kept of 10,000 bridges that were superseded and left", () =>
    Effect.gen(function* () {
      const { attach, homes, kept } = yield* built
      for (const robotId of robotIds) {
        const [first, second] = [attach(robotId), attach(robotId)]
        assert.strictEqual(ended.at(-1), first)
        const { home } = first
        assert.strictEqual(home, second.home)
        assert.isFalse(home.detach(first, 0))
        assert.strictEqual(homes.link(robotId), second)
        assert.isTrue(home.detach(second, 0))
        assert.isFalse(home.detach(second, 0))
      }
      assert.strictEqual(kept(), count)
      yield* TestClock.adjust("250 millis")
      assert.strictEqual(kept(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("nothing is kept of 10,000 bridges, each of which has a higher epoch than all before it", () =>
    Effect.gen(function* () {
      const { attach } = yield* built
      const epochs: Array<number> = []
      for (const robotId of [robotIds[0]!, robotIds[1]!, robotIds[0]!]) {
        const { home } = attach(robotId)
        epochs.push(home.epoch)
        epochs.push(attach(robotId).home.epoch)
        home.detach(home.link!, 0)
        yield* TestClock.adjust("250 millis")
      }
      assert.deepStrictEqual(epochs, [1, 2, 3, 4, 5, 6])
    }).pipe(Effect.scoped)
  )

  it.effect(
    "nothing is kept of 10,000 bridge questions that were answered, timed out, interrupted or lost their bridge",
    () =>
      Effect.gen(function* () {
        const { attach, homes, kept } = yield* built
        const asked: Array<string> = []
        const few = robotIds.slice(0, 100)
        const { entries } = yield* recordMaps(Effect.sync(() => few.forEach((robotId) => attach(robotId, asked))))
        const asking = yield* Effect.forEach(robotIds, (_, index) =>
          Effect.forkChild(
            Effect.result(
              homes.ask(few[index % 100]!, (request_id) => ({ type: "introspect_request", request_id }), "5 seconds")
            ),
            { startImmediately: true }
          )
        )
        assert.deepStrictEqual([kept(), entries()], [100, count])
        const graph = { topics: [], services: [], actions: [], captured_at_ms: 0 }
        for (const [index, robotId] of few.entries()) {
          if (index % 5 === 2) homes.get(robotId)!.detach(homes.link(robotId)!, 0)
          if (index % 5 === 3) attach(robotId)
        }
        for (const [index, fiber] of asking.entries()) {
          const answer = { type: "introspect", request_id: asked[index]!, graph } as const
          if (index % 5 === 0) assert.isTrue(homes.get(few[index % 100]!)!.message(answer, 0))
          if (index % 5 === 1) yield* Fiber.interrupt(fiber)
        }
        yield* TestClock.adjust("5 seconds")
        const ends = yield* Effect.forEach(
          asking.filter((_, index) => index % 5 !== 1),
          (fiber) => Fiber.join(fiber)
        )
        const names = ends.map((end) => (Result.isFailure(end) ? end.failure.constructor : null))
        const expected = [null, RobotOffline, RobotOffline, BridgeTimeout]
        assert.isTrue(names.every((name, index) => name === expected[index % 4]))
        for (const robotId of few) {
          const link = homes.link(robotId)
          if (link !== undefined) link.home.detach(link, 0)
        }
        yield* TestClock.adjust("250 millis")
        assert.deepStrictEqual([kept(), entries()], [0, 0])
      }).pipe(Effect.scoped)
  )

  it.effect("nothing is kept of 10,000 bridge questions interrupted at any step", () =>
    Effect.gen(function* () {
      const { attach, homes, kept } = yield* built
      const asked: Array<string> = []
      const { entries } = yield* recordMaps(Effect.sync(() => attach(robotIds[0]!, asked)))
      const ask = homes.ask(robotIds[0]!, (request_id) => ({ type: "introspect_request", request_id }), "5 seconds")
      for (let operations = 3; operations < 16; operations++) {
        for (let steps = 0; steps < 12; steps++) {
          const asking = yield* Effect.forkChild(Effect.provideService(ask, Scheduler.MaxOpsBeforeYield, operations))
          for (let step = 0; step < steps; step++) yield* Effect.yieldNow
          yield* Fiber.interrupt(asking)
          assert.deepStrictEqual([kept(), entries()], [1, 0], `after ${steps} times ${operations} operations`)
        }
      }
      assert.isNotEmpty(asked)
    }).pipe(Effect.scoped)
  )
})
