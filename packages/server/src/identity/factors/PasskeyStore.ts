import { DeveloperId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../platform/sql/values.ts"
import { Transport } from "./PasskeyCredential.ts"

const Shown = {
  id: Schema.String,
  name: Schema.String,
  created_at: Schema.DateTimeUtcFromDate,
  last_used_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  synced: Schema.NullOr(Schema.Boolean)
}
const Credential = {
  developer_id: DeveloperId,
  credential_id: Schema.String,
  public_key: Schema.Uint8Array,
  counter: Schema.Finite,
  transports: Schema.Array(Transport)
}
const Row = Schema.Struct({ ...Shown, ...Credential })
export type PasskeyRow = typeof Row.Type

const Insert = Schema.Struct({
  ...Credential,
  name: Schema.String,
  synced: Schema.Boolean,
  created_at: Schema.Date
})

const Challenge = Schema.Struct({ challenge: Schema.String, expires_at: Schema.DateTimeUtcFromDate })

/** What a challenge is for: `owner` is a developer who registers, or an interaction that signs in. */
export interface Ceremony {
  readonly owner: string
  readonly purpose: "register" | "sign_in"
}

/** The passkeys and passkey_challenges tables. */
export class PasskeyStore extends Context.Service<
  PasskeyStore,
  {
    /** Oldest first. */
    readonly list: (id: DeveloperId) => Effect.Effect<ReadonlyArray<PasskeyRow>>
    readonly find: (credentialId: string) => Effect.Effect<Option.Option<PasskeyRow>>
    /** None when the credential is registered already, whosever it is. */
    readonly insert: (passkey: typeof Insert.Type) => Effect.Effect<Option.Option<PasskeyRow>>
    readonly rename: (id: DeveloperId, passkey: string, name: string) => Effect.Effect<Option.Option<PasskeyRow>>
    /** Whether there was one. */
    readonly remove: (id: DeveloperId, passkey: string) => Effect.Effect<boolean>
    /** A pending challenge is deleted too. */
    readonly removeAll: (id: DeveloperId) => Effect.Effect<void>
    /** Whether the passkey exists and its counter, once above 0, increased. */
    readonly used: (
      passkey: string,
      use: { readonly counter: number; readonly synced: boolean; readonly at: Date }
    ) => Effect.Effect<boolean>
    /** Replaces the ceremony's earlier challenge. */
    readonly challenge: (
      ceremony: Ceremony,
      challenge: { readonly challenge: string; readonly now: Date; readonly expires_at: Date }
    ) => Effect.Effect<void>
    /** The challenge, for the one caller that gets it. */
    readonly takeChallenge: (ceremony: Ceremony) => Effect.Effect<Option.Option<typeof Challenge.Type>>
  }
>()("@fleet/server/PasskeyStore") {
  static readonly layer = Layer.effect(
    PasskeyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(`id, name, created_at, last_used_at, synced, developer_id, credential_id, public_key,
        counter::float8 AS counter, transports`)

      const list = SqlSchema.findAll({
        Request: DeveloperId,
        Result: Row,
        execute: (id) => sql`SELECT ${columns} FROM passkeys WHERE developer_id = ${id} ORDER BY created_at, id`
      })
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (credentialId) => sql`SELECT ${columns} FROM passkeys WHERE credential_id = ${credentialId}`
      })
      const insert = SqlSchema.findOneOption({
        Request: Insert,
        Result: Row,
        execute: ({ transports, ...passkey }) => sql`
          INSERT INTO passkeys (developer_id, credential_id, public_key, counter, transports, name, synced, created_at)
          VALUES (${passkey.developer_id}, ${passkey.credential_id}, ${passkey.public_key}, ${passkey.counter},
            ${textArray(transports)}, ${passkey.name}, ${passkey.synced}, ${passkey.created_at})
          ON CONFLICT (credential_id) DO NOTHING RETURNING ${columns}`
      })
      const rename = SqlSchema.findOneOption({
        Request: Schema.Struct({ id: DeveloperId, passkey: Schema.String, name: Schema.String }),
        Result: Row,
        execute: ({ id, name, passkey }) => sql`
          UPDATE passkeys SET name = ${name} WHERE id = ${passkey} AND developer_id = ${id} RETURNING ${columns}`
      })
      const takeChallenge = SqlSchema.findOneOption({
        Request: Schema.Struct({ owner: Schema.String, purpose: Schema.String }),
        Result: Challenge,
        execute: ({ owner, purpose }) => sql`
          DELETE FROM passkey_challenges WHERE owner = ${owner} AND purpose = ${purpose} RETURNING challenge, expires_at`
      })
      const some = (rows: ReadonlyArray<unknown>) => rows.length > 0

      return PasskeyStore.of({
        list: (id) => Effect.orDie(list(id)),
        find: (credentialId) => Effect.orDie(find(credentialId)),
        insert: (passkey) => Effect.orDie(insert(passkey)),
        rename: (id, passkey, name) => Effect.orDie(rename({ id, passkey, name })),
        remove: (id, passkey) =>
          sql`DELETE FROM passkeys WHERE id = ${passkey} AND developer_id = ${id} RETURNING id`.pipe(
            Effect.orDie,
            Effect.map(some)
          ),
        removeAll: (id) =>
          Effect.orDie(
            Effect.gen(function* () {
              yield* sql`DELETE FROM passkeys WHERE developer_id = ${id}`
              yield* sql`DELETE FROM passkey_challenges WHERE owner = ${id} AND purpose = 'register'`
            })
          ),
        used: (passkey, { at, counter, synced }) =>
          sql`UPDATE passkeys SET counter = ${counter}, synced = ${synced}, last_used_at = ${at}
              WHERE id = ${passkey} AND (counter = 0 OR counter < ${counter}) RETURNING id`.pipe(
            Effect.orDie,
            Effect.map(some)
          ),
        challenge: ({ owner, purpose }, { challenge, expires_at, now }) =>
          Effect.orDie(
            Effect.gen(function* () {
              // Unfinished ceremonies, except those that another process is deleting.
              yield* sql`
                DELETE FROM passkey_challenges WHERE (owner, purpose) IN (
                  SELECT owner, purpose FROM passkey_challenges WHERE expires_at < ${now}
                  LIMIT 100 FOR UPDATE SKIP LOCKED)`
              yield* sql`
                INSERT INTO passkey_challenges ${sql.insert({ owner, purpose, challenge, expires_at })}
                ON CONFLICT (owner, purpose)
                DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`
            })
          ),
        takeChallenge: (ceremony) => Effect.orDie(takeChallenge(ceremony))
      })
    })
  )
}
