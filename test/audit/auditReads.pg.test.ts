import { assert, layer } from "@effect/vitest"
import type { AuditFilter } from "@fleet/domain/AuditEvents"
import { OrgId } from "@fleet/domain/Ids"
import { AuditReaderStore } from "@fleet/server/audit/AuditReaderStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../support/Database.ts"

const events = 3000

/** An org with a trail of other robots' events, over the last hours. */
const makeTrail = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [org] = yield* sql<{ id: string }>`INSERT INTO orgs (name) VALUES ('Org') RETURNING id`
  yield* sql`
    INSERT INTO audit_events (org_id, at, actor_kind, actor_id, actor_label, action, target_kind, target_id, target_label, details)
    SELECT ${org!.id}::uuid, now() - n * interval '1 second', 'developer', 'd', 'd', 'thing.done', 'robot', md5(n::text), 'r',
      jsonb_build_object('robot_id', md5(n::text))
    FROM generate_series(1, ${events}::int) n`
  yield* sql`ANALYZE audit_events`
  return OrgId.make(org!.id)
})

/** The rows of the trail that the connection has read. */
const rowsRead = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ rows: number }>`
    SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'audit_events'`
  return row!.rows
})

layer(AuditReaderStore.layer.pipe(Layer.provideMerge(TestDatabase)))("a page of a long audit trail", (it) => {
  /** What a page is read for, after so many of another filter; with how the planner is held to what indexes can do. */
  const reading = (filter: AuditFilter, before: ReadonlyArray<AuditFilter> = []) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* AuditReaderStore
      const orgId = yield* makeTrail
      const page = (filter: AuditFilter) => store.page(orgId, filter, Number.MAX_SAFE_INTEGER, 101)
      const read = Effect.gen(function* () {
        yield* sql`SET LOCAL enable_bitmapscan = off`
        yield* sql`SET LOCAL enable_seqscan = off`
        for (const other of before) yield* page(other)
        const start = yield* rowsRead
        assert.deepStrictEqual(yield* page(filter), [])
        return (yield* rowsRead) - start
      })
      return yield* sql.withTransaction(read)
    })

  it.effect("the audit log of one robot is paged by an index", () =>
    Effect.map(reading({ target_id: randomUUID() }), (rows) => assert.isBelow(rows, 100))
  )

  it.effect("the audit log of a short time is found by the index on time, whatever was asked for before", () =>
    Effect.gen(function* () {
      const recent = Array.from({ length: 10 }, () => ({ from_ms: Date.now() - 900_000 }))
      assert.isBelow(yield* reading({ from_ms: Date.now() + 86_400_000 }, recent), 100)
    })
  )
})
