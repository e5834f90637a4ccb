import { AppId, OidcProviderId, OrgId } from "@fleet/domain/Ids"
import type { OidcProvider } from "@fleet/domain/OidcProviders"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: OidcProviderId,
  app_id: AppId,
  slug: Schema.String,
  name: Schema.String,
  issuer: Schema.String,
  client_id: Schema.String,
  scopes: Schema.Array(Schema.String),
  link_verified_emails: Schema.Boolean,
  enabled: Schema.Boolean,
  created_at: Schema.DateTimeUtcFromDate
})

const Sealed = Schema.Struct({ ...Row.fields, org_id: OrgId, client_secret: Schema.Uint8Array })
/** A provider with its sealed secret, for the sign-in. */
export type SealedProvider = typeof Sealed.Type

const OfApp = Schema.Struct({ orgId: OrgId, appId: AppId })
type OfApp = typeof OfApp.Type
const Key = Schema.Struct({ ...OfApp.fields, id: OidcProviderId })
type Key = typeof Key.Type

/** The app_oidc_providers table. */
export class OidcProviderStore extends Context.Service<
  OidcProviderStore,
  {
    readonly find: (key: Key) => Effect.Effect<Option.Option<OidcProvider>>
    /** By slug. */
    readonly list: (app: OfApp) => Effect.Effect<ReadonlyArray<OidcProvider>>
    readonly sealedOf: (appId: AppId, slug: string) => Effect.Effect<Option.Option<SealedProvider>>
    readonly sealed: (id: OidcProviderId) => Effect.Effect<Option.Option<SealedProvider>>
    /** The provider as it is now; neither deleted nor changed until the transaction ends. */
    readonly lockForShare: (id: OidcProviderId) => Effect.Effect<Option.Option<SealedProvider>>
    readonly insert: (orgId: OrgId, provider: OidcProvider, secret: Uint8Array) => Effect.Effect<void>
    readonly update: (provider: OidcProvider, secret: Uint8Array) => Effect.Effect<void>
    readonly delete: (id: OidcProviderId) => Effect.Effect<void>
  }
>()("@fleet/server/OidcProviderStore") {
  static readonly layer = Layer.effect(
    OidcProviderStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(Object.keys(Row.fields).join(", "))
      const sealedColumns = sql.literal(Object.keys(Sealed.fields).join(", "))

      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ appId, id, orgId }) => sql`
          SELECT ${columns} FROM app_oidc_providers WHERE id = ${id} AND app_id = ${appId} AND org_id = ${orgId}`
      })
      const list = SqlSchema.findAll({
        Request: OfApp,
        Result: Row,
        execute: ({ appId, orgId }) => sql`
          SELECT ${columns} FROM app_oidc_providers WHERE app_id = ${appId} AND org_id = ${orgId}
          ORDER BY slug COLLATE "C"`
      })
      const sealedOf = SqlSchema.findOneOption({
        Request: Schema.Struct({ appId: AppId, slug: Schema.String }),
        Result: Sealed,
        execute: ({ appId, slug }) => sql`
          SELECT ${sealedColumns} FROM app_oidc_providers WHERE app_id = ${appId} AND slug = ${slug}`
      })
      const sealed = SqlSchema.findOneOption({
        Request: OidcProviderId,
        Result: Sealed,
        execute: (id) => sql`SELECT ${sealedColumns} FROM app_oidc_providers WHERE id = ${id}`
      })
      const lockForShare = SqlSchema.findOneOption({
        Request: OidcProviderId,
        Result: Sealed,
        execute: (id) => sql`SELECT ${sealedColumns} FROM app_oidc_providers WHERE id = ${id} FOR SHARE`
      })
      const run = <A>(statement: Effect.Effect<A, unknown>) => Effect.asVoid(Effect.orDie(statement))

      return OidcProviderStore.of({
        find: (key) => Effect.orDie(find(key)),
        list: (app) => Effect.orDie(list(app)),
        sealedOf: (appId, slug) => Effect.orDie(sealedOf({ appId, slug })),
        sealed: (id) => Effect.orDie(sealed(id)),
        lockForShare: (id) => Effect.orDie(lockForShare(id)),
        insert: (orgId, { app_id, created_at, scopes, ...rest }, secret) =>
          run(sql`
            INSERT INTO app_oidc_providers
              (id, org_id, app_id, slug, name, issuer, client_id, client_secret, scopes, link_verified_emails, enabled,
                created_at)
            VALUES (${rest.id}, ${orgId}, ${app_id}, ${rest.slug}, ${rest.name}, ${rest.issuer}, ${rest.client_id},
              ${secret}, ${JSON.stringify(scopes)}::jsonb, ${rest.link_verified_emails}, ${rest.enabled},
              ${new Date(created_at.epochMilliseconds)}::timestamptz)`),
        update: ({ client_id, enabled, id, issuer, link_verified_emails, name, scopes }, secret) =>
          run(sql`
            UPDATE app_oidc_providers SET name = ${name}, issuer = ${issuer}, client_id = ${client_id},
              client_secret = ${secret}, scopes = ${JSON.stringify(scopes)}::jsonb,
              link_verified_emails = ${link_verified_emails}, enabled = ${enabled}
            WHERE id = ${id}`),
        delete: (id) => run(sql`DELETE FROM app_oidc_providers WHERE id = ${id}`)
      })
    })
  )
}
