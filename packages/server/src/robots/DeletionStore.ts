import { OrgId, RobotId } from "@fleet/domain/Ids"
import { deletionSteps } from "@fleet/domain/Robots"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const InOrg = Schema.Struct({ orgId: OrgId, id: RobotId })
export type InOrg = typeof InOrg.Type

const Step = Schema.Literals(deletionSteps)
const Progress = Schema.Struct({ deletion_done: Schema.Array(Step) })
const Marked = Schema.Struct({ ...InOrg.fields, step: Step })

/** How far the deletion of a robot is, and what of its own row it changes. */
export class DeletionStore extends Context.Service<
  DeletionStore,
  {
    /** The steps that are done; none where the robot is gone. No other transaction changes the robot meanwhile. */
    readonly lockForUpdate: (robot: InOrg) => Effect.Effect<Option.Option<typeof Progress.Type>>
    readonly mark: (step: typeof Marked.Type) => Effect.Effect<void>
    readonly dropToken: (robot: InOrg) => Effect.Effect<void>
    readonly dropRobot: (robot: InOrg) => Effect.Effect<void>
  }
>()("@fleet/server/DeletionStore") {
  static readonly layer = Layer.effect(
    DeletionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const lockForUpdate = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Progress,
        execute: ({ id, orgId }) => sql`
          SELECT deletion_done FROM robots WHERE id = ${id} AND org_id = ${orgId} FOR UPDATE`
      })
      const mark = SqlSchema.void({
        Request: Marked,
        execute: ({ id, orgId, step }) => sql`
          UPDATE robots SET deletion_done = array_append(deletion_done, ${step}::text)
          WHERE id = ${id} AND org_id = ${orgId}`
      })
      const drop = (execute: (robot: InOrg) => Effect.Effect<unknown, unknown>) => (robot: InOrg) =>
        Effect.orDie(Effect.asVoid(execute(robot)))

      return DeletionStore.of({
        lockForUpdate: (robot) => Effect.orDie(lockForUpdate(robot)),
        mark: (step) => Effect.orDie(mark(step)),
        // No token has this hash, so no bridge can connect as the robot again.
        dropToken: drop(
          ({ id, orgId }) =>
            sql`UPDATE robots SET token_hash = uuid_send(gen_random_uuid()) WHERE id = ${id} AND org_id = ${orgId}`
        ),
        dropRobot: drop(({ id, orgId }) => sql`DELETE FROM robots WHERE id = ${id} AND org_id = ${orgId}`)
      })
    })
  )
}
