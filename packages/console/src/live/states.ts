/** A state that held from a time on, in milliseconds. */
export interface Held {
  readonly atMs: number
  /** As it is shown. */
  readonly value: string
  /** As it came; a long text is cut as the shown one is. */
  readonly exact: string | number | boolean | null
}

const longest = 4096
const exactOf = (raw: unknown, value: string): Held["exact"] => {
  if (raw === null || typeof raw === "number" || typeof raw === "boolean") return raw
  return typeof raw === "string" && raw.length <= longest ? raw : value
}

/** As many changes are kept. */
const most = 400

/** The states that a value went through, oldest first: each change once. */
export class States {
  readonly held: Array<Held> = []
  revision = 0

  push(atMs: number, value: string, raw: unknown = value): void {
    const last = this.held.at(-1)
    if (last !== undefined && (last.value === value || atMs < last.atMs)) return
    this.held.push({ atMs, value, exact: exactOf(raw, value) })
    if (this.held.length > most) this.held.shift()
    this.revision += 1
  }

  /** The states between two times, each with the part of the span that it fills, from 0 to 1. */
  between(
    fromMs: number,
    toMs: number
  ): ReadonlyArray<{ readonly from: number; readonly to: number; readonly value: string }> {
    const part = (timeMs: number) => Math.min(1, Math.max(0, (timeMs - fromMs) / (toMs - fromMs)))
    return this.held.flatMap(({ atMs, value }, index) => {
      const from = part(atMs)
      const to = part(this.held[index + 1]?.atMs ?? toMs)
      return to > from ? [{ from, to, value }] : []
    })
  }
}
