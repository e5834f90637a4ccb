/** What a piece of a line is, for its colour. */
type PieceKind = "key" | "string" | "number" | "comment" | "parameter" | "mark" | "plain"

export interface Piece {
  readonly kind: PieceKind
  readonly text: string
}

/** Longer lines are shown without colours: looking at each of their characters would take longer than reading them. */
const longestLine = 2000

const numbers =
  /^(?:[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|0x[\da-fA-F]+|0o[0-7]+|[-+]?\.inf|\.nan|true|false|null|~)$/i

const quoted = /^(?:"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?)/
const parameter = /\$\{[^}]*\}/g

/** A scalar in pieces: placeholders in it stand out. */
const scalar = (text: string): ReadonlyArray<Piece> => {
  if (numbers.test(text.trim())) return [{ kind: "number", text }]
  const pieces: Array<Piece> = []
  let at = 0
  for (const found of text.matchAll(parameter)) {
    if (found.index > at) pieces.push({ kind: "string", text: text.slice(at, found.index) })
    pieces.push({ kind: "parameter", text: found[0] })
    at = found.index + found[0].length
  }
  if (at < text.length) pieces.push({ kind: "string", text: text.slice(at) })
  return pieces
}

/** Where a plain word ends: at a colon before a space, a comment, or what closes brackets around it. */
const endOfPlain = (text: string, inBrackets: boolean): number => {
  for (let at = 0; at < text.length; at++) {
    const here = text[at]!
    const next = text[at + 1]
    if (here === "$" && next === "{") at = Math.max(at, text.indexOf("}", at))
    else if (here === ":" && (next === undefined || next === " " || (inBrackets && /[,[\]{}]/.test(next)))) return at
    else if (here === "#" && at > 0 && text[at - 1] === " ") return at
    else if (inBrackets && /[,[\]{}]/.test(here)) return at
  }
  return text.length
}

/** Whether the rest of a line goes on with a colon: what stands before it is a key. */
const isKey = (rest: string): boolean => /^\s*:(?:\s|$)/.test(rest)

/**
 * A line of YAML in coloured pieces, by the line alone: what stands in a block of text may look like keys. It is for
 * reading; what the text means, only the service says. The pieces put together are the line.
 */
export const piecesOf = (line: string): ReadonlyArray<Piece> => {
  if (line.length > longestLine) return [{ kind: "plain", text: line }]
  const pieces: Array<Piece> = []
  let rest = line
  let depth = 0
  const take = (kind: PieceKind, length: number) => {
    pieces.push({ kind, text: rest.slice(0, length) })
    rest = rest.slice(length)
  }
  while (rest !== "") {
    const space = /^\s+/.exec(rest)
    const text = quoted.exec(rest)
    if (space !== null) take("plain", space[0].length)
    else if (rest.startsWith("#")) take("comment", rest.length)
    else if (/^(?:---|\.\.\.)(?:\s|$)/.test(rest) && pieces.length === 0) take("mark", 3)
    else if (/^-(?:\s|$)/.test(rest)) take("mark", 1)
    else if (/^[[\]{},:]/.test(rest)) {
      if (/^[[{]/.test(rest)) depth++
      else if (/^[\]}]/.test(rest)) depth--
      take("mark", 1)
    } else if (/^[&*!][^\s,[\]{}]*/.test(rest)) take("parameter", /^[&*!][^\s,[\]{}]*/.exec(rest)![0].length)
    else {
      const length = text === null ? Math.max(1, endOfPlain(rest, depth > 0)) : text[0].length
      const word = rest.slice(0, length)
      rest = rest.slice(length)
      if (isKey(rest)) pieces.push({ kind: "key", text: word })
      else if (text === null) pieces.push(...scalar(word))
      else
        pieces.push(
          ...scalar(word).map((piece) => (piece.kind === "number" ? { ...piece, kind: "string" as const } : piece))
        )
    }
  }
  return pieces
}
