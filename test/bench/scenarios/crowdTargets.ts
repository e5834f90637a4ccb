import { figure } from "../support/Measure.ts"
import { kinds, longestTurn, mostTimes, timesOf } from "../support/Neighbours.ts"
import type { Target } from "../support/Targets.ts"
import * as neighbours from "./neighbours.ts"
import * as overload from "./overload.ts"

/** The worst of the rows that were measured. */
const worst = (
  scenario: string,
  rowsOf: ReadonlyArray<string>,
  what: string,
  name: string,
  reach: Target["reach"]
): Target => ({
  what,
  scenario,
  measured: (rows) => {
    const found = rowsOf.flatMap((row) => figure(rows, row, name) ?? [])
    if (found.length === 0) return undefined
    return "atLeast" in reach ? Math.min(...found) : Math.max(...found)
  },
  reach
})

const overloaded = (what: string, name: string, reach: Target["reach"]) =>
  worst("overload", overload.rows, `Three times saturation, ${what}`, name, reach)

const besideAttackers = (what: string, name: string, atMost: number) =>
  worst("neighbours", neighbours.beside, `Beside the worst attacker, ${what}`, name, { atMost })

/** The kind of request that suffers most from one attacker. */
const besideOne = (row: string): Target => ({
  what: `${row}: p99 of the worst kind, of alone`,
  scenario: "neighbours",
  measured: (rows) => {
    const times = kinds.flatMap((kind) => figure(rows, row, timesOf(kind)) ?? [])
    return times.length === 0 ? undefined : Math.max(...times)
  },
  reach: { atMost: mostTimes }
})

/** What is to be reached where more is asked of the service than it can do, or by somebody who means harm. */
export const crowdTargets: ReadonlyArray<Target> = [
  overloaded("goodput of the peak", "goodput_of_peak", { atLeast: 0.8 }),
  overloaded("the kind that keeps least of its own peak", "least_kind_of_peak", { atLeast: 0.5 }),
  overloaded("p99 of any kind 5 s after, of before", "worst_p99_5_s_after_of_before", { atMost: 1.5 }),
  ...neighbours.beside.map(besideOne),
  ...kinds.map((kind) => besideAttackers(`p99 of ${kind.replace("_", "-")}s, of alone`, timesOf(kind), mostTimes)),
  besideAttackers("longest turn of the main thread, ms", "turn_most_ms", longestTurn),
  besideAttackers("requests of the quiet tenant that failed", "quiet_failed", 0)
]
