import { Effect, Layer } from "effect"
import { PublishedExposures } from "../../access/PublishedExposures.ts"
import { PublishedConfigs } from "./PublishedConfigs.ts"

export const PublishedExposuresLive = Layer.effect(
  PublishedExposures,
  Effect.map(PublishedConfigs, (configs) => ({
    of: (robotId) => Effect.map(configs.current(robotId), ({ exposures }) => exposures)
  }))
)
