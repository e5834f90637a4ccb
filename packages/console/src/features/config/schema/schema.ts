import { grammar } from "./grammar.gen.ts"

/** The part of JSON Schema that the configuration's grammar is written in. */
export interface Schema {
  readonly $ref?: string
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean"
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: false | Schema
  readonly required?: ReadonlyArray<string>
  readonly items?: Schema
  readonly enum?: ReadonlyArray<string | number | boolean>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxProperties?: number
}

const root = grammar as Schema & { readonly $defs: Readonly<Record<string, Schema>> }

/** The definition behind a reference. */
export const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(root.$defs[schema.$ref.slice("#/$defs/".length)]!)

export const rootSchema: Schema = resolved(root)

const isObject = (schema: Schema) => resolved(schema).type === "object"

/** The key whose value tells the members of a union of maps apart. */
export const discriminatorOf = (schema: Schema): string | undefined =>
  schema.anyOf?.every(isObject) === true
    ? Object.entries(resolved(schema.anyOf[0]!).properties ?? {}).find(([, each]) => each.enum?.length === 1)?.[0]
    : undefined

/** The member of a union that a map is by its discriminator. */
export const memberFor = (schema: Schema, value: unknown): Schema | undefined => {
  const key = discriminatorOf(schema)
  if (key === undefined) return undefined
  return schema.anyOf!.map(resolved).find((each) => each.properties?.[key]?.enum?.[0] === value)
}

/** Whether any map may stand here: the body of a message is not the grammar's. */
export const isFree = (schema: Schema): boolean =>
  schema.type === "object" && schema.properties === undefined && schema.additionalProperties === undefined

/** The schemas of the value under a key; several where a union is not decided. */
export const childSchemas = (schema: Schema, key: string | number): ReadonlyArray<Schema> => {
  const { additionalProperties, anyOf, items, properties } = resolved(schema)
  if (anyOf !== undefined) return anyOf.flatMap((each) => childSchemas(each, key))
  if (typeof key === "number") return items === undefined ? [] : [resolved(items)]
  const own = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
  return own === undefined || own === false ? [] : [resolved(own)]
}

/** The schemas of what stands at keys below the document. */
export const schemasAt = (keys: ReadonlyArray<string | number>): ReadonlyArray<Schema> =>
  keys.reduce<ReadonlyArray<Schema>>((at, key) => at.flatMap((each) => childSchemas(each, key)), [rootSchema])

/** A place of the grammar without the names that people give: `datapoints.*.alerts.*.condition`. */
export const patternOf = (keys: ReadonlyArray<string | number>): string => {
  let schemas: ReadonlyArray<Schema> = [rootSchema]
  const written: Array<string> = []
  for (const key of keys) {
    const named = schemas.some((each) => {
      const { anyOf, properties } = resolved(each)
      const own = (schema: Schema) => Object.hasOwn(resolved(schema).properties ?? {}, key)
      return properties === undefined ? anyOf?.some(own) === true : own(each)
    })
    written.push(named ? String(key) : "*")
    schemas = schemas.flatMap((each) => childSchemas(each, key))
  }
  return written.join(".")
}
