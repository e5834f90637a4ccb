import { AppId, OidcProviderId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const New = Schema.Struct({
  state_hash: Schema.Uint8Array,
  app_id: AppId,
  provider_id: OidcProviderId,
  /** The provider's at the start. */
  issuer: Schema.String,
  client_id: Schema.String,
  /** Where the browser goes back to: the app's, or a hosted page. */
  redirect_uri: Schema.String,
  is_hosted: Schema.Boolean,
  /** The app's own. */
  app_state: Schema.String,
  code_challenge: Schema.String,
  expires_at: Schema.DateTimeUtcFromDate
})

const App = Schema.Struct({ app_id: AppId, org_id: OrgId, allowed_origins: Schema.Array(Schema.String) })
/** An app as a start needs it. */
export type StartingApp = typeof App.Type

/** A sign-in that is under way. */
const Interaction = Schema.Struct({
  ...New.fields,
  provider_id: Schema.NullOr(OidcProviderId),
  org_id: OrgId,
  /** The app's now. */
  allowed_origins: App.fields.allowed_origins
})
export type Interaction = typeof Interaction.Type

/** The oidc_interactions table. */
export class OidcInteractionStore extends Context.Service<
  OidcInteractionStore,
  {
    readonly app: (identifier: string) => Effect.Effect<Option.Option<StartingApp>>
    /** Answers whether the provider is still there. */
    readonly insert: (interaction: typeof New.Type) => Effect.Effect<boolean>
    /** Spends a living one, once among any number of calls. */
    readonly take: (stateHash: Uint8Array, now: Date) => Effect.Effect<Option.Option<Interaction>>
    readonly purge: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/OidcInteractionStore") {
  static readonly layer = Layer.effect(
    OidcInteractionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const app = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: App,
        execute: (identifier) => sql`
          SELECT id AS app_id, org_id, allowed_origins FROM apps WHERE identifier = ${identifier}`
      })
      const insert = SqlSchema.findOneOption({
        Request: New,
        Result: Schema.Struct({ app_id: AppId }),
        execute: (row) => sql`
          INSERT INTO oidc_interactions (state_hash, app_id, provider_id, issuer, client_id, redirect_uri, is_hosted,
            app_state, code_challenge, expires_at)
          SELECT ${row.state_hash}::bytea, app_id, id, ${row.issuer}, ${row.client_id}, ${row.redirect_uri},
            ${row.is_hosted}::boolean, ${row.app_state}, ${row.code_challenge}, ${row.expires_at}::timestamptz
          FROM app_oidc_providers WHERE id = ${row.provider_id} AND app_id = ${row.app_id} FOR KEY SHARE
          RETURNING app_id`
      })
      const take = SqlSchema.findOneOption({
        Request: Schema.Struct({ stateHash: Schema.Uint8Array, now: Schema.Date }),
        Result: Interaction,
        execute: ({ now, stateHash }) => sql`
          DELETE FROM oidc_interactions i USING apps a
          WHERE i.state_hash = ${stateHash} AND i.expires_at > ${now} AND a.id = i.app_id
          RETURNING i.*, a.org_id, a.allowed_origins`
      })
      return OidcInteractionStore.of({
        app: (identifier) => Effect.orDie(app(identifier)),
        insert: (interaction) => Effect.map(Effect.orDie(insert(interaction)), Option.isSome),
        take: (stateHash, now) => Effect.orDie(take({ stateHash, now })),
        purge: (now) => sql`DELETE FROM oidc_interactions WHERE expires_at <= ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
