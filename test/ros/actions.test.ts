import { GatewayOffline, NotAdvertised } from "@fleet/bridge/ros/GatewayErrors"
import type { GoalId, RosGateway } from "@fleet/bridge/ros/RosGateway"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { collector, faces, newGoal, presence, withRobot } from "./support/gateway.ts"

type Gateway = RosGateway["Service"]

const pick = "fleet_sim_interfaces/action/Pick"
const dock = "fleet_sim_interfaces/action/Dock"
const status = { unknown: 0, executing: 2, succeeded: 4, canceled: 5, aborted: 6 }

const sendPick = (gateway: Gateway, goalId: GoalId, shelf: number) =>
  gateway.sendGoal("/pick", pick, goalId, { shelf }, 5000)

describe.each(faces)("an action over %s", (face) => {
  it.live("an action is accepted, reports feedback and status, and ends with its result", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const feedback = yield* collector<readonly [GoalId, unknown]>()
      const statuses = yield* collector<number>()
      const goalId = newGoal()
      yield* gateway.subscribeFeedback("/pick", pick, (goal, message) => feedback.add([goal, message]))
      yield* gateway.subscribeStatus("/pick", (goals) => {
        for (const goal of goals) if (goal.goalId === goalId) statuses.add(goal.status)
      })
      assert.deepStrictEqual(yield* sendPick(gateway, goalId, 7), { accepted: true })
      const result = yield* gateway.getResult("/pick", pick, goalId)
      assert.deepStrictEqual(result, { status: status.succeeded, result: { item: "item from shelf 7" } })
      const heard = yield* feedback.when("feedback of the way back", (all) =>
        all.some(([, message]) => (message as { readonly phase: string }).phase === "return")
      )
      assert.isTrue(heard.every(([goal]) => goal === goalId))
      const seen = yield* statuses.when("succeeded", (all) => all.includes(status.succeeded))
      assert.include(seen, status.executing)
    })
  )

  it.live("an action may be refused", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      assert.deepStrictEqual(yield* sendPick(gateway, newGoal(), 100), { accepted: false })
    })
  )

  it.live("an action may be aborted, still with a result", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const goalId = newGoal()
      yield* sendPick(gateway, goalId, 0)
      const result = yield* gateway.getResult("/pick", pick, goalId)
      assert.deepStrictEqual(result, { status: status.aborted, result: { item: "" } })
    })
  )

  it.live("an action is cancelled, and says when it had ended before", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const goalId = newGoal()
      yield* gateway.sendGoal("/dock", dock, goalId, { speed: 0.5 }, 5000)
      const result = yield* Effect.forkScoped(gateway.getResult("/dock", dock, goalId))
      assert.deepStrictEqual(yield* gateway.cancelGoal("/dock", goalId, 5000), {
        returnCode: 0,
        goalsCanceling: [goalId]
      })
      assert.strictEqual((yield* Fiber.join(result)).status, status.canceled)
      assert.deepStrictEqual(yield* gateway.cancelGoal("/dock", goalId, 5000), { returnCode: 3, goalsCanceling: [] })
    })
  )

  it.live("an action goes on when the server refuses to cancel it", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("arm", face)
      const goalId = newGoal()
      yield* sendPick(gateway, goalId, 3)
      yield* simulator.change({ reject: true })
      assert.deepStrictEqual(yield* gateway.cancelGoal("/pick", goalId, 5000), { returnCode: 1, goalsCanceling: [] })
      assert.strictEqual((yield* gateway.getResult("/pick", pick, goalId)).status, status.succeeded)
    })
  )

  it.live("an action that nobody knows has status 0 and cannot be cancelled", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      assert.strictEqual((yield* gateway.getResult("/pick", pick, newGoal())).status, status.unknown)
      assert.deepStrictEqual(yield* gateway.cancelGoal("/pick", newGoal(), 5000), { returnCode: 2, goalsCanceling: [] })
    })
  )

  it.live("an action names the goal's fields as the caller wrote them when they do not fit", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const error = yield* Effect.flip(gateway.sendGoal("/pick", pick, newGoal(), { shelf: "seven" }, 5000))
      assert.deepInclude(error, { _tag: "InvalidMessage", field: "shelf" })
      assert.match(error.message, /^shelf must be/)
    })
  )

  it.live("an action shows goals that others began", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const goalId = newGoal()
      yield* sendPick(gateway, goalId, 5)
      const goals = yield* collector<GoalId>()
      yield* gateway.subscribeStatus("/pick", (all) => all.forEach((goal) => goals.add(goal.goalId)))
      assert.include(yield* goals.when("a goal", (all) => all.length > 0), goalId)
    })
  )

  it.live("an action loses its goals when the server vanishes, and is found again when it comes back", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("arm", face)
      const goalId = newGoal()
      yield* sendPick(gateway, goalId, 5)
      const result = yield* Effect.forkScoped(Effect.flip(gateway.getResult("/pick", pick, goalId)))
      yield* Effect.yieldNow
      yield* simulator.change({ vanish: "/pick" })
      assert.deepInclude(yield* Fiber.join(result), { _tag: "NotAdvertised", name: "/pick/_action/get_result" })
      yield* presence(gateway, "/pick", false)
      assert.instanceOf(yield* Effect.flip(sendPick(gateway, newGoal(), 5)), NotAdvertised)

      yield* simulator.change({ vanish: null })
      yield* presence(gateway, "/pick", true)
      assert.strictEqual((yield* gateway.getResult("/pick", pick, goalId)).status, status.unknown)
    })
  )

  it.live("an action ends for us when the connection does", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("arm", face)
      const goalId = newGoal()
      yield* sendPick(gateway, goalId, 5)
      const result = yield* Effect.forkScoped(Effect.flip(gateway.getResult("/pick", pick, goalId)))
      yield* Effect.yieldNow
      yield* simulator.change({ restart: true })
      assert.instanceOf(yield* Fiber.join(result), GatewayOffline)
      yield* presence(gateway, "/pick", true)
      assert.strictEqual((yield* gateway.getResult("/pick", pick, goalId)).status, status.unknown)
    })
  )
})
