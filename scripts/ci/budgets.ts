import { readFileSync } from "node:fs"
import { join } from "node:path"
import { laneOf } from "../../test/support/lanes.ts"

/** Seconds of processor time that a file may take which test/budgets.json does not name. */
export const usualBudget = 20

/** What a plain file may take alone, in milliseconds. */
export const plainMs = 20_000

/** Seconds of processor time by file. They only fall. */
export type Budgets = Readonly<Record<string, number>>

export const readBudgets = (root: string): Budgets => {
  try {
    return JSON.parse(readFileSync(join(root, "test/budgets.json"), "utf8"))
  } catch {
    return {}
  }
}

/** What a file took. */
export interface Time {
  readonly file: string
  readonly ms: number
  /** Processor time; absent where it was not measured. */
  readonly processorMs?: number | undefined
  /** What it took to load it. */
  readonly loadMs?: number
}

/** Processors that other work may keep busy while a file's time is judged. */
const quietBelow = 0.25

/**
 * What is made of a file that took too much in a run, once it ran again alone beside so much other work, on a computer
 * that is so many times slower than the one of the budgets.
 */
export const judge = (
  alone: Time,
  otherWork: number | null,
  budgets: Budgets,
  slowness = 1
): { readonly failed: boolean; readonly words: string } => {
  const excess = excessOf(alone, budgets, slowness)
  if (excess === null) return { failed: false, words: `${alone.file} keeps its budget alone.` }
  if (otherWork !== null && otherWork < quietBelow) return { failed: true, words: `TOO SLOW: ${excess}` }
  return { failed: false, words: `Not judged, as the computer had other work: ${excess}` }
}

/** What is too much of a file's times, in words; null where nothing is. */
export const excessOf = ({ file, ms, processorMs = 0 }: Time, budgets: Budgets, slowness = 1): string | null => {
  const budget = (budgets[file] ?? usualBudget) * slowness
  if (processorMs > budget * 1000)
    return `${file} took ${(processorMs / 1000).toFixed(1)} s of processor time; its budget is ${Number(budget.toFixed(1))} s.`
  if (laneOf(file) === "plain" && ms > plainMs * slowness)
    return `${file} took ${(ms / 1000).toFixed(1)} s alone; a plain file may take ${Math.ceil((plainMs * slowness) / 1000)} s.`
  return null
}

/** What is wrong with budgets where they were others before: none rises, and no file that was there gets one. */
export const risesOf = (
  budgets: Budgets,
  before: Budgets,
  wasThere: (file: string) => boolean
): ReadonlyArray<string> =>
  Object.entries(budgets).flatMap(([file, budget]) => {
    const most = before[file] ?? (wasThere(file) ? usualBudget : undefined)
    return most !== undefined && budget > most ? `${file}: ${budget} s, was ${most} s` : []
  })

/** Budgets that fall to what was measured and half as much again; the usual one is not named. */
export const lowered = (budgets: Budgets, times: ReadonlyArray<Time>): Budgets => {
  const measured = new Map(times.map(({ file, processorMs }) => [file, processorMs]))
  return Object.fromEntries(
    Object.entries(budgets)
      .map(([file, budget]) => {
        const ms = measured.get(file)
        return [file, ms === undefined ? budget : Math.min(budget, Math.ceil((ms * 1.5) / 1000))] as const
      })
      .filter(([, budget]) => budget > usualBudget)
      .toSorted(([, left], [, right]) => right - left)
  )
}
