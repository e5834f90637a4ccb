import { parse as parseMsg } from "@foxglove/rosmsg"
import { parseRos2idl } from "@foxglove/ros2idl-parser"
import { type DefinitionText, type Field, placeholderMember, type RosType } from "./RosType.ts"

/** What `ros2msg` has a word for, and `ros2idl` a struct. */
const timeTypes: Readonly<Record<string, string>> = {
  "builtin_interfaces/msg/Time": "time",
  "builtin_interfaces/msg/Duration": "duration"
}

/** A field in the words of `ros2msg`: the parser of `ros2idl` calls the nanoseconds otherwise than ROS does. */
const fromIdl =
  (inTime: boolean) =>
  (field: Field): Field => {
    const time = timeTypes[field.type]
    if (time !== undefined) return { ...field, type: time, isComplex: false }
    return inTime && field.name === "nsec" ? { ...field, name: "nanosec" } : field
  }

const parsers = {
  ros2msg: (text: string) => parseMsg(text, { ros2: true }),
  ros2idl: (text: string) =>
    parseRos2idl(text).map(({ definitions, name = "" }) => ({
      name,
      definitions: definitions
        .filter((field) => field.name !== placeholderMember)
        .map(fromIdl(Object.hasOwn(timeTypes, name)))
    }))
}

const isParsable = (encoding: string): encoding is keyof typeof parsers => Object.hasOwn(parsers, encoding)

const withoutConstants = (fields: ReadonlyArray<Field>) => fields.filter((field) => field.isConstant !== true)

/** Reads a definition text (`ros2msg` or `ros2idl`). Undefined when it cannot be read; an empty text has no fields. */
export const parseType = (name: string, encoding: string, text: string): RosType | undefined => {
  if (text.trim() === "") return { name, fields: [], nested: new Map() }
  if (!isParsable(encoding)) return undefined
  const definition: DefinitionText = { encoding, text }
  try {
    const definitions = parsers[encoding](text)
    const isConstants = (fields: ReadonlyArray<Field>) => fields.length > 0 && withoutConstants(fields).length === 0
    const root =
      definitions.find((definition) => definition.name === name) ??
      definitions.find((definition) => !isConstants(definition.definitions)) ??
      definitions[0]
    if (root === undefined) return undefined
    const nested = new Map<string, ReadonlyArray<Field>>()
    for (const definition of definitions) {
      if (definition !== root && definition.name !== undefined) {
        nested.set(definition.name, withoutConstants(definition.definitions))
      }
    }
    return { name, fields: withoutConstants(root.definitions), nested, definition }
  } catch {
    return undefined
  }
}
