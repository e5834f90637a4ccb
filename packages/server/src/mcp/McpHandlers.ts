import { createMcpHandler, type McpHandlerRequestOptions, type McpHttpHandler } from "@modelcontextprotocol/server"
import { RateLimited } from "@fleet/domain/Errors"
import { Context, Effect, Layer } from "effect"
import type { RobotId } from "@fleet/domain/Ids"
import { revokedBy } from "../access/revoked.ts"
import { McpEndpoints } from "../identity/oauth/mcp/McpEndpoints.ts"
import { Bus } from "../platform/bus/Bus.ts"
import type { Fact } from "../platform/bus/Facts.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { everySync } from "../platform/schedule/every.ts"
import { type ListenRequest, listenRequest } from "./listenRequest.ts"
import { mcpServer } from "./mcpServer.ts"
import { isStream, OpenCalls } from "./OpenCalls.ts"
import type { Principal } from "./Principal.ts"
import type { Run } from "./Run.ts"
import { TaskNotices } from "./TaskNotices.ts"
import { Tasks } from "./Tasks.ts"
import { withTaskNotices } from "./taskStream.ts"
import { Tools } from "./Tools.ts"

interface Served {
  readonly handler: McpHttpHandler
  readonly appId: string | null
  readonly orgId: string
  used: boolean
}

/** A request of an endpoint. */
export interface Asked {
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The same text, parsed; undefined where it is no JSON. */
  readonly body: unknown
}

/** The central endpoint serves many organisations: notices of one do not reach the others. */
const keyOf = ({ caller, endpoint }: Principal) => `${endpoint.url} ${caller.orgId}`

/** What answers JSON-RPC at each endpoint, and the calls that are open: streams end with the session they belong to. */
export class McpHandlers extends Context.Service<
  McpHandlers,
  {
    readonly fetch: (principal: Principal, request: Asked, token: string) => Effect.Effect<Response, RateLimited>
    /** Endpoints that are kept, and calls that are open. */
    readonly size: Effect.Effect<{ readonly endpoints: number; readonly calls: number }>
  }
>()("@fleet/server/mcp/McpHandlers") {
  static readonly layer = Layer.effect(
    McpHandlers,
    Effect.gen(function* () {
      const services = { tasks: yield* Tasks, tools: yield* Tools }
      const notices = yield* TaskNotices
      const bus = yield* Bus
      const context = yield* Effect.context<never>()
      const endpoints = yield* McpEndpoints
      const { baseUrl } = yield* Settings
      const runFork = Effect.runForkWith(context)
      const runPromise = Effect.runPromiseWith(context)
      const run: Run = (effect, signal) => runPromise(effect, signal === undefined ? {} : { signal })
      const served = new Map<string, Served>()
      const open = new OpenCalls()

      const handlerOf = (principal: Principal): McpHttpHandler => {
        const { caller, endpoint } = principal
        const key = keyOf(principal)
        const known = served.get(key)
        if (known !== undefined) {
          known.used = true
          return known.handler
        }
        const handler = createMcpHandler((request) => mcpServer(services, run, request))
        served.set(key, { handler, appId: endpoint.app?.id ?? null, orgId: caller.orgId, used: true })
        return handler
      }

      /** A stream of notices, with those of tasks where the client may have some. */
      const listened = async (
        principal: Principal,
        asked: Request,
        options: McpHandlerRequestOptions,
        listens: ListenRequest
      ) => {
        const handler = handlerOf(principal)
        const following = await run(notices.follow(principal, listens.taskIds), asked.signal)
        if (following.ids.length === 0) return handler.fetch(asked, options)
        try {
          const response = await handler.fetch(asked, { ...options, parsedBody: listens.withTools })
          if (isStream(response)) return withTaskNotices(response, listens, following, run, asked.signal)
          following.stop()
          return response
        } catch (failure) {
          following.stop()
          throw failure
        }
      }

      const closed = (handler: McpHttpHandler) => Effect.ignore(Effect.tryPromise(() => handler.close()))
      yield* Effect.addFinalizer(() => Effect.forEach(served.values(), ({ handler }) => closed(handler)))

      // An endpoint that nobody called for a while, and that nobody listens to, is not kept.
      yield* everySync("10 minutes", () => {
        for (const [url, each] of served) {
          if (!each.used && !open.isUsed(url)) served.delete(url)
          each.used = false
        }
      })

      const tell = (which: (each: Served) => boolean) => {
        for (const each of served.values()) if (which(each)) each.handler.notify.toolsChanged()
      }
      // Where it cannot be read whose the robot is, a notice too many is better than none.
      const tellOrg = Effect.fnUntraced(
        function* (robotId: RobotId) {
          const org = yield* endpoints.orgOfRobot(robotId)
          tell(({ orgId }) => orgId === org)
        },
        Effect.catchDefect(() => Effect.sync(() => tell(() => true)))
      )
      const onFact = (fact: Fact) => {
        const isRevoked = revokedBy(fact)
        if (isRevoked !== null) return open.end(({ caller }) => isRevoked(caller))
        switch (fact.type) {
          case "app_access_changed":
            return tell(({ appId }) => appId === fact.appId)
          case "mcp_switched":
            return open.end(({ appId }) => appId === fact.appId)
          case "robot_deleted":
            return tell(({ orgId }) => orgId === fact.orgId)
          case "config_published":
            if (served.size > 0) runFork(tellOrg(fact.robotId))
            return
          default:
            return
        }
      }
      yield* bus.onFact(onFact, () => open.end(() => true))

      return McpHandlers.of({
        fetch: Effect.fnUntraced(function* (principal, { body, headers, text, url }, token) {
          const listens = listenRequest(body)
          if (listens !== null && !open.hasRoom(principal.caller.sessionId)) {
            return yield* new RateLimited({ details: { retry_after_ms: 60_000 } })
          }
          const { caller, clientId, endpoint, scopes } = principal
          return yield* Effect.promise(async (signal) => {
            const call = open.begin({
              endpoint: keyOf(principal),
              appId: endpoint.app?.id ?? null,
              caller,
              listens: listens !== null
            })
            signal.addEventListener("abort", call.abort, { once: true })
            // What is no message is the library's to refuse, as it came. What is one is not read again.
            const isMessage = typeof body === "object" && body !== null
            const asked = new Request(`${baseUrl}${url}`, {
              method: "POST",
              headers: Object.entries(headers).flatMap(([name, value]) =>
                value === undefined ? [] : [[name, value] as [string, string]]
              ),
              signal: call.signal,
              ...(isMessage ? {} : { body: text })
            })
            const authInfo = { token, clientId, scopes: [...scopes], extra: { principal } }
            const options = { authInfo, ...(isMessage ? { parsedBody: body } : {}) }
            try {
              const answer =
                listens === null || listens.taskIds.length === 0
                  ? handlerOf(principal).fetch(asked, options)
                  : listened(principal, asked, options, listens)
              return call.answered(await answer)
            } catch (failure) {
              call.failed()
              throw failure
            }
          })
        }),
        size: Effect.sync(() => ({ endpoints: served.size, calls: open.size }))
      })
    })
  )
}
