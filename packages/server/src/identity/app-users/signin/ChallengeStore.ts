import { TwoFactorChallenge } from "@fleet/domain/ClientAuth"
import { AppId, AppUserId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { SignInMethod } from "./SignInMethod.ts"

const methods: ReadonlyArray<SignInMethod> = [
  "password",
  "email_code",
  "verify_email",
  "password_reset",
  "invitation",
  "oidc"
]

const Living = Schema.Struct({
  status: TwoFactorChallenge.fields.status,
  method: Schema.Literals(methods),
  attempts_left: Schema.Int,
  setup_key: Schema.NullOr(Schema.Uint8Array)
})

const Insert = Schema.Struct({
  status: Living.fields.status,
  method: Living.fields.method,
  attempts_left: Living.fields.attempts_left,
  hash: Schema.Uint8Array,
  user_id: AppUserId,
  expires_at: Schema.DateTimeUtcFromDate
})

const Person = Schema.Struct({
  id: AppUserId,
  org_id: OrgId,
  app_id: AppId,
  email: Schema.String,
  /** Whether the org is locked. */
  locked: Schema.Boolean
})

const Owner = Schema.Struct({
  user_id: AppUserId,
  app_id: AppId,
  app_name: Schema.String,
  email: Schema.String,
  status: Living.fields.status,
  setup_key: Schema.NullOr(Schema.Uint8Array),
  living: Schema.Boolean
})

/** The sign_in_challenges table. A dead row stays until it is swept, so that its owner and its app are still known. */
export class ChallengeStore extends Context.Service<
  ChallengeStore,
  {
    readonly insert: (challenge: typeof Insert.Type) => Effect.Effect<void>
    /** A challenge, dead or not, with its person and app, not locked. */
    readonly look: (hash: Uint8Array, now: Date) => Effect.Effect<Option.Option<typeof Owner.Type>>
    /** The active person behind a challenge, locked until the transaction ends. */
    readonly lockPersonForUpdate: (hash: Uint8Array) => Effect.Effect<Option.Option<typeof Person.Type>>
    readonly living: (hash: Uint8Array, now: Date) => Effect.Effect<Option.Option<typeof Living.Type>>
    readonly keepKey: (hash: Uint8Array, sealed: Uint8Array) => Effect.Effect<void>
    /** Takes one attempt away and answers what is left. */
    readonly wrong: (hash: Uint8Array) => Effect.Effect<number>
    readonly kill: (hash: Uint8Array) => Effect.Effect<void>
    readonly killAll: (userId: AppUserId) => Effect.Effect<boolean>
    readonly purge: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/ChallengeStore") {
  static readonly layer = Layer.effect(
    ChallengeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const insert = SqlSchema.void({
        Request: Insert,
        execute: (challenge) => sql`INSERT INTO sign_in_challenges ${sql.insert({ ...challenge })}`
      })
      const look = SqlSchema.findOneOption({
        Request: Schema.Struct({ hash: Schema.Uint8Array, now: Schema.Date }),
        Result: Owner,
        execute: ({ hash, now }) => sql`
          SELECT c.user_id, u.app_id, a.name AS app_name, u.email, c.status, c.setup_key,
            c.attempts_left > 0 AND c.expires_at > ${now} AND u.status = 'active' AS living
          FROM sign_in_challenges c JOIN app_users u ON u.id = c.user_id JOIN apps a ON a.id = u.app_id
          WHERE c.hash = ${hash}`
      })
      const lockPersonForUpdate = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Person,
        execute: (hash) => sql`
          SELECT u.id, u.org_id, u.app_id, u.email, o.locked_at IS NOT NULL AS locked
          FROM app_users u JOIN orgs o ON o.id = u.org_id
          WHERE u.id = (SELECT user_id FROM sign_in_challenges WHERE hash = ${hash}) AND u.status = 'active'
          FOR NO KEY UPDATE OF u`
      })
      const living = SqlSchema.findOneOption({
        Request: Schema.Struct({ hash: Schema.Uint8Array, now: Schema.Date }),
        Result: Living,
        execute: ({ hash, now }) => sql`
          SELECT status, method, attempts_left, setup_key FROM sign_in_challenges
          WHERE hash = ${hash} AND attempts_left > 0 AND expires_at > ${now}`
      })
      const wrong = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Schema.Struct({ attempts_left: Schema.Int }),
        execute: (hash) => sql`
          UPDATE sign_in_challenges SET attempts_left = attempts_left - 1
          WHERE hash = ${hash} AND attempts_left > 0 RETURNING attempts_left`
      })

      return ChallengeStore.of({
        insert: (challenge) => Effect.orDie(insert(challenge)),
        look: (hash, now) => Effect.orDie(look({ hash, now })),
        lockPersonForUpdate: (hash) => Effect.orDie(lockPersonForUpdate(hash)),
        living: (hash, now) => Effect.orDie(living({ hash, now })),
        keepKey: (hash, sealed) =>
          sql`UPDATE sign_in_challenges SET setup_key = ${sealed} WHERE hash = ${hash}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        wrong: (hash) => Effect.map(Effect.orDie(wrong(hash)), (row) => Option.getOrUndefined(row)?.attempts_left ?? 0),
        kill: (hash) =>
          sql`UPDATE sign_in_challenges SET attempts_left = 0 WHERE hash = ${hash}`.pipe(Effect.orDie, Effect.asVoid),
        killAll: (userId) =>
          Effect.map(
            Effect.orDie(sql`
              UPDATE sign_in_challenges SET attempts_left = 0
              WHERE user_id = ${userId} AND attempts_left > 0 RETURNING user_id`),
            ({ length }) => length > 0
          ),
        purge: (now) => sql`DELETE FROM sign_in_challenges WHERE expires_at <= ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
