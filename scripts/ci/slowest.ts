import { relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"

/** What a test file may take, in milliseconds, before it is marked. */
const budgetMs = 60_000

/** How many files are named. */
const shown = 10

/** The lines that name the slowest files of a run; a file over the budget has a mark. Nothing for a single file. */
export const slowestLines = (files: ReadonlyArray<{ readonly file: string; readonly ms: number }>) =>
  files.length < 2
    ? []
    : [
        `The slowest files (budget ${budgetMs / 1000} s each):`,
        ...files
          .toSorted((left, right) => right.ms - left.ms)
          .slice(0, shown)
          .map(
            ({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}${ms > budgetMs ? "  OVER BUDGET" : ""}`
          )
      ]

/** Prints the slowest test files at the end of a run. */
export default class Slowest implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const files = modules.map((module) => ({
      file: relative(process.cwd(), module.moduleId),
      ms: module.diagnostic().duration
    }))
    const lines = slowestLines(files)
    if (lines.length > 0) console.log(`\n${lines.join("\n")}`)
  }
}
