/** A number that JavaScript may write otherwise than it stands in the text. */
const inexact = /\d{16}|[eE]|\.\d*0(?!\d)/

/** `JSON.parse` with the source text of numbers, and what writes it again: not in the types of this version yet. */
const raw = JSON as unknown as {
  readonly parse: (
    text: string,
    revive: (key: string, value: unknown, at: { readonly source?: string }) => unknown
  ) => unknown
  readonly rawJSON: (text: string) => unknown
}

const exactly = (json: string): unknown =>
  inexact.test(json)
    ? raw.parse(json, (_, value, { source }) => (typeof value === "number" ? raw.rawJSON(source!) : value))
    : JSON.parse(json)

/** Reads the part of a JSON text at the end of a path, as Postgres reads it with `#>`; null where there is none. */
export const valuePart = (json: string, keys: ReadonlyArray<string>): string | null => {
  if (keys.length === 0) return json
  let value = exactly(json)
  for (const key of keys) {
    if (Array.isArray(value)) {
      if (!/^[+-]?\d{1,9}$/.test(key)) return null
      value = value.at(Number(key))
    } else if (typeof value === "object" && value !== null && Object.hasOwn(value, key))
      value = (value as Readonly<Record<string, unknown>>)[key]
    else return null
    if (value === undefined) return null
  }
  return JSON.stringify(value)
}
