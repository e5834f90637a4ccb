import { OrgId, RobotId } from "@fleet/domain/Ids"
import { HistoryDays } from "@fleet/server/plans/HistoryDays"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes, randomUUID } from "node:crypto"

const Row = Schema.Struct({ id: Schema.String })
const decode = Schema.decodeUnknownEffect(Schema.Array(Row))

/** An org with nothing in it. */
export const anOrg = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [org] = yield* decode(yield* sql`INSERT INTO orgs (name) VALUES (${randomUUID()}) RETURNING id`)
  return OrgId.make(org!.id)
}).pipe(Effect.orDie)

/** Samples of every org are kept for a week. */
export const SevenDays = Layer.succeed(HistoryDays, { load: () => Effect.void, of: () => 7 })

/** A robot without a configuration. */
export const aRobot = (orgId: OrgId, name = "Rover") =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [robot] = yield* decode(
      yield* sql`INSERT INTO robots ${sql.insert({ org_id: orgId, name, token_hash: randomBytes(32) })} RETURNING id`
    )
    return RobotId.make(robot!.id)
  }).pipe(Effect.orDie)
