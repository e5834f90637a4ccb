import type { ScopedDatapoint } from "@fleet/domain/api/RobotScope"
import type { Caller } from "@fleet/domain/Caller"
import type { DatapointListItem } from "@fleet/domain/Datapoints"
import { type Forbidden, NoData, type NotFound, UnknownDatapoint } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { offline } from "@fleet/domain/Robots"
import { builtins, isBuiltin } from "@fleet/domain/Slug"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { Access, accessRefusal } from "../../access/Access.ts"
import { grantedExposures } from "../../access/decide.ts"
import { spanned, tracing } from "../../platform/telemetry/spans.ts"
import { BridgeStates } from "../bridges/BridgeStates.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import { RobotStore } from "../RobotStore.ts"
import { Latest, type LatestValue } from "./Latest.ts"

/** Which datapoints of a robot a caller may read, and their newest values. Built-ins are datapoints too. */
export class Datapoints extends Context.Service<
  Datapoints,
  {
    readonly list: (
      caller: Caller,
      robotId: RobotId
    ) => Effect.Effect<ReadonlyArray<DatapointListItem>, NotFound | Forbidden>
    /** Robot, grant and slug, decided in that order. */
    readonly find: (
      caller: Caller,
      robotId: RobotId,
      slug: string
    ) => Effect.Effect<ScopedDatapoint, NotFound | Forbidden | UnknownDatapoint>
    readonly latest: (datapoint: ScopedDatapoint) => Effect.Effect<LatestValue, NoData>
  }
>()("@fleet/server/Datapoints") {
  static readonly layer = Layer.effect(
    Datapoints,
    Effect.gen(function* () {
      const access = yield* Access
      const configs = yield* PublishedConfigs
      const states = yield* BridgeStates
      const robots = yield* RobotStore
      const latest = yield* Latest
      const isTracing = yield* tracing
      const startedMs = yield* Clock.currentTimeMillis

      const details = Effect.fnUntraced(function* ({ orgId, robotId }: ScopedDatapoint) {
        return yield* Effect.mapError(
          Effect.flatMap(robots.details({ orgId, id: robotId }), Effect.fromOption),
          () => new NoData()
        )
      })

      /** A robot that was not connected since this process started is offline at least since then. */
      const bridgeState = Effect.fnUntraced(function* ({ orgId, robotId }: ScopedDatapoint) {
        const known = yield* states.known(robotId)
        if (known !== null) return { json: JSON.stringify(known.state), timestampMs: known.timestampMs }
        const sinceMs = Option.getOrElse(yield* robots.offlineSince({ orgId, id: robotId }), () => 0)
        return { json: JSON.stringify(offline), timestampMs: Math.max(startedMs, sinceMs) }
      })

      const sample = Effect.fnUntraced(function* ({ robotId, slug }: ScopedDatapoint) {
        return (yield* latest.get(robotId, slug)) ?? (yield* new NoData())
      })

      return Datapoints.of({
        list: spanned(
          isTracing,
          "Datapoints.list"
        )(function* (caller, robotId) {
          const granted = yield* access.requireAnything(caller, robotId)
          const { exposures } = yield* configs.current(robotId)
          const items: Array<DatapointListItem> = builtins
            .filter((slug) => granted.has(slug))
            .map((slug) => ({ slug, builtin: true, unit: null, rate_throttle_hz: null }))
          for (const { config, kind, slug } of grantedExposures(granted, exposures)) {
            if (kind !== "datapoint") continue
            items.push({
              slug,
              builtin: false,
              unit: config.numeric?.unit ?? null,
              rate_throttle_hz: config.rate_throttle_hz ?? null
            })
          }
          return items
        }),
        find: spanned(
          isTracing,
          "Datapoints.find"
        )(function* (caller, robotId, slug) {
          const { exposure, granted } = yield* Effect.mapError(
            access.resolve(caller, robotId, { slug, kinds: ["datapoint"] }),
            ({ failed }) => accessRefusal(failed, () => new UnknownDatapoint())
          )
          const config = exposure?.kind === "datapoint" ? exposure.config : null
          return { robotId, orgId: granted.robot.orgId, slug, config }
        }),
        latest: (datapoint) => {
          if (!isBuiltin(datapoint.slug)) return sample(datapoint)
          return datapoint.slug === "bridge_state" ? bridgeState(datapoint) : details(datapoint)
        }
      })
    })
  )
}
