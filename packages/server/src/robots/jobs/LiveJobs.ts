import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { makeAdoption } from "./adoption.ts"
import { type JobsContext, JobsPart } from "./JobsPart.ts"
import { JobStateWriter } from "./JobStateWriter.ts"
import { JobStore } from "./JobStore.ts"
import type { RobotJobs } from "./RobotJobs.ts"

/** The jobs of every robot whose bridge this process holds. */
export class LiveJobs extends Context.Service<
  LiveJobs,
  {
    readonly get: (robotId: RobotId) => RobotJobs | undefined
    /** The next number of a job, in the order they are begun. */
    readonly mint: () => number
  }
>()("@fleet/server/LiveJobs") {
  static readonly layer = Layer.effect(
    LiveJobs,
    Effect.gen(function* () {
      const store = yield* JobStore
      const writer = yield* JobStateWriter
      const homes = yield* RobotHomes
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const adopt = yield* makeAdoption
      let minted = 0
      const mint = () => ++minted

      const context: JobsContext = {
        nowMs: () => clock.currentTimeMillisUnsafe(),
        mint,
        unfinished: ({ orgId, robotId }) => store.take({ orgId, robotId }),
        adopt: (robotJobs, held, published) => adopt(robotJobs, held, published, mint),
        ignored: (jobs) => void (counters.bridge_jobs_ignored_total += jobs),
        changed: writer.changed,
        run,
        flush: writer.flushOf
      }
      const parts = yield* homes.register({ open: (home) => new JobsPart(home, context) })

      return LiveJobs.of({ get: (robotId) => parts.of(robotId)?.robotJobs, mint })
    })
  )
}
