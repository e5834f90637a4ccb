import { classOf } from "@fleet/domain/RobotConfig/ParameterTypes"
import type { TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { primitive } from "@fleet/domain/RobotConfig/TypeFields"

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Integers beyond ±(2^53−1) are decimal strings, and floats that are not finite null. */
const ofPrimitive = (type: string): JsonSchema => {
  const name = primitive(type)
  switch (classOf(name)) {
    case "boolean":
      return { type: "boolean" }
    case "string":
      return { type: "string" }
    case "float":
      return { type: ["number", "null"] }
    case "integer":
      return { type: name === "int64" || name === "uint64" ? ["integer", "string"] : "integer" }
    case null:
      return {}
  }
}

const bytes = new Set(["uint8", "byte", "char"])

/** The JSON that a robot's field becomes. */
export const schemaOfField = ({ array, fields, type }: TypeField): JsonSchema => {
  if (array && bytes.has(primitive(type))) return { type: "string", contentEncoding: "base64" }
  const one = fields === null ? ofPrimitive(type) : schemaOfFields(fields)
  return array ? { type: "array", items: one } : one
}

export const schemaOfFields = (fields: ReadonlyArray<TypeField>): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field)]))
})
