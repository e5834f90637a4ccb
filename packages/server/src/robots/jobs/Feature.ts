import { Effect, Layer } from "effect"
import { RobotNodes } from "./JobsRpc.ts"
import { feature } from "../../platform/features/feature.ts"
import { CommandScopeLive, JobHistoryScopeLive, StopScopeLive } from "./CommandScopeHttp.ts"
import { JobWriter } from "./JobWriter.ts"
import { FeedbackHealth } from "./FeedbackHealth.ts"
import { JobInserter } from "./JobInserter.ts"
import { JobRecovery } from "./JobRecovery.ts"
import { JobStateWriter } from "./JobStateWriter.ts"
import { JobStore } from "./JobStore.ts"
import { JobSweepStore } from "./JobSweepStore.ts"
import { Jobs } from "./Jobs.ts"
import { JobsHttp } from "./JobsHttp.ts"
import { LiveJobs } from "./LiveJobs.ts"
import { OwnJobs } from "./OwnJobs.ts"
import { PublisherHolds } from "./PublisherHolds.ts"
import { RobotNodeHandlers } from "./RobotNodeHandlers.ts"
import { RobotRunStore } from "./RobotRunStore.ts"
import { StoredJobs } from "./StoredJobs.ts"
import { Retention } from "../../plans/Retention.ts"
import { every } from "../../platform/schedule/every.ts"

/** Deletes old jobs every hour. */
const jobSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* JobSweepStore
    const retention = yield* Retention
    yield* every("1 hour", "old jobs could not be deleted", retention.forget("history_days", store.deleteOld))
  })
)

/** Commands to robots, and their jobs. */
export const jobs = feature({
  stores: Layer.mergeAll(JobStore.layer, JobSweepStore.layer, RobotRunStore.layer),
  services: Layer.mergeAll(FeedbackHealth, Jobs.layer, OwnJobs.layer, StoredJobs).pipe(
    Layer.provideMerge(RobotNodes.layer),
    Layer.provide(RobotNodeHandlers),
    Layer.provide(JobInserter.layer),
    Layer.provideMerge(Layer.mergeAll(LiveJobs.layer, PublisherHolds.layer)),
    Layer.provideMerge(JobStateWriter.layer),
    Layer.provideMerge(JobWriter.layer)
  ),
  background: Layer.merge(JobRecovery, jobSweep),
  middleware: Layer.mergeAll(CommandScopeLive, JobHistoryScopeLive, StopScopeLive),
  api: JobsHttp
})
