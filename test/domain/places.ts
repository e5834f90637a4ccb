export type Keys = ReadonlyArray<string | number>

export interface Place {
  readonly keys: Keys
  readonly value: unknown
  /** `body` is free JSON below a message, `strict` an object with fixed keys, `map` one with free keys. */
  readonly kind: "strict" | "map" | "list" | "leaf" | "body"
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

const maps: ReadonlySet<string> = new Set([
  "messages",
  "datapoints",
  "actions",
  "services",
  "publishers",
  "cameras",
  "alerts",
  "parameters"
])

const kindOf = (keys: Keys, value: unknown, inBody: boolean): Place["kind"] => {
  if (inBody) return "body"
  if (Array.isArray(value)) return "list"
  if (!isObject(value)) return "leaf"
  return maps.has(String(keys.at(-1))) ? "map" : "strict"
}

/** Every place of a document but the root. */
export const placesOf = (value: unknown, keys: Keys = [], inBody = false): ReadonlyArray<Place> => {
  const here: ReadonlyArray<Place> = keys.length === 0 ? [] : [{ keys, value, kind: kindOf(keys, value, inBody) }]
  if (!isObject(value)) return here
  const below = Object.entries(value).flatMap(([key, child]) =>
    placesOf(
      child,
      [...keys, Array.isArray(value) ? Number(key) : key],
      inBody || key === "message" || (keys.length === 1 && keys[0] === "messages")
    )
  )
  return [...here, ...below]
}

/** A copy with the value at the place replaced; `undefined` removes the key. */
export const withValue = (document: unknown, keys: Keys, value: unknown): unknown => {
  const copy = structuredClone(document)
  let holder = copy as Record<string | number, unknown>
  for (const key of keys.slice(0, -1)) holder = holder[key] as typeof holder
  const last = keys.at(-1)!
  if (value === undefined) delete holder[last]
  else holder[last] = value
  return copy
}

/** The path as the contract writes it. */
export const written = (keys: Keys): string =>
  keys.reduce<string>((path, key) => {
    if (typeof key === "number") return `${path}[${key}]`
    const name = key.trim() === "" ? JSON.stringify(key) : key
    return path === "" ? name : `${path}.${name}`
  }, "")
