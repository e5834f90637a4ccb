import { Effect, Layer } from "effect"
import { HealthReports } from "../health/HealthReports.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { CameraHealthPart } from "./CameraHealthPart.ts"

/** What bridges say of their cameras goes into the health of resources. */
export const CameraHealth = Layer.effectDiscard(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const reports = yield* HealthReports
    yield* homes.register({ open: (home) => new CameraHealthPart(home, reports) })
  })
)
