import { GatewayOffline, NotAdvertised } from "@fleet/bridge/ros/GatewayErrors"
import type { GoalId, RosGateway } from "@fleet/bridge/ros/RosGateway"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { collector, faces, newGoal, presence, withRobot } from "./support/gateway.ts"

type Gateway = RosGateway["Service"]

const pick = "fleet_sim_interfaces/action/Pick"
const dock = "fleet_sim_interfaces/action/Dock"
const status = { unknown: 0, executing: 2, succeeded: 4, canceled: 5, aborted: 6 }

const sendPick = (gateway: Gateway, shelf: number) => gateway.sendGoal("/pick", pick, newGoal(), { shelf }, 5000)

/** Sends a goal that is accepted; the id it runs under, which rosbridge's server chooses. */
const run = Effect.fnUntraced(function* (gateway: Gateway, action: string, type: string, goal: object) {
  const given = newGoal()
  const { accepted, goalId = given } = yield* gateway.sendGoal(action, type, given, goal, 5000)
  assert.isTrue(accepted)
  return goalId
})

const runPick = (gateway: Gateway, shelf: number) => run(gateway, "/pick", pick, { shelf })

describe.each(faces)("an action over %s", (face) => {
  it.live("an action is accepted, reports feedback and status, and ends with its result", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const feedback = yield* collector<readonly [GoalId, unknown]>()
      const statuses = yield* collector<readonly [GoalId, number]>()
      yield* gateway.subscribeFeedback("/pick", pick, (goal, message) => feedback.add([goal, message]))
      yield* gateway.subscribeStatus("/pick", (goals) => {
        for (const goal of goals) statuses.add([goal.goalId, goal.status])
      })
      const goalId = yield* runPick(gateway, 7)
      const result = yield* gateway.getResult("/pick", pick, goalId)
      assert.deepStrictEqual(result, { status: status.succeeded, result: { item: "item from shelf 7" } })
      const heard = yield* feedback.when("feedback of the way back", (all) =>
        all.some(([, message]) => (message as { readonly phase: string }).phase === "return")
      )
      assert.isTrue(heard.every(([goal]) => goal === goalId))
      const seen = yield* statuses.when("succeeded", (all) => all.some(([, each]) => each === status.succeeded))
      assert.isTrue(seen.every(([goal]) => goal === goalId))
      assert.include(
        seen.map(([, each]) => each),
        status.executing
      )
    })
  )

  it.live("an action may be refused", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      assert.deepStrictEqual(yield* sendPick(gateway, 100), { accepted: false })
    })
  )

  it.live("an action may be aborted, still with a result", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const goalId = yield* runPick(gateway, 0)
      const result = yield* gateway.getResult("/pick", pick, goalId)
      assert.deepStrictEqual(result, { status: status.aborted, result: { item: "" } })
    })
  )

  it.live("an action is cancelled, and says when it had ended before", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const goalId = yield* run(gateway, "/dock", dock, { speed: 0.5 })
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
      const goalId = yield* runPick(gateway, 3)
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
      // Where the robot does not describe its actions, rosbridge is the first to notice.
      const isKnown = face !== "rosbridge 2.0.0"
      assert.deepInclude(error, isKnown ? { _tag: "InvalidMessage", field: "shelf" } : { _tag: "ServiceFailed" })
      assert.match(error.message, isKnown ? /^shelf must be/ : /shelf/)
    })
  )

  it.live("an action shows goals that others began", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const goalId = yield* runPick(gateway, 5)
      const goals = yield* collector<GoalId>()
      yield* gateway.subscribeStatus("/pick", (all) => all.forEach((goal) => goals.add(goal.goalId)))
      assert.include(yield* goals.when("a goal", (all) => all.length > 0), goalId)
    })
  )

  it.live("an action loses its goals when the server vanishes, and is found again when it comes back", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("arm", face)
      const goalId = yield* runPick(gateway, 5)
      const result = yield* Effect.forkScoped(Effect.flip(gateway.getResult("/pick", pick, goalId)))
      yield* Effect.yieldNow
      yield* simulator.change({ vanish: "/pick" })
      assert.deepInclude(yield* Fiber.join(result), { _tag: "NotAdvertised", name: "/pick/_action/get_result" })
      yield* presence(gateway, "/pick", false)
      assert.instanceOf(yield* Effect.flip(sendPick(gateway, 5)), NotAdvertised)

      yield* simulator.change({ vanish: null })
      yield* presence(gateway, "/pick", true)
      assert.strictEqual((yield* gateway.getResult("/pick", pick, goalId)).status, status.unknown)
    })
  )

  it.live("an action ends for us when the connection does", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("arm", face)
      const goalId = yield* runPick(gateway, 5)
      const result = yield* Effect.forkScoped(Effect.flip(gateway.getResult("/pick", pick, goalId)))
      yield* Effect.yieldNow
      yield* simulator.change({ restart: true })
      assert.instanceOf(yield* Fiber.join(result), GatewayOffline)
      yield* presence(gateway, "/pick", true)
      assert.strictEqual((yield* gateway.getResult("/pick", pick, goalId)).status, status.unknown)
    })
  )
})
