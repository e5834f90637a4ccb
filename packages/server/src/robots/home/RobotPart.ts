import type { BridgeMessage, Hello } from "@fleet/bridge-protocol/BridgeMessages"
import type { SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import type { Datapoint } from "@fleet/domain/RobotConfig/Datapoint"
import type { Effect, Scope } from "effect"
import type { SlugNames } from "../../access/slugNames.ts"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import type { Published } from "../config/PublishedConfigs.ts"

/**
 * What one feature keeps of one robot, from the hello of its bridge until nothing of it needs to be kept. A part leaves
 * out the hooks that it does not need. Hooks are called in the order in which the parts were registered, in the turn of
 * what they are called for, and must not throw. Times are epoch milliseconds.
 */
export interface RobotPart {
  /** Before `hello_ok`, while another bridge of the robot may still be attached: reads back what the part needs. */
  prepare?(hello: typeof Hello.Type, published: Published): Effect.Effect<void, never, Scope.Scope>
  /** What the bridge runs from now on: at its hello, before `attach`, and after each publish. Its frame leaves next. */
  config?(published: Published): void
  /** The bridge is served. Without a `detach` since the last call it is a hand-over. Each epoch is higher than the last. */
  attach?(epoch: number, hello: typeof Hello.Type): void
  /** Before `config`: what the slugs of the version before are called in the next, of those that have another name. */
  moveSlugs?(names: SlugNames): void
  /** A sample of a published datapoint. Called for every sample: allocate as little as possible. */
  sample?(sample: Sample, datapoint: Datapoint, backfill: boolean, nowMs: number): void
  /** A sample or still of a published slug was dropped, because its frame is not one; `reason` says what is wrong with it. */
  unreadable?(slug: string, reason: string, nowMs: number): void
  /** Whether the message was for this part. Several may take the same. */
  message?(message: BridgeMessage, nowMs: number): boolean
  /** An image of a published camera; whether it is of a known type. */
  snapshot?(header: SnapshotHeader, image: Uint8Array): boolean
  /** A ping came back after so many milliseconds. */
  pong?(latencyMs: number): void
  /** Four times a second for as long as the home exists. */
  tick?(nowMs: number): void
  /** A slug was renamed in the draft and in what is stored. The bridge uses the published one until the next publish. */
  renameSlug?(from: string, to: string): void
  /** Writes what waits of the robot, so that another process finds all of it. Dies where the database fails. */
  flush?(): Effect.Effect<void>
  /** The robot has no bridge any more. */
  detach?(nowMs: number): void
  /** The robot was deleted: nothing of it is kept or written. */
  forget?(): void
  /** Whether nothing has to be kept of a robot without a bridge. Once that is true of every part, the home is dropped. */
  readonly isVacant: boolean
}
