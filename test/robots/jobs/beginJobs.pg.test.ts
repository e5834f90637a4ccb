import { assert, layer } from "@effect/vitest"
import type { AuditRow } from "@fleet/server/audit/auditInsertSql"
import { JobId, type OrgId, type RobotId } from "@fleet/domain/Ids"
import type { Begun } from "@fleet/server/robots/jobs/beginJobsSql"
import { JobStore } from "@fleet/server/robots/jobs/JobStore"
import { textArray } from "@fleet/server/platform/sql/values"
import { Nodes } from "@fleet/server/platform/nodes/Nodes"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../../support/Database.ts"
import { anOrg, aRobot } from "../fixtures.ts"

const at = new Date("2026-01-02T03:04:05.678Z")

const begun = (org_id: OrgId, robot_id: RobotId, rest: Partial<Begun> = {}): Begun => ({
  id: JobId.make(randomUUID()),
  mint: 7,
  org_id,
  robot_id,
  slug: "dock",
  kind: "action",
  state: "failed",
  patience_ms: 15_000,
  actor: { kind: "app_user", id: "1", label: "a\0b \ud800", name: null },
  client_id: "https://client.test/",
  started_at: at,
  ended_at: at,
  error: { code: "job_queue_full", message: "a\0b", details: { limit: 1 } },
  app_id: null,
  access_version: 0,
  ...rest
})

const auditOf = ({ id, org_id }: Begun, rest: Partial<AuditRow> = {}): AuditRow => ({
  org_id,
  at: at.toISOString(),
  actor_kind: "app_user",
  actor_id: "1",
  actor_label: "a\0b \ud800",
  action: "action.invoked",
  target_kind: "action",
  target_id: "dock",
  target_label: "dock",
  details: { job_id: id, said: "a\0b \ud800" },
  ...rest
})

layer(JobStore.layer.pipe(Layer.provide(Nodes.alone), Layer.provideMerge(TestDatabase)), { timeout: "60 seconds" })(
  "a job",
  (it) => {
    it.effect("a job that begins alone is stored as one of many, and so is its audit event", () =>
      Effect.gen(function* () {
        const store = yield* JobStore
        const sql = yield* SqlClient.SqlClient
        const orgId = yield* anOrg
        const robotId = yield* aRobot(orgId)
        const bare = { client_id: null, ended_at: null, error: null, state: "running" } as const
        const blank = { target_kind: null, target_id: null, target_label: null }
        for (const [rest, more] of [
          [{}, {}],
          [bare, blank]
        ] as const) {
          const [alone, ...many] = [1, 2, 3].map(() => begun(orgId, robotId, rest))
          const first = yield* store.begin([alone!], [auditOf(alone!, more)])
          const others = yield* store.begin(
            many,
            many.map((job) => auditOf(job, more))
          )
          assert.deepStrictEqual([...first.keys(), ...others.keys()], [alone!.id, ...many.map(({ id }) => id)])
          const rows = yield* sql`
          SELECT (to_jsonb(j) - '{id,seq}'::text[])::text AS job,
            (to_jsonb(e) - '{id,seq}'::text[] #- '{details,job_id}')::text AS event
          FROM job_runs j JOIN audit_events e ON e.details ->> 'job_id' = j.id::text
          WHERE j.id = ANY (${textArray([alone!, ...many].map(({ id }) => id))}::uuid[])`
          assert.lengthOf(rows, 3)
          assert.deepStrictEqual(rows[1], rows[0])
          assert.deepStrictEqual(rows[2], rows[0])
        }
      })
    )

    it.effect("a job that begins alone is not stored where its access version is not the present one", () =>
      Effect.gen(function* () {
        const store = yield* JobStore
        const sql = yield* SqlClient.SqlClient
        const orgId = yield* anOrg
        const job = begun(orgId, yield* aRobot(orgId), { access_version: 1 })
        assert.strictEqual((yield* store.begin([job], [auditOf(job)])).size, 0)
        assert.isEmpty(yield* sql`SELECT FROM job_runs WHERE id = ${job.id}`)
        assert.isEmpty(yield* sql`SELECT FROM audit_events WHERE org_id = ${orgId}`)
      })
    )
  }
)
