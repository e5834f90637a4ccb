import { relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"
import type { Time } from "./budgets.ts"

/** How many files are named. */
const shown = 10

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(8)

/** What each file took: tests and hooks, their processor time, and what was loaded before. */
export const timesOf = (modules: ReadonlyArray<TestModule>): ReadonlyArray<Time> =>
  modules.map((module) => {
    const { collectDuration, duration, prepareDuration, setupDuration } = module.diagnostic()
    return {
      file: relative(process.cwd(), module.moduleId).replaceAll("\\", "/"),
      ms: Math.round(duration),
      processorMs: module.meta().processorMs,
      loadMs: Math.round(collectDuration + prepareDuration + setupDuration)
    }
  })

/** The lines that name the slowest files of a run, and how much of its time was loading. Nothing for a single file. */
export const slowestLines = (files: ReadonlyArray<Time>): ReadonlyArray<string> => {
  if (files.length < 2) return []
  const sum = (part: "ms" | "loadMs") => files.reduce((total, file) => total + (file[part] ?? 0), 0)
  const loading = sum("loadMs")
  const all = sum("ms") + loading
  return [
    "The slowest files, and their processor time:",
    ...files
      .toSorted((left, right) => right.ms - left.ms)
      .slice(0, shown)
      .map(
        ({ file, ms, processorMs }) =>
          `${seconds(ms)} s ${processorMs === undefined ? "" : `${seconds(processorMs)} s`}  ${file}`
      ),
    ...(loading === 0 ? [] : [`Loading files took ${((100 * loading) / all).toFixed(0)} % of the workers' time.`])
  ]
}

/** Prints the slowest test files at the end of a run, and what all of it took. */
export default class Slowest implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const lines = slowestLines(timesOf(modules))
    if (lines.length > 0) console.log(`\n${lines.join("\n")}`)
    console.log(`\nAll of it took ${Math.round(process.uptime())} s.`)
  }
}
