import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { Series } from "./Series.ts"

/** A sample to be kept unless another of its datapoint lies nearer than `gapMs`. */
export interface Candidate {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly slug: string
  /** Of the configuration that has the slug. Absent where it is the name of now. */
  readonly version?: number
  readonly timestampMs: number
  readonly gapMs: number
  readonly json: string
  /** How many days samples of the org are kept. */
  readonly keepDays: number
  /** What is known here of the times that the datapoint keeps. */
  readonly series: Series
}

/** A candidate that was not kept, and the kept sample that is too near to it; null where its value is at fault, or its series was renamed again and again. */
export interface Refused extends Pick<Candidate, "robotId" | "orgId" | "slug" | "timestampMs"> {
  readonly nearMs: number | null
}
