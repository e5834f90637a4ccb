import type { GoalId, GoalStatus } from "../../ros/RosGateway.ts"
import { isThere, type Presence } from "./ActionPresence.ts"

type Goals = ReadonlyArray<{ readonly goalId: GoalId; readonly status: GoalStatus }>

/** The goals an action's server listed. One that was away may have lost them: only a list it gives afterwards counts. */
export class GoalListing {
  #goals: Goals | undefined = []
  /** Whether a list has come since the server was last away or unreachable. */
  #isFresh = true

  /** Undefined while the list is forgotten and a new one may still come. */
  get goals(): Goals | undefined {
    return this.#goals
  }

  /** The server gave its list. */
  hear(goals: Goals): void {
    this.#goals = goals
    this.#isFresh = true
  }

  /** The server came or went. */
  move(before: Presence, now: Presence): void {
    if (isThere(before) && !isThere(now)) this.#isFresh = false
    if (this.#isFresh && now !== "lost") return
    if (now === "lost" || now === "settled") this.#goals = []
    else if (now !== "unreachable") this.#goals = undefined
  }
}
