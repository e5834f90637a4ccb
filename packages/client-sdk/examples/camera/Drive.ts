import type { Publisher } from "@fleet/sdk"

/** Between two messages while something is held: well below the publisher's failsafe of half a second. */
const everyMs = 100
const waits = (ms: number) => new Promise((resume) => setTimeout(resume, ms))

/** Sends what is held, again and again, and a stop once nothing is. One message is under way at a time. */
export class Drive {
  readonly #publisher: () => Publisher
  readonly #onProblem: (error: unknown) => void
  readonly #held = new Map<string, { readonly forward: number; readonly turn: number }>()
  #isSending = false

  constructor(publisher: () => Publisher, onProblem: (error: unknown) => void) {
    this.#publisher = publisher
    this.#onProblem = onProblem
  }

  hold(name: string, move: { readonly forward: number; readonly turn: number }): void {
    this.#held.set(name, move)
    void this.#send()
  }

  release(name: string): void {
    this.#held.delete(name)
  }

  releaseAll(): void {
    this.#held.clear()
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    try {
      while (this.#held.size > 0) {
        const moves = [...this.#held.values()]
        const sum = (of: (move: (typeof moves)[number]) => number) => moves.reduce((all, move) => all + of(move), 0)
        await this.#publisher().publish({ forward: sum(({ forward }) => forward), turn: sum(({ turn }) => turn) })
        await waits(everyMs)
      }
      await this.#publisher().publish({ forward: 0, turn: 0 })
    } catch (error) {
      this.#held.clear()
      this.#onProblem(error)
    } finally {
      this.#isSending = false
    }
  }
}
