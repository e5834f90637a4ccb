import type { RequestReport, RouteId } from "@fleet/sdk"
import { useSyncExternalStore } from "react"

/** A call that the page made. */
export interface Call {
  readonly seq: number
  readonly route: RouteId
  /** What went with it, without bodies that hold credentials. */
  readonly input: Readonly<Record<string, unknown>>
  /** What went over the wire; absent until the SDK said so. */
  readonly request?: {
    readonly method: string
    readonly url: string
    /** Of the answer; null where it is not known. */
    readonly bytes: number | null
  }
  readonly at: number
  readonly ms: number | undefined
  readonly outcome: string | undefined
}

/** As many calls as are remembered. */
const mostKept = 200

/** Routes whose bodies and answers hold credentials: neither is remembered. */
const secretRoutes = /^(?:auth|portal|developerFactors|serverKeys|clientAuth)\./

let calls: ReadonlyArray<Call> = []
let lastSeq = 0
const answered = new Set<(outcome: string) => void>()
/** Calls back with how each call ended: `ok`, or the code of its error. */
export const onAnswer = (listener: (outcome: string) => void): void => void answered.add(listener)

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** As long a body as is remembered, in characters of JSON: a configuration is up to a megabyte, at each pause in typing. */
const longestBody = 4000

const shortened = (body: unknown): unknown => {
  const text = JSON.stringify(body) ?? ""
  return text.length <= longestBody ? body : { omitted: "too_large", bytes: text.length }
}

const reported = (route: RouteId, input: Readonly<Record<string, unknown>>) => {
  const { body, params, query } = input
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined || secretRoutes.test(route) ? {} : { body: shortened(body) })
  }
}

/** Remembers a call for as long as the page lasts. */
export const recordCall = async <Answer>(
  route: RouteId,
  input: Readonly<Record<string, unknown>>,
  run: () => Promise<Answer>
): Promise<Answer> => {
  const seq = (lastSeq += 1)
  const at = performance.now()
  const set = (outcome: string | undefined, ms: number | undefined) => {
    const known = calls.find((other) => other.seq === seq)
    const call = { ...known, seq, route, input: reported(route, input), at, ms, outcome }
    calls = [...calls.filter((other) => other.seq !== seq), call].slice(-mostKept)
    notify()
    if (outcome !== undefined) for (const listener of answered) listener(outcome)
  }
  set(undefined, undefined)
  try {
    const answer = await run()
    set("ok", performance.now() - at)
    return answer
  } catch (error) {
    const code = (error as { readonly code?: unknown }).code
    set(typeof code === "string" ? code : "failed", performance.now() - at)
    throw error
  }
}

/** Whether a path is what a call with this input asks for: several of one route may be under way at once. */
const asksFor = ({ params = {}, query = {} }: Readonly<Record<string, unknown>>, path: string): boolean => {
  const [place = "", search = ""] = path.split("?")
  const asked = Object.entries(query as object).filter(([, value]) => value !== undefined)
  const parts = place.split("/")
  return (
    Object.values(params as object).every((value) => parts.includes(encodeURIComponent(String(value)))) &&
    new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString() === search
  )
}

/** Adds to its call what went over the wire. */
export const recordRequest = (apiUrl: string, { bytes, method, path, route }: RequestReport): void => {
  const at = calls.findLastIndex(
    (call) => call.route === route && call.request === undefined && asksFor(call.input, path)
  )
  if (at < 0) return
  calls = calls.with(at, { ...calls[at]!, request: { method, url: apiUrl + path, bytes } })
  notify()
}

/** A new page starts with an empty list. */
export const forgetCalls = (): void => {
  calls = []
  notify()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The calls of the page, oldest first. */
export const useCalls = () => useSyncExternalStore(subscribe, () => calls)
