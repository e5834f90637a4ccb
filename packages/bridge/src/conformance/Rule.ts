import type { Effect } from "effect"
import type { Kit } from "./Kit.ts"
import type { Broken, NotSupported } from "./Verdicts.ts"

/**
 * What a rule needs beside a bridge: `robot` the simulated mobile robot beneath it, `restart` a way to start the bridge
 * again, `slow` up to two minutes of waiting.
 */
export type Need = "robot" | "restart" | "slow"

/** One rule of the bridge protocol, with the script that tries it. */
export interface Rule {
  readonly id: string
  /** The section of the contract. */
  readonly section: "9.3" | "10.1" | "11" | "13.1" | "13.2" | "13.3"
  /** What the contract says. */
  readonly sentence: string
  readonly needs: ReadonlyArray<Need>
  /** Runs while a session is open. Ends well where the bridge keeps the rule. */
  readonly check: (kit: Kit) => Effect.Effect<void, Broken | NotSupported>
}
