import { Exit, Schema, SchemaAST } from "effect"
import { ApiErrors } from "../Errors.ts"
import { type JsonSchema, wireSchema } from "./JsonSchema.ts"
import { sampleOf } from "./Sample.ts"

/** One refusal as documents show it. */
export interface RefusalEntry {
  /** Names it among refusals; a code that two statuses share has two. */
  readonly id: string
  readonly code: string
  readonly status: number
  readonly message: string
  /** The envelope. */
  readonly schema: JsonSchema
  readonly details: JsonSchema | undefined
  readonly detailsRequired: boolean
  readonly example: unknown
}

const usualMessage = (error: (typeof ApiErrors)[number]): string => {
  const usual = error.fields.message.ast.context?.constructorDefault
  return Exit.isExit(usual) && Exit.isSuccess(usual) ? String(usual.value) : "What the robot said."
}

const codeOf = ({ fields, identifier }: (typeof ApiErrors)[number]): string =>
  SchemaAST.isLiteral(fields.code.ast) ? String(fields.code.ast.literal) : identifier

/** Where a made-up value would say nothing. */
const tellingDetails: { readonly [id: string]: unknown } = {
  validation_error: { field: "name", rule: "too_long" },
  target_state_conflict: { field: "default_role_id", rule: "not_set" },
  rate_limited: { retry_after_ms: 1500 }
}

/** The envelopes of all refusals and the records their details hold, by name. */
export const refusalDefinitions = (prefix: string) => wireSchema(Schema.Union(ApiErrors), prefix).definitions

/** Every refusal, in the order the contract lists them. References in their schemas start with `prefix`. */
export const refusalEntries = (prefix: string): ReadonlyArray<RefusalEntry> => {
  const definitions = refusalDefinitions(prefix)
  const resolve = (ref: string) => definitions[ref.slice(prefix.length)]
  return ApiErrors.map((error) => {
    const id = error.identifier
    const code = codeOf(error)
    const schema = definitions[`${id}Encoded`]!
    const details = (schema.properties as { readonly details?: JsonSchema }).details
    const message = usualMessage(error)
    const sampled = sampleOf(schema, resolve) as { readonly details?: unknown }
    const example = tellingDetails[id] ?? sampled.details
    return {
      id,
      code,
      status: Schema.resolveAnnotations(error)?.httpApiStatus as number,
      message,
      schema,
      details,
      detailsRequired: (schema.required as ReadonlyArray<string>).includes("details"),
      example: { code, message, ...(example === undefined ? {} : { details: example }) }
    }
  })
}
