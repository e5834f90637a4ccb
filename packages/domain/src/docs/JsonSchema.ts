import { Schema } from "effect"

/** A node of a JSON Schema (draft 2020-12), as plain JSON. */
export interface JsonSchema {
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const keys = (node: JsonSchema): ReadonlyArray<string> => Object.keys(node)

/** A union that holds "anything" is anything. */
const isAnything = (value: unknown): boolean => isNode(value) && keys(value).length === 0

/** Keys that end like a timestamp's but hold a number's bound, or a day. */
const otherwise: { readonly [property: string]: string | undefined } = {
  fire_at: undefined,
  resolve_at: undefined,
  sunset_at: "date"
}

const formatOf = (property: string): string | undefined =>
  property in otherwise ? otherwise[property] : /(?:^|_)at$/.test(property) ? "date-time" : undefined

const withFormat = (node: unknown, format: string): unknown => {
  if (!isNode(node)) return node
  if (Array.isArray(node.anyOf)) return { ...node, anyOf: node.anyOf.map((member) => withFormat(member, format)) }
  return node.type === "string" && node.format === undefined && node.enum === undefined ? { ...node, format } : node
}

/** The wire writes a timestamp as a string; only its key says that it is one. */
const markTimestamps = (properties: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties).map(([property, node]) => {
      const format = formatOf(property)
      return [property, format === undefined ? node : withFormat(node, format)]
    })
  )

const tidyChild = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(tidyChild) : isNode(value) ? tidy(value) : value

/**
 * Says what the service does rather than how a decoder is built: objects are open unless the contract closes them, the
 * tag that never travels is gone, and timestamps are named as such.
 */
export const tidy = (node: JsonSchema): JsonSchema => {
  const { additionalProperties, propertyNames, properties, required, ...rest } = node
  const out: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === "enum" ? value : tidyChild(value)])
  )
  if (Array.isArray(out.anyOf) && out.anyOf.some(isAnything)) return {}
  if (isNode(properties)) {
    const wire = Object.entries(properties).filter(([property]) => property !== "_tag")
    out.properties = markTimestamps(Object.fromEntries(wire.map(([key, value]) => [key, tidyChild(value)])))
  }
  if (required !== undefined) out.required = required
  // A closed struct spells out its key space; Effect marks it with `propertyNames`. Any other struct is open.
  if (propertyNames !== undefined && additionalProperties === false) out.additionalProperties = false
  else if (isNode(additionalProperties)) out.additionalProperties = tidyChild(additionalProperties)
  return out
}

/** Rewrites every `$ref` of a node. */
export const mapRefs = (node: unknown, rename: (ref: string) => string): unknown => {
  if (Array.isArray(node)) return node.map((member) => mapRefs(member, rename))
  if (!isNode(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" ? rename(value) : mapRefs(value, rename)
    ])
  )
}

/** What a schema's wire form looks like: the node itself, and what it refers to under `prefix`. */
export const wireSchema = (
  schema: Schema.Constraint,
  prefix: string
): { readonly schema: JsonSchema; readonly definitions: { readonly [name: string]: JsonSchema } } => {
  const document = Schema.toJsonSchemaDocument(Schema.toCodecJson(schema as Schema.Codec<unknown>), {
    onExcessProperty: "error"
  })
  const place = (node: unknown): JsonSchema =>
    tidy(mapRefs(node, (ref) => ref.replace("#/$defs/", prefix)) as JsonSchema)
  return {
    schema: place(document.schema),
    definitions: Object.fromEntries(
      Object.entries(document.definitions).map(([name, definition]) => [name, place(definition)])
    )
  }
}
