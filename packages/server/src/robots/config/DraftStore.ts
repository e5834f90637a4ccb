import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const InOrg = Schema.Struct({ orgId: OrgId, robotId: RobotId })
export type InOrg = typeof InOrg.Type

const Row = Schema.Struct({ source: Schema.String, updated_at: Schema.DateTimeUtcFromDate })
const Put = Schema.Struct({ ...InOrg.fields, ...Row.fields })

/** The config_drafts table: one text per robot. */
export class DraftStore extends Context.Service<
  DraftStore,
  {
    readonly find: (robot: InOrg) => Effect.Effect<Option.Option<typeof Row.Type>>
    /** Until the transaction ends no other one writes the draft or publishes it. False if the robot is gone. */
    readonly lockRobotForUpdate: (robot: InOrg) => Effect.Effect<boolean>
    /** The same, and until then no write waits to name what it writes by a slug of the robot. */
    readonly lockRobotForRename: (robot: InOrg) => Effect.Effect<boolean>
    readonly put: (draft: typeof Put.Type) => Effect.Effect<void>
  }
>()("@fleet/server/DraftStore") {
  static readonly layer = Layer.effect(
    DraftStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Row,
        execute: ({ orgId, robotId }) =>
          sql`SELECT source, updated_at FROM config_drafts WHERE robot_id = ${robotId} AND org_id = ${orgId}`
      })
      // The robot's row is what is locked: a draft that was never put has none.
      const lockRobotForUpdate = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Schema.Struct({ id: RobotId }),
        execute: ({ orgId, robotId }) =>
          sql`SELECT id FROM robots WHERE id = ${robotId} AND org_id = ${orgId} FOR NO KEY UPDATE`
      })
      const lockRobotForRename = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Schema.Struct({ id: RobotId }),
        execute: ({ orgId, robotId }) =>
          sql`SELECT id FROM robots WHERE id = ${robotId} AND org_id = ${orgId} FOR UPDATE`
      })
      const put = SqlSchema.void({
        Request: Put,
        execute: ({ orgId, robotId, source, updated_at }) => sql`
          INSERT INTO config_drafts (robot_id, org_id, source, updated_at)
          SELECT id, org_id, ${source}, ${updated_at} FROM robots WHERE id = ${robotId} AND org_id = ${orgId}
          ON CONFLICT (robot_id) DO UPDATE SET source = excluded.source, updated_at = excluded.updated_at`
      })
      return DraftStore.of({
        find: (robot) => Effect.orDie(find(robot)),
        lockRobotForUpdate: (robot) => Effect.map(Effect.orDie(lockRobotForUpdate(robot)), Option.isSome),
        lockRobotForRename: (robot) => Effect.map(Effect.orDie(lockRobotForRename(robot)), Option.isSome),
        put: (draft) => Effect.orDie(put(draft))
      })
    })
  )
}
