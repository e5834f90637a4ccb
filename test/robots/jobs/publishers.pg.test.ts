import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"
import { aConnectedRobot, aRobot, auditOf, type World } from "./world.ts"

const send = ({ path }: Pick<World, "path">, as: string, slug: string, body: unknown = {}) =>
  call("POST", `${path}/publishers/${slug}`, { as, body })

layer(TestApp, { timeout: "60 seconds" })("a message", (it) => {
  it.effect("a message is on the bridge's socket when it is answered", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { body, status } = yield* send(world, world.as, "drive", { message: { speed: 0.5 } })
      assert.deepStrictEqual([status, body], [204, null])
      assert.deepStrictEqual(yield* world.bridge.next("publish"), {
        type: "publish",
        slug: "drive",
        message: { speed: 0.5 }
      })
      const { status: again } = yield* send(world, world.as, "horn")
      assert.strictEqual(again, 204)
      assert.deepStrictEqual((yield* world.bridge.next("publish")).message, {})
    })
  )

  it.effect("a message is checked before the robot's presence", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      assert.deepStrictEqual(refusal(yield* send(world, world.as, "dock")), [404, "unknown_slug"])
      assert.deepStrictEqual(refusal(yield* send(world, world.as, "drive", { more: 1 })), invalid("more", "unknown"))
      const { body, status } = yield* send(world, world.as, "drive", { message: { speed: 3, x: 1 } })
      assert.deepStrictEqual([status, body.code, body.details.violations.length], [400, "parameter_invalid", 2])
      const message = { message: { speed: 1 } }
      assert.deepStrictEqual(refusal(yield* send(world, world.as, "drive", message)), [409, "robot_offline"])
    })
  )

  it.effect("a message of another than the holder waits until the publisher was quiet for long enough", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const message = { message: { speed: 1 } }
      const mine = () => send(world, world.developer.token, "drive", message)
      const yours = () => send(world, world.owner.token, "drive", message)
      assert.strictEqual((yield* mine()).status, 204)
      yield* TestClock.adjust("400 millis")
      assert.deepStrictEqual(refusal(yield* yours()), [
        409,
        "publisher_busy",
        { quiet_timeout_ms: 1000, retry_after_ms: 600 }
      ])
      assert.strictEqual((yield* mine()).status, 204)
      yield* TestClock.adjust("999 millis")
      assert.strictEqual((yield* yours()).body.details.retry_after_ms, 1)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual((yield* yours()).status, 204)
      assert.strictEqual((yield* mine()).body.code, "publisher_busy")
      assert.deepStrictEqual(
        (yield* auditOf(world, "publisher.acquired")).map(({ actor_id, target_kind, target_id }) => [
          actor_id,
          target_kind,
          target_id
        ]),
        [
          [world.developer.caller.id, "publisher", "drive"],
          [world.owner.caller.id, "publisher", "drive"]
        ]
      )
    })
  )

  it.effect("a message finds the publisher free at once where no quiet time is asked for", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      for (const { token } of [world.developer, world.developer, world.owner, world.owner]) {
        assert.strictEqual((yield* send(world, token, "horn")).status, 204)
      }
      assert.lengthOf(yield* auditOf(world, "publisher.acquired"), 2)
    })
  )
})
