import { AppId, OrgId, ServerKeyId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: ServerKeyId,
  app_id: AppId,
  name: Schema.String,
  created_at: Schema.DateTimeUtcFromDate,
  last_used_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type Row = typeof Row.Type

const OfApp = Schema.Struct({ orgId: OrgId, appId: AppId })
type OfApp = typeof OfApp.Type
const Key = Schema.Struct({ ...OfApp.fields, id: ServerKeyId })
type Key = typeof Key.Type

/** The server_keys table. The secret is kept as a hash only. */
export class ServerKeyStore extends Context.Service<
  ServerKeyStore,
  {
    readonly find: (key: Key) => Effect.Effect<Option.Option<Row>>
    /** Oldest first. */
    readonly list: (app: OfApp) => Effect.Effect<ReadonlyArray<Row>>
    readonly insert: (app: OfApp, key: { readonly name: string; readonly hash: Uint8Array }) => Effect.Effect<Row>
    /** None when the key is gone. */
    readonly replaceHash: (key: Key, hash: Uint8Array) => Effect.Effect<Option.Option<Row>>
    /** The key as it was; none when it is gone already. */
    readonly delete: (key: Key) => Effect.Effect<Option.Option<Row>>
  }
>()("@fleet/server/ServerKeyStore") {
  static readonly layer = Layer.effect(
    ServerKeyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, app_id, name, created_at, last_used_at")
      const within = ({ appId, orgId }: typeof OfApp.Encoded) => sql`app_id = ${appId} AND org_id = ${orgId}`

      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, ...app }) => sql`SELECT ${columns} FROM server_keys WHERE id = ${id} AND ${within(app)}`
      })
      const list = SqlSchema.findAll({
        Request: OfApp,
        Result: Row,
        execute: (app) => sql`SELECT ${columns} FROM server_keys WHERE ${within(app)} ORDER BY created_at, id`
      })
      const insert = SqlSchema.findOne({
        Request: Schema.Struct({ ...OfApp.fields, name: Schema.String, hash: Schema.Uint8Array }),
        Result: Row,
        execute: ({ appId, hash, name, orgId }) =>
          sql`INSERT INTO server_keys ${sql.insert({ app_id: appId, org_id: orgId, name, hash })} RETURNING ${columns}`
      })
      const replaceHash = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...Key.fields, hash: Schema.Uint8Array }),
        Result: Row,
        execute: ({ hash, id, ...app }) =>
          sql`UPDATE server_keys SET hash = ${hash} WHERE id = ${id} AND ${within(app)} RETURNING ${columns}`
      })
      const remove = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, ...app }) =>
          sql`DELETE FROM server_keys WHERE id = ${id} AND ${within(app)} RETURNING ${columns}`
      })

      return ServerKeyStore.of({
        find: (key) => Effect.orDie(find(key)),
        list: (app) => Effect.orDie(list(app)),
        insert: (app, key) => Effect.orDie(insert({ ...app, ...key })),
        replaceHash: (key, hash) => Effect.orDie(replaceHash({ ...key, hash })),
        delete: (key) => Effect.orDie(remove(key))
      })
    })
  )
}
