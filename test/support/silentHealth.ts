import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { Layer } from "effect"

/** Health that nobody reads. */
export const silentHealth = Layer.mock(HealthReports, { observe: () => undefined, size: () => 0 })
