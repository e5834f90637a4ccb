import { AppId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../platform/sql/values.ts"
import { accessVersion } from "./accessVersionSql.ts"

const Scope = Schema.Struct({ orgId: OrgId, appId: Schema.NullOr(AppId) })

/** What an access version counts the changes of: an app and its org, or an org alone. */
export type Scope = typeof Scope.Type

/** The access_versions table. */
export class AccessVersionStore extends Context.Service<
  AccessVersionStore,
  {
    readonly current: (scope: Scope) => Effect.Effect<number>
    readonly raise: (scopes: ReadonlyArray<AppId | OrgId>) => Effect.Effect<void>
  }
>()("@fleet/server/AccessVersionStore") {
  static readonly layer = Layer.effect(
    AccessVersionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const current = SqlSchema.findOne({
        Request: Scope,
        Result: Schema.Struct({ version: Schema.Finite }),
        execute: ({ appId, orgId }) =>
          sql`SELECT ${accessVersion(sql, sql`${orgId}::uuid`, sql`${appId}::uuid`)} AS version`
      })
      // In one order, so that two that raise the same versions do not wait for each other.
      const raise = (scopes: ReadonlyArray<AppId | OrgId>) => sql`
        INSERT INTO access_versions (scope_id, version)
        SELECT DISTINCT scope::uuid, 1 FROM unnest(${textArray(scopes)}::text[]) AS raised (scope) ORDER BY 1
        ON CONFLICT (scope_id) DO UPDATE SET version = access_versions.version + 1`

      return AccessVersionStore.of({
        current: (scope) => Effect.map(Effect.orDie(current(scope)), ({ version }) => version),
        raise: (scopes) => Effect.orDie(Effect.asVoid(raise(scopes)))
      })
    })
  )
}
