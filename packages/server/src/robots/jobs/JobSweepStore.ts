import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type DeleteOld, oldRowsAtOnce } from "../../plans/Retention.ts"

/** Deletion of old rows of the job_runs table. */
export class JobSweepStore extends Context.Service<
  JobSweepStore,
  {
    /** Jobs by their end; one that has none, or may go on, stays. */
    readonly deleteOld: DeleteOld
  }
>()("@fleet/server/JobSweepStore") {
  static readonly layer = Layer.effect(
    JobSweepStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Ids are gathered into an array, so that the planner uses the index whatever its statistics are.
      return JobSweepStore.of({
        deleteOld: (orgId, before) =>
          sql`
            DELETE FROM job_runs WHERE id = ANY (ARRAY(
              SELECT id FROM job_runs
              WHERE org_id = ${orgId} AND ended_at < ${before} AND state NOT IN ('running', 'unknown')
              ORDER BY ended_at LIMIT ${oldRowsAtOnce} FOR UPDATE SKIP LOCKED))
            RETURNING 1`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length)
          )
      })
    })
  )
}
