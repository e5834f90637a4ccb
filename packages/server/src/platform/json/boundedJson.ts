import { parseExactly } from "@fleet/domain/exactJson"
/** How many entries the lists and maps of a JSON text may have, by their place in it. */
export interface JsonShape {
  /** Of the list or map that stands at this place. */
  readonly entries: number
  /** The places below this one that have bounds of their own, by key. */
  readonly members: ReadonlyMap<string, JsonShape>
  /** The place of every other entry. */
  readonly rest: JsonShape | null
}

/** What a JSON text may hold, so that reading it costs no more than its reader can use. */
export interface JsonBounds {
  /** Levels of lists and maps. The text's own value is the first. */
  readonly depth: number
  /** Values of any kind, lists and maps included. */
  readonly values: number
  readonly shape: JsonShape | null
}

/** The levels that any body may have. */
export const maxJsonDepth = 32

/** The values of free JSON: as many as 64 KiB can hold. */
export const freeJsonValues = 32_768

/** The bounds of a text of which nothing else is known. */
export const freeJson: JsonBounds = { depth: maxJsonDepth, values: freeJsonValues, shape: null }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openList = 0x5b
const closeList = 0x5d
const openMap = 0x7b
const closeMap = 0x7d

/** The index behind the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) at++
  }
  return text.length
}

const keyOf = (written: string): string => {
  if (!written.includes("\\")) return written.slice(1, -1)
  try {
    return String(JSON.parse(written))
  } catch {
    return written
  }
}

interface Container {
  readonly isMap: boolean
  readonly shape: JsonShape | null
  entries: number
  /** Where the next entry is known by its key. */
  key: string | null
}

/**
 * Whether a JSON text exceeds its bounds. The text is looked at once from its beginning, up to the place where it does, and
 * nothing is made of it. A text that is no JSON may be within them.
 */
export const exceedsJsonBounds = (text: string, { depth, shape, values }: JsonBounds): boolean => {
  const open: Array<Container> = []
  let count = 1
  let holder: Container | undefined
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at)
        if (holder !== undefined && holder.isMap && holder.key === null && holder.shape !== null) {
          if (holder.shape.members.size > 0) holder.key = keyOf(text.slice(at, end))
        }
        at = end - 1
        break
      }
      case openList:
      case openMap: {
        if (open.length === depth) return true
        const isMap = text.charCodeAt(at) === openMap
        const place: JsonShape | null =
          holder === undefined
            ? shape
            : ((holder.key === null ? undefined : holder.shape?.members.get(holder.key)) ?? holder.shape?.rest ?? null)
        holder = { isMap, shape: place, entries: 0, key: null }
        open.push(holder)
        let next = at + 1
        while (next < text.length && text.charCodeAt(next) <= 0x20) next++
        const code = text.charCodeAt(next)
        if (code === closeList || code === closeMap) break
        holder.entries = 1
        if (++count > values) return true
        if (place !== null && place.entries < 1) return true
        break
      }
      case closeList:
      case closeMap:
        open.pop()
        holder = open.at(-1)
        break
      case comma:
        if (++count > values) return true
        if (holder !== undefined) {
          holder.key = null
          if (++holder.entries > (holder.shape?.entries ?? values)) return true
        }
        break
      default:
    }
  }
  return false
}

/** What came of a text: its value, or why it was not read. */
export type BoundedJson =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "too_large" }
  | { readonly kind: "not_json" }

/** Reads a JSON text whose depth, number of values and number of entries are within bounds, and no other. */
export const parseBoundedJson = (text: string, bounds: JsonBounds = freeJson): BoundedJson => {
  if (exceedsJsonBounds(text, bounds)) return { kind: "too_large" }
  try {
    return { kind: "value", value: parseExactly(text) }
  } catch {
    return { kind: "not_json" }
  }
}
