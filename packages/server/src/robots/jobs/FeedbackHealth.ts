import { Effect, Layer } from "effect"
import { HealthReports } from "../health/HealthReports.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { FeedbackHealthPart } from "./FeedbackHealthPart.ts"

/** Whether the feedback of robots' actions reaches the cloud. */
export const FeedbackHealth = Layer.effectDiscard(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const reports = yield* HealthReports
    yield* homes.register({ open: (home) => new FeedbackHealthPart(home, reports) })
  })
)
