import type { Field, RosType } from "./RosType.ts"
import { shortestFloat32 } from "./shortestFloat32.ts"

type Fields = ReadonlyArray<Field>

const known = new WeakMap<RosType, boolean>()

const hasFloats = (type: RosType): boolean => {
  const found = known.get(type)
  if (found !== undefined) return found
  const has = [type.fields, ...type.nested.values()].some((fields) => fields.some((field) => field.type === "float32"))
  known.set(type, has)
  return has
}

const oneOf = (field: Field, nested: RosType["nested"], value: unknown): unknown => {
  if (field.type === "float32") {
    return typeof value === "number" && Math.fround(value) === value ? shortestFloat32(value) : value
  }
  const fields = field.isComplex === true ? nested.get(field.type) : undefined
  return fields === undefined ? value : structOf(fields, nested, value)
}

const structOf = (fields: Fields, nested: RosType["nested"], value: unknown): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  const struct: Record<string, unknown> = { ...value }
  for (const field of fields) {
    const part = struct[field.name]
    if (part === undefined) continue
    struct[field.name] = Array.isArray(part)
      ? part.map((item) => oneOf(field, nested, item))
      : oneOf(field, nested, part)
  }
  return struct
}

/**
 * A message that came as JSON, with the shortest decimal in place of each float32, which JSON's writers give as a double.
 * Without a definition it is left as it is.
 */
export const withShortFloats = (type: RosType | undefined, message: unknown): unknown =>
  type === undefined || !hasFloats(type) ? message : structOf(type.fields, type.nested, message)
