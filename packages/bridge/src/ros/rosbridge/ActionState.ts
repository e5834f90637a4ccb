import { Effect, SubscriptionRef } from "effect"
import { actionPart } from "../ActionParts.ts"
import { toJson } from "../MessageJson.ts"
import type { GoalId, GoalResult, GoalStatus, SubscriptionState } from "../RosGateway.ts"
import type { RosType } from "../RosType.ts"
import { withShortFloats } from "../withShortFloats.ts"
import { feedbackSpellings, type GoalList, readFeedback, readGoalList, statusType } from "./GoalList.ts"
import type { ClientOperation } from "./Operations.ts"
import type { Sending } from "./Sending.ts"

export type OnStatus = (goals: ReadonlyArray<{ readonly goalId: GoalId; readonly status: GoalStatus }>) => void
export type OnFeedback = (goalId: GoalId, feedback: unknown) => void

/** A goal that was sent from here. `result` is undefined when its connection ended without one. */
export interface OwnGoal {
  readonly result: Effect.Effect<GoalResult | undefined>
  /** Whether the server lists it under the id it is kept with. */
  readonly isListed: boolean
}

/** Goals sent from here whose results are kept after they ended, the newest. */
export const maxOwn = 100

/** What is known of one action, while anybody here asks for it. */
export class ActionState {
  readonly action: string
  /** Whether the server is there: listed, and not found dead. */
  readonly present = Effect.runSync(SubscriptionRef.make(false))
  /** The server's list since it is there; undefined until one came. */
  readonly goals = Effect.runSync(SubscriptionRef.make<GoalList | undefined>(undefined))
  readonly topicState = Effect.runSync(SubscriptionRef.make<SubscriptionState>("pending"))
  readonly onStatus = new Set<OnStatus>()
  readonly onFeedback = new Set<OnFeedback>()
  readonly types = new Set<string>()
  /** Definitions of what it answers, once they were asked for: they tell a float32 from a float64. */
  parts: { readonly result: RosType | undefined; readonly feedback: RosType | undefined } | undefined
  readonly own = new Map<GoalId, OwnGoal>()
  /** The goal that is being sent. Until its id is known, new goals are not reported. */
  sending: Sending | undefined
  /** Everybody who needs this. */
  users = 0
  /** It was probed and did not answer, whatever the graph shows. */
  isDead = false
  lastMessageMs = 0
  lastProbeMs = 0
  #subscribed: ReadonlyArray<string> = []

  constructor(action: string) {
    this.action = action
  }

  get isPresent(): boolean {
    return SubscriptionRef.getUnsafe(this.present)
  }

  get list(): GoalList | undefined {
    return SubscriptionRef.getUnsafe(this.goals)
  }

  /** Whether a goal runs here whose server may die. */
  get isRunning(): boolean {
    return this.waiting > 0 || Array.from(this.list?.values() ?? []).some((status) => status < 4)
  }

  /** Results that somebody waits for. */
  waiting = 0

  /** The messages that subscribe to the action's goals: its topics are hidden, so that no list shows them. */
  subscribe(): ReadonlyArray<ClientOperation> {
    const [type] = this.types
    const key = type ?? ""
    if (this.#subscribed.includes(key)) return []
    const status = this.action + actionPart.status
    const feedback = this.action + actionPart.feedback
    const isNew = this.#subscribed.length === 0
    this.#subscribed = [...this.#subscribed, key]
    const common = { throttle_rate: 0, queue_length: 1 } as const
    const statusOf: ReadonlyArray<ClientOperation> = isNew
      ? [{ op: "subscribe", id: status, topic: status, type: statusType, compression: "cbor-raw", ...common }]
      : []
    const spelled = type === undefined ? [] : feedbackSpellings(type)
    return [
      ...statusOf,
      ...spelled.map((type): ClientOperation => ({ op: "subscribe", id: type, topic: feedback, type, ...common }))
    ]
  }

  /** The reverse. Nothing is sent for what was not subscribed. */
  unsubscribe(): ReadonlyArray<ClientOperation> {
    if (this.#subscribed.length === 0) return []
    const spelled = this.#subscribed.flatMap((type) => (type === "" ? [] : feedbackSpellings(type)))
    this.#subscribed = []
    const status = this.action + actionPart.status
    const feedback = this.action + actionPart.feedback
    return [
      { op: "unsubscribe", id: status, topic: status },
      ...spelled.map((id): ClientOperation => ({ op: "unsubscribe", id, topic: feedback }))
    ]
  }

  /** The connection ended, and its subscriptions with it. */
  forgetSubscriptions(): void {
    this.#subscribed = []
  }

  /** Tells everybody the list, without the goals that may be the one being sent. */
  tell(): void {
    const { list, sending } = this
    if (list === undefined) return
    const goals = Array.from(list, ([goalId, status]) => ({ goalId, status }))
    const listed = sending === undefined ? goals : goals.filter(({ goalId }) => sending.baseline.has(goalId))
    for (const listener of this.onStatus) listener(listed)
  }

  hearStatus(msg: unknown, nowMs: number): void {
    const list = readGoalList(msg)
    if (list === undefined) return
    this.lastMessageMs = nowMs
    Effect.runSync(SubscriptionRef.set(this.goals, list))
    this.sending?.onList(list)
    this.tell()
  }

  hearFeedback(msg: unknown, nowMs: number): void {
    const message = readFeedback(msg)
    if (message === undefined) return
    this.lastMessageMs = nowMs
    const feedback = toJson(withShortFloats(this.parts?.feedback, message.feedback))
    this.sending?.onTopicFeedback(message.goalId, feedback)
    // A goal of our own tells its feedback over its own connection.
    const isHeld = this.sending !== undefined && !this.sending.baseline.has(message.goalId)
    if (!isHeld && !this.own.has(message.goalId)) this.tellFeedback(message.goalId, feedback)
  }

  tellFeedback(goalId: GoalId, feedback: unknown): void {
    for (const listener of this.onFeedback) listener(goalId, feedback)
  }

  keep(goalId: GoalId, goal: OwnGoal): void {
    this.own.set(goalId, goal)
    const running = this.list
    for (const known of this.own.keys()) {
      if (this.own.size <= maxOwn) return
      if ((running?.get(known) ?? 4) >= 4) this.own.delete(known)
    }
  }
}
