import type { AuditEvent, RouteInput } from "@fleet/sdk"
import { nearestKey, type Term } from "../../query/query.ts"
import { parseMoment } from "../../query/time.ts"

export const activityKeys = ["action", "actor", "target", "robot", "since", "until"] as const

type ApiQuery = NonNullable<RouteInput<"audit.list">["query"]>

export interface ActivityQuery {
  readonly api: ApiQuery
  readonly passes: (entry: AuditEvent) => boolean
  readonly isFilteredHere: boolean
  readonly problem?:
    | { readonly kind: "key"; readonly key: string; readonly near: string | undefined }
    | { readonly kind: "time"; readonly text: string }
}

const includes = (values: ReadonlyArray<string>, text: string) =>
  values.some((value) => text.toLowerCase().includes(value.toLowerCase()))

const holds = (term: Extract<Term, { kind: "field" }>, { action, actor, target }: AuditEvent): boolean => {
  switch (term.key) {
    case "action":
      return term.values.some((value) =>
        value.endsWith("*") ? action.startsWith(value.slice(0, -1)) : action === value
      )
    case "actor":
      return term.values.includes(actor.kind) || includes(term.values, actor.label)
    case "robot":
      return target?.kind === "robot" && includes(term.values, target.label)
    default:
      return target !== null && (term.values.includes(target.kind) || includes(term.values, target.label))
  }
}

/** Splits a query into what goes to the service and what is filtered here. */
export const activityQueryOf = (terms: ReadonlyArray<Term>, nowMs: number): ActivityQuery => {
  const api: Record<string, string | number> = {}
  const here: Array<(entry: AuditEvent) => boolean> = []
  let problem: ActivityQuery["problem"]
  for (const term of terms) {
    if (term.kind === "word") {
      here.push(
        (entry) =>
          includes([term.text], `${entry.action} ${entry.actor.label} ${entry.target?.label ?? ""}`) !== term.negated
      )
      continue
    }
    const value = term.values[0] ?? ""
    const isOne = term.values.length === 1 && !term.negated && value !== ""
    if (!(activityKeys as ReadonlyArray<string>).includes(term.key)) {
      problem = { kind: "key", key: term.key, near: nearestKey(term.key, activityKeys) }
    } else if (term.key === "since" || term.key === "until") {
      const at = parseMoment(value, nowMs)
      if (at === undefined) problem = { kind: "time", text: value }
      else api[term.key === "since" ? "from_ms" : "to_ms"] = at
    } else if (term.key === "action" && isOne && api.action === undefined && api.action_prefix === undefined) {
      // The service takes one of the two, never both.
      if (!value.endsWith("*")) api.action = value
      else if (value.length > 1) api.action_prefix = value.slice(0, -1)
    } else here.push((entry) => holds(term, entry) !== term.negated)
  }
  return {
    api,
    passes: (entry) => here.every((test) => test(entry)),
    isFilteredHere: here.length > 0,
    ...(problem === undefined ? {} : { problem })
  }
}
