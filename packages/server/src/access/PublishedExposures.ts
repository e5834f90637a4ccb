import type { RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Context, type Effect } from "effect"

/** Exposures by slug, built-ins apart. */
export type Exposures = ReadonlyMap<string, Exposure>

/** What the published configuration of a robot exposes. The folder of configurations has the layer. */
export class PublishedExposures extends Context.Service<
  PublishedExposures,
  { readonly of: (robotId: RobotId) => Effect.Effect<Exposures> }
>()("@fleet/server/PublishedExposures") {}
