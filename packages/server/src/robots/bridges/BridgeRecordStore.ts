import { OrgId, RobotId } from "@fleet/domain/Ids"
import { ApplyError, HelloFailure, ProtocolStatus } from "@fleet/domain/Robots"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"

const Row = Schema.Struct({ id: RobotId, org_id: OrgId, name: Schema.String, locked: Schema.Boolean })
export type Row = typeof Row.Type

const Hello = Schema.Struct({
  id: RobotId,
  protocolVersion: Schema.Finite,
  protocolStatus: ProtocolStatus,
  bridgeVersion: Schema.String,
  failure: Schema.NullOr(Schema.fromJsonString(Schema.toCodecJson(HelloFailure)))
})

const Left = Schema.Struct({ id: RobotId, at: Schema.DateTimeUtcFromDate })

const Applied = Schema.Struct({
  id: RobotId,
  version: Schema.Finite,
  ok: Schema.Boolean,
  errors: Schema.fromJsonString(Schema.Array(ApplyError))
})

/** What the robots table keeps of a robot's bridge. */
export class BridgeRecordStore extends Context.Service<
  BridgeRecordStore,
  {
    readonly findByToken: (hash: Uint8Array) => Effect.Effect<Option.Option<Row>>
    readonly hello: (hello: typeof Hello.Type) => Effect.Effect<void>
    readonly left: (left: typeof Left.Type) => Effect.Effect<void>
    readonly applied: (applied: typeof Applied.Type) => Effect.Effect<void>
  }
>()("@fleet/server/BridgeRecordStore") {
  static readonly layer = Layer.effect(
    BridgeRecordStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // The one lookup that no org scopes: the token is the whole credential.
      const findByToken = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Row,
        execute: (hash) => sql`
          SELECT r.id, r.org_id, r.name, o.locked_at IS NOT NULL AS locked
          FROM robots r JOIN orgs o ON o.id = r.org_id WHERE r.token_hash = ${hash}`
      })
      const hello = SqlSchema.void({
        Request: Hello,
        execute: (row) => sql`
          UPDATE robots SET protocol_version = ${row.protocolVersion}, protocol_status = ${row.protocolStatus},
            bridge_version = ${row.bridgeVersion.replaceAll("\0", "\uFFFD")}, last_hello_error = ${row.failure}::jsonb
          WHERE id = ${row.id}`
      })
      const left = SqlSchema.void({
        Request: Left,
        execute: ({ at, id }) => sql`UPDATE robots SET offline_at = ${at} WHERE id = ${id}`
      })
      const applied = SqlSchema.void({
        Request: Applied,
        execute: (row) => sql`
          UPDATE robots SET applied_version = ${row.version}, applied_ok = ${row.ok},
            applied_errors = ${replaceUnstorableChars(row.errors)}::jsonb
          WHERE id = ${row.id}`
      })
      return BridgeRecordStore.of({
        findByToken: (hash) => Effect.orDie(findByToken(hash)),
        hello: (row) => Effect.orDie(hello(row)),
        left: (row) => Effect.orDie(left(row)),
        applied: (row) => Effect.orDie(applied(row))
      })
    })
  )
}
