import { OrgId, RobotId } from "@fleet/domain/Ids"
import { CutOn } from "@fleet/domain/RobotConfig/Recorder"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../platform/sql/values.ts"

const Row = Schema.Struct({
  robot_id: RobotId,
  org_id: OrgId,
  before_ms: Schema.Int,
  after_ms: Schema.Int,
  max_bytes: Schema.Int
})
export type RecorderRow = typeof Row.Type

const { org_id: _org, ...written } = Row.fields
const Put = Schema.Struct({ ...written, cut_on: Schema.Array(CutOn) })
const Cut = Schema.Struct({ robotIds: Schema.Array(RobotId), on: CutOn })

/** The recorders table: what recorders published configurations have. */
export class RecorderStore extends Context.Service<
  RecorderStore,
  {
    readonly put: (recorder: typeof Put.Type) => Effect.Effect<void>
    readonly delete: (robotId: RobotId) => Effect.Effect<void>
    readonly has: (robotId: RobotId) => Effect.Effect<boolean>
    /** Until the transaction ends no other recording of the robot is made. */
    readonly lock: (robotId: RobotId) => Effect.Effect<Option.Option<RecorderRow>>
    /** The same of those of the robots that are cut when such a thing happens. */
    readonly lockThatCut: (cut: typeof Cut.Type) => Effect.Effect<ReadonlyArray<RecorderRow>>
  }
>()("@fleet/server/RecorderStore") {
  static readonly layer = Layer.effect(
    RecorderStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql`c.robot_id, r.org_id, c.before_ms, c.after_ms, c.max_bytes`
      const put = SqlSchema.void({
        Request: Put,
        execute: (row) => sql`
          INSERT INTO recorders (robot_id, before_ms, after_ms, max_bytes, cut_on)
          VALUES (${row.robot_id}, ${row.before_ms}, ${row.after_ms}, ${row.max_bytes}, ${textArray(row.cut_on)})
          ON CONFLICT (robot_id) DO UPDATE SET before_ms = excluded.before_ms, after_ms = excluded.after_ms,
            max_bytes = excluded.max_bytes, cut_on = excluded.cut_on`
      })
      const has = SqlSchema.findOne({
        Request: RobotId,
        Result: Schema.Struct({ has: Schema.Boolean }),
        execute: (robotId) => sql`SELECT EXISTS (SELECT FROM recorders WHERE robot_id = ${robotId}) AS has`
      })
      const lock = SqlSchema.findOneOption({
        Request: RobotId,
        Result: Row,
        execute: (robotId) => sql`
          SELECT ${columns} FROM recorders c JOIN robots r ON r.id = c.robot_id
          WHERE c.robot_id = ${robotId} FOR UPDATE OF c`
      })
      // In one order, so that statements never wait for each other in a circle.
      const lockThatCut = SqlSchema.findAll({
        Request: Cut,
        Result: Row,
        execute: ({ on, robotIds }) => sql`
          SELECT ${columns} FROM recorders c JOIN robots r ON r.id = c.robot_id
          WHERE c.robot_id = ANY (${textArray(robotIds)}::uuid[]) AND ${on}::text = ANY (c.cut_on)
          ORDER BY c.robot_id FOR UPDATE OF c`
      })
      return RecorderStore.of({
        put: (recorder) => Effect.orDie(put(recorder)),
        delete: (robotId) => Effect.orDie(Effect.asVoid(sql`DELETE FROM recorders WHERE robot_id = ${robotId}`)),
        has: (robotId) => Effect.map(Effect.orDie(has(robotId)), (row) => row.has),
        lock: (robotId) => Effect.orDie(lock(robotId)),
        lockThatCut: (cut) => Effect.orDie(lockThatCut(cut))
      })
    })
  )
}
