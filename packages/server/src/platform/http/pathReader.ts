import { Effect, Schema, SchemaAST } from "effect"
import { HttpRouter } from "effect/http"

type Parameters = Readonly<Record<string, string | undefined>>
type Codec<A> = Schema.ConstraintDecoder<A>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const asText = (text: string): string => text
const asUuid = (text: string): string | undefined => {
  const lower = text.toLowerCase()
  return uuid.test(lower) ? lower : undefined
}

/** How a part of a path is read without its schema; null for a schema of another form. */
const partReader = (ast: SchemaAST.AST): ((text: string) => string | undefined) | null => {
  if (!SchemaAST.isString(ast)) return null
  const rules = (ast.checks ?? []).map(({ annotations }) => annotations?.["rule"])
  if (ast.encoding === undefined) return rules.length === 0 ? asText : null
  return rules.length === 1 && rules[0] === "uuid" ? asUuid : null
}

/**
 * Reads the parameters of a path as their schema does: ids and plain texts at once, everything else, and whatever is to be
 * refused, with the schema itself.
 */
export const makePathReader = <A>(
  schema: Codec<A>
): ((parameters: Parameters) => Effect.Effect<A, Schema.SchemaError>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  const { ast } = schema
  if (!SchemaAST.isObjects(ast) || ast.encoding !== undefined || ast.checks !== undefined) return decode
  if (ast.indexSignatures.length > 0) return decode
  const parts: Array<{ readonly name: string; readonly read: (text: string) => string | undefined }> = []
  for (const { name, type } of ast.propertySignatures) {
    const read = partReader(type)
    if (read === null || typeof name !== "string" || type.context?.isOptional === true) return decode
    parts.push({ name, read })
  }
  return (parameters) => {
    const values: Record<string, string> = {}
    for (const { name, read } of parts) {
      const text = parameters[name]
      const value = typeof text === "string" ? read(text) : undefined
      if (value === undefined) return decode(parameters)
      values[name] = value
    }
    return Effect.succeed(values as A)
  }
}

/** The parameters of the path of a request. */
export const readPath = <A>(schema: Codec<A>): Effect.Effect<A, Schema.SchemaError, HttpRouter.RouteContext> => {
  const read = makePathReader(schema)
  return Effect.flatMap(HttpRouter.RouteContext, ({ params }) => read(params))
}
