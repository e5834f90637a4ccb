import { NotFound } from "@fleet/domain/Errors"
import type { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Slug } from "@fleet/domain/Slug"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Settings } from "../../../platform/settings/Settings.ts"
import { type McpApp, McpEndpointStore } from "./McpEndpointStore.ts"

/** One MCP endpoint: an app's, or the central one of developers. It is resource, issuer and audience in one. */
export interface McpEndpoint {
  /** Null for the central endpoint. */
  readonly app: McpApp | null
  readonly url: string
  readonly path: string
  readonly name: string
  /** Whose pages may call it from a browser. */
  readonly origins: ReadonlyArray<string>
}

const isSlug = Schema.is(Slug)

/** Which endpoints there are. An app's exists while MCP is switched on, which is read with every request. */
export class McpEndpoints extends Context.Service<
  McpEndpoints,
  {
    readonly central: McpEndpoint
    /** The endpoint of an app's identifier; the central one for null. */
    readonly find: (identifier: string | null) => Effect.Effect<McpEndpoint, NotFound>
    readonly ofApp: (id: AppId) => Effect.Effect<McpEndpoint, NotFound>
    /** Whose robot it is; null where it is deleted. */
    readonly orgOfRobot: (id: RobotId) => Effect.Effect<OrgId | null>
    /** Whether an address is that of an endpoint of this service, whichever. */
    readonly isEndpoint: (url: string) => boolean
  }
>()("@fleet/server/McpEndpoints") {
  static readonly layer = Layer.effect(
    McpEndpoints,
    Effect.gen(function* () {
      const store = yield* McpEndpointStore
      const { baseUrl, consoleOrigin } = yield* Settings
      const endpoint = (app: McpApp): McpEndpoint => ({
        app,
        url: `${baseUrl}/mcp/${app.identifier}`,
        path: `/mcp/${app.identifier}`,
        name: app.name,
        origins: app.allowed_origins
      })
      const central: McpEndpoint = {
        app: null,
        url: `${baseUrl}/mcp`,
        path: "/mcp",
        name: "Robot Fleet Cloud",
        origins: [consoleOrigin]
      }
      const found = (app: Option.Option<McpApp>) =>
        Effect.mapBoth(Effect.fromOption(app), { onFailure: () => new NotFound(), onSuccess: endpoint })

      return McpEndpoints.of({
        central,
        find: Effect.fnUntraced(function* (identifier) {
          if (identifier === null) return central
          return yield* found(isSlug(identifier) ? yield* store.byIdentifier(identifier) : Option.none())
        }),
        ofApp: (id) => Effect.flatMap(store.byId(id), found),
        orgOfRobot: (id) => Effect.map(store.orgOfRobot(id), Option.getOrNull),
        isEndpoint: (url) => url === central.url || url.startsWith(`${central.url}/`)
      })
    })
  )
}
