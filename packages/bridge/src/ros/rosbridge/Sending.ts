import { Deferred, Effect } from "effect"
import type { GoalId } from "../RosGateway.ts"
import type { GoalList } from "./GoalList.ts"

/** Feedback that is kept to tell goals apart. */
const maxFeedback = 50

/**
 * The search for the id of a goal that is being sent: rosbridge does not tell it. It is a new one in the server's list;
 * of several, the one whose feedback also comes over the goal's own connection, otherwise the first.
 */
export class Sending {
  readonly baseline: ReadonlySet<GoalId>
  readonly #found = Deferred.makeUnsafe<GoalId>()
  readonly #own: Array<string> = []
  readonly #topic: Array<readonly [goalId: GoalId, feedback: string]> = []
  #candidates: ReadonlyArray<GoalId> = []

  constructor(baseline: Iterable<GoalId>) {
    this.baseline = new Set(baseline)
  }

  /** A goal that did not exist before was listed. */
  get found(): Effect.Effect<GoalId> {
    return Deferred.await(this.#found)
  }

  onList(list: GoalList): void {
    this.#candidates = Array.from(list.keys()).filter((goalId) => !this.baseline.has(goalId))
    const [first] = this.#candidates
    if (first !== undefined) Deferred.doneUnsafe(this.#found, Effect.succeed(first))
  }

  onOwnFeedback(feedback: unknown): void {
    if (this.#own.length < maxFeedback) this.#own.push(JSON.stringify(feedback))
  }

  onTopicFeedback(goalId: GoalId, feedback: unknown): void {
    if (this.#topic.length < maxFeedback) this.#topic.push([goalId, JSON.stringify(feedback)])
  }

  /** The likeliest id now; undefined while no new goal was listed. */
  get best(): GoalId | undefined {
    const same = this.#topic.find(
      ([goalId, feedback]) => this.#candidates.includes(goalId) && this.#own.includes(feedback)
    )
    return same?.[0] ?? this.#candidates[0]
  }

  get isClear(): boolean {
    return this.#candidates.length <= 1
  }
}
