import type { LiveAlert } from "./LiveAlert.ts"

/** What of the alerts of this process is to be stored. */
export class AlertQueue {
  /** Those with moves that wait to be stored. */
  readonly pending = new Set<LiveAlert>()
  /** Those whose newest state follows their last move too soon. */
  readonly behind = new Set<LiveAlert>()
  /** Those whose newest value is not stored. */
  readonly valued = new Set<LiveAlert>()
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

  /** A sample was evaluated. */
  evaluated(alert: LiveAlert): void {
    alert.hasNewValue = true
    this.valued.add(alert)
  }

  /** Another alert has the newest value now. */
  handedOn(alert: LiveAlert): void {
    alert.hasNewValue = false
    this.valued.delete(alert)
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

  private accept(alert: LiveAlert, nowMs: number): void {
    if (!alert.isDropped && alert.isBehind) {
      if (!alert.accept(nowMs)) return
      this.pending.add(alert)
      this.wake()
    }
    this.behind.delete(alert)
  }
}
