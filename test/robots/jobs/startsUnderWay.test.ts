import { assert, describe, it } from "@effect/vitest"
import { JobId, RobotId } from "@fleet/domain/Ids"
import { makeStartsUnderWay } from "@fleet/server/robots/jobs/startsUnderWay"
import { Effect, Fiber } from "effect"

const [first, second] = ["1", "2"].map((digit) => JobId.make(`0000000${digit}-0000-4000-8000-000000000000`))
const [robot, another] = ["8", "9"].map((digit) => RobotId.make(`0000000${digit}-0000-4000-8000-000000000000`))
const actor = { kind: "app_user", id: "1", label: "Ada", name: null } as const
const start = (id: JobId | undefined, robotId = robot) =>
  ({ id: id!, slug: "dock", kind: "action", robotId: robotId!, actor }) as const

describe("jobs under way", () => {
  it.effect("are known by their robot, until they are sent", () =>
    Effect.gen(function* () {
      const starts = makeStartsUnderWay()
      const over = starts.begin(start(first))
      yield* starts.begin(start(second))
      void starts.begin(start(second, another))
      const [found, ...others] = starts.of(robot!)
      assert.deepInclude(found, start(first))
      assert.isEmpty(others)
      yield* over
      assert.isEmpty(starts.of(robot!))
    })
  )
})

describe("a cancel that looks for its job", () => {
  it.effect("waits until what it finds is sent, and for what it finds then", () =>
    Effect.gen(function* () {
      const starts = makeStartsUnderWay()
      let named: { readonly id: JobId } = { id: first! }
      const over = [starts.begin(start(first)), starts.begin(start(second))]
      const looking = yield* Effect.forkChild(starts.settled(() => ({ named })))
      yield* Effect.yieldNow
      assert.isUndefined(looking.pollUnsafe())
      named = { id: second! }
      yield* over[0]!
      yield* Effect.yieldNow
      assert.isUndefined(looking.pollUnsafe())
      yield* over[1]!
      assert.strictEqual((yield* Fiber.join(looking)).named.id, second)
    })
  )

  it.effect("is not for what begins after it has found nothing", () =>
    Effect.gen(function* () {
      const starts = makeStartsUnderWay()
      let named: { readonly id: JobId } | undefined
      const looking = Effect.timeout(
        starts.settled(() => {
          const found = { named }
          named = { id: first! }
          void starts.begin(start(first))
          return found
        }),
        "5 seconds"
      )
      assert.isUndefined((yield* looking).named)
    })
  )
})
