import { Tier } from "@fleet/domain/Caller"
import { OrgId } from "@fleet/domain/Ids"
import { TeamInvitationId } from "@fleet/domain/Team"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Row = Schema.Struct({
  id: TeamInvitationId,
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  tier: Tier,
  send_mail: Schema.Boolean,
  expires_at: Schema.DateTimeUtcFromDate
})
export type Row = typeof Row.Type

const Key = Schema.Struct({ orgId: OrgId, id: TeamInvitationId })
type Key = typeof Key.Type

const Insert = Schema.Struct({
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  tier: Tier,
  token_hash: Schema.Uint8Array,
  send_mail: Schema.Boolean,
  created_at: Schema.Date,
  expires_at: Schema.Date
})

const Peeked = Schema.Struct({ ...Row.fields, org_name: Schema.String })
const Renewal = { hash: Schema.Uint8Array, expiresAt: Schema.Date, now: Schema.Date }

/** The team_invitations table. Expired rows are not found. */
export class TeamInvitationStore extends Context.Service<
  TeamInvitationStore,
  {
    readonly find: (key: Key, now: Date) => Effect.Effect<Option.Option<Row>>
    /** Newest first. */
    readonly list: (orgId: OrgId, now: Date) => Effect.Effect<ReadonlyArray<Row>>
    /** Whether a developer of any org has the address. */
    readonly isTaken: (email: string) => Effect.Effect<boolean>
    readonly insert: (invitation: typeof Insert.Type) => Effect.Effect<Row>
    /** A new token and expiry; none when the invitation no longer exists. */
    readonly renew: (
      key: Key,
      renewal: { readonly hash: Uint8Array; readonly expiresAt: Date; readonly now: Date }
    ) => Effect.Effect<Option.Option<Row>>
    /** None when the invitation no longer exists. */
    readonly delete: (key: Key, now: Date) => Effect.Effect<Option.Option<Row>>
    /** Deletes that of an address, with all of the org that have expired, and answers what had not. */
    readonly clear: (orgId: OrgId, email: string, now: Date) => Effect.Effect<ReadonlyArray<Row>>
    readonly peek: (hash: Uint8Array, now: Date) => Effect.Effect<Option.Option<typeof Peeked.Type>>
    /** Deletes the invitation of a token: of many callers, one gets it. */
    readonly take: (hash: Uint8Array, now: Date) => Effect.Effect<Option.Option<Row>>
  }
>()("@fleet/server/TeamInvitationStore") {
  static readonly layer = Layer.effect(
    TeamInvitationStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, org_id, email, display_name, tier, send_mail, expires_at")
      const AtKey = Schema.Struct({ ...Key.fields, now: Schema.Date })
      const AtHash = Schema.Struct({ hash: Schema.Uint8Array, now: Schema.Date })

      const find = SqlSchema.findOneOption({
        Request: AtKey,
        Result: Row,
        execute: ({ id, now, orgId }) => sql`
          SELECT ${columns} FROM team_invitations WHERE id = ${id} AND org_id = ${orgId} AND expires_at > ${now}`
      })
      const list = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, now: Schema.Date }),
        Result: Row,
        execute: ({ now, orgId }) => sql`
          SELECT ${columns} FROM team_invitations WHERE org_id = ${orgId} AND expires_at > ${now}
          ORDER BY created_at DESC, id`
      })
      const isTaken = SqlSchema.findOne({
        Request: Schema.String,
        Result: Schema.Struct({ taken: Schema.Boolean }),
        execute: (email) => sql`
          SELECT EXISTS (SELECT FROM developers WHERE lower(email) = lower(${email})) AS taken`
      })
      const insert = SqlSchema.findOne({
        Request: Insert,
        Result: Row,
        execute: (row) => sql`INSERT INTO team_invitations ${sql.insert({ ...row })} RETURNING ${columns}`
      })
      const renew = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...Key.fields, ...Renewal }),
        Result: Row,
        execute: ({ expiresAt, hash, id, now, orgId }) => sql`
          UPDATE team_invitations SET token_hash = ${hash}, expires_at = ${expiresAt}
          WHERE id = ${id} AND org_id = ${orgId} AND expires_at > ${now} RETURNING ${columns}`
      })
      const remove = SqlSchema.findOneOption({
        Request: AtKey,
        Result: Row,
        execute: ({ id, now, orgId }) => sql`
          DELETE FROM team_invitations WHERE id = ${id} AND org_id = ${orgId} AND expires_at > ${now}
          RETURNING ${columns}`
      })
      const clear = SqlSchema.findAll({
        Request: Schema.Struct({ orgId: OrgId, email: Schema.String, now: Schema.Date }),
        Result: Row,
        execute: ({ email, now, orgId }) => sql`
          WITH deleted AS (
            DELETE FROM team_invitations
            WHERE org_id = ${orgId} AND (lower(email) = lower(${email}) OR expires_at <= ${now})
            RETURNING ${columns})
          SELECT * FROM deleted WHERE expires_at > ${now}`
      })
      const peek = SqlSchema.findOneOption({
        Request: AtHash,
        Result: Peeked,
        execute: ({ hash, now }) => sql`
          SELECT i.*, o.name AS org_name FROM team_invitations i JOIN orgs o ON o.id = i.org_id
          WHERE i.token_hash = ${hash} AND i.expires_at > ${now}`
      })
      const take = SqlSchema.findOneOption({
        Request: AtHash,
        Result: Row,
        execute: ({ hash, now }) => sql`
          DELETE FROM team_invitations WHERE token_hash = ${hash} AND expires_at > ${now} RETURNING ${columns}`
      })

      return TeamInvitationStore.of({
        find: (key, now) => Effect.orDie(find({ ...key, now })),
        list: (orgId, now) => Effect.orDie(list({ orgId, now })),
        isTaken: (email) => Effect.map(Effect.orDie(isTaken(email)), ({ taken }) => taken),
        insert: (row) => Effect.orDie(insert(row)),
        renew: (key, renewal) => Effect.orDie(renew({ ...key, ...renewal })),
        delete: (key, now) => Effect.orDie(remove({ ...key, now })),
        clear: (orgId, email, now) => Effect.orDie(clear({ orgId, email, now })),
        peek: (hash, now) => Effect.orDie(peek({ hash, now })),
        take: (hash, now) => Effect.orDie(take({ hash, now }))
      })
    })
  )
}
