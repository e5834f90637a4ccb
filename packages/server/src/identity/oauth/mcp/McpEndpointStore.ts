import { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const App = Schema.Struct({
  id: AppId,
  org_id: OrgId,
  identifier: Schema.String,
  name: Schema.String,
  mcp_login_url: Schema.NullOr(Schema.String),
  allowed_origins: Schema.Array(Schema.String)
})
export type McpApp = typeof App.Type

/** The apps that serve MCP, read anew each time. */
export class McpEndpointStore extends Context.Service<
  McpEndpointStore,
  {
    readonly byIdentifier: (identifier: string) => Effect.Effect<Option.Option<McpApp>>
    readonly byId: (id: AppId) => Effect.Effect<Option.Option<McpApp>>
    /** Whose robot it is; none where it is deleted. */
    readonly orgOfRobot: (id: RobotId) => Effect.Effect<Option.Option<OrgId>>
  }
>()("@fleet/server/McpEndpointStore") {
  static readonly layer = Layer.effect(
    McpEndpointStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, org_id, identifier, name, mcp_login_url, allowed_origins")
      const byIdentifier = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: App,
        execute: (identifier) => sql`SELECT ${columns} FROM apps WHERE identifier = ${identifier} AND mcp_enabled`
      })
      const byId = SqlSchema.findOneOption({
        Request: AppId,
        Result: App,
        execute: (id) => sql`SELECT ${columns} FROM apps WHERE id = ${id} AND mcp_enabled`
      })
      const orgOfRobot = SqlSchema.findOneOption({
        Request: RobotId,
        Result: Schema.Struct({ org_id: OrgId }),
        execute: (id) => sql`SELECT org_id FROM robots WHERE id = ${id}`
      })
      return McpEndpointStore.of({
        byIdentifier: (identifier) => Effect.orDie(byIdentifier(identifier)),
        byId: (id) => Effect.orDie(byId(id)),
        orgOfRobot: (id) =>
          Effect.map(
            Effect.orDie(orgOfRobot(id)),
            Option.map(({ org_id }) => org_id)
          )
      })
    })
  )
}
