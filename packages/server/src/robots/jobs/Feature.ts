import { Layer } from "effect"
import { RobotNodes } from "../../platform/bus/RobotNode.ts"
import { feature } from "../../platform/features/feature.ts"
import { CommandScopeLive, JobHistoryScopeLive } from "./CommandScopeHttp.ts"
import { JobEnds } from "./JobEnds.ts"
import { JobInserter } from "./JobInserter.ts"
import { JobStateWriter } from "./JobStateWriter.ts"
import { JobStore } from "./JobStore.ts"
import { JobNameStore } from "./JobNameStore.ts"
import { JobSweep } from "./JobSweep.ts"
import { JobSweepStore } from "./JobSweepStore.ts"
import { Jobs } from "./Jobs.ts"
import { JobsHttp } from "./JobsHttp.ts"
import { LiveJobs } from "./LiveJobs.ts"
import { OwnJobs } from "./OwnJobs.ts"
import { PublisherHolds } from "./PublisherHolds.ts"
import { RobotNodeHandlers } from "./RobotNodeHandlers.ts"
import { StoredJobs } from "./StoredJobs.ts"

/** What a publish, a renaming and a deletion make of job runs. By itself, so that commands of the operator can have it. */
export const storedJobs = feature({ stores: JobNameStore.layer, services: StoredJobs })

/** Commands to robots, and their jobs. */
export const jobs = feature({
  stores: Layer.mergeAll(JobStore.layer, JobSweepStore.layer),
  services: Layer.merge(Jobs.layer, OwnJobs.layer).pipe(
    Layer.provideMerge(RobotNodes.layer),
    Layer.provide(RobotNodeHandlers),
    Layer.provide(JobInserter.layer),
    Layer.provideMerge(Layer.mergeAll(LiveJobs.layer, PublisherHolds.layer)),
    Layer.provideMerge(JobStateWriter.layer),
    Layer.provideMerge(JobEnds.layer)
  ),
  background: JobSweep,
  middleware: Layer.mergeAll(CommandScopeLive, JobHistoryScopeLive),
  api: JobsHttp
})
