import type { Figures } from "./Measure.ts"
import { latencies } from "./Stats.ts"

/** What a quiet tenant does. */
export const kinds = ["read", "command", "sign_in"] as const
export type Kind = (typeof kinds)[number]

/** What the 99th percentile of each counts as where it is less alone, in milliseconds. */
export const aloneAtLeast: Readonly<Record<Kind, number>> = { read: 20, command: 40, sign_in: 200 }

/** How much longer a kind may take beside others. */
export const mostTimes = 3

/** How long a turn of the main thread may work, in milliseconds. */
export const longestTurn = 100

/** Accounts of the quiet tenant that sign in by turns. */
export const signingIn = 20

export const p99Of = (kind: Kind) => `${kind}_p99_ms`
export const timesOf = (kind: Kind) => `${kind}_times`

/** The figures of what a quiet tenant did: how long each took from when it was due. */
export const figuresOf = (took: Readonly<Record<Kind, ReadonlyArray<number>>>): Figures =>
  Object.fromEntries(kinds.map((kind) => [p99Of(kind), latencies(took[kind]).p99]))

/** How many times as long each kind takes beside others as alone. */
export const timesAlone = (alone: Figures, beside: Figures): Figures =>
  Object.fromEntries(
    kinds.map((kind) => [timesOf(kind), beside[p99Of(kind)]! / Math.max(aloneAtLeast[kind], alone[p99Of(kind)]!)])
  )
