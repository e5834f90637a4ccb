import type { Parameter, ParameterMap } from "./Parameter.ts"
import { classOf, integerRanges } from "./ParameterTypes.ts"

/** A JSON Schema 2020-12 object. */
export type JsonSchema = Readonly<Record<string, unknown>>

const jsonTypes = { boolean: "boolean", integer: "integer", float: "number", string: "string" } as const

const propertyOf = (parameter: Parameter): JsonSchema => {
  const [lowest, highest] = integerRanges.get(parameter.type) ?? []
  const minimum = parameter.min_value ?? lowest
  const maximum = parameter.max_value ?? highest
  return {
    type: jsonTypes[classOf(parameter.type)!],
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(parameter.enum !== undefined && { enum: parameter.enum }),
    ...(parameter.regex !== undefined && { pattern: parameter.regex }),
    ...(parameter.default !== undefined && { default: parameter.default }),
    ...(parameter.description !== undefined && { description: parameter.description })
  }
}

/** The flat parameter map of a command as JSON Schema, null where it takes no parameter. */
export const inputSchema = (parameters: ParameterMap | undefined): JsonSchema | null => {
  const entries = Object.entries(parameters ?? {})
  if (entries.length === 0) return null
  const required = entries.filter(([, parameter]) => parameter.default === undefined).map(([name]) => name)
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: Object.fromEntries(entries.map(([name, parameter]) => [name, propertyOf(parameter)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false
  }
}
