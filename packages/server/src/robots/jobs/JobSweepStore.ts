import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { type DeleteOld, oldRowsAtOnce } from "../../plans/Retention.ts"

/** The job_runs table, as it is cleaned up. */
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
      // What to delete is gathered into an array, so that it is looked up whatever the planner believes of the table.
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
