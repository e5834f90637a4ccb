import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { MailContents } from "./MailContents.ts"

const Names = Schema.Struct({
  app_name: Schema.NullOr(Schema.String),
  /** The app's accent, #rrggbb. */
  accent: Schema.NullOr(Schema.String),
  org_name: Schema.NullOr(Schema.String),
  role_name: Schema.NullOr(Schema.String),
  subject: Schema.NullOr(Schema.String),
  text: Schema.NullOr(Schema.String),
  html: Schema.NullOr(Schema.String)
})
export type Names = typeof Names.Type

/** The current names of the org, app and role of a mail, and the app's own template for it. */
export class MailNameStore extends Context.Service<
  MailNameStore,
  {
    /** `subject` and `text` are null where the app has no template of the kind. */
    readonly find: (mail: Pick<MailContents, "orgId" | "appId" | "roleId" | "kind">) => Effect.Effect<Names>
  }
>()("@fleet/server/MailNameStore") {
  static readonly layer = Layer.effect(
    MailNameStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const nullable = Schema.NullOr(Schema.String)
      const find = SqlSchema.findOne({
        Request: Schema.Struct({ orgId: nullable, appId: nullable, roleId: nullable, kind: Schema.String }),
        Result: Names,
        execute: ({ appId, kind, orgId, roleId }) => sql`
          SELECT a.name AS app_name, a.hosted_accent AS accent, o.name AS org_name, r.name AS role_name, t.subject, t.text, t.html
          FROM (SELECT) AS mail
          LEFT JOIN apps a ON a.id = ${appId}::uuid
          LEFT JOIN orgs o ON o.id = coalesce(a.org_id, ${orgId}::uuid)
          LEFT JOIN roles r ON r.id = ${roleId}::uuid AND r.app_id = a.id
          LEFT JOIN app_mail_templates t ON t.app_id = a.id AND t.kind = ${kind}`
      })
      return MailNameStore.of({ find: (mail) => Effect.orDie(find(mail)) })
    })
  )
}
