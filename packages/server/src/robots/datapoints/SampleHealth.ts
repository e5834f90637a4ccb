import { Effect, Layer } from "effect"
import { HealthReports } from "../health/HealthReports.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { SampleHealthPart } from "./SampleHealthPart.ts"

/** Whether samples of robots reach the cloud, and how far their clocks are off. */
export const SampleHealth = Layer.effectDiscard(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const reports = yield* HealthReports
    yield* homes.register({ open: (home) => new SampleHealthPart(home, reports) })
  })
)
