import type { Caller } from "@fleet/domain/Caller"
import { NotFound } from "@fleet/domain/Errors"
import type { JobId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { Access } from "../../access/Access.ts"
import { type LiveJob, RobotNodes } from "./JobsRpc.ts"
import { toJob } from "./jobRunPages.ts"
import { JobStore } from "./JobStore.ts"

/** A job, and the MCP client that began it for the caller, where one did. */
export interface OwnJob extends LiveJob {
  readonly clientId: string | null
}

/** Jobs by their ids, for the callers that started them. */
export class OwnJobs extends Context.Service<
  OwnJobs,
  {
    /** A job that the caller started, while they may still use its slug; any other is treated as missing. */
    readonly find: (caller: Caller, id: JobId) => Effect.Effect<OwnJob, NotFound>
  }
>()("@fleet/server/OwnJobs") {
  static readonly layer = Layer.effect(
    OwnJobs,
    Effect.gen(function* () {
      const access = yield* Access
      const nodes = yield* RobotNodes
      const store = yield* JobStore

      return OwnJobs.of({
        find: Effect.fn("OwnJobs.find")(function* (caller, id) {
          const [row] = yield* store.find([id])
          if (row === undefined || row.actor?.kind !== caller.kind || row.actor.id !== caller.id) {
            return yield* new NotFound()
          }
          const granted = yield* access.requireRobot(caller, row.robot_id)
          if (!granted.hasNamed(row.slug)) return yield* new NotFound()
          const live = (yield* nodes.current({ robotId: row.robot_id })).find(({ job }) => job.id === id)
          const timestampMs = row.updated_at.epochMilliseconds
          return {
            ...(live ?? { job: toJob(row), feedback: null, progress: null, timestampMs }),
            clientId: row.client_id
          }
        })
      })
    })
  )
}
