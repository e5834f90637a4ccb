import { assert, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import type { Observation } from "@fleet/server/robots/health/Observation"
import { ResourceHealthStore } from "@fleet/server/robots/health/ResourceHealthStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../support/Database.ts"
import { scansOf } from "../../support/scans.ts"
import { anOrg } from "../fixtures.ts"

layer(ResourceHealthStore.layer.pipe(Layer.provideMerge(TestDatabase)), { timeout: "60 seconds" })(
  "the health of many resources",
  (it) => {
    it.effect("the health of many resources is listed, compared and recovered by indexes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* ResourceHealthStore
        const orgs = yield* Effect.forEach(Array.from({ length: 100 }), () => anOrg)
        for (const orgId of orgs) {
          yield* sql`
            WITH made AS (
              INSERT INTO robots (org_id, name, token_hash)
              SELECT ${orgId}, 'Rover', uuid_send(gen_random_uuid()) FROM generate_series(1, 100) RETURNING id
            )
            INSERT INTO resource_health
            SELECT id, ${orgId}, id, 'config', 'config', 'config', 'apply', 'ok', NULL, 1, 1 FROM made`
        }
        const [orgId] = orgs
        // With many more rows the planner takes an index however the comparison is written.
        yield* sql`ANALYZE resource_health`
        yield* sql`
          INSERT INTO resource_health
          VALUES (${orgId!}, ${orgId!}, NULL, 'retention', 'retention', 'retention', 'recording', 'failed', NULL, 1, 1)`
        const byIndex = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
          const { answer, whole } = yield* scansOf("resource_health", work)
          assert.strictEqual(whole, 0)
          return answer
        })
        const rows = yield* byIndex(store.list({ orgId: orgId!, robotId: null }))
        assert.deepStrictEqual([rows.length, rows[0]!.kind], [101, "retention"])
        const robotId = rows[1]!.robot_id as RobotId
        assert.strictEqual((yield* byIndex(store.list({ orgId: orgId!, robotId }))).length, 1)
        // A fleet that comes back says that all is well.
        const ok: ReadonlyArray<Observation> = rows.slice(1).map(({ robot_id }) => ({
          orgId: orgId!,
          robotId: robot_id,
          kind: "config",
          ref: "config",
          facet: "apply",
          state: "ok",
          reason: null,
          observedAtMs: 2
        }))
        assert.deepStrictEqual(yield* byIndex(store.news(ok)), [])
        assert.deepStrictEqual(yield* byIndex(store.news([ok[0]!, { ...ok[1]!, state: "failed" }])), [1])
        assert.strictEqual((yield* byIndex(store.recoverOld({ beforeMs: 2, nowMs: 2 }))).length, 1)
        assert.strictEqual((yield* byIndex(store.drop({ orgId: orgId!, robotId }))).length, 1)
      })
    )
  }
)
