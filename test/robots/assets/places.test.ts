import { assert, describe, it } from "@effect/vitest"
import { RobotId } from "@fleet/domain/Ids"
import { makeUploadPlaces } from "@fleet/server/robots/assets/UploadPlaces"
import { readUrdf } from "@fleet/server/robots/assets/urdf/readUrdf"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { randomUUID } from "node:crypto"

const aRobot = () => RobotId.make(randomUUID())

describe("uploads at once", () => {
  it.effect("are four of a robot and 64 of all, and the next is told to come back", () =>
    Effect.gen(function* () {
      const places = yield* makeUploadPlaces
      const scope = yield* Scope.make()
      const take = (robotId: RobotId) => Effect.exit(Effect.provideService(places.take(robotId), Scope.Scope, scope))
      const first = aRobot()
      for (let each = 0; each < 4; each++) assert.isTrue(Exit.isSuccess(yield* take(first)))
      assert.isTrue(Exit.isFailure(yield* take(first)))
      for (let robot = 0; robot < 15; robot++) {
        const other = aRobot()
        for (let each = 0; each < 4; each++) assert.isTrue(Exit.isSuccess(yield* take(other)))
      }
      assert.isTrue(Exit.isFailure(yield* take(aRobot())))
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual(places.size(), 0)
    })
  )

  it.effect("end one after the other for a robot, and three at a time for all", () =>
    Effect.gen(function* () {
      const places = yield* makeUploadPlaces
      const gate = yield* Deferred.make<void>()
      const running = new Map<RobotId, number>()
      let most = 0
      const ends = (robotId: RobotId) =>
        places.oneAtATime(
          robotId,
          Effect.gen(function* () {
            running.set(robotId, (running.get(robotId) ?? 0) + 1)
            most = Math.max(
              most,
              [...running.values()].reduce((sum, each) => sum + each, 0)
            )
            assert.strictEqual(running.get(robotId), 1)
            yield* Deferred.await(gate)
            running.set(robotId, running.get(robotId)! - 1)
          })
        )
      const robots = Array.from({ length: 5 }, aRobot)
      const all = yield* Effect.forkChild(
        Effect.forEach([...robots, ...robots, ...robots], ends, { concurrency: "unbounded" })
      )
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(all)
      assert.strictEqual(most, 3)
      assert.strictEqual(places.size(), 0)
    })
  )
})

describe("a URDF that is crowded", () => {
  const robot = (inside: string) => Buffer.from(`<robot name="r">${inside}</robot>`)
  const refused = (inside: string) =>
    assert.deepStrictEqual(readUrdf(robot(inside)), {
      refused: "Line 1: it has too many tags, references or attributes"
    } as never)
  it("is refused before it is parsed: tags, references and attributes beyond any robot's", () => {
    assert.notProperty(readUrdf(robot("<!---->".repeat(99_998))), "refused")
    refused("<!---->".repeat(99_999))
    assert.notProperty(readUrdf(robot("&#10;".repeat(100_000))), "refused")
    refused("&#10;".repeat(100_001))
    refused(`<a ${Array.from({ length: 200_000 }, (_, at) => `a${at}=""`).join(" ")}/>`)
  })
})
