import { AppId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** Of an app, the oldest beyond this number are deleted. */
const keptOfApp = 20

const Row = Schema.Struct({
  token_hash: Schema.Uint8Array,
  app_id: AppId,
  /** Compressed HTML. */
  packed: Schema.Uint8Array,
  expires_at: Schema.Date
})

/** The mail_previews table. */
export class MailPreviewStore extends Context.Service<
  MailPreviewStore,
  {
    readonly add: (preview: typeof Row.Type) => Effect.Effect<void>
    /** None for one that is over, unknown or another app's. */
    readonly find: (
      key: Pick<typeof Row.Type, "token_hash" | "app_id">,
      now: Date
    ) => Effect.Effect<Option.Option<Uint8Array>>
    readonly deleteBefore: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/MailPreviewStore") {
  static readonly layer = Layer.effect(
    MailPreviewStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: Schema.Struct({ token_hash: Schema.Uint8Array, app_id: AppId, now: Schema.Date }),
        Result: Schema.Struct({ packed: Schema.Uint8Array }),
        execute: ({ app_id, now, token_hash }) => sql`
          SELECT packed FROM mail_previews
          WHERE token_hash = ${token_hash} AND app_id = ${app_id} AND expires_at > ${now}`
      })
      const prune = (appId: AppId) => sql`
        DELETE FROM mail_previews WHERE token_hash IN (
          SELECT token_hash FROM mail_previews WHERE app_id = ${appId}
          ORDER BY expires_at DESC, token_hash OFFSET ${keptOfApp})`
      return MailPreviewStore.of({
        add: (preview) =>
          sql`INSERT INTO mail_previews ${sql.insert({ ...preview })}`.pipe(
            Effect.andThen(prune(preview.app_id)),
            Effect.orDie,
            Effect.asVoid
          ),
        find: (key, now) =>
          Effect.map(
            Effect.orDie(find({ ...key, now })),
            Option.map(({ packed }) => packed)
          ),
        deleteBefore: (now) =>
          sql`DELETE FROM mail_previews WHERE expires_at <= ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
