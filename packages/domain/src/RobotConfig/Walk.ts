import type { Path } from "./Path.ts"

/** An object that is not a list. */
export type JsonMap = Readonly<Record<string, unknown>>

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The entries of a map; none for anything else. */
export const entriesOf = (value: unknown): ReadonlyArray<[string, unknown]> =>
  isMap(value) ? Object.entries(value) : []

/** The own property of a map, undefined for anything else. */
export const own = (value: unknown, key: string): unknown =>
  isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined

/**
 * Every value from `root` down, in document order, each container once: a value shared by several places is visited at
 * the first, and a cycle ends where it closes. Iterative, so depth costs no stack.
 */
export function* walk(root: unknown, path: Path): Generator<readonly [value: unknown, path: Path]> {
  const visited = new Set<object>()
  const pending: Array<readonly [unknown, Path]> = [[root, path]]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, at] = next
    if (typeof value !== "object" || value === null) {
      yield next
      continue
    }
    if (visited.has(value)) continue
    visited.add(value)
    yield next
    if (Array.isArray(value)) {
      for (let index = value.length - 1; index >= 0; index--) pending.push([value[index], at.child(index)])
      continue
    }
    const entries = Object.entries(value)
    for (let index = entries.length - 1; index >= 0; index--) {
      const [key, child] = entries[index]!
      pending.push([child, at.child(key)])
    }
  }
}
