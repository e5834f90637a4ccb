import { assert, describe, it } from "@effect/vitest"
import { BridgeTimeout, RobotOffline } from "@fleet/domain/Errors"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { type BridgeLink, Bridges } from "@fleet/server/robots/bridges/Bridges"
import { Context, Effect, Fiber, Layer, Result, Scheduler } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { recordMaps } from "../support/recordMaps.ts"

const count = 10_000
const robotIds = Array.from({ length: count }, () => RobotId.make(randomUUID()))
const orgId = OrgId.make(randomUUID())

/** Bridges, and how much more their maps hold than they did at first. */
const built = Effect.gen(function* () {
  const { entries, result } = yield* recordMaps(Layer.build(Bridges.layer))
  const idle = entries()
  return { bridges: Context.get(result, Bridges), kept: () => entries() - idle }
})

const link = (robotId: RobotId, asked: Array<string> = []): BridgeLink => ({
  robotId,
  orgId,
  robotName: "Rover",
  send: (message) => void ("request_id" in message && asked.push(message.request_id)),
  close: () => undefined
})

describe("of 10,000 bridges nothing is kept", () => {
  it.effect("that were superseded, and left", () =>
    Effect.gen(function* () {
      const { bridges, kept } = yield* built
      for (const robotId of robotIds) {
        const [first, second] = [link(robotId), link(robotId)]
        bridges.attach(first)
        assert.strictEqual(bridges.attach(second), first)
        assert.isFalse(bridges.detach(first))
        assert.isTrue(bridges.detach(second))
        assert.isFalse(bridges.detach(second))
      }
      assert.strictEqual(kept(), 0)
    })
  )

  it.effect("that were asked: answered, silent, given up, gone or replaced before the answer", () =>
    Effect.gen(function* () {
      const { bridges, kept } = yield* built
      const asked: Array<string> = []
      const few = robotIds.slice(0, 100)
      for (const robotId of few) bridges.attach(link(robotId, asked))
      const asking = yield* Effect.forEach(robotIds, (_, index) =>
        Effect.forkChild(
          Effect.result(
            bridges.ask(few[index % 100]!, (request_id) => ({ type: "introspect_request", request_id }), "5 seconds")
          ),
          { startImmediately: true }
        )
      )
      assert.strictEqual(kept(), 100 + count)
      const graph = { topics: [], services: [], actions: [], captured_at_ms: 0 }
      for (const [index, robotId] of few.entries()) {
        if (index % 5 === 2) bridges.detach(bridges.get(robotId)!)
        if (index % 5 === 3) bridges.attach(link(robotId))
      }
      for (const [index, fiber] of asking.entries()) {
        const answer = { type: "introspect", request_id: asked[index]!, graph } as const
        if (index % 5 === 0) assert.isTrue(bridges.answer(few[index % 100]!, answer))
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
        const attached = bridges.get(robotId)
        if (attached !== undefined) bridges.detach(attached)
      }
      assert.strictEqual(kept(), 0)
    })
  )

  it.effect("that were asked by who gave up at any step", () =>
    Effect.gen(function* () {
      const { bridges, kept } = yield* built
      const asked: Array<string> = []
      bridges.attach(link(robotIds[0]!, asked))
      const ask = bridges.ask(robotIds[0]!, (request_id) => ({ type: "introspect_request", request_id }), "5 seconds")
      for (let operations = 3; operations < 16; operations++) {
        for (let steps = 0; steps < 12; steps++) {
          const asking = yield* Effect.forkChild(Effect.provideService(ask, Scheduler.MaxOpsBeforeYield, operations))
          for (let step = 0; step < steps; step++) yield* Effect.yieldNow
          yield* Fiber.interrupt(asking)
          assert.strictEqual(kept(), 1, `after ${steps} times ${operations} operations`)
        }
      }
      assert.isNotEmpty(asked)
    })
  )
})
