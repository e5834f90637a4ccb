import { Context, Effect, Layer, Option, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { foxgloveGateway } from "../ros/foxglove/FoxgloveGateway.ts"
import { type GoalId, RosGateway } from "../ros/RosGateway.ts"
import { actions } from "./documents.ts"
import type { Kit } from "./Kit.ts"
import { Broken } from "./Verdicts.ts"

const { ros_name, type } = actions.dock
const patienceMs = 10_000

/** Somebody at the robot sends a goal to its dock, past the bridge. Answers with the goal's id. */
export const driveAtTheRobot = (kit: Kit): Effect.Effect<GoalId, Broken> =>
  Effect.gen(function* () {
    const gateway = Context.get(yield* Layer.build(foxgloveGateway(kit.robot.url)), RosGateway)
    const there = Stream.runHead(Stream.filter(gateway.actionServerPresent(ros_name), (present) => present))
    const goalId = randomUUID()
    const sent = Effect.andThen(there, gateway.sendGoal(ros_name, type, goalId, { speed: 0.05 }, patienceMs))
    const answer = yield* Effect.option(Effect.timeout(sent, patienceMs))
    if (Option.isSome(answer) && answer.value.accepted) return goalId
    return yield* new Broken({ message: "The simulated robot took no goal from anybody else." })
  }).pipe(Effect.scoped)
