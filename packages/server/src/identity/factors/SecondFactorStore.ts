import { Array, Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import type { Holder } from "./Holder.ts"

const Authenticator = Schema.Struct({
  secret: Schema.NullOr(Schema.Uint8Array),
  pending_secret: Schema.NullOr(Schema.Uint8Array)
})

const Status = Schema.Struct({
  confirmed_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  recovery_codes: Schema.Int
})

/**
 * The authenticators and recovery_codes tables. Secrets are sealed, codes are macs. What is spent, confirmed, replaced
 * or removed is so under the lock of the person's row, which stays until the transaction ends.
 */
export class SecondFactorStore extends Context.Service<
  SecondFactorStore,
  {
    readonly status: (holder: Holder) => Effect.Effect<typeof Status.Type>
    readonly find: (holder: Holder) => Effect.Effect<Option.Option<typeof Authenticator.Type>>
    /** Writes nothing when the person does not exist. */
    readonly putPending: (holder: Holder, secret: Uint8Array) => Effect.Effect<void>
    /** Makes this pending secret the authenticator, its step spent; false when it is pending no more. */
    readonly promote: (
      holder: Holder,
      secret: Uint8Array,
      at: { readonly step: number; readonly now: Date }
    ) => Effect.Effect<boolean>
    /** Spends a time step; false when it or a later one is spent, or the secret is not the authenticator's any more. */
    readonly takeStep: (holder: Holder, secret: Uint8Array, step: number) => Effect.Effect<boolean>
    readonly remove: (holder: Holder) => Effect.Effect<void>
    /** Replaces all codes. Run it in a transaction. */
    readonly replaceCodes: (holder: Holder, macs: ReadonlyArray<Uint8Array>) => Effect.Effect<void>
    /** Spends a code; false where it is unknown. */
    readonly takeCode: (holder: Holder, mac: Uint8Array) => Effect.Effect<boolean>
  }
>()("@fleet/server/SecondFactorStore") {
  static readonly layer = Layer.effect(
    SecondFactorStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const column = ({ kind }: Holder) => sql(kind === "developer" ? "developer_id" : "app_user_id")
      const people = ({ kind }: Holder) => sql(kind === "developer" ? "developers" : "app_users")
      const of = (holder: Holder) => sql`${column(holder)} = ${holder.id}`

      const find = (holder: Holder) =>
        SqlSchema.findOneOption({
          Request: Schema.Void,
          Result: Authenticator,
          execute: () => sql`SELECT secret, pending_secret FROM authenticators WHERE ${of(holder)}`
        })(undefined)
      const status = (holder: Holder) =>
        SqlSchema.findOne({
          Request: Schema.Void,
          Result: Status,
          execute: () => sql`
            SELECT (SELECT confirmed_at FROM authenticators WHERE ${of(holder)}) AS confirmed_at,
              (SELECT count(*)::int FROM recovery_codes WHERE ${of(holder)}) AS recovery_codes`
        })(undefined)
      // Always the person first: two who change several rows of one person never wait for each other in a circle.
      const afterLock = (holder: Holder, work: Statement.Statement<unknown>) =>
        Effect.andThen(sql`SELECT FROM ${people(holder)} WHERE id = ${holder.id} FOR NO KEY UPDATE`, work)
      const replaceCodes = Effect.fnUntraced(function* (holder: Holder, macs: ReadonlyArray<Uint8Array>) {
        yield* afterLock(holder, sql`DELETE FROM recovery_codes WHERE ${of(holder)}`)
        const owner = holder.kind === "developer" ? { developer_id: holder.id } : { app_user_id: holder.id }
        const rows: ReadonlyArray<Record<string, unknown>> = macs.map((mac) => ({ ...owner, mac }))
        if (Array.isReadonlyArrayNonEmpty(rows)) yield* sql`INSERT INTO recovery_codes ${sql.insert(rows)}`
      })
      const one = Effect.map((rows: ReadonlyArray<unknown>) => rows.length === 1)

      return SecondFactorStore.of({
        find: (holder) => Effect.orDie(find(holder)),
        status: (holder) => Effect.orDie(status(holder)),
        putPending: (holder, secret) =>
          sql`INSERT INTO authenticators (${column(holder)}, pending_secret)
              SELECT id, ${secret} FROM ${people(holder)} WHERE id = ${holder.id} FOR KEY SHARE
              ON CONFLICT (${column(holder)}) DO UPDATE SET pending_secret = excluded.pending_secret`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        promote: (holder, secret, { now, step }) =>
          afterLock(
            holder,
            sql`UPDATE authenticators
                SET secret = pending_secret, pending_secret = NULL, confirmed_at = ${now}, last_step = ${step}
                WHERE ${of(holder)} AND pending_secret = ${secret} RETURNING last_step`
          ).pipe(one, Effect.orDie),
        takeStep: (holder, secret, step) =>
          afterLock(
            holder,
            sql`UPDATE authenticators SET last_step = ${step}
                WHERE ${of(holder)} AND secret = ${secret} AND last_step < ${step} RETURNING last_step`
          ).pipe(one, Effect.orDie),
        remove: (holder) =>
          afterLock(holder, sql`DELETE FROM authenticators WHERE ${of(holder)}`).pipe(Effect.orDie, Effect.asVoid),
        replaceCodes: (holder, macs) => Effect.orDie(replaceCodes(holder, macs)),
        takeCode: (holder, mac) =>
          afterLock(holder, sql`DELETE FROM recovery_codes WHERE ${of(holder)} AND mac = ${mac} RETURNING mac`).pipe(
            one,
            Effect.orDie
          )
      })
    })
  )
}
