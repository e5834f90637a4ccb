/** Of two kinds of work the first passes before the second. */
export type Lane = "foreground" | "background"

interface Waiting {
  readonly begin: () => void
}

/** Those of one lane that wait, by who they wait for. */
type Turns = Map<string, Set<Waiting>>

/** Of so many slots that become free, one is given to background work that waits, so that it never stands still. */
const backgroundShare = 8

/**
 * A number of slots. Where none is free, those who wait are given them by turns: whoever asks for many waits behind its
 * own and not before the others. Background work waits for the foreground, and never holds more than half of the slots.
 */
export class FairSlots {
  private readonly slots: number
  private held = 0
  private heldInBackground = 0
  private given = 0
  private giving = false
  private readonly turns: Record<Lane, Turns> = { foreground: new Map(), background: new Map() }
  /** Those that wait. */
  waiting = 0

  constructor(slots: number) {
    this.slots = slots
  }

  /** Takes a slot if one is free for the lane. */
  take(lane: Lane): boolean {
    if (!this.isFree(lane)) return false
    this.hold(lane, 1)
    return true
  }

  /** Calls `begin` once there is a slot, which it then has. Answers how to wait no longer; false where it had begun. */
  wait(lane: Lane, who: string, begin: () => void): () => boolean {
    const turns = this.turns[lane]
    const waiting: Waiting = { begin }
    const line = turns.get(who)
    if (line === undefined) turns.set(who, new Set([waiting]))
    else line.add(waiting)
    this.waiting++
    return () => {
      const line = turns.get(who)
      if (line?.delete(waiting) !== true) return false
      if (line.size === 0) turns.delete(who)
      this.waiting--
      return true
    }
  }

  /** Gives a slot back, and on to those who wait. */
  leave(lane: Lane): void {
    this.hold(lane, -1)
    // Who ends in the turn in which it begins leaves from within: the one loop goes on, and not one on top of another.
    if (this.giving) return
    this.giving = true
    try {
      for (let next = this.next(); next !== null; next = this.next()) next()
    } finally {
      this.giving = false
    }
  }

  private hold(lane: Lane, change: 1 | -1): void {
    this.held += change
    if (lane === "background") this.heldInBackground += change
  }

  private isFree(lane: Lane): boolean {
    if (this.held >= this.slots) return false
    return lane === "foreground" || this.heldInBackground < Math.max(1, this.slots >> 1)
  }

  private next(): (() => void) | null {
    if (this.waiting === 0 || this.held >= this.slots) return null
    const owed = this.given % backgroundShare === backgroundShare - 1
    return owed
      ? (this.pick("background") ?? this.pick("foreground"))
      : (this.pick("foreground") ?? this.pick("background"))
  }

  /** The first in the line of whoever was given a slot longest ago. */
  private pick(lane: Lane): (() => void) | null {
    if (!this.isFree(lane)) return null
    const turns = this.turns[lane]
    for (const [who, line] of turns) {
      turns.delete(who)
      const first = line.values().next().value!
      line.delete(first)
      // To the end: all others come first.
      if (line.size > 0) turns.set(who, line)
      this.waiting--
      this.given++
      this.hold(lane, 1)
      return first.begin
    }
    return null
  }
}
