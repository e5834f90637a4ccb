import type { JsonSchema } from "./JsonSchema.ts"

const formats: { readonly [format: string]: string } = {
  uuid: "3f2b8c1e-5a4d-4c6f-9e0a-7b1d2c3e4f50",
  "date-time": "2026-01-01T12:00:00.000Z"
}

/** Texts that between them fit the grammars of the contract. */
const candidates = [
  "text",
  "/text",
  "pkg/msg/Type",
  "pkg/srv/Type",
  "pkg/action/Type",
  "123456",
  "abcde-fghij",
  "10",
  "now"
]

const text = (schema: JsonSchema): string => {
  if (typeof schema.format === "string") return formats[schema.format] ?? "text"
  const shortest = typeof schema.minLength === "number" ? schema.minLength : 0
  const pattern = typeof schema.pattern === "string" ? new RegExp(schema.pattern, "u") : undefined
  const fitting = candidates.find((candidate) => pattern?.test(candidate) ?? true) ?? "text"
  return pattern === undefined ? fitting.padEnd(shortest, "_text") : fitting
}

/** Types may hold themselves: this deep, lists are empty. */
const deepest = 6

/** A small value a schema allows, for examples. `resolve` answers the schema a `$ref` names. */
export const sampleOf = (schema: JsonSchema, resolve: (ref: string) => JsonSchema | undefined, depth = 0): unknown => {
  const again = (node: unknown) => sampleOf(node as JsonSchema, resolve, depth + 1)
  if (typeof schema.$ref === "string") return again(resolve(schema.$ref) ?? {})
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (Array.isArray(schema.anyOf)) return again(schema.anyOf[0])
  if (Array.isArray(schema.allOf)) return again(Object.assign({}, ...(schema.allOf as ReadonlyArray<object>)))
  switch (schema.type) {
    case "string":
      return text(schema)
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 0
    case "boolean":
      return true
    case "array":
      return schema.items === undefined || depth > deepest ? [] : [again(schema.items)]
    case "object":
      return Object.fromEntries(
        ((schema.required ?? []) as ReadonlyArray<string>).map((key) => [
          key,
          again((schema.properties as JsonSchema | undefined)?.[key] ?? {})
        ])
      )
    default:
      return null
  }
}
