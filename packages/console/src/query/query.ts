/** What the values of a term are compared by. */
export type Comparison = "is" | "above" | "below" | "at-least" | "at-most" | "between"

/** A word that a row has to contain, or a key whose value is compared. */
export type Term =
  | { readonly kind: "word"; readonly text: string; readonly negated: boolean }
  | {
      readonly kind: "field"
      readonly key: string
      readonly comparison: Comparison
      /** One of these for `is`, one number otherwise, two for `between`. */
      readonly values: ReadonlyArray<string>
      readonly negated: boolean
    }

const comparisons: ReadonlyArray<readonly [string, Comparison]> = [
  [">=", "at-least"],
  ["<=", "at-most"],
  [">", "above"],
  ["<", "below"]
]

const number = /^-?\d+(?:\.\d+)?$/

/** Splits at spaces and commas outside of quotes; a quote that never closes ends with the text. */
const pieces = (text: string, separator: RegExp): ReadonlyArray<string> => {
  const found: Array<string> = []
  let piece = ""
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const sign = text[index]!
    if (sign === "\\" && isQuoted && index + 1 < text.length) {
      piece += sign + text[index + 1]!
      index += 1
    } else if (sign === '"') {
      isQuoted = !isQuoted
      piece += sign
    } else if (!isQuoted && separator.test(sign)) {
      if (piece !== "") found.push(piece)
      piece = ""
    } else piece += sign
  }
  if (piece !== "") found.push(piece)
  return found
}

const unquoted = (text: string): string =>
  text.replaceAll(/\\(.)|"/g, (_, escaped: string | undefined) => escaped ?? "")

const needsQuotes = /[\s",:]|^-|^$|\\|^[<>]|\.\./
const quoted = (text: string): string =>
  needsQuotes.test(text) ? `"${text.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"` : text

/** Where the key of a term ends: the first colon outside of quotes. */
const colonOf = (piece: string): number => {
  const at = piece.indexOf(":")
  const quote = piece.indexOf('"')
  return at > 0 && (quote < 0 || at < quote) ? at : -1
}

const termOf = (piece: string): Term | undefined => {
  const negated = piece.startsWith("-") && piece.length > 1
  const rest = negated ? piece.slice(1) : piece
  const colon = colonOf(rest)
  if (colon < 0) {
    const text = unquoted(rest)
    return text === "" ? undefined : { kind: "word", text, negated }
  }
  const key = rest.slice(0, colon)
  const value = rest.slice(colon + 1)
  for (const [sign, comparison] of comparisons) {
    const limit = value.slice(sign.length)
    if (value.startsWith(sign) && number.test(limit))
      return { kind: "field", key, comparison, values: [limit], negated }
  }
  const [from, to, more] = value.split("..")
  if (more === undefined && from !== undefined && to !== undefined && number.test(from) && number.test(to))
    return { kind: "field", key, comparison: "between", values: [from, to], negated }
  const values = pieces(value, /,/).map(unquoted)
  return { kind: "field", key, comparison: "is", values: values.length === 0 ? [""] : values, negated }
}

/** Reads a query: words and `key:value`, as in `state:firing battery:<30 -app:Yard`. Everything typed is some term. */
export const parseQuery = (text: string): ReadonlyArray<Term> =>
  pieces(text, /\s/).flatMap((piece) => termOf(piece) ?? [])

const signOf: Readonly<Record<Comparison, string>> = {
  is: "",
  above: ">",
  below: "<",
  "at-least": ">=",
  "at-most": "<=",
  between: ""
}

const printTerm = (term: Term): string => {
  const lead = term.negated ? "-" : ""
  if (term.kind === "word") return lead + quoted(term.text)
  const values =
    term.comparison === "is"
      ? term.values.map(quoted).join(",")
      : term.comparison === "between"
        ? term.values.join("..")
        : signOf[term.comparison] + term.values[0]!
  return `${lead}${term.key}:${values}`
}

/** A query as text: reading it again gives the same terms. */
export const printQuery = (terms: ReadonlyArray<Term>): string => terms.map(printTerm).join(" ")

/** Whether a number stands where a term wants it. */
export const compares = (term: Extract<Term, { kind: "field" }>, value: number): boolean => {
  const [first, second] = term.values.map(Number) as [number, number | undefined]
  switch (term.comparison) {
    case "above":
      return value > first
    case "below":
      return value < first
    case "at-least":
      return value >= first
    case "at-most":
      return value <= first
    case "between":
      return value >= first && value <= second!
    case "is":
      return term.values.some((text) => text !== "" && Number(text) === value)
  }
}

/** The known key that is nearest to one that is not known, within two letters. */
export const nearestKey = (key: string, known: ReadonlyArray<string>): string | undefined => {
  let best: { readonly key: string; readonly distance: number } | undefined
  for (const candidate of known) {
    const distance = editDistance(key.toLowerCase(), candidate.toLowerCase())
    if (distance <= 2 && (best === undefined || distance < best.distance)) best = { key: candidate, distance }
  }
  return best?.key
}

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
