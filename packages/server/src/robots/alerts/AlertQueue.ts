import type { WriteQueue } from "../../platform/sql/makeWriteBehind.ts"
import type { MovedAlert } from "./AlertRecords.ts"
import { AlertValues } from "./AlertValues.ts"
import type { LiveAlert } from "./LiveAlert.ts"

/** The moves of an alert that waited when they were taken to be stored. */
export interface TakenMoves {
  readonly alert: LiveAlert
  readonly moved: MovedAlert
}

/** What of the alerts of this process is to be stored: their moves, and apart from those their newest values. */
export class AlertQueue implements WriteQueue<TakenMoves> {
  /** Those with moves that wait to be stored. */
  private pending = new Set<LiveAlert>()
  /** Those whose newest state follows their last move too soon. */
  private readonly behind = new Set<LiveAlert>()
  readonly values = new AlertValues()
  private readonly nowMs: () => number
  private readonly wake: () => void

  /** `wake` is called when something can be stored. */
  constructor(nowMs: () => number, wake: () => void) {
    this.nowMs = nowMs
    this.wake = wake
  }

  /** A sample moved the alert. */
  moved(alert: LiveAlert): void {
    if (alert.isBehind) this.behind.add(alert)
    this.accept(alert, this.nowMs())
  }

  /** Alerts with moves, also those whose row is not known yet. */
  get size(): number {
    return this.pending.size
  }

  take(atMost: number): ReadonlyArray<TakenMoves> {
    return this.takeWhere(() => true, atMost)
  }

  takeOf(robotId: string, atMost: number): ReadonlyArray<TakenMoves> {
    return this.takeWhere(({ home }) => home.robotId === robotId, atMost)
  }

  /** They come before the others, with the moves that were accepted meanwhile. */
  giveBack(taken: ReadonlyArray<TakenMoves>): void {
    for (const { alert } of taken) alert.isWriting = false
    this.pending = new Set([...taken.map(({ alert }) => alert), ...this.pending])
  }

  /** The row of the alert is known now, or another state of it. */
  adopted(alert: LiveAlert): void {
    if (alert.isBehind) this.behind.add(alert)
    if (alert.waiting.length > 0) this.wake()
    else this.pending.delete(alert)
  }

  /** Lets pass what followed too soon. */
  tick(nowMs: number): void {
    for (const alert of this.behind) this.accept(alert, nowMs)
  }

  /** Moves of alerts that are dropped, and alerts without moves, are left out for good. */
  private takeWhere(fits: (alert: LiveAlert) => boolean, atMost: number): ReadonlyArray<TakenMoves> {
    const taken: Array<TakenMoves> = []
    for (const alert of this.pending) {
      if (taken.length >= atMost) break
      const { home, isDropped, row, waiting: moves } = alert
      if (isDropped || moves.length === 0) this.pending.delete(alert)
      else if (row !== null && fits(alert)) {
        this.pending.delete(alert)
        alert.isWriting = true
        const { id, revision } = row
        taken.push({ alert, moved: { alert: { id, org_id: home.orgId, robot_id: home.robotId }, revision, moves } })
      }
    }
    return taken
  }

  private accept(alert: LiveAlert, nowMs: number): void {
    if (!alert.isDropped && alert.isBehind) {
      if (!alert.accept(nowMs)) return
      this.pending.add(alert)
      this.wake()
    }
    this.behind.delete(alert)
  }
}
