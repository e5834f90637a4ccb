import { Forbidden, Unauthorized } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { refusalOf } from "@fleet/domain/Violations"
import { type RateLimited, type ValidationError, type ApiError } from "@fleet/domain/Errors"
import { Rule } from "@fleet/domain/Wire"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { Credentials } from "../access/Credentials.ts"
import { Tokens } from "../access/Tokens.ts"
import type { McpEndpoint } from "../identity/oauth/mcp/McpEndpoints.ts"
import { McpEndpoints } from "../identity/oauth/mcp/McpEndpoints.ts"
import { McpGrants } from "../identity/oauth/mcp/McpGrants.ts"
import { joinedScopes } from "../identity/oauth/mcp/scopes.ts"
import { isLocalOrigin } from "../platform/http/localOrigin.ts"
import { rememberCaller } from "../platform/http/RequestCaller.ts"
import { Settings } from "../platform/settings/Settings.ts"
import type { Principal } from "./Principal.ts"

/** What of a request decides who calls. */
export interface Presented {
  readonly authorization: string | undefined
  readonly origin: string | undefined
  readonly query: URLSearchParams
}

type Refusal = Exclude<ApiError, RateLimited> | ValidationError

const decodeRobot = Schema.decodeUnknownOption(RobotId)

/** A page of an origin that may not call: which, and where it is let in. */
const foreignOrigin = ({ app }: McpEndpoint, origin: string) => {
  const from = `Pages of the origin ${origin.slice(0, 300)} may not call this endpoint.`
  const setting =
    app === null ? "It is the setting CONSOLE_ORIGIN that lets one in." : "Add it to the app's allowed_origins."
  return new Forbidden({ message: `${from} ${setting}` })
}

const otherEndpoint = ({ url }: McpEndpoint) =>
  new Forbidden({ message: `The token is for another endpoint than ${url}.` })

/** Proves who calls an endpoint. Everything is read again with each call: account, session, consent and role. */
export class McpGate extends Context.Service<
  McpGate,
  {
    readonly admit: (endpoint: McpEndpoint, presented: Presented) => Effect.Effect<Principal, Refusal>
  }
>()("@fleet/server/mcp/McpGate") {
  static readonly layer = Layer.effect(
    McpGate,
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const tokens = yield* Tokens
      const grants = yield* McpGrants
      const endpoints = yield* McpEndpoints
      const { demo } = yield* Settings

      const letsIn = ({ app, origins }: McpEndpoint, origin: string) =>
        origins.includes(origin) || (demo && app !== null && isLocalOrigin(origin))

      const narrowed = Effect.fnUntraced(function* (query: URLSearchParams) {
        const [robot, readOnly] = [query.get("robot"), query.get("read_only")]
        const robotId = robot === null ? Option.some(null) : decodeRobot(robot)
        if (Option.isNone(robotId)) return yield* refusalOf({ field: "robot", rule: Rule.format })
        if (readOnly !== null && readOnly !== "true" && readOnly !== "false") {
          return yield* refusalOf({ field: "read_only", rule: Rule.invalidValue })
        }
        return { robotId: robotId.value, readOnly: readOnly === "true" }
      })

      return McpGate.of({
        admit: Effect.fn("McpGate.admit")(function* (endpoint, { authorization, origin, query }) {
          if (origin !== undefined && !letsIn(endpoint, origin)) return yield* foreignOrigin(endpoint, origin)
          const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1]
          if (bearer === undefined) return yield* new Unauthorized()
          const token = Redacted.make(bearer)
          const audience = yield* tokens.audienceOf(token)
          if (audience !== null && audience !== endpoint.url && endpoints.isEndpoint(audience)) {
            return yield* otherEndpoint(endpoint)
          }
          const caller = yield* credentials.prove(token, endpoint.url)
          if (caller.kind === "server_key" || caller.clientId === undefined) return yield* new Unauthorized()
          if (caller.kind === "developer" ? endpoint.app !== null : caller.appId !== endpoint.app?.id) {
            return yield* otherEndpoint(endpoint)
          }
          if (!(yield* grants.use(caller.id, caller.clientId))) return yield* new Unauthorized()
          yield* rememberCaller(caller)
          const { robotId, readOnly } = yield* narrowed(query)
          const scopes = joinedScopes(caller.scopes ?? [])
          return { caller, clientId: caller.clientId, scopes, endpoint, robotId, readOnly }
        })
      })
    })
  )
}
