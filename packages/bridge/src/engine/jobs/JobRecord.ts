import { Failure } from "@fleet/bridge-protocol/BridgeMessages"
import { JobId } from "@fleet/domain/Ids"
import { AnyJson, EpochMs } from "@fleet/domain/Wire"
import { Schema } from "effect"

const nullable = Schema.NullOr

/** The goal behind a job of an action. */
export const Goal = Schema.Struct({ action: Schema.String, type: Schema.String, goal_id: Schema.String })
export type Goal = typeof Goal.Type

/** How a job ended. */
export const Ending = Schema.Struct({
  state: Schema.Literals(["succeeded", "failed", "cancelled"]),
  result: nullable(AnyJson),
  error: nullable(Failure)
})
export type Ending = typeof Ending.Type

/** What is remembered of a job this bridge was asked to run. `goal` is null for a service. */
export const JobRecord = Schema.Struct({
  job_id: JobId,
  slug: Schema.String,
  goal: nullable(Goal),
  ending: nullable(Ending),
  /** When it began, or ended. */
  at_ms: EpochMs
})
export type JobRecord = typeof JobRecord.Type

/** The file that survives a restart of the program. */
export const JobFile = Schema.fromJsonString(
  Schema.Struct({ version: Schema.Literal(1), jobs: Schema.Array(JobRecord) })
)
