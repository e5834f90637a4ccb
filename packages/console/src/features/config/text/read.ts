import { CST, Lexer, Parser } from "yaml"
import type { SyntaxFault, YamlEntry, YamlMap, YamlNode, YamlRead } from "./nodes.ts"

/** Steps of work between two pauses: a few milliseconds on a slow machine. */
const stepsPerSlice = 250

/** As deep as the service reads. */
const deepest = 500

/** Plain scalars of YAML's core schema that are not text. */
const plainValue = (text: string): string | number | boolean | null => {
  if (/^(?:~|null|Null|NULL|)$/.test(text)) return null
  if (/^(?:true|True|TRUE)$/.test(text)) return true
  if (/^(?:false|False|FALSE)$/.test(text)) return false
  if (/^0o[0-7]+$/.test(text)) return Number.parseInt(text.slice(2), 8)
  if (/^0x[0-9a-fA-F]+$/.test(text)) return Number.parseInt(text.slice(2), 16)
  if (/^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text)) return Number(text)
  if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity
  if (/^\.(?:nan|NaN|NAN)$/.test(text)) return Number.NaN
  return text
}

class Faults {
  first: SyntaxFault | null = null
  add(at: number, message: string): void {
    if (this.first === null || at < this.first.at) this.first = { at, message }
  }
}

type Item = CST.CollectionItem

const hasTag = (tokens: ReadonlyArray<CST.SourceToken> | undefined) =>
  tokens?.some(({ type }) => type === "tag") === true

const endOfScalar = (token: CST.FlowScalar | CST.BlockScalar): number =>
  token.offset +
  ("props" in token ? token.props.reduce((sum, prop) => sum + ("source" in prop ? prop.source.length : 0), 0) : 0) +
  token.source.length

/** Turns what the parser found into nodes with offsets, a slice at a time. */
function* build(
  token: CST.Token | null | undefined,
  before: ReadonlyArray<CST.SourceToken> | undefined,
  depth: number,
  faults: Faults
): Generator<void, YamlNode | null> {
  if (token === null || token === undefined) return null
  if (depth > deepest) {
    faults.add(token.offset, "The text is nested too deeply.")
    return null
  }
  switch (token.type) {
    case "scalar":
    case "single-quoted-scalar":
    case "double-quoted-scalar":
    case "block-scalar": {
      const from = token.offset
      const to = endOfScalar(token)
      if (hasTag(before)) return { kind: "other", from, to }
      const { type, value } = CST.resolveAsScalar(token, true, (at, _code, message) => faults.add(at, message))
      const plain = type === "PLAIN"
      return { kind: "scalar", from, to, plain, value: plain ? plainValue(value) : value }
    }
    case "alias":
      return { kind: "other", from: token.offset, to: token.offset + token.source.length }
    case "block-map":
      return yield* buildMap(token.items, token.offset, undefined, false, depth, faults)
    case "block-seq":
      return yield* buildList(token.items, token.offset, undefined, false, depth, faults)
    case "flow-collection": {
      const end = token.end.find(({ type }) => type === "flow-map-end" || type === "flow-seq-end")
      if (end === undefined) faults.add(token.offset, "A bracket is not closed.")
      const to = end === undefined ? undefined : end.offset + 1
      return token.start.type === "flow-map-start"
        ? yield* buildMap(token.items, token.offset, to, true, depth, faults)
        : yield* buildList(token.items, token.offset, to, true, depth, faults)
    }
    default:
      return null
  }
}

function* buildMap(
  items: ReadonlyArray<Item>,
  from: number,
  end: number | undefined,
  flow: boolean,
  depth: number,
  faults: Faults
): Generator<void, YamlMap> {
  const entries: Array<YamlEntry> = []
  const taken = new Set<string>()
  let to = end ?? from
  for (const item of items) {
    if (entries.length % 64 === 63) yield
    if (item.key === undefined && item.value === undefined) continue
    const named = yield* build(item.key, item.start, depth + 1, faults)
    const value = yield* build(item.value, item.sep, depth + 1, faults)
    const keyFrom = named?.from ?? item.start.at(-1)?.offset ?? to
    const keyTo = named?.to ?? keyFrom
    if (!flow && item.key !== undefined && item.sep?.some(({ type }) => type === "map-value-ind") !== true)
      faults.add(keyFrom, "A key needs a colon after it.")
    if (named?.kind === "scalar") {
      const key = named.value === null ? (named.from === named.to ? "" : "null") : String(named.value)
      if (taken.has(key)) faults.add(keyFrom, `The key ${key} is here already.`)
      taken.add(key)
      entries.push({ key, keyFrom, keyTo, value })
    } else if (named !== null) entries.push({ key: "", keyFrom, keyTo, value })
    if (end === undefined) to = Math.max(to, keyTo, value?.to ?? 0)
  }
  return { kind: "map", from, to, flow, entries }
}

function* buildList(
  items: ReadonlyArray<Item>,
  from: number,
  end: number | undefined,
  flow: boolean,
  depth: number,
  faults: Faults
): Generator<void, YamlNode> {
  const nodes: Array<YamlNode | null> = []
  let to = end ?? from
  for (const item of items) {
    if (nodes.length % 64 === 63) yield
    const node =
      item.key === undefined || item.key === null
        ? yield* build(item.value, item.start, depth + 1, faults)
        : yield* buildMap([item], item.key.offset, undefined, true, depth + 1, faults)
    if (node === null && flow) continue
    nodes.push(node)
    if (end === undefined) to = Math.max(to, node?.to ?? item.start.at(-1)?.offset ?? 0)
  }
  return { kind: "list", from, to, flow, items: nodes }
}

/**
 * Reads a text with the positions of what is in it, in slices: each `yield` is a place to let the page breathe. Only the
 * first document of a stream is read, as the service does. A text that is not YAML has a fault; what was read before it
 * is there.
 */
export function* readSlices(source: string): Generator<void, YamlRead> {
  const faults = new Faults()
  const parser = new Parser()
  let document: CST.Document | undefined
  const take = (token: CST.Token) => {
    if (token.type === "error") faults.add(token.offset, token.message)
    if (token.type !== "document") return
    if (document === undefined) document = token
    else faults.add(token.offset, "A configuration is one document.")
  }
  let steps = 0
  let brackets = 0
  for (const lexeme of new Lexer().lex(source)) {
    if (lexeme === "[" || lexeme === "{") brackets += 1
    else if (lexeme === "]" || lexeme === "}") brackets -= 1
    if (brackets > deepest) {
      faults.add(parser.offset, "The text is nested too deeply.")
      break
    }
    for (const token of parser.next(lexeme)) take(token)
    if (++steps % stepsPerSlice === 0) yield
  }
  for (const token of parser.end()) take(token)
  const root = yield* build(document?.value, document?.start, 0, faults)
  // What never ends is missed at the end of the text: its last line is where to look.
  const fault =
    faults.first === null ? null : { ...faults.first, at: Math.min(faults.first.at, source.trimEnd().length) }
  return { root, fault }
}

/** The same at once. */
export const read = (source: string): YamlRead => {
  const slices = readSlices(source)
  for (;;) {
    const next = slices.next()
    if (next.done === true) return next.value
  }
}
