import { type Edit } from "./edits.ts"
import type { YamlEntry, YamlMap } from "./nodes.ts"

const lineStart = (source: string, at: number): number => source.lastIndexOf("\n", at - 1) + 1
const lineEnd = (source: string, at: number): number => {
  const end = source.indexOf("\n", at)
  return end === -1 ? source.length : end
}

/** A text of YAML's plain style, or quoted where plain would be read as something else. */
export const scalarText = (value: string | number | boolean): string => {
  if (typeof value !== "string") return String(value)
  const plain = /^[A-Za-z/_][A-Za-z0-9/_.-]*$/.test(value) && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(value)
  return plain ? value : JSON.stringify(value)
}

/** The column that the keys of a map stand in. */
const columnOf = (source: string, map: YamlMap): number => {
  const first = map.entries[0]!
  return first.keyFrom - lineStart(source, first.keyFrom)
}

const endOfEntry = (entry: YamlEntry): number => Math.max(entry.keyTo, entry.value?.to ?? 0)

/** Where a new line after an entry begins: past its last character and a comment beside it. */
const afterEntry = (source: string, entry: YamlEntry): number => {
  const end = endOfEntry(entry)
  // A block of text ends with its line break.
  return end > 0 && source[end - 1] === "\n" ? end - 1 : lineEnd(source, end)
}

/**
 * Adds an entry to a map as the map is written: within its brackets, or as a line of its own after the last entry.
 * `lines` are the lines of a block's value below the key, indented by what is above them. Null where the map has no
 * place to add to.
 */
export const addEntry = (
  source: string,
  map: YamlMap,
  key: string,
  value: string,
  lines: ReadonlyArray<string> = []
): Edit | null => {
  const last = map.entries.at(-1)
  if (map.flow) {
    if (lines.length > 0) return null
    if (source[map.to - 1] !== "}") return null
    if (last === undefined) return { from: map.from + 1, to: map.to - 1, insert: ` ${key}: ${value} ` }
    const at = endOfEntry(last)
    return { from: at, to: at, insert: `, ${key}: ${value}` }
  }
  if (last === undefined) return null
  const indent = " ".repeat(columnOf(source, map))
  // Keys beside a dash or another key's colon would be moved apart.
  if (source.slice(lineStart(source, last.keyFrom), last.keyFrom).trim() !== "" && map.entries.length > 1) return null
  const at = afterEntry(source, last)
  const head = value === "" ? `${indent}${key}:` : `${indent}${key}: ${value}`
  return {
    from: at,
    to: at,
    insert: [head, ...lines.map((line) => `${indent}  ${line}`)].map((line) => `\n${line}`).join("")
  }
}

/** Adds an entry before the first of a map. */
export const addFirst = (source: string, map: YamlMap, key: string, value: string): Edit | null => {
  const first = map.entries[0]
  if (map.flow || first === undefined) return null
  const column = columnOf(source, map)
  if (source.slice(lineStart(source, first.keyFrom), first.keyFrom).trim() !== "") return null
  const at = lineStart(source, first.keyFrom)
  return { from: at, to: at, insert: `${" ".repeat(column)}${key}: ${value}\n` }
}

/** Takes an entry out of its map with its lines or its comma. Null where it is the only one, or shares its line. */
export const removeEntry = (source: string, map: YamlMap, entry: YamlEntry): Edit | null => {
  const at = map.entries.indexOf(entry)
  const next = map.entries[at + 1]
  const previous = map.entries[at - 1]
  if (map.flow) {
    if (source[map.to - 1] !== "}") return null
    if (next !== undefined) {
      const between = source.slice(endOfEntry(entry), next.keyFrom)
      return /^\s*,\s*["']?$/.test(between) ? { from: entry.keyFrom, to: next.keyFrom, insert: "" } : null
    }
    if (previous !== undefined) {
      const between = source.slice(endOfEntry(previous), entry.keyFrom)
      return /^\s*,\s*$/.test(between) ? { from: endOfEntry(previous), to: endOfEntry(entry), insert: "" } : null
    }
    return { from: entry.keyFrom, to: endOfEntry(entry), insert: "" }
  }
  if (map.entries.length === 1) return null
  const from = lineStart(source, entry.keyFrom)
  if (source.slice(from, entry.keyFrom).trim() !== "") return null
  const end = afterEntry(source, entry)
  return end < source.length ? { from, to: end + 1, insert: "" } : { from: Math.max(0, from - 1), to: end, insert: "" }
}
