import type { Arguments } from "./Arguments.ts"

const usualRounds = 5

/** "1 round", "5 rounds". */
export const roundsSaid = (rounds: number): string => `${rounds} ${rounds === 1 ? "round" : "rounds"}`

/** How much of it is measured: the whole within 40 minutes or so, or what fits into 5. */
export class Plan {
  readonly quick: boolean
  readonly minutes: number
  /** Bridges of a storm; null leaves them to the scenario. */
  readonly storm: number | null
  /** For how many seconds the console's memory is watched; null leaves them to the scenario. */
  readonly memory: number | null
  private readonly runs: number | null

  constructor({ memory, minutes, quick, runs, storm }: Omit<Arguments, "against" | "chosen">) {
    this.quick = quick
    this.minutes = minutes
    this.storm = storm
    this.memory = memory
    this.runs = runs
  }

  /** Rounds of a measurement that takes `whole` of them by default; `--runs` counts in fives. A quick one takes one. */
  rounds(whole: number = usualRounds): number {
    if (this.runs === null) return this.quick ? 1 : whole
    return Math.max(1, Math.round((whole * this.runs) / usualRounds))
  }

  pick<A>(whole: A, quick: A): A {
    return this.quick ? quick : whole
  }

  /** For the notes below a table. */
  said(rounds: number, ms: number): string {
    return `Medians of ${roundsSaid(rounds)} of ${ms / 1000} s.`
  }
}
