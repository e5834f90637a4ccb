import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { Context, Effect, Layer } from "effect"
import { SnapshotStore } from "./SnapshotStore.ts"

export type { DescribedSnapshot, Snapshot } from "./SnapshotStore.ts"

interface OfRobot {
  readonly orgId: OrgId
  readonly robotId: RobotId
}

/** The newest still of each camera, as it is stored. */
export class SnapshotRecords extends Context.Service<
  SnapshotRecords,
  Pick<SnapshotStore["Service"], "put" | "find" | "describe" | "rename"> & {
    /** Drops, in the transaction of a publish, what is of no camera of the new version. */
    readonly publish: (robot: OfRobot & { readonly doc: Pick<RobotConfigDocument, "cameras"> }) => Effect.Effect<void>
  }
>()("@fleet/server/SnapshotRecords") {
  static readonly layer = Layer.effect(
    SnapshotRecords,
    Effect.map(SnapshotStore, ({ describe, find, keepOnly, put, rename }) => ({
      describe,
      find,
      put,
      rename,
      publish: ({ doc, orgId, robotId }) => keepOnly({ orgId, robotId, slugs: Object.keys(doc.cameras ?? {}) })
    }))
  )
}
