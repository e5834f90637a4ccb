import { AppId, AppUserId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** Links for an account: to verify its address, or to reset its password. */
export const LinkKind = Schema.Literals(["verify", "reset"])
export type LinkKind = typeof LinkKind.Type

const Link = Schema.Struct({
  userId: AppUserId,
  kind: LinkKind,
  tokenHash: Schema.Uint8Array,
  expiresAt: Schema.Date
})
const Presented = Schema.Struct({ kind: LinkKind, tokenHash: Schema.Uint8Array, now: Schema.Date })
type Presented = typeof Presented.Type

const Holder = Schema.Struct({ id: AppUserId, app_id: AppId, password_enabled: Schema.Boolean })

/** The app_user_links table: one living link of a kind for an account. */
export class MailedLinkStore extends Context.Service<
  MailedLinkStore,
  {
    /**
     * Writes a link in place of the older one, where the account may have one: `verify` while it is pending, `reset`
     * while it has a password and is not blocked. Answers whether it did, after the same statement for an unknown account.
     */
    readonly put: (link: typeof Link.Type) => Effect.Effect<boolean>
    /** Whose link it is; it stays good. */
    readonly find: (presented: Presented) => Effect.Effect<Option.Option<typeof Holder.Type>>
    /** Spends the link, once among any number of calls; the account stays locked until the transaction ends. */
    readonly take: (presented: Presented) => Effect.Effect<Option.Option<AppUserId>>
    readonly purge: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/MailedLinkStore") {
  static readonly layer = Layer.effect(
    MailedLinkStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const entitled = (kind: LinkKind) =>
        kind === "verify"
          ? sql`u.status = 'pending_verification'`
          : sql`u.status IN ('pending_verification', 'active') AND u.password_hash IS NOT NULL`

      const put = SqlSchema.findOneOption({
        Request: Link,
        Result: Schema.Struct({ user_id: AppUserId }),
        execute: ({ expiresAt, kind, tokenHash, userId }) => sql`
          WITH person AS (
            SELECT u.id FROM app_users u WHERE u.id = ${userId} AND ${entitled(kind)} FOR NO KEY UPDATE)
          INSERT INTO app_user_links (user_id, kind, token_hash, expires_at)
          SELECT id, ${kind}, ${tokenHash}::bytea, ${expiresAt}::timestamptz FROM person
          ON CONFLICT (user_id, kind) DO UPDATE SET token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at
          RETURNING user_id`
      })
      const living = ({ kind, now, tokenHash }: typeof Presented.Encoded) => sql`
        FROM app_user_links l
        JOIN app_users u ON u.id = l.user_id AND ${entitled(kind)}
        JOIN apps a ON a.id = u.app_id
        WHERE l.token_hash = ${tokenHash} AND l.kind = ${kind} AND l.expires_at > ${now}`
      const find = SqlSchema.findOneOption({
        Request: Presented,
        Result: Holder,
        execute: (presented) => sql`SELECT u.id, u.app_id, a.password_enabled ${living(presented)}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Presented,
        Result: Schema.Struct({ id: AppUserId }),
        execute: (presented) => sql`SELECT u.id ${living(presented)} FOR UPDATE OF u`
      })
      // A statement of its own, begun once the account is locked: it sees what the transactions before it did.
      const spend = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Schema.Struct({ user_id: AppUserId }),
        execute: (tokenHash) => sql`DELETE FROM app_user_links WHERE token_hash = ${tokenHash} RETURNING user_id`
      })

      return MailedLinkStore.of({
        put: (link) => Effect.map(Effect.orDie(put(link)), Option.isSome),
        find: (presented) => Effect.orDie(find(presented)),
        take: Effect.fnUntraced(function* (presented) {
          const locked = yield* Effect.orDie(lockForUpdate(presented))
          if (Option.isNone(locked)) return Option.none()
          return Option.map(yield* Effect.orDie(spend(presented.tokenHash)), ({ user_id }) => user_id)
        }),
        purge: (now) => sql`DELETE FROM app_user_links WHERE expires_at <= ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
