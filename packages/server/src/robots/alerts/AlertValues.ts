import type { WriteQueue } from "../../platform/sql/makeWriteBehind.ts"
import type { LiveAlert } from "./LiveAlert.ts"

/** Of connected robots the newest values are stored in every tenth round; of others, in each. */
const roundsOfAll = 10

/** The alerts whose newest value is not stored, the longest waiting first. */
export class AlertValues implements WriteQueue<LiveAlert> {
  private waiting = new Set<LiveAlert>()
  private rounds = 1
  private isAllDue = false

  /** A sample was evaluated. */
  add(alert: LiveAlert): void {
    alert.hasNewValue = true
    this.waiting.add(alert)
  }

  /** Another alert has the newest value now. */
  delete(alert: LiveAlert): void {
    alert.hasNewValue = false
    this.waiting.delete(alert)
  }

  /** Alerts with a value, also those that are not due or whose row is not known yet. */
  get size(): number {
    return this.waiting.size
  }

  /** From now to the end of the round all are due. */
  makeAllDue(): void {
    this.isAllDue = true
  }

  roundEnded(): void {
    this.isAllDue = ++this.rounds % roundsOfAll === 0
  }

  /** One that is disabled keeps the newest value that was evaluated before, and is due at once. */
  take(atMost: number): ReadonlyArray<LiveAlert> {
    return this.takeWhere(({ home, isDropped }) => this.isAllDue || isDropped || home.link === null, atMost)
  }

  takeOf(robotId: string, atMost: number): ReadonlyArray<LiveAlert> {
    return this.takeWhere(({ home }) => home.robotId === robotId, atMost)
  }

  /** Of an alert that was disabled and enabled since, the older value stays first. */
  giveBack(alerts: ReadonlyArray<LiveAlert>): void {
    for (const alert of alerts) alert.hasNewValue = true
    this.waiting = new Set([...alerts, ...this.waiting])
  }

  [Symbol.iterator](): Iterator<LiveAlert> {
    return this.waiting.values()
  }

  private takeWhere(fits: (alert: LiveAlert) => boolean, atMost: number): ReadonlyArray<LiveAlert> {
    const taken: Array<LiveAlert> = []
    for (const alert of this.waiting) {
      if (taken.length >= atMost) break
      if (alert.row === null) {
        // It has no row any more, or none yet.
        if (alert.isDropped && !alert.awaitsRow) this.waiting.delete(alert)
      } else if (fits(alert)) {
        alert.hasNewValue = false
        this.waiting.delete(alert)
        taken.push(alert)
      }
    }
    return taken
  }
}
