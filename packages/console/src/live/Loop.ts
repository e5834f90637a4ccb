/** Something on the screen that follows values. It is asked to write only while it is on the loop. */
export interface Follower {
  /** Writes what changed; cheap where nothing did. `nowMs` is a frame's time. */
  readonly write: (nowMs: number) => void
}

export interface LoopOptions {
  readonly requestFrame: (callback: (nowMs: number) => void) => number
  readonly cancelFrame: (handle: number) => void
  /** A clock for how long a frame's work takes, in milliseconds. */
  readonly now: () => number
}

/** Within so many milliseconds each follower is written once. */
const paces = { fast: { text: 100, drawing: 100 / 3 }, slow: { text: 200, drawing: 100 } }
/** The work of a frame in milliseconds: over `slow` the loop takes its time, under `fast` it is quick again. */
const limits = { slow: 8, fast: 4 }
const judgedMs = 3000
/** Work that would take a frame beyond so many milliseconds waits for the next one: texts, then drawings. */
const budgets = { text: 2, drawing: 3 }

/** Followers of one kind, written in turn: so many in each frame that all of them are written once in a pace. */
class Round {
  readonly #followers: Array<Follower> = []
  #next = 0
  /** How many are due, with the part of one that frames before left over. */
  #due = 0

  get size(): number {
    return this.#followers.length
  }

  add(follower: Follower): void {
    this.#followers.push(follower)
  }

  delete(follower: Follower): void {
    const place = this.#followers.indexOf(follower)
    if (place === -1) return
    this.#followers.splice(place, 1)
    if (place < this.#next) this.#next -= 1
  }

  /** Writes those that are due until `isEnough`; one of them at least, however slow. */
  write(nowMs: number, passedMs: number, paceMs: number, isEnough: () => boolean): void {
    // After a long pause each is written once.
    this.#due = Math.min(this.size + 1, this.#due + (this.size * passedMs) / paceMs)
    while (this.#due >= 1) {
      this.#due -= 1
      if (this.#next >= this.size) this.#next = 0
      this.#followers[this.#next++]?.write(nowMs)
      if (isEnough()) break
    }
  }
}

/**
 * One loop for all that moves on the page: text every 100 ms, drawings at most 30 times a second, both spread evenly over the
 * frames. What does not fit into a frame comes in the next ones.
 */
export class Loop {
  readonly #options: LoopOptions
  readonly #texts = new Round()
  readonly #drawings = new Round()
  #frame: number | undefined
  #frameAtMs = Number.NaN
  #judgedAtMs = Number.NaN
  #work: Array<number> = []
  /** Whether frames take so long that the loop writes half as often. */
  isSlow = false
  /** The 95th percentile of the work of a frame over the last 3 s, in milliseconds. */
  p95Ms = 0

  constructor(options: LoopOptions) {
    this.#options = options
  }

  /** Text, ages, classes: written every 100 ms. Answers how to stop. */
  text(follower: Follower): () => void {
    return this.#add(this.#texts, follower)
  }

  /** Charts and pictures: drawn at most 30 times a second. Answers how to stop. */
  drawing(follower: Follower): () => void {
    return this.#add(this.#drawings, follower)
  }

  #add(followers: Round, follower: Follower): () => void {
    followers.add(follower)
    this.#frame ??= this.#options.requestFrame(this.#run)
    return () => {
      followers.delete(follower)
      if (this.#texts.size + this.#drawings.size > 0 || this.#frame === undefined) return
      this.#options.cancelFrame(this.#frame)
      this.#frame = undefined
      this.#frameAtMs = Number.NaN
    }
  }

  readonly #run = (nowMs: number): void => {
    this.#frame = this.#options.requestFrame(this.#run)
    const pace = this.isSlow ? paces.slow : paces.fast
    const passedMs = Number.isNaN(this.#frameAtMs) ? 0 : nowMs - this.#frameAtMs
    this.#frameAtMs = nowMs
    const began = this.#options.now()
    const isOver = (budgetMs: number) => () => this.#options.now() - began > budgetMs
    this.#texts.write(nowMs, passedMs, pace.text, isOver(budgets.text))
    this.#drawings.write(nowMs, passedMs, pace.drawing, isOver(budgets.drawing))
    this.#judge(nowMs, this.#options.now() - began)
  }

  #judge(nowMs: number, workMs: number): void {
    this.#work.push(workMs)
    if (Number.isNaN(this.#judgedAtMs)) this.#judgedAtMs = nowMs
    if (nowMs - this.#judgedAtMs < judgedMs) return
    const sorted = this.#work.toSorted((left, right) => left - right)
    this.p95Ms = sorted[Math.floor(sorted.length * 0.95)] ?? 0
    this.isSlow = this.isSlow ? this.p95Ms > limits.fast : this.p95Ms > limits.slow
    this.#work = []
    this.#judgedAtMs = nowMs
  }
}

/** The loop of the page. */
export const loop = new Loop({
  requestFrame: (callback) => requestAnimationFrame(callback),
  cancelFrame: (handle) => cancelAnimationFrame(handle),
  now: () => performance.now()
})
