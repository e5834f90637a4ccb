import type { TypeDefinition, TypeField } from "../types.gen.ts"

const integers = /^(?:byte|char|u?int(?:8|16|32))$/
const bytes: ReadonlySet<string> = new Set(["uint8", "byte", "char", "octet"])

const primitiveOf = (type: string): string => type.replace(/<=\d+$/, "")

/** A primitive as it stands in JSON: non-finite floats are null, 64-bit integers beyond ±(2^53−1) decimal strings. */
const scalar = (type: string): string => {
  if (type === "bool" || type === "boolean") return "boolean"
  if (type === "string" || type === "wstring") return "string"
  if (integers.test(type)) return "number"
  if (type === "int64" || type === "uint64") return "number | string"
  if (type === "float32" || type === "float64") return "number | null"
  if (type === "time" || type === "duration") return "{ readonly sec: number; readonly nanosec: number }"
  return "unknown"
}

const list = (type: string): string => `ReadonlyArray<${type}>`

/** `geometry_msgs/msg/PoseStamped` as `GeometryMsgsPoseStamped`. */
const typeScriptName = (rosType: string): string =>
  rosType
    .split("/")
    .filter((part) => part !== "msg")
    .flatMap((part) => part.split("_"))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

/** A name of a type comes from a robot: anything else than one is written where it is used. */
const isRosType = (name: string): boolean => /^[A-Za-z]\w*(?:\/[A-Za-z]\w*){1,3}$/.test(name)

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const bodyOf = (fields: ReadonlyArray<TypeField>, typeOf: (field: TypeField) => string): string => {
  if (fields.length === 0) return "{}"
  return `{ ${fields.map((field) => `readonly ${key(field.name)}: ${typeOf(field)}`).join("; ")} }`
}

const inline = (field: TypeField): string => {
  const one = field.fields === null ? scalar(primitiveOf(field.type)) : bodyOf(field.fields, inline)
  if (!field.array) return one
  return field.fields === null && bytes.has(primitiveOf(field.type)) ? "string" : list(one)
}

/** A type written out with everything inside it, for comparisons. */
export const writtenOut = (fields: ReadonlyArray<TypeField>): string => bodyOf(fields, inline)
export const valueWrittenOut = inline

/**
 * TypeScript for messages. Each ROS type becomes one interface; a second shape under the same name is written where it
 * is used.
 */
export class RosTypes {
  readonly #shapes = new Map<string, { readonly shape: string; readonly text: string }>()
  readonly #definitions: ReadonlyMap<string, TypeDefinition>

  constructor(definitions: ReadonlyArray<TypeDefinition>) {
    this.#definitions = new Map(definitions.map((definition) => [definition.name, definition]))
  }

  definition(name: string): TypeDefinition | undefined {
    return this.#definitions.get(name)
  }

  /** The type of a whole message. */
  message(rosType: string, fields: ReadonlyArray<TypeField>): string {
    if (!isRosType(rosType)) return writtenOut(fields)
    const name = typeScriptName(rosType)
    const shape = writtenOut(fields)
    const known = this.#shapes.get(name)
    if (known !== undefined) return known.shape === shape ? name : shape
    if (fields.length === 0) return "{}"
    this.#shapes.set(name, { shape, text: "" })
    const lines = fields.map((field) => `  readonly ${key(field.name)}: ${this.value(field)}\n`)
    this.#shapes.set(name, { shape, text: `/** ${rosType} */\nexport interface ${name} {\n${lines.join("")}}\n` })
    return name
  }

  /** The type of one field. */
  value(field: TypeField): string {
    const one = field.fields === null ? scalar(primitiveOf(field.type)) : this.message(field.type, field.fields)
    if (!field.array) return one
    return field.fields === null && bytes.has(primitiveOf(field.type)) ? "string" : list(one)
  }

  /** The interfaces that were asked for, by name. */
  interfaces(): ReadonlyArray<string> {
    return [...this.#shapes.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, { text }]) => text)
  }
}

/** The field that a path such as `pose.position.x` or `ranges[0]` leads to, undefined where the type has none. */
export const fieldAt = (fields: ReadonlyArray<TypeField>, path: string): TypeField | undefined => {
  let level: ReadonlyArray<TypeField> | null = fields
  let found: TypeField | undefined
  for (const segment of path.split(".")) {
    const [name, index] = segment.split("[")
    const next: TypeField | undefined = level?.find((field) => field.name === name)
    if (next === undefined) return undefined
    found = index === undefined ? next : { ...next, array: false }
    level = next.fields
  }
  return found
}
