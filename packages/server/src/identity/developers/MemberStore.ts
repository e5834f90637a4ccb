import { Tier } from "@fleet/domain/Caller"
import { DeveloperId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: DeveloperId,
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  tier: Tier,
  created_at: Schema.DateTimeUtcFromDate,
  passkeys: Schema.Int,
  authenticator: Schema.Boolean
})
export type Row = typeof Row.Type

const Key = Schema.Struct({ orgId: OrgId, id: DeveloperId })
type Key = typeof Key.Type

/** The developers table, for team management. */
export class MemberStore extends Context.Service<
  MemberStore,
  {
    readonly find: (key: Key) => Effect.Effect<Option.Option<Row>>
    /** Oldest first. */
    readonly list: (orgId: OrgId) => Effect.Effect<ReadonlyArray<Row>>
    readonly owners: (orgId: OrgId) => Effect.Effect<number>
    readonly rename: (key: Key, displayName: string | null) => Effect.Effect<void>
    readonly setTier: (key: Key, tier: Tier) => Effect.Effect<void>
    /** Revokes every access token issued before. */
    readonly raiseTokenVersion: (key: Key) => Effect.Effect<void>
    readonly delete: (key: Key) => Effect.Effect<void>
  }
>()("@fleet/server/MemberStore") {
  static readonly layer = Layer.effect(
    MemberStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const selected = sql.literal(`
        SELECT d.id, d.org_id, d.email, d.display_name, d.tier, d.created_at,
          (SELECT count(*)::int FROM passkeys p WHERE p.developer_id = d.id) AS passkeys,
          EXISTS (SELECT FROM authenticators a WHERE a.developer_id = d.id AND a.confirmed_at IS NOT NULL)
            AS authenticator
        FROM developers d`)
      const one = ({ id, orgId }: Key) => sql`id = ${id} AND org_id = ${orgId}`

      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: ({ id, orgId }) => sql`${selected} WHERE d.id = ${id} AND d.org_id = ${orgId}`
      })
      const list = SqlSchema.findAll({
        Request: OrgId,
        Result: Row,
        execute: (orgId) => sql`${selected} WHERE d.org_id = ${orgId} ORDER BY d.created_at, d.id`
      })
      const owners = SqlSchema.findOne({
        Request: OrgId,
        Result: Schema.Struct({ owners: Schema.Int }),
        execute: (orgId) => sql`
          SELECT count(*)::int AS owners FROM developers WHERE org_id = ${orgId} AND tier = 'owner'`
      })

      return MemberStore.of({
        find: (key) => Effect.orDie(find(key)),
        list: (orgId) => Effect.orDie(list(orgId)),
        owners: (orgId) => Effect.map(Effect.orDie(owners(orgId)), ({ owners }) => owners),
        rename: (key, displayName) =>
          sql`UPDATE developers SET display_name = ${displayName} WHERE ${one(key)}`.pipe(Effect.orDie, Effect.asVoid),
        setTier: (key, tier) =>
          sql`UPDATE developers SET tier = ${tier} WHERE ${one(key)}`.pipe(Effect.orDie, Effect.asVoid),
        raiseTokenVersion: (key) =>
          sql`UPDATE developers SET token_version = token_version + 1 WHERE ${one(key)}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        delete: (key) => sql`DELETE FROM developers WHERE ${one(key)}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
