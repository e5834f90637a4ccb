import { assert, layer } from "@effect/vitest"
import type { OrgId } from "@fleet/domain/Ids"
import { SessionStore } from "@fleet/server/identity/sessions/SessionStore"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone, makeOrg } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, refusal } from "../../support/wire.ts"

const day = 86_400_000

/** So many families, ended or with a token that ran out so long ago. Answers their ids. */
const makeFamilies = Effect.fnUntraced(function* (
  orgId: OrgId,
  count: number,
  times: { readonly ended: Date | null; readonly expires: Date }
) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string }>`
    WITH families AS (
      INSERT INTO session_families (org_id, space, subject_id, ended_at)
      SELECT ${orgId}::uuid, 'app_user', gen_random_uuid(), ${times.ended}::timestamptz FROM generate_series(1, ${count}::int)
      RETURNING id)
    INSERT INTO refresh_tokens (hash, family_id, expires_at)
    SELECT decode(md5(id::text), 'hex'), id, ${times.expires} FROM families RETURNING family_id AS id`
  return rows.map(({ id }) => id)
})

const familiesLeft = Effect.gen(function* () {
  const rows = yield* (yield* SqlClient.SqlClient)<{ id: string }>`SELECT id FROM session_families`
  return new Set(rows.map(({ id }) => id))
})

layer(SessionStore.layer.pipe(Layer.provideMerge(TestApp)), { excludeTestServices: true, timeout: "60 seconds" })(
  "sessions that are long over",
  (it) => {
    it.effect("sessions long ended are deleted, living or just ended ones are not, and no answer changes", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* SessionStore
        const { developer, owner } = yield* makeOrg
        const { user } = yield* makeEveryone
        const now = Date.now()
        const ended = (session: string, at: number) =>
          sql`UPDATE session_families SET ended_at = ${new Date(at)} WHERE id = ${session}`
        yield* ended(developer.caller.sessionId, now - 2 * day)
        yield* ended(owner.caller.sessionId, now - day / 2)
        yield* store.forget({ endedBefore: new Date(now - day), expiredBefore: new Date(now - 30 * day) })
        const kept = yield* familiesLeft
        assert.isFalse(kept.has(developer.caller.sessionId))
        assert.isTrue(kept.has(owner.caller.sessionId))
        assert.isTrue(kept.has(user.caller.sessionId))
        for (const { refreshToken, token } of [developer, owner]) {
          const body = { refresh_token: refreshToken }
          assert.deepStrictEqual(refusal(yield* call("POST", "/api/auth/refresh", { body })), [401, "token_revoked"])
          assert.deepStrictEqual(refusal(yield* call("GET", "/api/auth/me", { as: token })), [401, "token_revoked"])
        }

        yield* sql`
          UPDATE refresh_tokens SET expires_at = ${new Date(now - 31 * day)}
          WHERE family_id = ${user.caller.sessionId}`
        yield* store.forget({ endedBefore: new Date(0), expiredBefore: new Date(now - 30 * day) })
        const left = yield* familiesLeft
        assert.isFalse(left.has(user.caller.sessionId))
        assert.isTrue(left.has(owner.caller.sessionId))
      })
    )

    it.effect("sessions that are long over lose their old tokens first, while a younger one keeps them", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* SessionStore
        const { orgId } = yield* makeOrg
        const now = Date.now()
        const before = new Date(now - 30 * day)
        const [family] = yield* makeFamilies(orgId, 1, { ended: null, expires: new Date(now - 31 * day) })
        yield* sql`
          INSERT INTO refresh_tokens (hash, family_id, expires_at) VALUES ('\\x01', ${family}, ${new Date(now - day)})`
        const tokens = Effect.map(
          sql<{ hash: Uint8Array }>`SELECT hash FROM refresh_tokens WHERE family_id = ${family}`,
          (rows) => rows.map(({ hash }) => [...hash])
        )
        yield* store.forget({ endedBefore: new Date(0), expiredBefore: before })
        assert.deepStrictEqual(yield* tokens, [[1]])
        assert.isTrue((yield* familiesLeft).has(family!))
        yield* store.forget({ endedBefore: new Date(0), expiredBefore: new Date(now) })
        assert.isFalse((yield* familiesLeft).has(family!))
      })
    )

    it.effect("sessions that are long over are forgotten however many there are, and no other is read for it", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const store = yield* SessionStore
        const { orgId } = yield* makeOrg
        const now = Date.now()
        const expires = new Date(now + day)
        const living = yield* makeFamilies(orgId, 5000, { ended: null, expires })
        const over = [
          ...(yield* makeFamilies(orgId, 1100, { ended: new Date(now - 2 * day), expires })),
          ...(yield* makeFamilies(orgId, 1100, { ended: null, expires: new Date(now - 31 * day) }))
        ]
        yield* sql`ANALYZE session_families, refresh_tokens`
        // The connection's counters also hold what it read in the last second before.
        const rowsRead = sql<{ rows: number }>`
          SELECT sum(seq_tup_read)::int AS rows FROM pg_stat_xact_user_tables
          WHERE relname IN ('session_families', 'refresh_tokens')`
        const [before, after] = yield* sql.withTransaction(
          Effect.all([
            rowsRead,
            Effect.andThen(
              store.forget({ endedBefore: new Date(now - day), expiredBefore: new Date(now - 30 * day) }),
              rowsRead
            )
          ])
        )
        assert.deepStrictEqual(after, before)
        const left = yield* familiesLeft
        assert.isTrue(living.every((id) => left.has(id)))
        assert.isFalse(over.some((id) => left.has(id)))
      })
    )
  }
)
