/** The outcome of one robot. */
export type Outcome =
  /** Not begun: the run was stopped, or the service could not be reached. */
  | { readonly kind: "left" }
  | { readonly kind: "running" }
  | { readonly kind: "done"; readonly text: string }
  /** The service or the robot refused. */
  | { readonly kind: "refused"; readonly error: unknown }
  /** No answer came: it may have happened, or not. */
  | { readonly kind: "unanswered"; readonly error: unknown }

interface BulkOptions {
  readonly ids: ReadonlyArray<string>
  /** Acts on one. What it answers is said of it. */
  readonly act: (id: string) => Promise<string>
  readonly judge: (error: unknown) => "refused" | "unanswered" | { readonly waitMs: number }
  readonly wait: (ms: number) => Promise<void>
  readonly onChange: () => void
  readonly atOnce?: number
}

/** As often as one is tried again that the service would not take yet. */
const mostTries = 6
/** So many without an answer in a row, and the rest is not begun. */
const mostSilent = 3

/**
 * One act on several robots, a few at a time. A rate limit stops all of them for as long as the service asks: such a call did
 * nothing and is made again. Nothing else is repeated.
 */
export class BulkRun {
  readonly outcomes: Map<string, Outcome>
  isOver = false
  /** The service asked to wait. */
  isWaiting = false
  readonly #options: BulkOptions
  readonly #waiting: Array<string>
  readonly #tries = new Map<string, number>()
  #pause: Promise<void> | undefined
  #wake: (() => void) | undefined
  #silent = 0
  #isStopped = false

  constructor(options: BulkOptions) {
    this.#options = options
    this.#waiting = [...options.ids]
    this.outcomes = new Map(options.ids.map((id) => [id, { kind: "left" }]))
  }

  /** Ends when nothing runs any more. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.atOnce ?? 4 }, () => this.#work()))
    this.isOver = true
    this.#options.onChange()
  }

  /** Begins no more. What runs already is waited for. */
  stop(): void {
    this.#isStopped = true
    this.#wake?.()
    this.#options.onChange()
  }

  get isStopped(): boolean {
    return this.#isStopped
  }

  async #work(): Promise<void> {
    for (;;) {
      while (this.#pause !== undefined) await this.#pause
      const id = this.#isStopped ? undefined : this.#waiting.shift()
      if (id === undefined) return
      await this.#one(id)
    }
  }

  async #one(id: string): Promise<void> {
    this.#set(id, { kind: "running" })
    try {
      const text = await this.#options.act(id)
      this.#silent = 0
      this.#set(id, { kind: "done", text })
    } catch (error) {
      const verdict = this.#options.judge(error)
      if (verdict === "unanswered") {
        this.#silent += 1
        if (this.#silent >= mostSilent) this.#isStopped = true
        return this.#set(id, { kind: "unanswered", error })
      }
      this.#silent = 0
      const tries = (this.#tries.get(id) ?? 0) + 1
      this.#tries.set(id, tries)
      if (verdict === "refused" || tries >= mostTries) return this.#set(id, { kind: "refused", error })
      this.#waiting.unshift(id)
      this.#set(id, { kind: "left" })
      await this.#rest(verdict.waitMs)
    }
  }

  #rest(ms: number): Promise<void> {
    this.isWaiting = true
    const woken = new Promise<void>((wake) => (this.#wake = wake))
    const pause = Promise.race([this.#options.wait(ms), woken]).then(() => {
      if (this.#pause !== pause) return
      this.#pause = undefined
      this.isWaiting = false
    })
    this.#pause = pause
    this.#options.onChange()
    return pause
  }

  #set(id: string, outcome: Outcome): void {
    this.outcomes.set(id, outcome)
    this.#options.onChange()
  }
}

/** How many robots had which outcome. The sum is the number of robots. */
export const countOutcomes = (outcomes: ReadonlyMap<string, Outcome>): Readonly<Record<Outcome["kind"], number>> => {
  const counts = { left: 0, running: 0, done: 0, refused: 0, unanswered: 0 }
  for (const { kind } of outcomes.values()) counts[kind] += 1
  return counts
}
