import type { Caller } from "@fleet/domain/Caller"
import type { DescribedExposure, Exposed, RobotDatasheet } from "@fleet/domain/Datasheet"
import type { Forbidden, NotFound } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { inputSchema } from "@fleet/domain/RobotConfig/InputSchema"
import { builtins } from "@fleet/domain/Slug"
import { Context, Effect, Layer } from "effect"
import { Access } from "../access/Access.ts"
import { grantedExposures } from "../access/decide.ts"
import { PublishedConfigs } from "./config/PublishedConfigs.ts"

/** What a robot's published configuration offers. */
export class Datasheets extends Context.Service<
  Datasheets,
  {
    /** Every slug that can be granted, built-ins included. */
    readonly exposures: (robotId: RobotId) => Effect.Effect<ReadonlyArray<Exposed>>
    /** What of it the caller is granted, described. */
    readonly get: (caller: Caller, robotId: RobotId) => Effect.Effect<RobotDatasheet, NotFound | Forbidden>
  }
>()("@fleet/server/Datasheets") {
  static readonly layer = Layer.effect(
    Datasheets,
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const access = yield* Access
      return Datasheets.of({
        exposures: Effect.fn("Datasheets.exposures")(function* (robotId) {
          const { exposures } = yield* configs.current(robotId)
          return [
            ...builtins.map((slug) => ({ slug, kind: "datapoint" as const, builtin: true })),
            ...Array.from(exposures.values(), ({ kind, slug }) => ({ slug, kind, builtin: false }))
          ]
        }),
        get: Effect.fn("Datasheets.get")(function* (caller, robotId) {
          const granted = yield* access.requireAnything(caller, robotId)
          const { exposures } = yield* configs.current(robotId)
          return {
            robot_id: robotId,
            robot_name: granted.robot.name,
            capabilities: granted.capabilities,
            exposures: grantedExposures(granted, exposures).map(describe)
          }
        })
      })
    })
  )
}

/** An exposure as a program or a model reads it. */
export const describe = (exposure: Exposure): DescribedExposure => {
  const numeric = exposure.kind === "datapoint" ? exposure.config.numeric : undefined
  return {
    slug: exposure.slug,
    kind: exposure.kind,
    description: exposure.config.description ?? null,
    unit: numeric?.unit ?? null,
    decimals: numeric?.decimals ?? null,
    input_schema: "parameters" in exposure.config ? inputSchema(exposure.config.parameters) : null,
    ...(exposure.kind === "publisher" ? { failsafe_timeout_ms: exposure.config.failsafe.timeout_ms } : {})
  }
}
