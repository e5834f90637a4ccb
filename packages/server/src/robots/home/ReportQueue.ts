/** What waits while a report is being written. */
const mostWaiting = 16

/** A bridge's reports of one kind, written one after the other. Of one id the newest replaces the others. */
export class ReportQueue<Report> {
  private readonly waiting = new Map<string, Report>()
  private isWriting = false
  /** Writes a report, and calls back when that is done or failed. */
  private readonly write: (report: Report, done: () => void) => void

  constructor(write: (report: Report, done: () => void) => void) {
    this.write = write
  }

  get isIdle(): boolean {
    return !this.isWriting
  }

  /** Whether there is room for it. */
  add(id: string, report: Report): boolean {
    if (!this.waiting.has(id) && this.waiting.size >= mostWaiting) return false
    this.waiting.set(id, report)
    if (!this.isWriting) this.next()
    return true
  }

  /** Drops what waits. */
  clear(): void {
    this.waiting.clear()
  }

  private next(): void {
    const [first] = this.waiting
    this.isWriting = first !== undefined
    if (first === undefined) return
    const [id, report] = first
    this.waiting.delete(id)
    this.write(report, () => this.next())
  }
}
