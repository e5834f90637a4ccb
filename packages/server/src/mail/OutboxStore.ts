import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const NewRow = Schema.Struct({
  id: Schema.String,
  org_id: Schema.NullOr(Schema.String),
  app_id: Schema.NullOr(Schema.String),
  kind: Schema.String,
  state: Schema.Literals(["pending", "void"]),
  contents: Schema.NullOr(Schema.Uint8Array),
  due_at: Schema.Date,
  expires_at: Schema.Date,
  created_at: Schema.Date
})

/** A mail that one sender has taken, until `due_at`. */
const Claimed = Schema.Struct({
  id: Schema.String,
  contents: Schema.Uint8Array,
  attempts: Schema.Int,
  due_at: Schema.Date,
  expires_at: Schema.Date
})
export type Claimed = typeof Claimed.Type

type Claim = Pick<Claimed, "id" | "attempts">

/** How long a claimed mail is its claimer's; after that the claimer is taken for dead. Half a minute to send, and one more. */
const leaseMs = 90_000

const Claiming = Schema.Struct({ now: Schema.Date, until: Schema.Date })
const claiming = (now: Date) => ({ now, until: new Date(now.getTime() + leaseMs) })

/** The mail_outbox table. An end or a delay is written only by whoever holds the newest claim. */
export class OutboxStore extends Context.Service<
  OutboxStore,
  {
    readonly insert: (row: typeof NewRow.Type) => Effect.Effect<void>
    /** Takes the mail that is due for longest, until its `due_at`. */
    readonly claimDue: (now: Date) => Effect.Effect<Option.Option<Claimed>>
    /** Takes a mail that was never tried, due or not. */
    readonly claimFirst: (id: string, now: Date) => Effect.Effect<Option.Option<Claimed>>
    readonly delay: (claim: Claim, until: Date, failure: string) => Effect.Effect<void>
    readonly end: (claim: Claim, state: "sent" | "failed", failure: string | null) => Effect.Effect<void>
    /** Deletes what has ended and was written before. */
    readonly purge: (before: Date) => Effect.Effect<void>
  }
>()("@fleet/server/OutboxStore") {
  static readonly layer = Layer.effect(
    OutboxStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, contents, attempts, due_at, expires_at")
      const held = ({ attempts, id }: Claim) => sql`id = ${id} AND attempts = ${attempts} AND state = 'pending'`

      const insert = SqlSchema.void({
        Request: NewRow,
        execute: (row) => sql`INSERT INTO mail_outbox ${sql.insert(row)}`
      })
      const claimDue = SqlSchema.findOneOption({
        Request: Claiming,
        Result: Claimed,
        execute: ({ now, until }) => sql`
          UPDATE mail_outbox SET due_at = ${until}, attempts = attempts + 1
          WHERE id = (
            SELECT id FROM mail_outbox WHERE state = 'pending' AND due_at <= ${now}
            ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING ${columns}`
      })
      const claimFirst = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...Claiming.fields, id: Schema.String }),
        Result: Claimed,
        execute: ({ id, until }) => sql`
          UPDATE mail_outbox SET due_at = ${until}, attempts = 1
          WHERE id = ${id} AND state = 'pending' AND attempts = 0 RETURNING ${columns}`
      })

      return OutboxStore.of({
        insert: (row) => Effect.orDie(insert(row)),
        claimDue: (now) => Effect.orDie(claimDue(claiming(now))),
        claimFirst: (id, now) => Effect.orDie(claimFirst({ id, ...claiming(now) })),
        delay: (claim, until, failure) =>
          sql`UPDATE mail_outbox SET due_at = ${until}, failure = ${failure} WHERE ${held(claim)}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        end: (claim, state, failure) =>
          sql`UPDATE mail_outbox SET state = ${state}, failure = ${failure}, contents = NULL WHERE ${held(claim)}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        purge: (before) =>
          sql`DELETE FROM mail_outbox WHERE state <> 'pending' AND created_at < ${before}`.pipe(
            Effect.orDie,
            Effect.asVoid
          )
      })
    })
  )
}
