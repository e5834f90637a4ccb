import { relative } from "node:path"
import { stripVTControlCharacters } from "node:util"
import type { Time } from "./budgets.ts"
import { slowestLines } from "./slowest.ts"

/** The parts of vitest's JSON report that are read here. */
export interface Report {
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message: string
    readonly startTime: number
    readonly endTime: number
    readonly assertionResults: ReadonlyArray<{
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: ReadonlyArray<string> | null
    }>
  }>
}

/** The first thing that went wrong in a file, as it stands in test/flaky.json. */
export interface Flake {
  readonly file: string
  readonly test: string
  readonly error: string
}

/** What a test file came to. */
export interface FileResult {
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly ms: number
  /** Set where the file failed. */
  readonly first?: Flake
}

const firstLine = (text: string): string => stripVTControlCharacters(text).trim().split("\n", 1)[0]!

/** The files of a report; a file that did not load is one failure. */
export const filesOf = ({ testResults }: Report, root: string): ReadonlyArray<FileResult> =>
  testResults.map(({ assertionResults, endTime, message, name, startTime, status }) => {
    const file = relative(root, name).replaceAll("\\", "/")
    const count = (wanted: string) => assertionResults.filter(({ status }) => status === wanted).length
    const counted = { file, passed: count("passed"), ms: Math.max(0, Math.round(endTime - startTime)) }
    if (status !== "failed") return { ...counted, failed: 0 }
    const failure = assertionResults.find(({ status }) => status === "failed")
    const first = {
      file,
      test: failure?.fullName ?? "",
      error: firstLine(failure?.failureMessages?.[0] ?? message)
    }
    return { ...counted, failed: Math.max(1, count("failed")), first }
  })

/** What a whole run came to. */
export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly flakes: ReadonlyArray<Flake & { readonly known: boolean }>
  readonly files: ReadonlyArray<FileResult>
}

/**
 * What a run came to when its failed files were run again alone. A file that was repeated counts once, by its repeat; one
 * that then ran no test has failed.
 */
export const outcomeOf = (
  files: ReadonlyArray<FileResult>,
  repeats: ReadonlyMap<string, FileResult | undefined>,
  known: ReadonlyArray<Flake>
): Outcome => {
  const final = files.map((result) => {
    if (result.first === undefined) return result
    const again = repeats.get(result.file)
    return again === undefined || again.passed + again.failed === 0 ? result : again
  })
  const passed = new Set(final.filter(({ failed }) => failed === 0).map(({ file }) => file))
  const flakes = files.flatMap(({ file, first }) =>
    first === undefined || !passed.has(file) ? [] : [{ ...first, known: known.some((flake) => flake.file === file) }]
  )
  const sum = (part: "passed" | "failed") => final.reduce((total, result) => total + result[part], 0)
  return { passed: sum("passed"), failed: sum("failed"), flakes, files: final }
}

/** The lines that tell of it, and of the times of its files. */
export const told = ({ files, flakes }: Outcome, times: ReadonlyArray<Time> = files): ReadonlyArray<string> => [
  "",
  ...slowestLines(times),
  ...(flakes.length === 0 ? [] : ["", "FLAKY: failed, and passed when run again alone. Add these to test/flaky.json:"]),
  ...flakes.map(({ known, ...flake }) => `${known ? "known: " : ""}${JSON.stringify(flake)}`)
]
