import { Auth } from "./Auth.ts"
import { FleetError } from "./FleetError.ts"
import {
  type Bearer,
  type CallOptions,
  cursorQuery,
  Http,
  type PagedRouteId,
  type RouteAnswer,
  type RouteId,
  type RouteInput,
  type Target
} from "./Http.ts"
import { type McpConsents, mcpConsents } from "./McpConsents.ts"
import type { Observers } from "./Reports.ts"
import { makeRequest, type Request } from "./Request.ts"
import { Robot } from "./Robot.ts"
import type { WebSocketConstructor } from "./realtime/Connection.ts"
import { installedWebSocket } from "./realtime/installedWebSocket.ts"
import type { OrgEventGap } from "./realtime/OrgEvents.ts"
import { type HealthChange, Realtime } from "./realtime/Realtime.ts"
import { endedBy, Subscription } from "./realtime/Subscription.ts"
import type { ServiceClock } from "./realtime/ServiceClock.ts"
import { serviceUrl } from "./serviceUrl.ts"
import { SessionEngine } from "./session/Session.ts"
import { memoryStorage, type SessionStorage } from "./session/Storage.ts"
import { alone, type Exclusive, sharedTabs } from "./session/Tabs.ts"
import type {
  ClientRobotListResponse,
  OrgAlert,
  OrgEvent,
  ResourceHealth,
  RobotListItem,
  SessionTokens
} from "./types.gen.ts"

/** How to reach the service, and as whom. */
export interface ClientOptions extends Observers {
  /** The service's address, as `https://fleet.example.com`; without the `/api` of its routes. */
  readonly baseUrl: string
  /** The identifier of the app whose users sign in. Left out for developers and server keys. */
  readonly app?: string
  /** Where the session is kept; in memory by default. A storage is taken to be shared with other tabs. */
  readonly storage?: SessionStorage
  /** Instead of the platform's own. */
  readonly fetch?: typeof fetch
  /** Instead of the platform's own, which Node has from 22 on, or that of the package `ws`. Calls over REST need none. */
  readonly WebSocket?: WebSocketConstructor
  /** A backend's key, instead of a session. It must never reach a browser. */
  readonly serverKey?: string
  /** Lets a server key into a page all the same, such as one that only its owner opens. */
  readonly dangerouslyAllowBrowser?: boolean
  /**
   * How often an open socket asks the service whether the link lives, in milliseconds, 1000 at least: a link that is gone
   * without a word is noticed within twice of it, and `realtime.status.roundTripMs` and `clock` are kept right. Without it
   * the service is asked after 30 s of silence, and the link given up 10 s later.
   */
  readonly heartbeatMs?: number
  /** Runs one task at a time over everything that shares `storage`; Web Locks by default. */
  readonly exclusive?: Exclusive
}

/** The service, as one caller sees it. */
export interface FleetClient {
  readonly auth: Auth
  /** The socket behind subscriptions and commands: how it fares. */
  readonly realtime: Pick<Realtime, "state" | "status" | "subscriptions" | "onState" | "onStatus" | "probe">
  /** The service's clock, learnt from its answers over the socket: ages and "how long ago" are by this one. */
  readonly clock: ServiceClock
  readonly robots: {
    /** The robots that the caller reaches in an app: those of an app user, or of a server key. Developers have `developer.robots`. */
    readonly list: (options?: CallOptions) => Promise<ClientRobotListResponse>
  }
  /** The organisation's own lists, for developers. Everything else of theirs is a `request` away. */
  readonly developer: {
    readonly robots: {
      /** All robots of the organisation, with the state of their bridges and configurations. */
      readonly list: (options?: CallOptions) => Promise<ReadonlyArray<RobotListItem>>
    }
  }
  readonly alerts: {
    /** The alerts that fire now on any robot of the organisation; for developers. */
    readonly firing: (options?: CallOptions) => Promise<ReadonlyArray<OrgAlert>>
  }
  readonly health: {
    /** Cameras, configurations and recordings that fail or once failed, of one robot or of all; for developers. */
    readonly list: (options?: CallOptions & { readonly robotId?: string }) => Promise<ReadonlyArray<ResourceHealth>>
    /**
     * Calls back with each change. Answers how to stop. `onGap` is told where changes may be missing, which are not
     * repeated, so that the caller lists again: whenever a socket opens, the first one too, and where the service left
     * some out while it waited for a renewed token, with their number.
     */
    readonly onChange: (
      listener: (change: HealthChange) => void,
      options?: { readonly onGap?: (gap: OrgEventGap) => void }
    ) => () => void
  }
  readonly events: {
    /**
     * What happens in the organisation: jobs, alerts, bridges, changes of datapoints and whatever the audit records; for
     * developers. Begins with the events that the service has kept, at most 200, the oldest first. Each comes once, also
     * where the socket was lost in between; what could not be had is told to `onGap`. The first reader gets all of
     * them. Ends with `forbidden` for anybody but developers.
     */
    readonly subscribe: (options?: {
      readonly signal?: AbortSignal
      readonly onGap?: (gap: OrgEventGap) => void
    }) => Subscription<OrgEvent>
  }
  readonly mcp: McpConsents
  readonly robot: (id: string) => Robot
  /** Any route of the service by its id, typed by the contract. */
  readonly request: Request
  /** The pages of a list that has a cursor, newest first, each asked for when it is wanted: `for await (const page of …)`. */
  readonly pages: <Id extends PagedRouteId>(
    id: Id,
    input: RouteInput<Id>
  ) => AsyncGenerator<RouteAnswer<Id>, void, undefined>
  /**
   * A route's answer as bytes that come as they are read, such as an export that is larger than memory. `timeoutMs` is for
   * all of it, an hour by default; what breaks in the middle fails the reading.
   */
  readonly stream: <Id extends RouteId>(id: Id, input: RouteInput<Id>) => Promise<ReadableStream<Uint8Array>>
  /** Ends every subscription and lets go of the socket. The stored session stays. */
  readonly close: () => void
  readonly [Symbol.dispose]: () => void
}

const isBrowser = () => typeof window !== "undefined" && typeof document !== "undefined"

/** Everything behind a client; both faces are built on it. */
export interface Engine {
  readonly http: Http
  readonly session: SessionEngine
  readonly realtime: Realtime
  /** Signing in and out, on the same session. */
  readonly auth: Auth
  readonly request: Request
}

export const makeEngine = (options: ClientOptions): Engine => {
  const { app, serverKey, storage } = options
  const baseUrl = serviceUrl(options.baseUrl)
  if (serverKey !== undefined && isBrowser() && options.dangerouslyAllowBrowser !== true)
    throw new TypeError("A server key in a browser is a key given away. Sign users in instead.")

  const { heartbeatMs } = options
  if (heartbeatMs !== undefined && !(heartbeatMs >= 1000)) throw new TypeError("heartbeatMs must be 1000 or more.")

  const key = `fleet:${baseUrl}:${app ?? "developer"}`
  const kept = storage ?? memoryStorage()
  const session: SessionEngine = new SessionEngine({
    storage: kept,
    key,
    tabs: storage === undefined ? alone() : sharedTabs(key, options.exclusive),
    calls: {
      refresh: (refreshToken) =>
        http.call(app === undefined ? "auth.refresh" : "clientAuth.refresh", {
          body: { refresh_token: refreshToken },
          waitWhenLimited: true,
          timeoutMs: 60_000,
          keepalive: true
        }) as Promise<SessionTokens>,
      identity: (token) => as({ get: async () => token })("clientAuth.me"),
      as: (bearer) => as(bearer)
    }
  })
  const bearer =
    serverKey === undefined
      ? { get: () => session.accessToken(), replace: (refused: string) => session.replace(refused) }
      : { get: async () => serverKey }
  const { onFrame, onRequest } = options
  const wire = { baseUrl, fetch: options.fetch ?? globalThis.fetch.bind(globalThis), onRequest }
  const http = new Http({ ...wire, bearer })
  const as = (other: Bearer) => makeRequest(new Http({ ...wire, bearer: other }))
  const realtime = new Realtime(baseUrl, options.WebSocket ?? globalThis.WebSocket ?? installedWebSocket(), {
    credential:
      serverKey === undefined
        ? (goodForMs) => session.fresh(goodForMs)
        : async () => ({ accessToken: serverKey, expiresAt: null }),
    renew: bearer.replace,
    heartbeatMs,
    onFrame,
    onSessionEnded: (accessToken) => void session.ended(accessToken)
  })
  session.onChange((_, changed) => {
    if (changed === null) realtime.end(new FleetError("signed_out", "Nobody is signed in."), false)
    else realtime.renewed(changed.user)
  })
  const request = makeRequest(http)
  const auth = new Auth(request, session, app, { request, baseUrl, storage: kept, key })
  return { http, session, realtime, request, auth }
}

/** Loaded with the first of its lists. */
const orgLists = () => import("./orgLists.ts")

/** A client of the service. It opens nothing before it is used. */
export const createClient = (options: ClientOptions): FleetClient => {
  const { auth, http, realtime, request, session } = makeEngine(options)
  const close = () => {
    realtime.end(new FleetError("closed", "The client is closed."), true)
    session.close()
  }
  return {
    auth,
    realtime,
    clock: realtime.clock,
    robots: { list: (call) => request("client.robots", call) },
    developer: { robots: { list: async (call) => (await request("robots.list", call)).robots } },
    alerts: {
      firing: async (call) => (await orgLists()).firingAlerts(request, call)
    },
    health: {
      list: async (call) => (await orgLists()).resourceHealth(request, call),
      onChange: (listener, options) => realtime.onHealth(listener, options?.onGap)
    },
    events: {
      subscribe: ({ onGap, signal } = {}) =>
        endedBy(
          signal,
          () =>
            new Subscription<OrgEvent>((sink) => realtime.followEvents({ ...sink, gap: (gap) => onGap?.(gap) }), true)
        )
    },
    mcp: mcpConsents(request, options.app !== undefined, async () =>
      (await session.current()) === null ? undefined : session.accessToken()
    ),
    robot: (id) => new Robot({ id, request, realtime }),
    request,
    async *pages(id, input) {
      const target = input as Target
      for (let { query = {} } = target; ;) {
        const page = (await http.call(id, { ...target, query })) as RouteAnswer<typeof id>
        yield page
        if (page.next_cursor === null) return
        query = { ...target.query, ...cursorQuery(page.next_cursor) }
      }
    },
    stream: (id, input) =>
      http.call(id, { timeoutMs: 3_600_000, ...(input as Target), isStream: true }) as Promise<
        ReadableStream<Uint8Array>
      >,
    close,
    [Symbol.dispose]: close
  }
}
