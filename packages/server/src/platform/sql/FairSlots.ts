/** Of two kinds of work the first passes before the second. */
export type Lane = "foreground" | "background"

interface Waiting {
  readonly begin: () => void
}

/** Those of one lane that wait, by who they wait for. */
type Lines = Map<string, Set<Waiting>>

/** Of so many slots that become free, one is given to background work that waits, so that it never stands still. */
const backgroundShare = 8

/**
 * A number of slots. Where none is free, those who wait are given them by turns: whoever asks for many waits behind its
 * own and not before the others. Background work waits for the foreground, and never holds more than half of the slots.
 * `ofOne` is how many are held for one at most; whoever has no name is not counted.
 */
export class FairSlots {
  private readonly slots: number
  private readonly ofOne: number
  private readonly heldBy = new Map<string, number>()
  private held = 0
  private heldInBackground = 0
  private given = 0
  private giving = false
  private readonly lines: Record<Lane, Lines> = { foreground: new Map(), background: new Map() }
  /** Those that wait. */
  waiting = 0

  constructor(slots: number, ofOne = slots) {
    this.slots = slots
    this.ofOne = ofOne
  }

  /** Takes a slot if one is free for the lane and for whom it is. */
  take(lane: Lane, who: string): boolean {
    if (!this.isFree(lane) || this.hasAll(who)) return false
    this.hold(lane, who, 1)
    return true
  }

  /** Calls `begin` once there is a slot, which it then has. Answers how to wait no longer; false where it had begun. */
  wait(lane: Lane, who: string, begin: () => void): () => boolean {
    const lines = this.lines[lane]
    const waiting: Waiting = { begin }
    const line = lines.get(who)
    if (line === undefined) lines.set(who, new Set([waiting]))
    else line.add(waiting)
    this.waiting++
    return () => {
      const line = lines.get(who)
      if (line?.delete(waiting) !== true) return false
      if (line.size === 0) lines.delete(who)
      this.waiting--
      return true
    }
  }

  /** Gives a slot back, and on to those who wait. */
  leave(lane: Lane, who: string): void {
    this.hold(lane, who, -1)
    // Who ends in the turn in which it begins leaves from within: the one loop goes on, and not one on top of another.
    if (this.giving) return
    this.giving = true
    try {
      for (let next = this.next(); next !== null; next = this.next()) next()
    } finally {
      this.giving = false
    }
  }

  private hasAll(who: string): boolean {
    return this.ofOne < this.slots && (this.heldBy.get(who) ?? 0) >= this.ofOne
  }

  private hold(lane: Lane, who: string, change: 1 | -1): void {
    this.held += change
    if (this.ofOne < this.slots && who !== "") {
      const held = (this.heldBy.get(who) ?? 0) + change
      if (held === 0) this.heldBy.delete(who)
      else this.heldBy.set(who, held)
    }
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

  /** The first waiter of the owner that was given a slot longest ago and may have another. */
  private pick(lane: Lane): (() => void) | null {
    if (!this.isFree(lane)) return null
    const lines = this.lines[lane]
    for (const [who, line] of lines) {
      if (this.hasAll(who)) continue
      lines.delete(who)
      const first = line.values().next().value!
      line.delete(first)
      // To the end: all others come first.
      if (line.size > 0) lines.set(who, line)
      this.waiting--
      this.given++
      this.hold(lane, who, 1)
      return first.begin
    }
    return null
  }
}
