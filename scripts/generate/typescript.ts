import type { JsonSchema } from "@fleet/domain/docs/JsonSchema"

/** `client-robot-list-item` as `ClientRobotListItem`. */
export const typeName = (identifier: string): string =>
  identifier.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase())

const nameOf = (ref: string): string => typeName(ref.slice(ref.lastIndexOf("/") + 1))

const key = (property: string): string => (/^[A-Za-z_$][\w$]*$/.test(property) ? property : JSON.stringify(property))

const member = (schema: JsonSchema): string => {
  const printed = printType(schema)
  return printed.includes(" | ") && !printed.startsWith("{") ? `(${printed})` : printed
}

const fieldsOf = (schema: JsonSchema): ReadonlyArray<string> => {
  const required = new Set((schema.required ?? []) as ReadonlyArray<string>)
  return Object.entries((schema.properties ?? {}) as { readonly [name: string]: JsonSchema }).map(
    ([name, node]) => `readonly ${key(name)}${required.has(name) ? "" : "?"}: ${printType(node)}`
  )
}

const printObject = (schema: JsonSchema): string => {
  const fields = fieldsOf(schema)
  const rest = schema.additionalProperties
  if (fields.length > 0) return `{ ${fields.join("; ")} }`
  return `{ readonly [key: string]: ${rest === false ? "never" : printType((rest ?? {}) as JsonSchema)} }`
}

/** The TypeScript type of a JSON Schema node: what travels, not what a decoder makes of it. */
export const printType = (schema: JsonSchema): string => {
  if (typeof schema.$ref === "string") return nameOf(schema.$ref)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  if (Array.isArray(schema.anyOf)) return [...new Set((schema.anyOf as Array<JsonSchema>).map(printType))].join(" | ")
  if (Array.isArray(schema.allOf)) return (schema.allOf as Array<JsonSchema>).map(member).join(" & ")
  switch (schema.type) {
    case "string":
      return "string"
    case "integer":
    case "number":
      return "number"
    case "boolean":
      return "boolean"
    case "null":
      return "null"
    case "array":
      return Array.isArray(schema.prefixItems)
        ? `readonly [${(schema.prefixItems as Array<JsonSchema>).map(printType).join(", ")}]`
        : `ReadonlyArray<${printType((schema.items ?? {}) as JsonSchema)}>`
    case "object":
      return printObject(schema)
    default:
      return "unknown"
  }
}

/** A named type's declaration. */
export const printDeclaration = (identifier: string, schema: JsonSchema): string => {
  const fields = schema.type === "object" ? fieldsOf(schema) : []
  if (fields.length > 0) return `export interface ${typeName(identifier)} {\n  ${fields.join("\n  ")}\n}\n`
  const members = Array.isArray(schema.anyOf) ? (schema.anyOf as ReadonlyArray<JsonSchema>).map(printType) : []
  const printed = members.length > 3 ? `\n  | ${members.join("\n  | ")}` : ` ${printType(schema)}`
  return `export type ${typeName(identifier)} =${printed}\n`
}
