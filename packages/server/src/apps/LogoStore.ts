import { LogoType } from "@fleet/domain/AuthConfig"
import { AppId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({ mime: LogoType, image: Schema.Uint8Array, hash: Schema.String })
export type Row = typeof Row.Type

const Put = Schema.Struct({ app_id: AppId, ...Row.fields })

/** The app_logos table. */
export class LogoStore extends Context.Service<
  LogoStore,
  {
    readonly find: (appIdentifier: string) => Effect.Effect<Option.Option<Row>>
    /** False when the logo is this one already. */
    readonly put: (logo: typeof Put.Type) => Effect.Effect<boolean>
    /** False when there is none. */
    readonly delete: (appId: AppId) => Effect.Effect<boolean>
  }
>()("@fleet/server/LogoStore") {
  static readonly layer = Layer.effect(
    LogoStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (identifier) => sql`
          SELECT l.mime, l.image, l.hash FROM app_logos l JOIN apps a ON a.id = l.app_id
          WHERE a.identifier = ${identifier}`
      })
      const put = (logo: typeof Put.Type) => sql`
        INSERT INTO app_logos ${sql.insert({ ...logo })}
        ON CONFLICT (app_id) DO UPDATE SET mime = excluded.mime, image = excluded.image, hash = excluded.hash
          WHERE app_logos.hash <> excluded.hash OR app_logos.mime <> excluded.mime
        RETURNING app_id`
      const remove = (appId: AppId) => sql`DELETE FROM app_logos WHERE app_id = ${appId} RETURNING app_id`

      return LogoStore.of({
        find: (identifier) => Effect.orDie(find(identifier)),
        put: (logo) => Effect.map(Effect.orDie(put(logo)), ({ length }) => length === 1),
        delete: (appId) => Effect.map(Effect.orDie(remove(appId)), ({ length }) => length === 1)
      })
    })
  )
}
