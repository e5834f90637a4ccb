import { DeveloperId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Purpose } from "../../oauth/Interaction.ts"

const Key = Schema.Struct({ email: Schema.String, purpose: Purpose })
export type Key = typeof Key.Type

const New = Schema.Struct({
  ...Key.fields,
  developer_id: Schema.NullOr(DeveloperId),
  code_mac: Schema.Uint8Array,
  attempts_left: Schema.Int,
  created_at: Schema.DateTimeUtcFromDate,
  expires_at: Schema.DateTimeUtcFromDate
})

const Tried = Schema.Struct({
  developer_id: Schema.NullOr(DeveloperId),
  code_mac: Schema.Uint8Array,
  attempts_left: Schema.Int
})

/** The portal_mailed_codes table. */
export class MailedCodeStore extends Context.Service<
  MailedCodeStore,
  {
    /**
     * Replaces the address's code unless one was made after `notSince`; answers whether it did. A decoy is always replaced
     * by a code for an account, and so is a code from as far in the future, as after the clock was set back.
     */
    readonly put: (code: typeof New.Type, notSince: Date) => Effect.Effect<boolean>
    /** Counts an attempt and answers what it is to be compared with; none when there is no attempt left. */
    readonly attempt: (key: Key, now: Date) => Effect.Effect<Option.Option<typeof Tried.Type>>
    readonly delete: (key: Key) => Effect.Effect<void>
    readonly deleteBefore: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/MailedCodeStore") {
  static readonly layer = Layer.effect(
    MailedCodeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const put = SqlSchema.findOneOption({
        Request: Schema.Struct({ code: New, notSince: Schema.Date }),
        Result: Schema.Struct({ email: Schema.String }),
        execute: ({ code, notSince }) => sql`
          INSERT INTO portal_mailed_codes AS kept ${sql.insert({ ...code })}
          ON CONFLICT (email, purpose) DO UPDATE SET
            developer_id = EXCLUDED.developer_id, code_mac = EXCLUDED.code_mac,
            attempts_left = EXCLUDED.attempts_left, created_at = EXCLUDED.created_at, expires_at = EXCLUDED.expires_at
          WHERE kept.created_at <= ${notSince}
            OR kept.created_at > EXCLUDED.created_at + (EXCLUDED.created_at - ${notSince})
            OR (kept.developer_id IS NULL AND EXCLUDED.developer_id IS NOT NULL)
          RETURNING email`
      })
      const attempt = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...Key.fields, now: Schema.Date }),
        Result: Tried,
        execute: ({ email, now, purpose }) => sql`
          UPDATE portal_mailed_codes SET attempts_left = attempts_left - 1
          WHERE email = ${email} AND purpose = ${purpose} AND attempts_left > 0 AND expires_at > ${now}
          RETURNING developer_id, code_mac, attempts_left`
      })
      return MailedCodeStore.of({
        put: (code, notSince) => Effect.map(Effect.orDie(put({ code, notSince })), Option.isSome),
        attempt: (key, now) => Effect.orDie(attempt({ ...key, now })),
        delete: ({ email, purpose }) =>
          sql`DELETE FROM portal_mailed_codes WHERE email = ${email} AND purpose = ${purpose}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        deleteBefore: (now) =>
          sql`DELETE FROM portal_mailed_codes WHERE expires_at < ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
