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

/** Milliseconds between two writings. */
const paces = { fast: { text: 100, drawing: 33 }, slow: { text: 200, drawing: 100 } }
/** The work of a frame in milliseconds: over `slow` the loop takes its time, under `fast` it is quick again. */
const limits = { slow: 8, fast: 4 }
const judgedMs = 3000
/** Drawings that would take a frame beyond so many milliseconds wait for the next one. */
const drawingMs = 6

/** One loop for all that moves on the page: text every 100 ms, drawings at most 30 times a second. */
export class Loop {
  readonly #options: LoopOptions
  readonly #texts = new Set<Follower>()
  readonly #drawings = new Set<Follower>()
  /** Drawings that are due and were not drawn yet. */
  #due: Array<Follower> = []
  #frame: number | undefined
  #textAtMs = -Infinity
  #drawnAtMs = -Infinity
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

  #add(followers: Set<Follower>, follower: Follower): () => void {
    followers.add(follower)
    this.#frame ??= this.#options.requestFrame(this.#run)
    return () => {
      followers.delete(follower)
      if (this.#texts.size + this.#drawings.size > 0 || this.#frame === undefined) return
      this.#options.cancelFrame(this.#frame)
      this.#frame = undefined
    }
  }

  readonly #run = (nowMs: number): void => {
    this.#frame = this.#options.requestFrame(this.#run)
    const pace = this.isSlow ? paces.slow : paces.fast
    const began = this.#options.now()
    // Half a frame early is nearer than a whole frame late.
    if (nowMs - this.#textAtMs >= pace.text - 8) {
      this.#textAtMs = nowMs
      for (const follower of this.#texts) follower.write(nowMs)
    }
    if (this.#due.length === 0 && nowMs - this.#drawnAtMs >= pace.drawing - 8) {
      this.#drawnAtMs = nowMs
      this.#due = [...this.#drawings]
    }
    // One at least, however slow: the others follow in the next frames.
    while (this.#due.length > 0) {
      const follower = this.#due.shift()!
      if (this.#drawings.has(follower)) follower.write(nowMs)
      if (this.#options.now() - began > drawingMs) break
    }
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
