import type { CapabilityRequired } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { DateTime } from "effect"

/** A robot that exists for the caller. */
export interface ReachedRobot {
  readonly id: RobotId
  readonly orgId: OrgId
  readonly name: string
  readonly createdAt: DateTime.Utc
}

/** A robot of a list. The number of its published version is null where nothing is published. */
export interface ListedRobot extends ReachedRobot {
  readonly publishedVersion: number | null
}

/** A feature that a role opens as a whole. */
export type Capability = CapabilityRequired["details"]["capability"]

/** Everything the caller may do with one robot. Developers and server keys may do all of it. */
export interface Granted {
  readonly robot: ReachedRobot
  /** The access version of the app, or of the org for a developer, that all of this was read at. */
  readonly version: number
  /** By the published slug, or the name that it has now. */
  readonly has: (slug: string) => boolean
  /** By the name that a slug has now, as what is stored goes by it. */
  readonly hasNamed: (now: string) => boolean
  /** Whether a command of the slug needs a person's yes over MCP. */
  readonly confirms: (slug: string) => boolean
  /** Whether that yes is given on the app's page alone. */
  readonly confirmsOnPage: (slug: string) => boolean
  /** Whether there is at least one grant on the robot, or a capability. */
  readonly any: boolean
  readonly capabilities: Readonly<Record<Capability, boolean>>
}
