import { Rule } from "@fleet/domain/Wire"
import { SchemaAST } from "effect"
import { freeJsonValues, type JsonBounds, type JsonShape, maxJsonDepth } from "./boundedJson.ts"

/** More values than this are not read of any body: to check them takes a tenth of a second. */
const maxValues = 150_000

/** Keys that an object does not declare are refused by name, or left out: so many of them. */
const undeclaredKeys = 256

/** What a place may hold: the bounds of its entries, and how many values that makes. */
interface Place {
  readonly shape: JsonShape | null
  readonly values: number
}

const scalar: Place = { shape: null, values: 1 }
const free: Place = { shape: null, values: freeJsonValues }

/** A list that is too long is refused by its own name, unless it is more than twice as long. */
const namedSlack = 2

const boundOf = (ast: SchemaAST.AST, name: "maxLength" | "maxProperties"): number => {
  let bound = Infinity
  for (const { annotations } of ast.checks ?? []) {
    const { payload } = (annotations?.["representation"] ?? {}) as { readonly payload?: Record<string, unknown> | null }
    const max = payload?.[name]
    if (typeof max !== "number") continue
    bound = Math.min(bound, annotations?.["rule"] === Rule.tooLong ? max * namedSlack : max)
  }
  return bound
}

/** Entries of one kind. Free JSON in them is counted once: its text is what bounds it. */
const many = (bound: number, entry: Place, members: JsonShape["members"], declared: number): Place => {
  const entries = bound + declared
  const values = entry.values >= freeJsonValues || entries === Infinity ? freeJsonValues : entries * entry.values
  return { shape: { entries, members, rest: entry.shape }, values: 1 + Math.max(values, entry.values) }
}

const objectOf = (ast: SchemaAST.Objects): Place => {
  const members = new Map<string, JsonShape>()
  let values = 1 + undeclaredKeys
  for (const { name, type } of ast.propertySignatures) {
    const place = placeOf(type)
    values += place.values
    if (place.shape !== null) members.set(String(name), place.shape)
  }
  const rest = ast.indexSignatures.map(({ type }) => type).find(({ _tag }) => _tag !== "Never")
  if (rest !== undefined) {
    const place = many(boundOf(ast, "maxProperties"), placeOf(rest), members, members.size)
    return { shape: place.shape, values: values + place.values }
  }
  return { shape: members.size === 0 ? null : { entries: Infinity, members, rest: null }, values }
}

/** What any of several forms may hold. */
const either = (places: ReadonlyArray<Place>): Place => {
  const containers = places.filter(({ values }) => values > 1)
  if (containers.length <= 1) return containers[0] ?? scalar
  const values = Math.max(...containers.map((place) => place.values))
  // The reader of a form knows its shape.
  return { shape: null, values }
}

const placeOf = (ast: SchemaAST.AST): Place => {
  const written = ast.encoding === undefined ? ast : SchemaAST.toEncoded(ast)
  switch (written._tag) {
    case "Objects":
      return objectOf(written)
    case "Arrays": {
      const entry = either([...written.elements, ...written.rest].map(placeOf))
      return many(boundOf(written, "maxLength"), entry, new Map(), 0)
    }
    case "Union":
      return either(written.types.map(placeOf))
    case "Unknown":
    case "Any":
    case "Suspend":
    case "Declaration":
      return free
    default:
      return scalar
  }
}

/** The bounds that a schema declares for the JSON it reads. */
export const jsonBoundsOf = (ast: SchemaAST.AST): JsonBounds => {
  const { shape, values } = placeOf(ast)
  return { depth: maxJsonDepth, values: Math.min(values, maxValues), shape }
}
