import { classOf } from "@fleet/domain/RobotConfig/ParameterTypes"
import type { TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { primitive } from "@fleet/domain/RobotConfig/TypeFields"

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

/**
 * Each has one type: viewers of MCAP read no lists of types, and refuse a channel for a property without one. So it is not said that
 * integers beyond ±(2^53−1) are decimal strings, and that floats that are not finite are null.
 */
const ofPrimitive = (type: string): JsonSchema | null => {
  switch (classOf(primitive(type))) {
    case "boolean":
      return { type: "boolean" }
    case "string":
      return { type: "string" }
    case "float":
      return { type: "number" }
    case "integer":
      return { type: "integer" }
    case null:
      return null
  }
}

const bytes = new Set(["uint8", "byte", "char"])

/** The JSON that a robot's field becomes; null where nothing is known of it. */
export const schemaOfField = ({ array, fields, type }: TypeField): JsonSchema | null => {
  if (array && bytes.has(primitive(type))) return { type: "string", contentEncoding: "base64" }
  const one = fields === null ? ofPrimitive(type) : schemaOfFields(fields)
  if (one === null) return null
  return array ? { type: "array", items: one } : one
}

/** An object with the fields of which something is known. */
export const schemaOfFields = (fields: ReadonlyArray<TypeField>): JsonSchema => {
  const known = fields.flatMap((field) => {
    const schema = schemaOfField(field)
    return schema === null ? [] : [[field.name, schema] as const]
  })
  return { type: "object", properties: Object.fromEntries(known) }
}
