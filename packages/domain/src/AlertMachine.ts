import type { Condition } from "./RobotConfig/Datapoint.ts"

export type AlertState = "ok" | "firing"

/** What an alert compares; any other JSON value keeps its state. */
export type AlertValue = number | string | boolean

/** Whether alerts compare the value at all. */
export const isAlertValue = (value: unknown): value is AlertValue =>
  typeof value === "number" || typeof value === "string" || typeof value === "boolean"

/**
 * The state after a sample, null where the sample cannot be compared: a threshold compares numbers, an equality any number,
 * string or boolean.
 */
export const stateAfter = (condition: Condition, state: AlertState, value: unknown): AlertState | null => {
  const { fire_at, resolve_at } = condition
  if (resolve_at === undefined || typeof fire_at !== "number") {
    if (!isAlertValue(value)) return null
    return value === fire_at ? "firing" : "ok"
  }
  if (typeof value !== "number") return null
  const isAbove = fire_at > resolve_at
  if (state === "ok") return (isAbove ? value >= fire_at : value <= fire_at) ? "firing" : "ok"
  return (isAbove ? value <= resolve_at : value >= resolve_at) ? "ok" : "firing"
}

/** One sample that moved an alert: captured at `atMs`, or arrived then where its stamp shows a clock that is off. */
export interface AlertMove {
  readonly state: AlertState
  readonly atMs: number
  readonly value: AlertValue
}

/** One condition fed with samples, beginning with `ok`. */
export class AlertMachine {
  readonly condition: Condition
  state: AlertState
  /** The newest sample that was compared; undefined before the first. */
  value: AlertValue | undefined
  /** What moved the state last; null before. */
  moved: AlertMove | null = null

  constructor(condition: Condition, state: AlertState = "ok") {
    this.condition = condition
    this.state = state
  }

  /** Whether the sample moved the state. */
  take(value: AlertValue, atMs: number): boolean {
    const next = stateAfter(this.condition, this.state, value)
    if (next === null) return false
    this.value = value
    if (next === this.state) return false
    this.state = next
    this.moved = { state: next, atMs, value }
    return true
  }
}

/** Whether two conditions are the same. */
export const isSameCondition = (one: Condition, other: Condition): boolean =>
  one.fire_at === other.fire_at && one.resolve_at === other.resolve_at
