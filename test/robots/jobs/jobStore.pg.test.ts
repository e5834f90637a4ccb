import { assert, layer } from "@effect/vitest"
import { JobId, RobotId } from "@fleet/domain/Ids"
import { JobStore, type Kept } from "@fleet/server/robots/jobs/JobStore"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestApp } from "../../support/TestApp.ts"
import { anOrg, aRobot } from "../fixtures.ts"

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

  it.effect(
    "jobs are found by their ids, to be read or to end, however large the table has become since they were first stored",
    () =>
      Effect.gen(function* () {
        const store = yield* JobStore
        const sql = yield* SqlClient.SqlClient
        const orgId = yield* anOrg
        const robotId = yield* aRobot(orgId)
        const scans = Effect.map(
          sql<{ readonly whole: number; readonly robot: number }>`
          SELECT pg_stat_get_xact_numscans('job_runs'::regclass)::int AS whole,
            pg_stat_get_xact_numscans('job_runs_by_robot'::regclass)::int AS robot`,
          ([row]) => row!
        )
        const ofRobot = () => ({ ...end(), robot_id: robotId })
        yield* sql.withTransaction(
          Effect.gen(function* () {
            // From the sixth time on Postgres may keep a plan.
            for (let times = 0; times < 10; times++) {
              yield* store.keep([ofRobot()])
              yield* store.keep([ofRobot(), ofRobot()])
              yield* store.find([end().id])
              yield* store.known([end().id])
            }
            yield* sql`
            INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, started_at, updated_at)
            SELECT gen_random_uuid(), 1, ${orgId}, ${robotId}, 'dock', 'action', 'succeeded', 1, now(), now()
            FROM generate_series(1, 3000)`
            const before = yield* scans
            yield* store.keep([ofRobot()])
            yield* store.keep([ofRobot(), ofRobot()])
            yield* store.find([end().id])
            yield* store.known([end().id])
            assert.deepStrictEqual(yield* scans, before)
          })
        )
      }).pipe(Effect.provide(JobStore.layer))
  )
})
