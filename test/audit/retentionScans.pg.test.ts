import { assert, layer } from "@effect/vitest"
import { AuditStore } from "@fleet/server/audit/AuditStore"
import { oldRowsAtOnce } from "@fleet/server/plans/Retention"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { anOrg } from "../robots/fixtures.ts"
import { TestDatabase } from "../support/Database.ts"
import { scansOf } from "../support/scans.ts"

layer(AuditStore.layer.pipe(Layer.provideMerge(TestDatabase)), { timeout: "60 seconds" })(
  "audit events of many orgs",
  (it) => {
    it.effect("audit events of many orgs are deleted by an index, so many at a time and the oldest first", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const orgs = yield* Effect.forEach(Array.from({ length: 10 }), () => anOrg)
        for (const orgId of orgs) {
          yield* sql`
            INSERT INTO audit_events (org_id, at, actor_kind, actor_id, actor_label, action)
            SELECT ${orgId}, to_timestamp(n), 'platform', ${orgId}, 'Test', 'test' FROM generate_series(1, 3000) n`
        }
        const [orgId] = orgs
        const deleteOld = (yield* AuditStore).deleteOld(orgId!, new Date(1_500_000))
        const first = yield* scansOf("audit_events", deleteOld)
        assert.deepInclude(first, { answer: oldRowsAtOnce, whole: 0 })
        assert.isAbove(first.byIndex, 0)
        const oldest = sql`SELECT extract(epoch FROM min(at))::int AS s FROM audit_events WHERE org_id = ${orgId!}`
        assert.deepStrictEqual(yield* oldest, [{ s: oldRowsAtOnce + 1 }])
        assert.strictEqual(yield* deleteOld, 1499 - oldRowsAtOnce)
        assert.strictEqual(yield* deleteOld, 0)
        assert.deepStrictEqual(yield* oldest, [{ s: 1500 }])
      })
    )
  }
)
