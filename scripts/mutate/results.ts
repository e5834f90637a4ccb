import type { Module } from "./modules.ts"
import type { Mutants } from "./stryker.ts"

/** The least score of a module, in percent of the mutants that can be told apart. It only rises. */
export const floor = 85

/** A break that no test noticed. */
interface Survivor {
  readonly at: string
  /** Whether a test ran the line at all. */
  readonly covered: boolean
  readonly mutator: string
  readonly replacement: string
}

/** What became of a module's mutants. */
export interface Result {
  readonly name: string
  readonly file: string
  /** Null where there is nothing to break, as in a file of types. */
  readonly score: number | null
  readonly killed: number
  readonly survived: number
  readonly notCovered: number
  readonly seconds: number
  readonly survivors: ReadonlyArray<Survivor>
}

const score = (killed: number, all: number) => (all === 0 ? null : Math.round((10_000 * killed) / all) / 100)

/** The result of a module's run. A mutant that hangs is noticed; one that does not load says nothing. */
export const resultOf = ({ file, name }: Module, mutants: Mutants, seconds: number): Result => {
  const count = (...statuses: ReadonlyArray<string>) => mutants.filter(({ status }) => statuses.includes(status)).length
  const [killed, survived, notCovered] = [count("Killed", "Timeout"), count("Survived"), count("NoCoverage")]
  return {
    name,
    file,
    score: score(killed, killed + survived + notCovered),
    killed,
    survived,
    notCovered,
    seconds: Math.round(seconds),
    survivors: mutants
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .toSorted((left, right) => left.location.start.line - right.location.start.line)
      .map(({ location, mutatorName, replacement, status }) => ({
        at: `${file}:${location.start.line}:${location.start.column}`,
        covered: status === "Survived",
        mutator: mutatorName,
        replacement: replacement.replaceAll(/\s+/g, " ")
      }))
  }
}

const heads = ["score", "killed", "survived", "not covered", "seconds"]

/** What has to be said of a module whose tests do not hold as they are: nothing was broken. */
export const failure = ({ file, name }: Module, seconds: number): Result => ({
  name,
  file,
  score: 0,
  killed: 0,
  survived: 0,
  notCovered: 0,
  seconds: Math.round(seconds),
  survivors: []
})

/** The results as lines of text, a head first. */
export const table = (results: ReadonlyArray<Result>): ReadonlyArray<string> => {
  const line = (name: string, cells: ReadonlyArray<string>) =>
    name.padEnd(32) + cells.map((cell) => cell.padStart(12)).join("")
  return [
    line("module", heads),
    ...results.map(({ killed, name, notCovered, score, seconds, survived }) =>
      line(name, [score === null ? "-" : score.toFixed(2), ...[killed, survived, notCovered, seconds].map(String)])
    )
  ]
}
