import { AppId, AppUserId, DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** Who lets a client act, by the space of the account. */
export const Subject = Schema.Union([
  Schema.Struct({ kind: Schema.tag("app_user"), id: AppUserId }),
  Schema.Struct({ kind: Schema.tag("developer"), id: DeveloperId })
])
export type Subject = typeof Subject.Type

const common = { org_id: OrgId, email: Schema.String, locked: Schema.Boolean }
const Row = Schema.Union([
  Schema.Struct({ kind: Schema.tag("app_user"), id: AppUserId, app_id: AppId, active: Schema.Boolean, ...common }),
  Schema.Struct({ kind: Schema.tag("developer"), id: DeveloperId, token_version: Schema.Int, ...common })
])
/** An account, whether it may be used, and whether its org is locked to it. */
export type McpPerson = typeof Row.Type

/** Reads the accounts behind consents and codes. */
export class McpPersonStore extends Context.Service<
  McpPersonStore,
  {
    /** The account stays as it is until the transaction ends. */
    readonly lockForShare: (subject: Subject) => Effect.Effect<Option.Option<McpPerson>>
  }
>()("@fleet/server/McpPersonStore") {
  static readonly layer = Layer.effect(
    McpPersonStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lockForShare = SqlSchema.findOneOption({
        Request: Subject,
        Result: Row,
        execute: ({ id, kind }) =>
          kind === "app_user"
            ? sql`
                SELECT 'app_user' AS kind, u.id, u.org_id, u.app_id, u.email, u.status = 'active' AS active,
                  o.locked_at IS NOT NULL AS locked
                FROM app_users u JOIN orgs o ON o.id = u.org_id WHERE u.id = ${id} FOR SHARE OF u`
            : sql`
                SELECT 'developer' AS kind, d.id, d.org_id, d.email, d.token_version,
                  o.locked_at IS NOT NULL AND d.tier <> 'owner' AS locked
                FROM developers d JOIN orgs o ON o.id = d.org_id WHERE d.id = ${id} FOR SHARE OF d`
      })
      return McpPersonStore.of({ lockForShare: (subject) => Effect.orDie(lockForShare(subject)) })
    })
  )
}
