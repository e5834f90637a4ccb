import type { Unit } from "./Gop.ts"

/** Viewers that a picture is written to in one turn of the process: a write takes some ten microseconds. */
export const viewersATurn = 64

/** Who can be sent pictures. */
interface Taker {
  readonly picture: (unit: Unit, nowMs: number) => void
}

/** One picture on its way to all viewers of a stream. Where they are many, others of this process have turns in between. */
export class PictureRound {
  private unit: Unit | null = null
  private left: IterableIterator<Taker> = [].values()
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  /** The round before has to be finished. */
  begin(unit: Unit, viewers: ReadonlySet<Taker>): void {
    this.left = viewers.values()
    this.next(unit)
  }

  /** Sends it at once to who has not got it: what comes next in a stream, and who joins it, comes behind. */
  finish(): void {
    const { unit } = this
    if (unit === null) return
    this.unit = null
    const nowMs = this.now()
    for (const viewer of this.left) viewer.picture(unit, nowMs)
  }

  private next(unit: Unit): void {
    this.unit = null
    const nowMs = this.now()
    for (let sent = 0; sent < viewersATurn; sent++) {
      const viewer = this.left.next()
      if (viewer.done === true) return
      viewer.value.picture(unit, nowMs)
    }
    this.unit = unit
    setImmediate(() => {
      if (this.unit === unit) this.next(unit)
    })
  }
}
