import { assert, describe, it } from "@effect/vitest"
import { RobotId } from "@fleet/domain/Ids"
import { Grants } from "@fleet/server/access/Grants"
import type { Principal } from "@fleet/server/mcp/Principal"
import { makeReachableRobots } from "@fleet/server/mcp/ReachableRobots"
import { nothingPublished, PublishedConfigs } from "@fleet/server/robots/config/PublishedConfigs"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"

const [granted, bare] = [RobotId.make(randomUUID()), RobotId.make(randomUUID())]
const need = { kinds: ["datapoint"] } as const

/** Two robots, of which one grants a datapoint; `lists` counts how often all robots were read. */
const aReach = Effect.gen(function* () {
  const count = { lists: 0 }
  const open = new Set([granted])
  const grants = Layer.mock(Grants, {
    find: (_, id) =>
      Effect.sync(() => ({ has: () => open.has(id), capabilities: { action_history: false, assets: false } }) as never),
    robots: () =>
      Effect.sync(() => {
        count.lists++
        return [{ id: bare }, { id: granted }] as never
      })
  })
  const configs = Layer.mock(PublishedConfigs, {
    current: () => Effect.succeed(nothingPublished),
    cached: () => undefined
  })
  const reach = yield* makeReachableRobots.pipe(Effect.provide(Layer.merge(grants, configs)))
  return { count, open, reach }
})

const principal = (robotId: RobotId | null = null) => ({ caller: {}, robotId }) as unknown as Principal

describe("what a call reaches", () => {
  it.effect("is decided by the robot that it names, without a look at the others", () =>
    Effect.gen(function* () {
      const { count, open, reach } = yield* aReach
      assert.isTrue(yield* reach.opens(principal(), need, granted))
      assert.isTrue(yield* reach.opens(principal(granted), need, bare))
      assert.isTrue(yield* reach.opens(principal(), null, null))
      assert.strictEqual(count.lists, 0)
      open.clear()
      assert.isFalse(yield* reach.opens(principal(), need, granted))
    })
  )

  it.effect("is decided by all robots where the one that it names does not open it, or none is named", () =>
    Effect.gen(function* () {
      const { count, reach } = yield* aReach
      assert.isTrue(yield* reach.opens(principal(), need, bare))
      assert.isTrue(yield* reach.opens(principal(), need, null))
      assert.isFalse(yield* reach.opens(principal(bare), need, granted))
      assert.strictEqual(count.lists, 3)
    })
  )
})
