import { AppId } from "@fleet/domain/Ids"
import { MailTemplateKind } from "@fleet/domain/MailTemplates"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  kind: MailTemplateKind,
  subject: Schema.String,
  text: Schema.String,
  html: Schema.NullOr(Schema.String),
  updated_at: Schema.DateTimeUtcFromDate
})
export type Row = typeof Row.Type

const Key = Schema.Struct({ appId: AppId, kind: MailTemplateKind })
type Key = typeof Key.Type

const Write = Schema.Struct({ app_id: AppId, ...Row.fields })

/** The app_mail_templates table. Its callers have found the app to be the developer's. */
export class MailTemplateStore extends Context.Service<
  MailTemplateStore,
  {
    readonly list: (appId: AppId) => Effect.Effect<ReadonlyArray<Row>>
    readonly find: (key: Key) => Effect.Effect<Option.Option<Row>>
    /** Replaces the template of the kind. None when it is equal already; nothing is written then. */
    readonly put: (template: typeof Write.Type) => Effect.Effect<Option.Option<Row>>
    /** None when there was none. */
    readonly delete: (key: Key) => Effect.Effect<Option.Option<Row>>
  }
>()("@fleet/server/MailTemplateStore") {
  static readonly layer = Layer.effect(
    MailTemplateStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("kind, subject, text, html, updated_at")

      const list = SqlSchema.findAll({
        Request: AppId,
        Result: Row,
        execute: (appId) => sql`
          SELECT ${columns} FROM app_mail_templates WHERE app_id = ${appId}
          ORDER BY array_position(ARRAY['invite', 'verify', 'reset', 'login_code'], kind)`
      })
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ appId, kind }) => sql`
          SELECT ${columns} FROM app_mail_templates WHERE app_id = ${appId} AND kind = ${kind}`
      })
      const put = SqlSchema.findOneOption({
        Request: Write,
        Result: Row,
        execute: (template) => sql`
          INSERT INTO app_mail_templates AS old ${sql.insert(template)}
          ON CONFLICT (app_id, kind) DO UPDATE
            SET subject = excluded.subject, text = excluded.text, html = excluded.html,
              updated_at = excluded.updated_at
            WHERE (old.subject, old.text, old.html) IS DISTINCT FROM (excluded.subject, excluded.text, excluded.html)
          RETURNING ${columns}`
      })
      const remove = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ appId, kind }) => sql`
          DELETE FROM app_mail_templates WHERE app_id = ${appId} AND kind = ${kind} RETURNING ${columns}`
      })

      return MailTemplateStore.of({
        list: (appId) => Effect.orDie(list(appId)),
        find: (key) => Effect.orDie(find(key)),
        put: (template) => Effect.orDie(put(template)),
        delete: (key) => Effect.orDie(remove(key))
      })
    })
  )
}
