import { assert, layer } from "@effect/vitest"
import { JobId, RobotId } from "@fleet/domain/Ids"
import { JobStore, type Kept } from "@fleet/server/robots/jobs/JobStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestApp } from "../../support/TestApp.ts"

const end = (): Kept => ({
  id: JobId.make(randomUUID()),
  robot_id: RobotId.make(randomUUID()),
  state: "succeeded",
  updated_at: new Date(0),
  ended_at: new Date(0),
  result: null,
  error: null
})

layer(TestApp, { timeout: "60 seconds" })("the store of jobs", (it) => {
  it.effect(
    "ends of jobs are stored without a look at the index of unfinished jobs, where all that ended still are",
    () =>
      Effect.gen(function* () {
        const store = yield* JobStore
        const sql = yield* SqlClient.SqlClient
        // Of this connection; within a transaction they only rise.
        const scans = Effect.map(
          sql<{ readonly scans: number }>`
          SELECT pg_stat_get_xact_numscans('job_runs_unfinished'::regclass)::int AS scans`,
          ([row]) => row!.scans
        )
        const [before, after] = yield* sql.withTransaction(
          Effect.all([scans, Effect.andThen(store.keep([end()]), Effect.andThen(store.keep([end(), end()]), scans))])
        )
        assert.strictEqual(after, before)
      }).pipe(Effect.provide(JobStore.layer))
  )
})
