import type { YamlEntry, YamlMap, YamlNode } from "./nodes.ts"

/** Where in a text something is: `from` its first character, `to` one past its last. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** What a path of a finding leads to. */
export interface Place {
  /** The keys that were found, from the root on. */
  readonly keys: ReadonlyArray<string | number>
  /** What the path names and the text does not have: a missing key. */
  readonly missing: string | null
  /** The entry that the last key found stands in; absent for a list's item and the document. */
  readonly entry: YamlEntry | null
  /** The map that holds the entry, or should hold the missing key. */
  readonly holder: YamlMap | null
  readonly node: YamlNode | null
  /** What to underline: a value on one line, otherwise the key. */
  readonly mark: Range
}

const written = (key: string): string => (key.trim() === "" ? JSON.stringify(key) : key)

const markOf = (entry: YamlEntry | null, node: YamlNode | null): Range => {
  if (node?.kind === "scalar" && node.to > node.from) return { from: node.from, to: node.to }
  if (entry !== null) return { from: entry.keyFrom, to: Math.max(entry.keyTo, entry.keyFrom) }
  if (node !== null) return { from: node.from, to: Math.min(node.to, node.from + 1) }
  return { from: 0, to: 0 }
}

/**
 * What a finding's path (`datapoints.battery.alerts.low`, `recorder.topics[1]`, `(document)`) leads to in a text. A key
 * may hold dots: the longest that fits is meant. What the text lacks leads to the nearest thing above it.
 */
export const placeOf = (root: YamlNode | null, path: string): Place => {
  const keys: Array<string | number> = []
  let rest = path === "(document)" ? "" : path
  let node = root
  let entry: YamlEntry | null = null
  let holder: YamlMap | null = node?.kind === "map" ? node : null
  while (rest !== "") {
    const index = /^\[(\d+)\]\.?/.exec(rest)
    if (index !== null && node?.kind === "list") {
      const at = Number(index[1])
      if (at >= node.items.length) break
      keys.push(at)
      node = node.items[at] ?? null
      entry = null
      rest = rest.slice(index[0].length)
      continue
    }
    if (node?.kind !== "map") break
    let found: YamlEntry | undefined
    for (const each of node.entries) {
      const key = written(each.key)
      if (!rest.startsWith(key) || !["", ".", "["].includes(rest.charAt(key.length))) continue
      if (found === undefined || key.length > written(found.key).length) found = each
    }
    holder = node
    if (found === undefined) break
    keys.push(found.key)
    rest = rest.slice(written(found.key).length).replace(/^\./, "")
    entry = found
    node = found.value
  }
  const missing = rest === "" ? null : rest
  if (missing !== null && node?.kind === "map") holder = node
  return { keys, missing, entry, holder, node, mark: markOf(entry, missing === null ? node : null) }
}
