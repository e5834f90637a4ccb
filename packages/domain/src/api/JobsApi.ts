import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  BridgeTimeout,
  Busy,
  CancelRejected,
  Forbidden,
  InternalError,
  InvalidUuid,
  NotCancellable,
  NotFound,
  ParameterInvalid,
  PublisherBusy,
  RobotFailure,
  RobotOffline
} from "../Errors.ts"
import { JobId, RobotId } from "../Ids.ts"
import {
  ActionAccepted,
  CancelRequest,
  InvokeRequest,
  JobList,
  JobResponse,
  JobRun,
  JobRunPage,
  OrgJobRunQuery,
  OrgJobSummary,
  OrgJobSummaryQuery,
  PublishRequest,
  RobotJobRunQuery,
  ServiceAnswer,
  StopRequest,
  StopResponse
} from "../Jobs.ts"
import { AnyCaller, DeveloperSession } from "./Access.ts"
import { CommandScope, JobHistoryScope, StopScope, TakesKinds } from "./CommandScope.ts"

const robot = { params: { id: RobotId } }
const command = { params: { id: RobotId, slug: Schema.String } }

/** Commands and their jobs. */
export class JobsApi extends HttpApiGroup.make("jobs")
  .add(
    HttpApiEndpoint.get("get", "/api/robots/:id/jobs/:slug", { ...command, success: JobResponse })
      .annotate(TakesKinds, ["action", "service"])
      .annotate(OpenApi.Summary, "The slug's most recent job, ended ones included"),
    HttpApiEndpoint.post("start", "/api/robots/:id/jobs/:slug", {
      ...command,
      payload: InvokeRequest,
      success: [ActionAccepted.pipe(HttpApiSchema.status(202)), ServiceAnswer],
      error: [ParameterInvalid, RobotOffline, Busy, BridgeTimeout, InternalError, RobotFailure]
    })
      .annotate(TakesKinds, ["action", "service"])
      .annotate(OpenApi.Summary, "Start an action, or call a service and wait for its answer"),
    HttpApiEndpoint.post("cancel", "/api/robots/:id/jobs/:slug/cancel", {
      ...command,
      payload: [CancelRequest, Schema.Null],
      success: JobResponse,
      error: [NotCancellable, CancelRejected, RobotOffline, BridgeTimeout, RobotFailure]
    })
      .annotate(TakesKinds, ["action", "service"])
      .annotate(OpenApi.Summary, "Cancel one job, or whatever runs on the slug"),
    HttpApiEndpoint.post("publish", "/api/robots/:id/publishers/:slug", {
      ...command,
      payload: PublishRequest,
      success: HttpApiSchema.NoContent,
      error: [ParameterInvalid, RobotOffline, PublisherBusy]
    })
      .annotate(TakesKinds, ["publisher"])
      .annotate(OpenApi.Summary, "Send one message through a publisher"),
    HttpApiEndpoint.post("release", "/api/robots/:id/publishers/:slug/release", {
      ...command,
      success: HttpApiSchema.NoContent,
      error: RobotOffline
    })
      .annotate(TakesKinds, ["publisher"])
      .annotate(OpenApi.Summary, "End the caller's hold of a publisher, and have its failsafe sent now")
  )
  .middleware(CommandScope)
  .add(
    HttpApiEndpoint.get("list", "/api/robots/:id/jobs", {
      ...robot,
      success: JobList,
      error: [InvalidUuid, NotFound, Forbidden]
    }).annotate(OpenApi.Summary, "The most recent job of every granted slug"),
    HttpApiEndpoint.get("history", "/api/robots/:id/jobs/history", {
      ...robot,
      query: RobotJobRunQuery,
      success: JobRunPage,
      error: Forbidden
    })
      .middleware(JobHistoryScope)
      .annotate(OpenApi.Summary, "Past and present runs of one robot, newest first"),
    HttpApiEndpoint.get("run", "/api/robots/:id/jobs/history/:runId", {
      params: { id: RobotId, runId: JobId },
      success: JobRun,
      error: NotFound
    })
      .middleware(JobHistoryScope)
      .annotate(OpenApi.Summary, "One run of a robot, by its id")
  )
  .add(
    HttpApiEndpoint.post("stop", "/api/robots/:id/stop", {
      ...robot,
      payload: [StopRequest, Schema.Null],
      success: StopResponse,
      error: RobotOffline
    })
      .middleware(StopScope)
      .annotate(
        OpenApi.Summary,
        "Cancel the caller's jobs on a robot and have the failsafe of the publishers they hold sent; with `all` those of everybody"
      )
  )
  .middleware(AnyCaller)
  .add(
    HttpApiEndpoint.get("orgRuns", "/api/org/jobs", { query: OrgJobRunQuery, success: JobRunPage })
      .middleware(DeveloperSession)
      .annotate(OpenApi.Summary, "Runs of the whole organisation, newest first"),
    HttpApiEndpoint.get("orgSummary", "/api/org/jobs/summary", { query: OrgJobSummaryQuery, success: OrgJobSummary })
      .middleware(DeveloperSession)
      .annotate(OpenApi.Summary, "How many jobs run, and how many started and failed since a moment")
  )
  .annotateMerge(OpenApi.annotations({ title: "Jobs" })) {}
