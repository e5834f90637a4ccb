import { AppId, AppUserId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** An app, and an address as addresses are compared. */
const Key = Schema.Struct({ appId: AppId, address: Schema.String })
export type Key = typeof Key.Type

const Fresh = Schema.Struct({
  ...Key.fields,
  userId: Schema.NullOr(AppUserId),
  codeMac: Schema.Uint8Array,
  attempts: Schema.Int,
  now: Schema.Date,
  expiresAt: Schema.Date,
  /** A code younger than this stays. */
  renewable: Schema.Date
})
const Asked = Schema.Struct({ user_id: Schema.NullOr(AppUserId) })
const Code = Schema.Struct({
  user_id: Schema.NullOr(AppUserId),
  code_mac: Schema.Uint8Array,
  attempts_left: Schema.Int
})

/** The login_codes table: one code for an app and address, whether or not the address has an account. */
export class LoginCodeStore extends Context.Service<
  LoginCodeStore,
  {
    /**
     * Puts a code in place of the older one, for the person where the account is active or pending, else without one.
     * None when the older one is too young.
     */
    readonly put: (code: typeof Fresh.Type) => Effect.Effect<Option.Option<typeof Asked.Type>>
    /** The code that may still be tried, locked until the transaction ends. */
    readonly lockForUpdate: (key: Key, now: Date) => Effect.Effect<Option.Option<typeof Code.Type>>
    /** 0 spends the code. */
    readonly setAttemptsLeft: (key: Key, attempts: number) => Effect.Effect<void>
    readonly purge: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/LoginCodeStore") {
  static readonly layer = Layer.effect(
    LoginCodeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = ({ address, appId }: typeof Key.Encoded) => sql`app_id = ${appId} AND email = ${address}`
      const put = SqlSchema.findOneOption({
        Request: Fresh,
        Result: Asked,
        execute: ({ address, appId, attempts, codeMac, expiresAt, now, renewable, userId }) => sql`
          INSERT INTO login_codes AS c (app_id, email, user_id, code_mac, attempts_left, created_at, expires_at)
          VALUES (${appId}, ${address},
            (SELECT id FROM app_users WHERE id = ${userId} AND status IN ('pending_verification', 'active')),
            ${codeMac}, ${attempts}, ${now}, ${expiresAt})
          ON CONFLICT (app_id, email) DO UPDATE SET user_id = EXCLUDED.user_id, code_mac = EXCLUDED.code_mac,
            attempts_left = EXCLUDED.attempts_left, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
            WHERE c.created_at <= ${renewable} OR c.created_at > ${now}::timestamptz + (${now}::timestamptz - ${renewable})
          RETURNING user_id`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...Key.fields, now: Schema.Date }),
        Result: Code,
        execute: ({ now, ...key }) => sql`
          SELECT user_id, code_mac, attempts_left FROM login_codes
          WHERE ${at(key)} AND attempts_left > 0 AND expires_at > ${now} FOR UPDATE`
      })
      return LoginCodeStore.of({
        put: (code) => Effect.orDie(put(code)),
        lockForUpdate: (key, now) => Effect.orDie(lockForUpdate({ ...key, now })),
        setAttemptsLeft: (key, attempts) =>
          sql`UPDATE login_codes SET attempts_left = ${attempts} WHERE ${at(key)}`.pipe(Effect.orDie, Effect.asVoid),
        purge: (now) => sql`DELETE FROM login_codes WHERE expires_at <= ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
