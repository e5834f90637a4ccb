/** A part of a text, and what stands in its place. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The ends of lines of a text, so that what follows stays on its line. */
const linesOf = (text: string): string => text.replaceAll(/[^\r\n]+/g, "")

/** XML has no `--` in a comment, nor a `-` at its end. */
export const mendedComment = (text: string, start: number, end: number): ReadonlyArray<Edit> => {
  const inner = text.slice(start + 4, end - 3)
  return inner.includes("--") || inner.endsWith("-")
    ? [{ start: start + 4, end: end - 3, text: inner.replaceAll(/-(?=-|$)/g, "- ") }]
    : []
}

const declaration = /^<\?xml(?=[\s?])/i
const sound =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])utf-8\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/i

/** An XML declaration begins the text, and has a version 1. What is served is UTF-8, which needs none. */
export const mendedDeclaration = (text: string, start: number, end: number): ReadonlyArray<Edit> => {
  const inner = text.slice(start, end)
  if (!declaration.test(inner)) return []
  const isFirst = start === 0 || (start === 1 && text.startsWith("\ufeff"))
  if (isFirst && sound.test(inner) && inner.startsWith("<?xml")) return []
  return [{ start, end, text: (isFirst ? '<?xml version="1.0"?>' : "") + linesOf(inner) }]
}

/** A `&` that begins no reference, and a `<` within quotes, are meant literally. */
export const mendsOfReferences = function* (text: string, start: number, end: number): Generator<Edit> {
  const found = /<|&(?!(?:\w+|#\d+|#x[0-9a-f]+);)/gi
  const part = text.slice(start, end)
  for (const { 0: character, index } of part.matchAll(found)) {
    const at = start + index
    yield { start: at, end: at + 1, text: character === "&" ? "&amp;" : "&lt;" }
  }
}

/** A text with its edits made, which are in its order. */
export const edited = (text: string, edits: Iterable<Edit>): string => {
  let written = ""
  let at = 0
  for (const { end, start, text: put } of edits) {
    // A part of what has been replaced.
    if (start < at) continue
    written += text.slice(at, start) + put
    at = end
  }
  return written + text.slice(at)
}
