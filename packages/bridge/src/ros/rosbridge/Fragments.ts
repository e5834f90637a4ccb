import { Option, Schema } from "effect"

const natural = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A piece of a message that was longer than the server's largest. */
const Fragment = Schema.Struct({ id: Schema.String, data: Schema.String, num: natural, total: natural })

const decode = Schema.decodeUnknownOption(Fragment)

/** What may be under way on one connection. */
export const fragmentLimits = { messages: 4, pieces: 10_000, characters: 64 * 1024 * 1024 }

interface Partial {
  readonly pieces: Map<number, string>
  readonly total: number
}

/** Puts messages together again that came in pieces. The oldest is given up when there are too many or too much. */
export class Fragments {
  readonly #partials = new Map<string, Partial>()
  #characters = 0

  /** What is kept: messages that are not complete, and their characters. */
  get size(): { readonly messages: number; readonly characters: number } {
    return { messages: this.#partials.size, characters: this.#characters }
  }

  #drop(id: string): void {
    for (const piece of this.#partials.get(id)?.pieces.values() ?? []) this.#characters -= piece.length
    this.#partials.delete(id)
  }

  #trim(): void {
    for (const id of this.#partials.keys()) {
      const { messages, characters } = fragmentLimits
      if (this.#partials.size <= messages && this.#characters <= characters) return
      this.#drop(id)
    }
  }

  /** Takes one piece; the whole text once it was the last. Undefined while pieces are missing, or when it fits nothing. */
  add(operation: unknown): string | undefined {
    const fragment = Option.getOrUndefined(decode(operation))
    if (fragment === undefined) return undefined
    const { data, id, num, total } = fragment
    if (num >= total || total > fragmentLimits.pieces) return undefined
    if (this.#partials.get(id)?.total !== total) this.#drop(id)
    const partial = this.#partials.get(id) ?? { pieces: new Map<number, string>(), total }
    this.#partials.set(id, partial)
    this.#characters += data.length - (partial.pieces.get(num)?.length ?? 0)
    partial.pieces.set(num, data)
    if (partial.pieces.size === total) {
      const whole = Array.from({ length: total }, (_, index) => partial.pieces.get(index)).join("")
      this.#drop(id)
      return whole
    }
    this.#trim()
    return undefined
  }
}
