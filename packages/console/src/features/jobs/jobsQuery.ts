import type { JobRun, RouteInput } from "@fleet/sdk"
import { nearestKey, type Term } from "../../query/query.ts"
import { parseMoment } from "../../query/time.ts"

export const jobKeys = ["state", "robot", "slug", "kind", "who", "origin", "since", "until"] as const

type Field = Extract<Term, { kind: "field" }>
type ApiQuery = NonNullable<RouteInput<"jobs.orgRuns">["query"]>

const states = new Set<string>(["running", "unknown", "succeeded", "failed", "cancelled", "lost"])

export interface JobsQuery {
  /** What the service filters. */
  readonly api: ApiQuery
  /** What is left to filter here. */
  readonly passes: (run: JobRun, robotName: string) => boolean
  readonly isFilteredHere: boolean
  readonly problem?:
    | { readonly kind: "key"; readonly key: string; readonly near: string | undefined }
    | { readonly kind: "time"; readonly text: string }
}

const includes = (values: ReadonlyArray<string>, text: string) =>
  values.some((value) => text.toLowerCase().includes(value.toLowerCase()))

const whoOf = (run: JobRun) => `${run.actor?.label ?? ""} ${run.actor?.name ?? ""}`

/** Whether a run passes a term that the service does not filter by. */
const holds = (term: Field, run: JobRun, robotName: string): boolean => {
  switch (term.key) {
    case "state":
      return term.values.includes(run.state)
    case "kind":
      return term.values.includes(run.kind)
    case "slug":
      return includes(term.values, run.slug)
    case "robot":
      return includes(term.values, robotName)
    case "who":
      return includes(term.values, whoOf(run))
    case "origin":
      return term.values.includes(run.actor === null ? "external" : "platform")
    default:
      return true
  }
}

/** The same query of what began before a moment, in milliseconds, or in the same second. */
export const olderThan = (query: string, startedMs: number): string => {
  const until = new Date(Math.floor(startedMs / 1000 + 1) * 1000).toISOString().replace(".000", "")
  return `${query.replaceAll(/(?<=^|\s)until:\S*\s*/g, "").trim()} until:${until}`.trim()
}

/** Splits a query into what goes to the service and what is filtered here. */
export const jobsQueryOf = (terms: ReadonlyArray<Term>, nowMs: number): JobsQuery => {
  const api: Record<string, string | number> = {}
  const here: Array<(run: JobRun, robotName: string) => boolean> = []
  let problem: JobsQuery["problem"]
  for (const term of terms) {
    if (term.kind === "word") {
      here.push((run, robotName) => includes([term.text], `${run.slug} ${robotName}`) !== term.negated)
      continue
    }
    const [value] = term.values
    const isOne = term.values.length === 1 && !term.negated && term.comparison === "is"
    if (!(jobKeys as ReadonlyArray<string>).includes(term.key)) {
      problem = { kind: "key", key: term.key, near: nearestKey(term.key, jobKeys) }
    } else if (term.key === "since" || term.key === "until") {
      const at = parseMoment(value!, nowMs)
      if (at === undefined) problem = { kind: "time", text: value! }
      else api[term.key === "since" ? "from_ms" : "to_ms"] = at
    } else if (isOne && term.key === "state" && states.has(value!)) api.state = value!
    else if (isOne && term.key === "kind" && (value === "action" || value === "service")) api.kind = value
    else here.push((run, robotName) => holds(term, run, robotName) !== term.negated)
  }
  return {
    api,
    passes: (run, robotName) => here.every((test) => test(run, robotName)),
    isFilteredHere: here.length > 0,
    ...(problem === undefined ? {} : { problem })
  }
}
