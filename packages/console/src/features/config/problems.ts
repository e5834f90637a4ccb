import type { ApplyError, ConfigIssue } from "@fleet/sdk"
import type { Analysis } from "./analysis.ts"
import { localCodes } from "./schema/local.ts"
import { entryOf } from "./text/nodes.ts"
import { type Place, placeOf, type Range } from "./text/place.ts"
import type { NotYaml } from "./draft/saving.ts"

/** Something wrong with the text, at its place. */
export interface Problem {
  readonly id: string
  readonly severity: "error" | "warning"
  readonly code: string
  readonly path: string
  /** In the service's or the robot's words; null where the page itself found it. */
  readonly message: string | null
  /** For what the page found: the key, the type, the bound. */
  readonly fact: string
  readonly from: number
  readonly to: number
  readonly line: number
  readonly by: "service" | "page" | "robot"
}

export interface ProblemInput {
  readonly analysis: Analysis
  readonly issues: ReadonlyArray<ConfigIssue>
  /** The issues are of the text that was analysed. */
  readonly fresh: boolean
  readonly notYaml: NotYaml | null
  readonly applyErrors: ReadonlyArray<ApplyError>
}

/** Offsets of the beginnings of lines. */
const lineStarts = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1)
  return starts
}

const lineAt = (starts: ReadonlyArray<number>, offset: number): number => {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low + 1
}

const sections: Readonly<Record<string, string>> = {
  datapoint: "datapoints",
  action: "actions",
  service: "services",
  publisher: "publishers",
  camera: "cameras",
  low_bandwidth: "low_bandwidth",
  recorder: "recorder"
}

const pathOf = ({ kind, slug }: ApplyError): string =>
  slug === "*" || slug === "" || kind === "low_bandwidth" || kind === "recorder"
    ? sections[kind]!
    : `${sections[kind]}.${slug}`

/** A condition is wrong by the value that it resolves at. */
const markOf = ({ mark, node }: Place, code: string): Range => {
  const value = code === "invalid_condition" ? entryOf(node, "resolve_at")?.value : undefined
  return value == null ? mark : { from: value.from, to: value.to }
}

/** Everything that is known to be wrong, by line. While a text is newer than its answer, the page's own findings take the place of the service's of the same kind. */
export const problemsOf = ({ analysis, applyErrors, fresh, issues, notYaml }: ProblemInput): ReadonlyArray<Problem> => {
  const { fault, findings, root, text } = analysis
  const starts = lineStarts(text)
  const problems: Array<Problem> = []
  const add = (problem: Omit<Problem, "id" | "line">) => {
    const to = Math.min(text.length, Math.max(problem.to, problem.from))
    problems.push({
      ...problem,
      to,
      line: lineAt(starts, problem.from),
      id: `${problem.by} ${problem.code} ${problem.path} ${problems.length}`
    })
  }
  const lineRange = (line: number, column: number | null) => {
    const start = starts[Math.min(line, starts.length) - 1]!
    const end = (starts[line] ?? text.length + 1) - 1
    const from = Math.min(end, start + Math.max(0, (column ?? 1) - 1))
    return { from: from === end ? Math.max(start, end - 1) : from, to: end }
  }
  if (notYaml !== null && fresh)
    add({
      ...lineRange(notYaml.line ?? 1, notYaml.column),
      severity: "error",
      code: "invalid_yaml",
      path: "",
      message: notYaml.message,
      fact: "",
      by: "service"
    })
  else if (fault !== null) {
    const line = lineAt(starts, fault.at)
    add({
      ...lineRange(line, fault.at - starts[line - 1]! + 1),
      severity: "error",
      code: "invalid_yaml",
      path: "",
      message: fault.message,
      fact: "",
      by: "page"
    })
  }
  if (fault === null || fresh)
    for (const { code, message, path, severity } of issues) {
      if (!fresh && localCodes.has(code)) continue
      const place = placeOf(root, path)
      if (!fresh && place.missing !== null) continue
      add({ ...markOf(place, code), severity, code, path, message, fact: "", by: "service" })
    }
  if (!fresh && fault === null && root !== null)
    for (const { code, fact, path } of findings)
      add({ ...markOf(placeOf(root, path), code), severity: "error", code, path, message: null, fact, by: "page" })
  for (const error of applyErrors) {
    const path = pathOf(error)
    add({
      ...placeOf(root, path).mark,
      severity: "error",
      code: error.code,
      path,
      message: error.message,
      fact: "",
      by: "robot"
    })
  }
  const rank = ({ severity }: Problem) => (severity === "error" ? 0 : 1)
  return problems.toSorted((a, b) => rank(a) - rank(b) || a.from - b.from)
}

/** The problem after a place of the text, or before it; round the end of the text. */
export const nextProblem = (problems: ReadonlyArray<Problem>, at: number, by: 1 | -1): Problem | undefined => {
  const ordered = problems.toSorted((a, b) => a.from - b.from)
  return by > 0
    ? (ordered.find(({ from }) => from > at) ?? ordered[0])
    : (ordered.findLast(({ to }) => to < at) ?? ordered.at(-1))
}
