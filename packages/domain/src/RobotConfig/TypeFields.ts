import type { TypeDefinition, TypeField } from "./RosGraph.ts"

/** A primitive without its bound: `string<=10` is a string. */
export const primitive = (type: string): string => type.replace(/<=\d+$/, "")

/** The part of a definition that a message body or a field path is read against. */
export const fieldsOf = (definition: TypeDefinition): ReadonlyArray<TypeField> => {
  switch (definition.kind) {
    case "msg":
      return definition.fields
    case "srv":
      return definition.request
    case "action":
      return definition.goal
  }
}

/** What a field path leads to: one field or a list of it; `opaque` below a type whose fields are not known. */
export type Resolved =
  | { readonly kind: "found"; readonly field: TypeField; readonly list: boolean }
  | { readonly kind: "opaque" }
  | { readonly kind: "missing"; readonly reason: string }

const follow = (
  fields: ReadonlyArray<TypeField>,
  segments: ReadonlyArray<string>,
  position: number,
  isPrimitive: (type: string) => boolean
): Resolved => {
  const [name, index] = segments[position]!.split("[")
  const field = fields.find((candidate) => candidate.name === name)
  if (field === undefined) return { kind: "missing", reason: `The type has no field ${name}.` }
  if (index !== undefined && !field.array) return { kind: "missing", reason: `${name} is not a list.` }
  const list = field.array && index === undefined
  if (position === segments.length - 1) return { kind: "found", field, list }
  if (list) return { kind: "missing", reason: `${name} is a list: write an index, such as ${name}[0].` }
  if (field.fields !== null) return follow(field.fields, segments, position + 1, isPrimitive)
  return isPrimitive(primitive(field.type))
    ? { kind: "missing", reason: `${name} is a ${field.type}, which has no fields.` }
    : { kind: "opaque" }
}

/** Follows a field path through a definition. */
export const resolveField = (
  fields: ReadonlyArray<TypeField>,
  path: string,
  isPrimitive: (type: string) => boolean
): Resolved => follow(fields, path.split("."), 0, isPrimitive)
