import { RobotId } from "@fleet/domain/Ids"
import { closed } from "@fleet/domain/Wire"
import { Schema } from "effect"
import type { Tool } from "./Tool.ts"

type Json = Readonly<Record<string, unknown>>

/** The arguments of a tool; without the robot where the address names it. */
export const argumentsOf = ({ args, preview, robot }: Tool, isNarrowed: boolean): Schema.Codec<any, any> =>
  closed({
    ...(robot === "none" || isNarrowed
      ? {}
      : { robot_id: robot === "required" ? RobotId : Schema.optionalKey(RobotId) }),
    ...args,
    ...(preview ? { preview: Schema.optionalKey(Schema.Boolean) } : {})
  }) as unknown as Schema.Codec<any, any>

const documentOf = (schema: Schema.Constraint) => {
  const { definitions, schema: root } = Schema.toJsonSchemaDocument(schema)
  return { root: root as Json, definitions: definitions as Readonly<Record<string, Json>> }
}

/** Follows names of definitions, so that a schema stands by itself. */
const inlined = (schema: Json, definitions: Readonly<Record<string, Json>>): Json => {
  const { $ref } = schema
  return typeof $ref === "string" ? inlined(definitions[$ref.split("/").at(-1)!] ?? {}, definitions) : schema
}

const kept = ["type", "enum", "const", "minimum", "maximum", "minLength", "maxLength", "format"] as const

/** One property, in as few words as possible: a model pays for every word. */
const brief = (schema: Json, definitions: Readonly<Record<string, Json>>): Json => {
  const flat = inlined(schema, definitions)
  const parts = (flat["allOf"] as ReadonlyArray<Json> | undefined) ?? []
  const all: Record<string, unknown> = Object.assign({}, ...parts.map((part) => brief(part, definitions)), flat)
  return Object.fromEntries(kept.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]])))
}

/** What a model may send. */
export const inputSchemaOf = (tool: Tool, isNarrowed: boolean): Json => {
  const { args, preview, robot } = tool
  const fields = Schema.Struct({
    ...(robot === "none" || isNarrowed
      ? {}
      : { robot_id: robot === "required" ? Schema.String : Schema.optionalKey(Schema.String) }),
    ...args,
    ...(preview ? { preview: Schema.optionalKey(Schema.Boolean) } : {})
  } as Schema.Struct.Fields)
  const { definitions, root } = documentOf(fields)
  const properties = Object.fromEntries(
    Object.entries((root["properties"] ?? {}) as Readonly<Record<string, Json>>).map(([name, property]) => [
      name,
      brief(property, definitions)
    ])
  )
  const required = (root["required"] ?? []) as ReadonlyArray<string>
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false
  }
}

/** A result, the result of a preview where there is one, or a refusal: clients check all of them. */
export const outputSchemaOf = ({ preview, result }: Tool): Json => ({
  type: "object",
  anyOf: [
    { required: Object.keys(result) },
    ...(preview ? [{ required: ["preview", "would", "warnings"] }] : []),
    { required: ["code", "message"] }
  ]
})

/** Puts a result into JSON, as REST would. */
export const encoderOf = ({ isJson, preview, result }: Tool): ((value: unknown) => Json) => {
  const encode = Schema.encodeUnknownSync(
    Schema.toCodecJson(Schema.Struct(result)) as unknown as Schema.Codec<unknown, unknown>
  )
  const isPreview = (value: unknown) => preview && typeof value === "object" && value !== null && "preview" in value
  return (value) => (isJson || isPreview(value) ? value : encode(value)) as Json
}
