import { assert, layer } from "@effect/vitest"
import { JobStore } from "@fleet/server/robots/jobs/JobStore"
import { JobSweepStore } from "@fleet/server/robots/jobs/JobSweepStore"
import type { OrgId } from "@fleet/domain/Ids"
import { Nodes } from "@fleet/server/platform/nodes/Nodes"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../support/Database.ts"
import { scansOf } from "../../support/scans.ts"
import { anOrg, aRobot } from "../fixtures.ts"

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 0, 1)

/** An org whose jobs began an hour apart, the newest an hour ago, in turn of each final state; two are unfinished. */
const anOrgWithJobs = Effect.fnUntraced(function* (hours: number) {
  const orgId: OrgId = yield* anOrg
  const robotId = yield* aRobot(orgId)
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO job_runs
      (id, mint, org_id, robot_id, slug, kind, state, patience_ms, actor, started_at, updated_at, ended_at)
    SELECT gen_random_uuid(), 1, ${orgId}, ${robotId}, 'dock', 'action',
      CASE WHEN n <= 2 THEN (ARRAY['running', 'unknown'])[n] ELSE (ARRAY['succeeded', 'failed', 'lost'])[n % 3 + 1] END,
      1000, '{}', at, at, CASE WHEN n > 2 THEN at END
    FROM (SELECT n, ${new Date(nowMs)}::timestamptz - n * interval '1 hour' AS at FROM generate_series(1, ${hours}) n) began`
  return orgId
})

layer(
  Layer.mergeAll(JobStore.layer, JobSweepStore.layer).pipe(
    Layer.provide(Nodes.alone),
    Layer.provideMerge(TestDatabase)
  ),
  {
    timeout: "60 seconds"
  }
)("jobs of many orgs", (it) => {
  it.effect("jobs of many orgs are deleted and counted by indexes", () =>
    Effect.gen(function* () {
      const [orgId] = yield* Effect.forEach(Array.from({ length: 20 }), () => anOrgWithJobs(2000))
      const old = new Date(nowMs - 1500 * hourMs)
      const deleted = yield* scansOf("job_runs", (yield* JobSweepStore).deleteOld(orgId!, old))
      assert.deepInclude(deleted, { answer: 500, whole: 0 })
      assert.isAbove(deleted.byIndex, 0)
      const counted = yield* scansOf("job_runs", (yield* JobStore).summary(orgId!, nowMs - 9 * hourMs))
      assert.deepInclude(counted, { answer: { running: 2, started: 9, failed: 4 }, whole: 0 })
      assert.isAbove(counted.byIndex, 0)
    })
  )
})
