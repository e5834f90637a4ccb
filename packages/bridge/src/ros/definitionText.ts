import type { DefinitionText, Field, RosType } from "./RosType.ts"

const separator = `\n${"=".repeat(80)}\n`

/** The parser's words for two types that definition texts spell out. */
const timeTypes: Readonly<Record<string, string>> = {
  time: "builtin_interfaces/Time",
  duration: "builtin_interfaces/Duration"
}
const timeFields = "int32 sec\nuint32 nanosec\n"

const arrayOf = ({ arrayLength, arrayUpperBound, isArray }: Field): string => {
  if (isArray !== true) return ""
  return arrayUpperBound === undefined ? `[${arrayLength ?? ""}]` : `[<=${arrayUpperBound}]`
}

const lineOf = (field: Field): string => {
  const bound = field.upperBound === undefined ? "" : `<=${field.upperBound}`
  return `${timeTypes[field.type] ?? field.type}${bound}${arrayOf(field)} ${field.name}\n`
}

const textOf = (fields: ReadonlyArray<Field>): string => fields.map(lineOf).join("")

/** The definition of a type as MCAP wants it: what the robot's server gave, or else one written from the fields. */
export const definitionText = (type: RosType): DefinitionText => {
  if (type.definition !== undefined) return type.definition
  const all = [...type.fields, ...Array.from(type.nested.values()).flat()]
  const times = Object.entries(timeTypes).filter(([word]) => all.some((field) => field.type === word))
  const parts = [
    ...Array.from(type.nested, ([name, fields]) => `MSG: ${name}\n${textOf(fields)}`),
    ...times.map(([, name]) => `MSG: ${name}\n${timeFields}`)
  ]
  return { encoding: "ros2msg", text: [textOf(type.fields), ...parts].join(separator) }
}
