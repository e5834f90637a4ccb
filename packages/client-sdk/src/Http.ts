import { FleetError } from "./FleetError.ts"
import { parseJson } from "./parseJson.ts"
import { beginReport, type Observers } from "./Reports.ts"
import { backoff, pause } from "./Timing.ts"
import { type Routes, type RouteTable, routes } from "./routes.gen.ts"

/** Names a route of the contract: its group and its name there, as `robots.get`. */
export type RouteId = keyof Routes

/** How one call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take, in milliseconds. Default 30000. */
  readonly timeoutMs?: number
  /** How often a read is tried again after a network error or 502, 503, 504. Default 2. */
  readonly retries?: number
  /**
   * Whether a `rate_limited` answer is waited out, for exactly as long as it says, up to a minute. By default calls of
   * a signed-in person wait and steps of a sign-in report it. Commands never wait.
   */
  readonly waitWhenLimited?: boolean
  /** Receives the headers of the answer, such as the `ETag` of a draft for `If-Match`. */
  readonly onHeaders?: (headers: Headers) => void
}

type Part<Route, Key extends string> = Key extends keyof Route ? Pick<Route, Key & keyof Route> : unknown

/** What a route takes: `params`, `query` and `body`, each where the route has it, and how the call is made. */
export type RouteInput<Id extends RouteId> = CallOptions &
  Part<Routes[Id], "params"> &
  Part<Routes[Id], "query"> &
  Part<Routes[Id], "body"> &
  Part<Routes[Id], "headers">

/** What a route answers when it is not refused. */
export type RouteAnswer<Id extends RouteId> = Routes[Id]["answer"]

/** Names a route that answers a list page by page: one that answers `next_cursor`, and takes it back for the next page. */
export type PagedRouteId = {
  [Id in RouteId]: Routes[Id]["answer"] extends { readonly next_cursor: Cursor | null } ? Id : never
}[RouteId]

/** Where the next page of a list begins: the number of a row, or a text that means something to the service alone. */
export type Cursor = number | string

/** What asks for the page at a cursor, beside the rest of the query. */
export const cursorQuery = (cursor: Cursor): Readonly<Record<string, Cursor>> =>
  typeof cursor === "string" ? { before: cursor } : { before_seq: cursor }

/** In a page a failed call may be an answer that the browser holds back, which it tells to its console alone. */
const corsHint = () =>
  typeof window === "undefined" || typeof location === "undefined"
    ? ""
    : ` Or the browser held its answer back (CORS): the app's allowed_origins must list ${location.origin}.`

/** Where a request goes and what it carries, as plain data. */
export interface Target extends CallOptions {
  readonly params?: { readonly [name: string]: string | number }
  readonly query?: { readonly [name: string]: string | number | undefined }
  readonly headers?: { readonly [name: string]: string | undefined }
  readonly body?: unknown
  /** Goes on when the page goes away. */
  readonly keepalive?: boolean
  /** Answers the body as a stream. */
  readonly isStream?: boolean
}

/** Where bearers come from. */
export interface Bearer {
  readonly get: () => Promise<string>
  /** Another bearer in place of one that the service no longer takes; absent where none can be had. */
  readonly replace?: (refused: string) => Promise<string>
}

const find = (table: RouteTable, id: RouteId) => {
  const [group, name] = id.split(".") as [string, string]
  const [base, named] = table[group] ?? []
  const [method, rest] = named?.[name]?.split(" ") ?? []
  return method === undefined ? undefined : { mark: method[0], method: method.slice(1), path: base! + rest }
}

/** Routes of developers and of sign-ins are loaded with the first call of one. */
const placeOf = async (id: RouteId) => find(routes, id) ?? find((await import("./otherRoutes.gen.ts")).otherRoutes, id)!

const tooManyWaits = 5
const longestWait = 60_000

/** `unauthorized` is what a service with another signing key says to an access token of before. */
const isRefused = (error: FleetError) =>
  error.is("token_expired") || error.is("token_revoked") || error.is("unauthorized")

const filledPath = (path: string, { params, query }: Target): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params![name]!))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return filled + (search.size === 0 ? "" : `?${search}`)
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const valueOf = ({ headers }: Response, bytes: Uint8Array): unknown => {
  if (bytes.length === 0) return undefined
  const type = headers.get("content-type") ?? ""
  if (type.includes("json")) return parseJson(textOf(bytes))
  return type.startsWith("text/") ? textOf(bytes) : bytes
}

interface Refusal {
  readonly code?: unknown
  readonly message?: string
  readonly details?: unknown
}

const refusalOf = ({ headers, status }: Response, bytes: Uint8Array, baseUrl: string): FleetError => {
  const rest = { status, requestId: headers.get("x-request-id") ?? undefined }
  try {
    const { code, details, message } = JSON.parse(textOf(bytes)) as Refusal
    if (typeof code === "string") return new FleetError(code, message ?? code, { ...rest, details, baseUrl })
  } catch {
    // It is not the service's.
  }
  return new FleetError("invalid_answer", `The answer ${status} is not the service's.`, rest)
}

const isTransient = (error: FleetError) => error.is("network_error") || [502, 503, 504].includes(error.status)

/** A command moves a robot: late is worse than never, so it is sent once. */
const isCommand = (method: string, path: string) =>
  method === "POST" && /^\/api\/robots\/\{id\}\/(jobs\/|publishers\/|stop$)/.test(path)

/** Speaks HTTP with the service: credentials, refusals, time limits and the few retries that are safe. */
export class Http {
  readonly #baseUrl: string
  readonly #fetch: typeof fetch
  readonly #bearer: Bearer
  readonly #onRequest: Observers["onRequest"]

  constructor(options: { baseUrl: string; fetch: typeof fetch; bearer: Bearer; onRequest: Observers["onRequest"] }) {
    this.#baseUrl = options.baseUrl
    this.#fetch = options.fetch
    this.#bearer = options.bearer
    this.#onRequest = options.onRequest
  }

  /** Calls a route by its id. */
  async call(id: RouteId, target: Target = {}): Promise<unknown> {
    const { mark, method, path } = await placeOf(id)
    const isOnTheWayIn = (target.body as { readonly challenge?: unknown } | undefined)?.challenge !== undefined
    const withBearer = mark === "+" || (mark === "?" && !isOnTheWayIn)
    const waits = (target.waitWhenLimited ?? withBearer) && !isCommand(method, path)
    let retries = method === "GET" ? (target.retries ?? 2) : 0
    let bearer = withBearer ? await this.#bearer.get() : undefined
    let renewed = false
    for (let attempt = 0, waited = 0; ;) {
      try {
        return await this.#attempt(id, method, path, target, bearer)
      } catch (error) {
        if (!FleetError.is(error)) throw error
        if (isRefused(error) && bearer !== undefined && !renewed && this.#bearer.replace !== undefined) {
          renewed = true
          bearer = await this.#bearer.replace(bearer)
        } else if (
          error.is("rate_limited") &&
          waits &&
          error.details.retry_after_ms <= longestWait &&
          waited++ < tooManyWaits
        ) {
          await pause(error.details.retry_after_ms, target.signal)
        } else if (isTransient(error) && retries-- > 0) {
          await pause(backoff(attempt++, 250, 5000), target.signal)
        } else throw error
      }
    }
  }

  async #attempt(id: RouteId, method: string, template: string, target: Target, bearer?: string): Promise<unknown> {
    const limit = AbortSignal.timeout(target.timeoutMs ?? 30_000)
    const headers = new Headers()
    for (const [name, value] of Object.entries(target.headers ?? {})) if (value !== undefined) headers.set(name, value)
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`)
    // A Blob is sent as it is, and names its own type.
    const { body } = target
    const isBlob = body instanceof Blob
    if (body !== undefined && !isBlob) headers.set("content-type", "application/json")
    const path = filledPath(template, target)
    const report =
      this.#onRequest &&
      beginReport(this.#onRequest, {
        route: id,
        method,
        path: bearer === undefined ? template : path,
        body: template.startsWith("/api/robots") && !isBlob ? body : undefined
      })
    let response: Response | undefined
    let size: number | null = null
    let code: string | null = null
    try {
      response = await this.#fetch(this.#baseUrl + path, {
        method,
        headers,
        keepalive: target.keepalive ?? false,
        body: isBlob ? body : JSON.stringify(body),
        signal: target.signal === undefined ? limit : AbortSignal.any([target.signal, limit])
      })
      if (response.ok) target.onHeaders?.(response.headers)
      if (response.ok && target.isStream) return response.body
      const bytes = new Uint8Array(await response.arrayBuffer())
      size = bytes.length
      if (!response.ok) throw refusalOf(response, bytes, this.#baseUrl)
      return valueOf(response, bytes)
    } catch (error) {
      const why = FleetError.is(error)
        ? error
        : limit.aborted
          ? new FleetError("timeout", "The service did not answer in time.", { cause: error })
          : new FleetError("network_error", `The service could not be reached.${corsHint()}`, { cause: error })
      code = target.signal?.aborted ? "aborted" : why.code
      if (!FleetError.is(error)) target.signal?.throwIfAborted()
      throw why
    } finally {
      report?.(response, size, code)
    }
  }
}
