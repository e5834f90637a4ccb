/** So many things may happen in a turn at once. */
const atOnce = 512
/** From so many on it is looked at when the turn ends: to do so in each would cost more than it is worth. */
const many = 64

/**
 * Puts off what comes in one turn of the event loop beyond a number, until its end. Where over 1,024 connections have something
 * to read, libuv asks for more of them up to 48 times before anything else has its turn: peers that are answered at once send
 * again at once, and 50,000 requests pass while those that were begun, and the database's answers, wait. What is put off sends
 * nothing meanwhile.
 */
export class TickBudget {
  private count = 0
  private readonly later: Array<() => void> = []
  private readonly atEndOfTick: (call: () => void) => void

  constructor(atEndOfTick: (call: () => void) => void = (call) => void setImmediate(call)) {
    this.atEndOfTick = atEndOfTick
  }

  /** Whether this turn has room; if not, `later` is called at its end. */
  has(later: () => void): boolean {
    // The count may be of several turns up to here, and is of this one from here on.
    if (++this.count === many) this.atEndOfTick(this.ended)
    if (this.count <= atOnce) return true
    this.later.push(later)
    return false
  }

  private readonly ended = (): void => {
    this.count = 0
    for (const act of this.later.splice(0)) act()
  }
}
