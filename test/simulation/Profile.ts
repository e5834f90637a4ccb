import type { DatabaseFaults } from "./database/SimDatabase.ts"
import type { Generator } from "./kernel/Generator.ts"
import type { Weather } from "./net/Wire.ts"

/** Which faults a seed has, and how often. Most seeds have a few of them: all at once hide each other. */
export interface Profile {
  readonly steps: number
  /** Milliseconds between two acts, at most. */
  readonly pace: number
  readonly yields: number
  readonly stall: number
  readonly weather: Weather
  readonly database: DatabaseFaults
  /** How likely each happens between two acts. */
  readonly cut: number
  readonly lose: number
  readonly hold: number
  readonly killCloud: number
  readonly killBridge: number
  readonly gap: number
}

export const profileOf = (random: Generator): Profile => ({
  steps: random.between(20, 60),
  pace: random.pick([50, 400, 2_000]),
  yields: random.pick([0, 0, 0.01, 0.05]),
  stall: random.pick([0, 0, 0.01]),
  weather: {
    latency: random.pick([
      [0, 1],
      [1, 20],
      [5, 200]
    ] as const),
    splits: random.pick([0, 0, 0.3])
  },
  database: {
    delay: random.pick([
      [0, 0],
      [0, 2],
      [1, 40]
    ] as const),
    drops: random.pick([0, 0, 0, 0.005]),
    lostCommits: random.pick([0, 0, 0, 0.05])
  },
  cut: random.pick([0, 0, 0.1]),
  lose: random.pick([0, 0, 0.04]),
  hold: random.pick([0, 0, 0.1]),
  killCloud: random.pick([0, 0, 0.04]),
  killBridge: random.pick([0, 0, 0.06]),
  gap: random.pick([0, 0.05])
})
