/** Where a cursor stands in a text that may be broken elsewhere: told by indentation and the brackets of its line. */
export interface Context {
  /** The keys above the cursor. */
  readonly keys: ReadonlyArray<string | number>
  readonly part: "key" | "value"
  /** The key whose value is being written. */
  readonly key: string | null
  /** What stands from the beginning of the word to the cursor. */
  readonly word: string
  /** The offset of the word's beginning within its line. */
  readonly from: number
  readonly flow: boolean
}

/** A line by its number, from 0 on. */
export type LineAt = (line: number) => string

/** How far up lines are looked at. */
const farthest = 4000

const keyLine = /^(\s*)((?:- )*)(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#'"{[][^#]*?))\s*:(?:\s|$)/

interface KeyLine {
  readonly column: number
  /** The column of the first dash; -1 without. */
  readonly dash: number
  readonly key: string
}

const keyOf = (line: string): KeyLine | null => {
  const match = keyLine.exec(line)
  if (match === null) return null
  const [, blank = "", dashes = "", double, single, plain] = match
  return {
    column: blank.length + dashes.length,
    dash: dashes === "" ? -1 : blank.length,
    key: double ?? single ?? plain ?? ""
  }
}

/** The keys above a key, or above a dash, that stands in a column: from the lines above. */
const above = (lineAt: LineAt, line: number, of: "key" | "dash", column: number): Array<string | number> => {
  const keys: Array<string | number> = []
  let seeks = of
  let limit = column
  const inList = (at: number, dash: number) => {
    keys.unshift(dashesBefore(lineAt, at, dash))
    seeks = "dash"
    limit = dash
  }
  for (let at = line - 1; at >= 0 && line - at < farthest && (limit > 0 || seeks === "dash"); at--) {
    const text = lineAt(at)
    if (text.trim() === "" || text.trimStart().startsWith("#")) continue
    const found = keyOf(text)
    const dash = found?.dash ?? (/^\s*-(?:\s|$)/.test(text) ? text.length - text.trimStart().length : -1)
    // Another item of the same list.
    if (seeks === "dash" && dash === limit) continue
    // A list may stand in the column of its key.
    if (found !== null && (seeks === "dash" ? found.column <= limit : found.column < limit)) {
      keys.unshift(found.key)
      seeks = "key"
      limit = found.column
      if (dash >= 0) inList(at, dash)
    } else if (dash >= 0 && dash < limit) inList(at, dash)
  }
  return keys
}

/** How many items of its list stand before this one. */
const dashesBefore = (lineAt: LineAt, line: number, column: number): number => {
  let count = 0
  for (let at = line - 1; at >= 0 && line - at < farthest; at--) {
    const text = lineAt(at)
    if (text.trim() === "") continue
    const indent = text.length - text.trimStart().length
    if (indent < column || (indent === column && text[indent] !== "-")) break
    if (indent === column) count += 1
  }
  return count
}

/** The keys within the brackets that are open before the cursor, and where its word begins. */
const within = (
  text: string
): { readonly keys: ReadonlyArray<string | number>; readonly rest: string; readonly open: boolean } => {
  const stack: Array<{ key: string | number | null; list: boolean }> = []
  let word = ""
  let start = 0
  let quote = ""
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (quote !== "") {
      if (sign === quote) quote = ""
      continue
    }
    const top = stack.at(-1)
    if ((sign === '"' || sign === "'") && text.slice(start, at).trim() === "") quote = sign
    else if (sign === "{" || sign === "[") {
      stack.push({ key: sign === "[" ? 0 : null, list: sign === "[" })
      start = at + 1
    } else if (sign === "}" || sign === "]") {
      stack.pop()
      start = at + 1
    } else if (sign === "," && top !== undefined) {
      if (top.list) top.key = Number(top.key) + 1
      else top.key = null
      start = at + 1
    } else if (sign === ":" && top !== undefined && !top.list && /\s|^$/.test(text[at + 1] ?? "")) {
      word = text
        .slice(start, at)
        .trim()
        .replace(/^["']|["']$/g, "")
      top.key = word
      start = at + 1
    }
  }
  return { keys: stack.map(({ key }) => key ?? ""), rest: text.slice(start), open: stack.length > 0 }
}

/** What a cursor is about to write, in a line of which `before` stands left of it. */
export const contextAt = (lineAt: LineAt, line: number, before: string): Context | null => {
  if (/(?:^|\s)#/.test(before.replace(/"[^"]*"|'[^']*'/g, ""))) return null
  const own = keyOf(before.endsWith(":") ? `${before} ` : before)
  if (own === null) {
    const start = /^(\s*)((?:- )*)/.exec(before)!
    const column = start[1]!.length + start[2]!.length
    const word = before.slice(column)
    if (/\s/.test(word.trimEnd())) return null
    const keys = start[2] === "" ? above(lineAt, line, "key", column) : above(lineAt, line, "dash", start[1]!.length)
    return {
      keys: start[2] === "" ? keys : [...keys, dashesBefore(lineAt, line, start[1]!.length)],
      part: "key",
      key: null,
      word,
      from: column,
      flow: false
    }
  }
  const keys: Array<string | number> =
    own.dash >= 0 ? above(lineAt, line, "dash", own.dash) : above(lineAt, line, "key", own.column)
  if (own.dash >= 0) keys.push(dashesBefore(lineAt, line, own.dash))
  const colon = before.indexOf(":", own.column + own.key.length)
  const after = before.slice(colon + 1)
  const inner = within(after)
  const blank = /^\s*/.exec(inner.rest)![0].length
  const word = inner.rest.slice(blank)
  const from = before.length - word.length
  if (!inner.open) return { keys, part: "value", key: own.key, word, from, flow: false }
  const last = inner.keys.at(-1)
  const parents = [...keys, own.key, ...inner.keys.slice(0, -1)]
  if (typeof last === "number") return { keys: [...parents, last], part: "value", key: null, word, from, flow: true }
  return last === ""
    ? { keys: parents, part: "key", key: null, word, from, flow: true }
    : { keys: parents, part: "value", key: last ?? null, word, from, flow: true }
}
