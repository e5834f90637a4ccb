import { TwoFactorPolicy } from "@fleet/domain/AuthConfig"
import { AppId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../platform/sql/values.ts"

const Settable = Schema.Struct({
  self_registration: Schema.Boolean,
  allowed_domains: Schema.Array(Schema.String),
  allowed_origins: Schema.Array(Schema.String),
  password_enabled: Schema.Boolean,
  email_code_enabled: Schema.Boolean,
  two_factor: TwoFactorPolicy,
  app_url: Schema.NullOr(Schema.String),
  invite_url: Schema.NullOr(Schema.String),
  verify_url: Schema.NullOr(Schema.String),
  reset_url: Schema.NullOr(Schema.String),
  mcp_login_url: Schema.NullOr(Schema.String),
  mcp_enabled: Schema.Boolean,
  hosted_accent: Schema.NullOr(Schema.String)
})
export type Settable = typeof Settable.Type

const Row = Schema.Struct({
  ...Settable.fields,
  identifier: Schema.String,
  auth_updated_at: Schema.DateTimeUtcFromDate,
  /** Of the logo's bytes; null without one. */
  logo_hash: Schema.NullOr(Schema.String)
})
export type Row = typeof Row.Type

const Key = Schema.Struct({ orgId: OrgId, id: AppId })
type Key = typeof Key.Type

/** The sign-in columns of the apps table. */
export class AuthConfigStore extends Context.Service<
  AuthConfigStore,
  {
    readonly find: (key: Key) => Effect.Effect<Option.Option<Row>>
    readonly update: (key: Key, change: Partial<Settable>, now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/AuthConfigStore") {
  static readonly layer = Layer.effect(
    AuthConfigStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const settable = sql.literal(Object.keys(Settable.fields).join(", "))

      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, orgId }) => sql`
          SELECT ${settable}, identifier, auth_updated_at,
            (SELECT l.hash FROM app_logos l WHERE l.app_id = apps.id) AS logo_hash
          FROM apps WHERE id = ${id} AND org_id = ${orgId}`
      })
      const typed = ([name, value]: readonly [string, Settable[keyof Settable]]) => [
        name,
        Array.isArray(value) ? textArray(value) : value
      ]
      const update = ({ id, orgId }: Key, change: Partial<Settable>, now: Date) => {
        const columns = { ...Object.fromEntries(Object.entries(change).map(typed)), auth_updated_at: now }
        return sql`UPDATE apps SET ${sql.update(columns)} WHERE id = ${id} AND org_id = ${orgId}`
      }

      return AuthConfigStore.of({
        find: (key) => Effect.orDie(find(key)),
        update: (key, change, now) => Effect.asVoid(Effect.orDie(update(key, change, now)))
      })
    })
  )
}
