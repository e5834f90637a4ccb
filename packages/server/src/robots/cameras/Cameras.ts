import type { CameraDescriptor, SnapshotMeta } from "@fleet/domain/Cameras"
import type { Caller } from "@fleet/domain/Caller"
import type { Forbidden, NotFound } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option } from "effect"
import { Access } from "../../access/Access.ts"
import { grantedExposures } from "../../access/decide.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import { Snapshots } from "./Snapshots.ts"

/** Which cameras of a robot a caller may see, and what their newest stills are. */
export class Cameras extends Context.Service<
  Cameras,
  {
    readonly list: (
      caller: Caller,
      robotId: RobotId
    ) => Effect.Effect<ReadonlyArray<CameraDescriptor>, NotFound | Forbidden>
    readonly meta: (robotId: RobotId, slug: string) => Effect.Effect<SnapshotMeta>
  }
>()("@fleet/server/Cameras") {
  static readonly layer = Layer.effect(
    Cameras,
    Effect.gen(function* () {
      const access = yield* Access
      const configs = yield* PublishedConfigs
      const snapshots = yield* Snapshots

      return Cameras.of({
        list: Effect.fn("Cameras.list")(function* (caller, robotId) {
          const granted = yield* access.requireAnything(caller, robotId)
          const { exposures } = yield* configs.current(robotId)
          return grantedExposures(granted, exposures).flatMap((exposure) => {
            if (exposure.kind !== "camera") return []
            const { fps, height, snapshot_interval_seconds, width } = exposure.config
            return [{ slug: exposure.slug, width, height, fps, snapshot_interval_seconds }]
          })
        }),
        meta: Effect.fn("Cameras.meta")(function* (robotId, slug) {
          const found = Option.getOrNull(yield* snapshots.described(robotId, slug))
          if (found === null) return { slug, timestamp_ms: null, age_ms: null, width: null, height: null, mime: null }
          const { height, mime, timestamp_ms, width } = found
          return { slug, timestamp_ms, age_ms: yield* snapshots.ageMs(found), width, height, mime }
        })
      })
    })
  )
}
