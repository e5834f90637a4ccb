import { checkSlices } from "./schema/check.ts"
import type { LocalFinding } from "./schema/local.ts"
import type { YamlRead } from "./text/nodes.ts"
import { readSlices } from "./text/read.ts"

/** What the page sees in a text by itself. */
export interface Analysis extends YamlRead {
  readonly text: string
  readonly findings: ReadonlyArray<LocalFinding>
}

function* analyse(text: string): Generator<void, Analysis> {
  const found = yield* readSlices(text)
  const findings = yield* checkSlices(found.root)
  return { ...found, text, findings }
}

/** Texts up to this size are read at once: it takes less than a frame. */
const small = 20_000
const sliceMs = 6

/** Reads texts in slices between the page's other work; a newer text ends the reading of an older one. */
export class Analyst {
  #run: Generator<void, Analysis> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #done: (analysis: Analysis) => void

  constructor(done: (analysis: Analysis) => void) {
    this.#done = done
  }

  read(text: string): void {
    this.stop()
    this.#run = analyse(text)
    if (text.length <= small) return this.#work(Infinity)
    // A long text is read when the keys rest.
    this.#timer = setTimeout(() => this.#work(sliceMs), 120)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#run = undefined
  }

  #work(budgetMs: number): void {
    const run = this.#run
    if (run === undefined) return
    const end = performance.now() + budgetMs
    for (;;) {
      const next = run.next()
      if (next.done === true) {
        this.#run = undefined
        return this.#done(next.value)
      }
      if (performance.now() > end) break
    }
    this.#timer = setTimeout(() => this.#work(budgetMs), 0)
  }
}
