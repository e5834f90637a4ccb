import type { Outcome } from "./Measure.ts"
import { aligned, shown } from "./Table.ts"

/** Something that is to be reached, from the medians of one scenario. */
export interface Target {
  readonly what: string
  readonly scenario: string
  /** Undefined where the run has no such figure. */
  readonly measured: (rows: Outcome["rows"]) => number | undefined
  readonly reach: { readonly atLeast: number } | { readonly atMost: number }
  readonly unit?: string
  /** Why what was measured cannot be judged, such as too little data; null or absent where it can. */
  readonly unfit?: (outcome: Outcome) => string | null
}

export interface Judged {
  readonly what: string
  readonly target: string
  readonly measured: number | null
  readonly verdict: "met" | "not met" | "not measured"
  /** Why it is not measured, where more is to be said than that the run has no such figure. */
  readonly why: string | null
  /** Whether the machine had other work. */
  readonly busy: boolean
}

/** Holds what was measured against what is to be reached. */
export const judge = (
  { measured, reach, scenario, unfit, unit = "", what }: Target,
  outcomes: Readonly<Record<string, Outcome>>
): Judged => {
  const outcome = outcomes[scenario]
  const value = outcome === undefined ? undefined : measured(outcome.rows)
  const why = outcome === undefined ? null : (unfit?.(outcome) ?? null)
  const known = why === null && value !== undefined && !Number.isNaN(value)
  const isMet = known && ("atLeast" in reach ? value >= reach.atLeast : value <= reach.atMost)
  const said = "atLeast" in reach ? `>= ${reach.atLeast}` : `<= ${reach.atMost}`
  return {
    what,
    target: `${said}${unit}`,
    measured: known ? value : null,
    verdict: !known ? "not measured" : isMet ? "met" : "not met",
    why,
    busy: outcome?.around?.busy === true
  }
}

/** A line per target: what was measured, and whether that is enough. */
export const verdicts = (judged: ReadonlyArray<Judged>): string =>
  [
    "targets, from the medians above",
    ...aligned([
      ["", "target", "measured", "verdict"],
      ...judged.map(({ busy, measured, target, verdict, what }) => [
        what,
        target,
        measured === null ? "-" : shown(measured),
        busy && measured !== null ? `${verdict} (busy)` : verdict
      ])
    ]),
    ...judged.flatMap(({ what, why }) => (why === null ? [] : [`not measured: ${what}: ${why}`]))
  ]
    .map((line, index) => (index === 0 ? line : `  ${line}`))
    .join("\n")
