import type { AppId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"

/** Which origins the apps list. */
export class OriginStore extends Context.Service<
  OriginStore,
  {
    /** Whether this app, or with null any app, lists the origin. */
    readonly lists: (appId: AppId | null, origin: string) => Effect.Effect<boolean>
    readonly named: (identifier: string) => Effect.Effect<Option.Option<AppId>>
  }
>()("@fleet/server/OriginStore") {
  static readonly layer = Layer.effect(
    OriginStore,
    Effect.map(SqlClient.SqlClient, (sql) => ({
      lists: (appId, origin) => {
        const listed = sql`SELECT 1 FROM apps WHERE allowed_origins @> ARRAY[${origin}::text]`
        const rows = appId === null ? sql`${listed} LIMIT 1` : sql`${listed} AND id = ${appId}`
        return Effect.map(Effect.orDie(rows), ({ length }) => length > 0)
      },
      named: (identifier) =>
        Effect.map(Effect.orDie(sql<{ id: AppId }>`SELECT id FROM apps WHERE identifier = ${identifier}`), ([row]) =>
          Option.fromNullishOr(row?.id)
        )
    }))
  )
}
