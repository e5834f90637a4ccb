import { Schema } from "effect"
import { JobId, RobotId } from "./Ids.ts"
import { Slug } from "./Slug.ts"
import { AnyJson, AnyMap, closed, Count, Int, QueryInt, Rule, Text, Timestamp } from "./Wire.ts"

export const JobState = Schema.Literals(["running", "unknown", "succeeded", "failed", "cancelled", "lost"])
export type JobState = typeof JobState.Type

/** What a bridge may say of a job. `unknown` is set by the cloud when no report arrives. */
export const ReportedState = Schema.Literals(["running", "succeeded", "failed", "cancelled", "lost"])
export type ReportedState = typeof ReportedState.Type

export const JobKind = Schema.Literals(["action", "service"])
export type JobKind = typeof JobKind.Type

/** Where a job was started: through this platform, or at the robot. */
export const JobOrigin = Schema.Literals(["platform", "external"])
export type JobOrigin = typeof JobOrigin.Type

/** Why a job did not succeed, or why its state is not known. */
export const JobError = Schema.Struct({
  code: Schema.String,
  message: Schema.String,
  details: Schema.optionalKey(AnyJson)
})
export type JobError = typeof JobError.Type

/** One run of an action or a service. */
export const Job = Schema.Struct({
  id: JobId,
  robot_id: RobotId,
  slug: Slug,
  state: JobState,
  origin: JobOrigin,
  started_at: Timestamp,
  updated_at: Timestamp,
  seq: Count,
  result: Schema.NullOr(AnyJson),
  error: Schema.NullOr(JobError)
}).annotate({ identifier: "job" })
export type Job = typeof Job.Type

/** 0 to 1. */
export const Progress = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }, { rule: "too_large" }))

/** How long a caller waits for the robot, in milliseconds. */
export const PatienceMs = Int(1000, 120_000)
export const defaultPatienceMs = 15_000

/** How many parameters a command may declare, and a call may name. */
export const maxParameters = 50

/** The parameters of a call, by name. */
export const GivenParameters = AnyMap.check(Schema.isMaxProperties(maxParameters, { rule: Rule.tooLarge }))

export const InvokeRequest = closed({
  params: Schema.optionalKey(GivenParameters),
  patience_ms: Schema.optionalKey(PatienceMs)
}).annotate({ identifier: "invoke-request" })
export type InvokeRequest = typeof InvokeRequest.Type

export const PublishRequest = closed({ message: Schema.optionalKey(GivenParameters) }).annotate({
  identifier: "publish-request"
})

export const CancelRequest = closed({ job_id: Schema.optionalKey(Schema.NullOr(JobId)) }).annotate({
  identifier: "cancel-request"
})

export const StopRequest = closed({
  all: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "Whether to stop what others do as well, as far as the caller is granted its slugs. Default false.",
      examples: [true]
    })
  )
}).annotate({ identifier: "stop-request" })

/** The action server's answer for one goal: 0 accepted, 1 rejected, 2 unknown goal, 3 already ended, null silent. */
export const GoalReturnCode = Schema.NullOr(Int(0, 3))

export const CancelledGoal = Schema.Struct({ job_id: JobId, goal_id: Schema.String, return_code: GoalReturnCode })
export type CancelledGoal = typeof CancelledGoal.Type

export const ParameterViolation = Schema.Struct({
  field: Schema.String,
  rule: Schema.Literals(["type", "min", "max", "enum", "pattern", "required", "undeclared", "too_large"]),
  message: Schema.String
})
export type ParameterViolation = typeof ParameterViolation.Type

/** The first of the violations of a call, and how many others there are. */
export const ParameterViolations = Schema.Struct({
  violations: Schema.Array(ParameterViolation),
  more: Schema.optionalKey(Count)
})
export type ParameterViolations = typeof ParameterViolations.Type

/** An accepted action, or the answer of a service. */
export const ActionAccepted = Schema.Struct({ job: Job, kind: Schema.tag("action") }).annotate({
  identifier: "action-accepted"
})
export const ServiceAnswer = Schema.Struct({ result: Schema.NullOr(AnyJson) }).annotate({
  identifier: "service-answer"
})

export const JobList = Schema.Struct({ jobs: Schema.Array(Job) }).annotate({ identifier: "job-list-response" })
export const JobResponse = Schema.Struct({ job: Schema.NullOr(Job) }).annotate({ identifier: "job-response" })

/** What a stop did: jobs that were cancelled, publishers whose failsafe was sent, and what could not be cancelled. */
export const StopResponse = Schema.Struct({
  cancelled: Schema.Array(Job).annotate({ description: "Jobs that the robot was asked to cancel, and agreed." }),
  failsafes: Schema.Array(Slug).annotate({
    description: "Publishers whose failsafe message the robot was told to send.",
    examples: [["drive"]]
  }),
  warnings: Schema.Array(Schema.String).annotate({
    description: "Jobs that may still run, each with the reason.",
    examples: [["dock: The robot did not answer in time."]]
  })
}).annotate({ identifier: "stop-response" })
export type StopResponse = typeof StopResponse.Type

/** Who started a job, as named at the time. */
export const JobActor = Schema.Struct({
  kind: Schema.Literals(["developer", "app_user", "server_key"]),
  id: Schema.String,
  label: Text(1, 200),
  name: Schema.NullOr(Schema.String)
}).annotate({ identifier: "job-actor" })
export type JobActor = typeof JobActor.Type

/** A job in the history. */
export const JobRun = Schema.Struct({
  id: JobId,
  robot_id: RobotId,
  slug: Slug,
  kind: JobKind,
  state: JobState,
  started_at: Timestamp,
  ended_at: Schema.NullOr(Timestamp),
  duration_ms: Schema.NullOr(Count),
  result: Schema.NullOr(AnyJson),
  error: Schema.NullOr(JobError),
  /** Null for a job that was adopted from its bridge. */
  actor: Schema.NullOr(JobActor),
  seq: Count,
  progress: Schema.NullOr(Progress),
  feedback: Schema.NullOr(AnyJson)
}).annotate({ identifier: "job-run" })
export type JobRun = typeof JobRun.Type

export const JobRunPage = Schema.Struct({
  runs: Schema.Array(JobRun),
  next_cursor: Schema.NullOr(Count)
}).annotate({ identifier: "job-run-page" })
export type JobRunPage = typeof JobRunPage.Type

const filters = {
  before_seq: Schema.optionalKey(QueryInt(1, Number.MAX_SAFE_INTEGER)),
  limit: Schema.optionalKey(QueryInt(1, 200)),
  slug: Schema.optionalKey(Slug),
  state: Schema.optionalKey(JobState),
  kind: Schema.optionalKey(JobKind),
  from_ms: Schema.optionalKey(QueryInt(0, Number.MAX_SAFE_INTEGER)),
  to_ms: Schema.optionalKey(QueryInt(0, Number.MAX_SAFE_INTEGER))
}

/** Runs of one robot, newest first; `from_ms` to `to_ms` is half-open on the start. */
export const RobotJobRunQuery = closed(filters)
export const OrgJobRunQuery = closed({ ...filters, robot_id: Schema.optionalKey(RobotId) })
export type JobRunQuery = typeof OrgJobRunQuery.Type

export const OrgJobSummaryQuery = closed({ since_ms: QueryInt(0, Number.MAX_SAFE_INTEGER) })
export const OrgJobSummary = Schema.Struct({ running: Count, started: Count, failed: Count, since_ms: Count }).annotate(
  {
    identifier: "job-summary"
  }
)

export const RequestId = Text(1, 64)
