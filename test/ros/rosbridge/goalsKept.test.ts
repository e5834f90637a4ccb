import { ActionState, maxOwn } from "@fleet/bridge/ros/rosbridge/ActionState"
import { makeSendGoal } from "@fleet/bridge/ros/rosbridge/SendGoal"
import { makeServers } from "@fleet/bridge/ros/rosbridge/Servers"
import type { TypeLookup } from "@fleet/bridge/ros/rosbridge/TypeLookup"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { network } from "../support/network.ts"

describe("of goals nothing is kept", () => {
  const type = "demo/action/Go"
  const lookup = { details: () => Effect.succeed(undefined) } as unknown as TypeLookup
  const base64 = (uuid: string) => Buffer.from(uuid.replaceAll("-", ""), "hex").toString("base64")
  const listOf = (uuid: string, status: number) => ({
    status_list: [{ goal_info: { goal_id: { uuid: base64(uuid) } }, status }]
  })

  const actions = Effect.gen(function* () {
    const net = network()
    const servers = makeServers(net.openWire, () => Effect.void)
    const sendGoal = yield* makeSendGoal(net.openWire, servers, lookup)
    yield* servers.onListed(["/go"])
    return { net, servers, send: (id: string) => sendGoal("/go", type, id, {}, 60_000) }
  })
  const nothing = { actions: 0, goals: 0 }

  /** Sends a goal and lists it, so that it runs. */
  const running = Effect.fnUntraced(function* ({ net, send, servers }: Effect.Success<typeof actions>) {
    const runs = randomUUID()
    servers.onPublish("/go/_action/status", { status_list: [] }, 0)
    const sending = yield* Effect.forkChild(send(randomUUID()), { startImmediately: true })
    servers.onPublish("/go/_action/status", { status_list: [] }, 0)
    yield* TestClock.adjust(500)
    servers.onPublish("/go/_action/status", listOf(runs, 2), 0)
    yield* TestClock.adjust(500)
    const sent = yield* Fiber.join(sending)
    assert.deepStrictEqual(sent, { accepted: true, goalId: runs })
    assert.deepStrictEqual(servers.size(), { actions: 1, goals: 1 })
    assert.strictEqual(net.open.size, 1)
    return runs
  })

  it.effect("of a goal that ended, or whose connection did, nothing is kept", () =>
    Effect.gen(function* () {
      yield* Effect.scoped(
        Effect.gen(function* () {
          const world = yield* actions
          for (let index = 0; index < 100; index++) {
            yield* running(world)
            if (index % 2 === 0) world.net.hangUp()
            else {
              for (const { hear } of world.net.open) {
                hear({ op: "action_result", id: "goal", values: {}, status: 4, result: true })
              }
            }
            yield* TestClock.adjust(0)
            assert.deepStrictEqual(world.servers.size(), nothing)
            assert.strictEqual(world.net.open.size, 0)
          }
        })
      )
    })
  )

  it.effect("of a goal that is given up at any step nothing is kept, unless it runs", () =>
    Effect.gen(function* () {
      const world = yield* actions
      const { net, send, servers } = world
      for (let steps = 0; steps < 60; steps++) {
        const sending = yield* Effect.forkChild(send(randomUUID()))
        for (let step = 0; step < steps; step++) yield* Effect.yieldNow
        servers.onPublish("/go/_action/status", listOf(randomUUID(), 2), 0)
        for (let step = 0; step < steps % 7; step++) yield* Effect.yieldNow
        yield* TestClock.adjust(steps % 3 === 0 ? 600 : 0)
        yield* Fiber.interrupt(sending)
        net.hangUp()
        yield* TestClock.adjust(0)
        assert.deepStrictEqual(servers.size(), nothing, `after ${steps} steps`)
        assert.strictEqual(net.open.size, 0)
      }
    })
  )

  it("of goals that ended as many results are kept as may be, of one more the newest, and each of those that run", () => {
    const state = new ActionState("/go")
    const goal = { result: Effect.succeed(undefined), isListed: true }
    const ids = Array.from({ length: maxOwn + 1 }, () => randomUUID())
    for (const id of ids.slice(0, maxOwn)) state.keep(id, goal)
    assert.strictEqual(state.own.size, maxOwn)
    state.hearStatus(listOf(ids[0]!, 2), 0)
    state.keep(ids[maxOwn]!, goal)
    assert.strictEqual(state.own.size, maxOwn)
    assert.isTrue(state.own.has(ids[0]!) && state.own.has(ids[maxOwn]!) && !state.own.has(ids[1]!))
  })

  it.effect("with the gateway's end every goal's connection ends", () =>
    Effect.gen(function* () {
      const world = yield* Effect.scoped(Effect.tap(actions, running))
      assert.strictEqual(world.net.open.size, 0)
      assert.deepStrictEqual(world.servers.size(), nothing)
    })
  )
})
