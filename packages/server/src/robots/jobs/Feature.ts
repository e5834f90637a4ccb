import { Layer } from "effect"
import { RobotNodes } from "./JobsRpc.ts"
import { feature } from "../../platform/features/feature.ts"
import { CommandScopeLive, JobHistoryScopeLive } from "./CommandScopeHttp.ts"
import { JobEnds } from "./JobEnds.ts"
import { JobInserter } from "./JobInserter.ts"
import { JobRecovery } from "./JobRecovery.ts"
import { JobStateWriter } from "./JobStateWriter.ts"
import { JobStore } from "./JobStore.ts"
import { JobSweep } from "./JobSweep.ts"
import { JobSweepStore } from "./JobSweepStore.ts"
import { Jobs } from "./Jobs.ts"
import { JobsHttp } from "./JobsHttp.ts"
import { LiveJobs } from "./LiveJobs.ts"
import { OwnJobs } from "./OwnJobs.ts"
import { PublisherHolds } from "./PublisherHolds.ts"
import { RobotNodeHandlers } from "./RobotNodeHandlers.ts"
import { RobotRunStore } from "./RobotRunStore.ts"
import { StoredJobs } from "./StoredJobs.ts"

/** Commands to robots, and their jobs. */
export const jobs = feature({
  stores: Layer.mergeAll(JobStore.layer, JobSweepStore.layer, RobotRunStore.layer),
  services: Layer.mergeAll(Jobs.layer, OwnJobs.layer, StoredJobs).pipe(
    Layer.provideMerge(RobotNodes.layer),
    Layer.provide(RobotNodeHandlers),
    Layer.provide(JobInserter.layer),
    Layer.provideMerge(Layer.mergeAll(LiveJobs.layer, PublisherHolds.layer)),
    Layer.provideMerge(JobStateWriter.layer),
    Layer.provideMerge(JobEnds.layer)
  ),
  background: Layer.merge(JobRecovery, JobSweep),
  middleware: Layer.mergeAll(CommandScopeLive, JobHistoryScopeLive),
  api: JobsHttp
})
