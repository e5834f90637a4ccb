import { parseJson } from "./parseJson.ts"
import { FleetError } from "./FleetError.ts"
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

/** Routes of developers are loaded with the first call of one. */
const placeOf = async (id: RouteId) =>
  find(routes, id) ?? find((await import("./developerRoutes.gen.ts")).developerRoutes, id)!

const tooManyWaits = 5
const longestWait = 60_000

/** `unauthorized` is what a service with another signing key says to an access token of before. */
const isRefused = (error: FleetError) =>
  error.is("token_expired") || error.is("token_revoked") || error.is("unauthorized")

const urlOf = (baseUrl: string, path: string, { params, query }: Target): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params![name]!))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return baseUrl + filled + (search.size === 0 ? "" : `?${search}`)
}

const readBody = async (response: Response): Promise<unknown> => {
  if (response.status === 204 || response.headers.get("content-length") === "0") return undefined
  const type = response.headers.get("content-type") ?? ""
  if (type.includes("json")) return parseJson(await response.text())
  return type.startsWith("text/") ? response.text() : new Uint8Array(await response.arrayBuffer())
}

const refusalOf = async (response: Response): Promise<FleetError> => {
  const rest = { status: response.status, requestId: response.headers.get("x-request-id") ?? undefined }
  const body = (await response.json().catch(() => null)) as {
    code?: string
    message?: string
    details?: unknown
  } | null
  return typeof body?.code === "string"
    ? new FleetError(body.code, body.message ?? body.code, { ...rest, details: body.details })
    : new FleetError("invalid_answer", `The answer ${response.status} is not the service's.`, rest)
}

const isTransient = (error: FleetError) => error.is("network_error") || [502, 503, 504].includes(error.status)

/** A command moves a robot: late is worse than never, so it is sent once. */
const isCommand = (method: string, path: string) =>
  method === "POST" && /^\/api\/robots\/\{id\}\/(jobs|publishers)\//.test(path)

/** Speaks HTTP with the service: credentials, refusals, time limits and the few retries that are safe. */
export class Http {
  readonly #baseUrl: string
  readonly #fetch: typeof fetch
  readonly #bearer: Bearer

  constructor(options: { baseUrl: string; fetch: typeof fetch; bearer: Bearer }) {
    this.#baseUrl = options.baseUrl
    this.#fetch = options.fetch
    this.#bearer = options.bearer
  }

  /** Calls a route by its id. */
  async call(id: RouteId, target: Target = {}): Promise<unknown> {
    const { mark, method, path } = await placeOf(id)
    const isOnTheWayIn = (target.body as { readonly challenge?: unknown } | undefined)?.challenge !== undefined
    return this.send(method, path, target, mark === "+" || (mark === "?" && !isOnTheWayIn))
  }

  /** Calls any path. */
  async send(method: string, path: string, target: Target, withBearer: boolean): Promise<unknown> {
    const waits = (target.waitWhenLimited ?? withBearer) && !isCommand(method, path)
    let retries = method === "GET" ? (target.retries ?? 2) : 0
    let bearer = withBearer ? await this.#bearer.get() : undefined
    let renewed = false
    for (let attempt = 0, waited = 0; ;) {
      try {
        return await this.#attempt(method, path, target, bearer)
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

  async #attempt(method: string, path: string, target: Target, bearer: string | undefined): Promise<unknown> {
    const limit = AbortSignal.timeout(target.timeoutMs ?? 30_000)
    const headers = new Headers()
    for (const [name, value] of Object.entries(target.headers ?? {})) if (value !== undefined) headers.set(name, value)
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`)
    // A Blob is sent as it is, and names its own type.
    const { body } = target
    const isBlob = body instanceof Blob
    if (body !== undefined && !isBlob) headers.set("content-type", "application/json")
    try {
      const response = await this.#fetch(urlOf(this.#baseUrl, path, target), {
        method,
        headers,
        keepalive: target.keepalive ?? false,
        body: isBlob ? body : JSON.stringify(body),
        signal: target.signal === undefined ? limit : AbortSignal.any([target.signal, limit])
      })
      if (!response.ok) throw await refusalOf(response)
      target.onHeaders?.(response.headers)
      return await readBody(response)
    } catch (error) {
      if (FleetError.is(error)) throw error
      target.signal?.throwIfAborted()
      throw limit.aborted
        ? new FleetError("timeout", "The service did not answer in time.", { cause: error })
        : new FleetError("network_error", `The service could not be reached.${corsHint()}`, { cause: error })
    }
  }
}
