import { type Document, LineCounter, type ParsedNode, parseDocument } from "yaml"

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

const explain = (code: string, message: string) =>
  code === "MULTIPLE_DOCS" ? "The text holds more than one document." : message

/**
 * Reads a text as YAML 1.2 with the core schema: dates stay strings, `<<` is a key like any other, and no tag makes
 * anything but JSON. Integers arrive as bigint. Repeated keys are looked for in `YamlJson.ts`, in linear time.
 */
export const readText = (source: string): YamlText | InvalidYaml => {
  const lines = new LineCounter()
  try {
    const document = parseDocument(source, {
      version: "1.2",
      schema: "core",
      merge: false,
      resolveKnownTags: false,
      intAsBigInt: true,
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: "silent",
      lineCounter: lines
    })
    const error = document.errors[0]
    return error === undefined
      ? { kind: "text", document, lines }
      : invalidAt(lines, error.pos[0], explain(error.code, error.message))
  } catch (error) {
    // The parser descends by recursion.
    if (!(error instanceof RangeError)) throw error
    return { kind: "invalid", parse_error: "The text is nested too deeply.", line: null, column: null }
  }
}
