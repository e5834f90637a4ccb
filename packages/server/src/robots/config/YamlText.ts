import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  isScalar,
  Lexer,
  LineCounter,
  type ParsedNode,
  type ParseOptions,
  Parser,
  type SchemaOptions,
  visit
} from "yaml"

/** Where and why a text is not YAML; lines and columns begin at 1, and are null where no place can be named. */
export interface InvalidYaml {
  readonly kind: "invalid"
  readonly parse_error: string
  readonly line: number | null
  readonly column: number | null
}

/** A text as the nodes it is written with. */
export interface YamlText {
  readonly kind: "text"
  readonly document: Document.Parsed
  readonly lines: LineCounter
}

export const invalidAt = (lines: LineCounter, offset: number, message: string): InvalidYaml => {
  const { line, col } = lines.linePos(offset)
  return { kind: "invalid", parse_error: message, line: line || null, column: col || null }
}

/** Where a node begins in its text. */
export const startOf = (node: ParsedNode | null | undefined): number => node?.range[0] ?? 0

const options: ParseOptions & DocumentOptions & SchemaOptions = {
  version: "1.2",
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  intAsBigInt: true,
  uniqueKeys: false
}

/** Collections that may be open in one another within flow brackets, or begun on one line. */
const deepest = 500

/** How deep a text nests, as its lexemes go by. Indentation nests too, but cannot get far within the size of a text. */
const depthMeter = () => {
  let brackets = 0
  let begun = 0
  return (lexeme: string): number => {
    if (lexeme === "[" || lexeme === "{") brackets++
    else if (lexeme === "]" || lexeme === "}") brackets--
    else if (lexeme === "-" || lexeme === "?") begun++
    else if (lexeme.includes("\n")) begun = 0
    return Math.max(brackets, begun)
  }
}

/**
 * The tokens of a text up to its first error, for a text of nothing but errors would cost seconds to collect. One that
 * nests too deeply is a RangeError at once: the parser would take seconds to find it out.
 */
function* tokensOf(source: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  const depth = depthMeter()
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(source)) {
    if (depth(lexeme) > deepest) throw new RangeError("nested too deeply")
    for (const token of parser.next(lexeme)) {
      yield token
      if (token.type === "error") return
    }
  }
  yield* parser.end()
}

const tooDeep = "The text is nested too deeply."

/** The parser descends by recursion, and reports a full stack with a message of its own. */
const explain = (message: string) => (message.includes("call stack") ? tooDeep : message)

/** Spaces that look like indentation and are letters to YAML, such as a no-break space from a web page. */
const strangeSpace = /[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000\ufeff]/
const strangeIndentation = new RegExp(`^[ \\t]*${strangeSpace.source}`)

const nameOf = (space: string) =>
  `${space === "\u00a0" ? "a no-break space" : "an unusual space"} (U+${space.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")})`

const explainIndentation = (space: string) =>
  `The indentation of this line holds ${nameOf(space)}. Indent with plain spaces (U+0020) alone.`

/** Where the line of an error, or the one before it, is indented with a strange space; undefined where neither is. */
const strangeLine = (source: string, lines: LineCounter, offset: number): InvalidYaml | undefined => {
  const { line } = lines.linePos(offset)
  for (const number of [line, line - 1]) {
    const start = lines.lineStarts[number - 1]
    const found = start === undefined ? null : strangeIndentation.exec(source.slice(start, start + 256))
    if (found !== null) return invalidAt(lines, start! + found[0].length - 1, explainIndentation(found[0].at(-1)!))
  }
  return undefined
}

/** The first key that begins with a strange space: its line would belong elsewhere in the text. */
const strangeKey = (source: string, { document, lines }: YamlText): InvalidYaml | undefined => {
  if (!strangeSpace.test(source)) return undefined
  let found: InvalidYaml | undefined
  visit(document, {
    Pair: (_, { key }) => {
      if (!isScalar(key) || key.type !== "PLAIN" || typeof key.value !== "string") return undefined
      const [first = ""] = key.value
      if (!strangeSpace.test(first)) return undefined
      found = invalidAt(lines, key.range![0], explainIndentation(first))
      return visit.BREAK
    }
  })
  return found
}

/**
 * Reads a text as YAML 1.2 with the core schema: dates stay strings, `<<` is a key like any other, and no tag makes
 * anything but JSON. Integers arrive as bigint. Repeated keys are looked for in `YamlJson.ts`, in linear time.
 */
export const readText = (source: string): YamlText | InvalidYaml => {
  const lines = new LineCounter()
  try {
    const tokens = tokensOf(source, lines)
    let document: Document.Parsed | undefined
    for (const next of new Composer(options).compose(tokens, true, source.length)) {
      const error = next.errors[0]
      if (error !== undefined)
        return strangeLine(source, lines, error.pos[0]) ?? invalidAt(lines, error.pos[0], explain(error.message))
      if (document !== undefined) return invalidAt(lines, next.range[0], "The text holds more than one document.")
      document = next as Document.Parsed
    }
    const text = { kind: "text", document: document!, lines } as const
    return strangeKey(source, text) ?? text
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { kind: "invalid", parse_error: tooDeep, line: null, column: null }
  }
}
