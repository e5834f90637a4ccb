import { AppUserId, OidcProviderId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Code = Schema.Struct({
  hash: Schema.Uint8Array,
  user_id: AppUserId,
  provider_id: OidcProviderId,
  provider_slug: Schema.String,
  /** The app's own. */
  code_challenge: Schema.String,
  expires_at: Schema.DateTimeUtcFromDate
})

/** The oidc_codes table: one-time codes of sign-ins that came back from a provider. */
export class OidcCodeStore extends Context.Service<
  OidcCodeStore,
  {
    readonly insert: (code: typeof Code.Type) => Effect.Effect<void>
    /** Whose code it is; it stays. Lock the account before it is taken. */
    readonly ownerOf: (hash: Uint8Array) => Effect.Effect<Option.Option<AppUserId>>
    /** Spends the code, once among any number of calls. */
    readonly take: (hash: Uint8Array) => Effect.Effect<Option.Option<typeof Code.Type>>
    readonly purge: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/OidcCodeStore") {
  static readonly layer = Layer.effect(
    OidcCodeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.void({
        Request: Code,
        execute: (row) => sql`INSERT INTO oidc_codes ${sql.insert({ ...row })}`
      })
      const ownerOf = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Schema.Struct({ user_id: AppUserId }),
        execute: (hash) => sql`SELECT user_id FROM oidc_codes WHERE hash = ${hash}`
      })
      const take = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Code,
        execute: (hash) => sql`DELETE FROM oidc_codes WHERE hash = ${hash} RETURNING *`
      })
      return OidcCodeStore.of({
        insert: (code) => Effect.orDie(insert(code)),
        ownerOf: (hash) =>
          Effect.map(
            Effect.orDie(ownerOf(hash)),
            Option.map(({ user_id }) => user_id)
          ),
        take: (hash) => Effect.orDie(take(hash)),
        purge: (now) => sql`DELETE FROM oidc_codes WHERE expires_at <= ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
