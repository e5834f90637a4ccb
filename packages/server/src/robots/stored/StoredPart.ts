import type { Developer } from "@fleet/domain/Caller"
import type { RenameSlugResponse, SlugUsage } from "@fleet/domain/Config"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import type { DeletionStep, RobotDeletionSummary } from "@fleet/domain/Robots"
import type { DateTime, Effect } from "effect"

export interface StoredRobot {
  readonly orgId: OrgId
  readonly robotId: RobotId
}

/** A version that a publish makes. */
export interface PublishedVersion extends StoredRobot {
  readonly robot: { readonly id: RobotId; readonly name: string }
  readonly doc: RobotConfigDocument
  readonly version: number
  readonly actor: Developer
  readonly at: DateTime.Utc
}

/** A slug of the draft that gets another name. */
export interface SlugRename extends StoredRobot {
  readonly from: string
  readonly to: string
}

/** A slug of the draft. */
export interface DraftSlug extends StoredRobot {
  readonly slug: string
  readonly exposure: Exposure
}

/** What a rename did to the records of one feature. */
export interface Renamed {
  readonly answer?: Partial<RenameSlugResponse>
  /** Done in the same transaction once every part has renamed: for locks that must be held as shortly as possible. */
  readonly finish?: Effect.Effect<void>
}

/**
 * What one feature stores of robots: the durable twin of RobotPart. A part leaves out what it does not need. Parts are
 * called in the order in which they were registered, which is that of App.ts, and within the caller's transaction unless it
 * says otherwise. The robot's row is locked there.
 */
export interface StoredPart {
  /** The records become those of a new version. */
  readonly publish?: (version: PublishedVersion) => Effect.Effect<void>
  /** Before the transaction of a rename, outside of it: work that would keep its locks too long. */
  readonly prepareRename?: (rename: SlugRename) => Effect.Effect<void>
  /** The records of a slug go by its new name. */
  readonly rename?: (rename: SlugRename) => Effect.Effect<Renamed | void>
  /** Where a slug is used. Reads alone, outside a transaction. */
  readonly usage?: (slug: DraftSlug) => Effect.Effect<Partial<SlugUsage>>
  /** What would be deleted with the robot. Reads alone, outside a transaction. */
  readonly holdings?: (robot: StoredRobot) => Effect.Effect<Partial<RobotDeletionSummary>>
  /** Whether somebody uses the robot now, so that it is deleted by force only. */
  readonly isInUse?: (robotId: RobotId) => Effect.Effect<boolean>
  /** Deletes the records of a robot, in one step of its deletion. Deleting twice does no harm. */
  readonly drop?: {
    readonly step: DeletionStep
    readonly run: (robot: StoredRobot) => Effect.Effect<void>
  }
}
