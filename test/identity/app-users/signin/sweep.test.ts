import { assert, layer } from "@effect/vitest"
import { MailedLinkStore } from "@fleet/server/identity/app-users/accounts/MailedLinkStore"
import { ChallengeStore } from "@fleet/server/identity/app-users/signin/ChallengeStore"
import { LoginCodeStore } from "@fleet/server/identity/app-users/signin/LoginCodeStore"
import { SignInSweep } from "@fleet/server/identity/app-users/signin/SignInSweep"
import { DateTime, Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { TestDatabase } from "../../../support/Database.ts"

const Stores = Layer.mergeAll(MailedLinkStore.layer, LoginCodeStore.layer, ChallengeStore.layer).pipe(
  Layer.provideMerge(TestDatabase)
)

layer(Stores)("codes and links", (it) => {
  it.effect("codes and links are deleted once they have expired, and not before", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const now = yield* DateTime.now
      const at = (minutes: number) => DateTime.toDateUtc(DateTime.add(now, { minutes }))
      yield* sql`
        WITH org AS (INSERT INTO orgs (name) VALUES ('Org') RETURNING id),
        app AS (INSERT INTO apps (org_id, name, identifier) SELECT id, 'App', 'app' FROM org RETURNING id, org_id),
        role AS (INSERT INTO roles (org_id, app_id, name) SELECT org_id, id, 'r' FROM app RETURNING id, app_id, org_id),
        person AS (INSERT INTO app_users (org_id, app_id, email, role_id, status)
          SELECT org_id, app_id, 'a@b.c', id, 'active' FROM role RETURNING id, app_id),
        codes AS (INSERT INTO login_codes (app_id, email, code_mac, attempts_left, created_at, expires_at)
          SELECT id, e.email, '\\x00', 5, ${at(-10)}, e.expires_at
          FROM app, (VALUES ('old', ${at(0)}::timestamptz), ('young', ${at(30)}::timestamptz)) AS e (email, expires_at))
        INSERT INTO app_user_links (user_id, kind, token_hash, expires_at)
        SELECT id, k.kind, k.hash, k.expires_at
        FROM person, (VALUES ('verify', '\\x01'::bytea, ${at(0)}::timestamptz), ('reset', '\\x02', ${at(30)}))
          AS k (kind, hash, expires_at)`
      const left = Effect.map(
        sql<{ name: string }>`SELECT email AS name FROM login_codes UNION SELECT kind FROM app_user_links ORDER BY 1`,
        (rows) => rows.map(({ name }) => name)
      )
      // The database answers in its own time, so the clock goes on until it has.
      const until = (names: ReadonlyArray<string>, step: Effect.Effect<void>) =>
        Effect.andThen(step, left).pipe(
          Effect.filterOrFail((found) => found.join() === names.join()),
          Effect.retry(Schedule.recurs(200))
        )
      yield* Layer.build(SignInSweep)
      yield* until(["reset", "young"], Effect.void)
      yield* (yield* LoginCodeStore).purge(at(29))
      yield* (yield* MailedLinkStore).purge(at(29))
      assert.deepStrictEqual(yield* left, ["reset", "young"])
      yield* until([], TestClock.adjust("10 minutes"))
    }).pipe(Effect.scoped)
  )
})
