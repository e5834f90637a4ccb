import type { TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import type { Field, RosType } from "./RosType.ts"
import { withMsg } from "./TypeLibrary.ts"

const timeFields: ReadonlyArray<TypeField> = [
  { name: "sec", type: "int32", array: false, fields: null },
  { name: "nanosec", type: "uint32", array: false, fields: null }
]

const timeTypes: Readonly<Record<string, string>> = {
  time: "builtin_interfaces/msg/Time",
  duration: "builtin_interfaces/msg/Duration"
}

/** The fields of a type with everything inside them, as introspection shows them. A type inside itself stays closed. */
export const typeFields = (type: RosType, fields: ReadonlyArray<Field> = type.fields): ReadonlyArray<TypeField> => {
  const describe = (field: Field, open: ReadonlyArray<string>): TypeField => {
    const array = field.isArray === true
    const time = timeTypes[field.type]
    if (time !== undefined) return { name: field.name, type: time, array, fields: timeFields }
    if (field.isComplex !== true) return { name: field.name, type: field.type, array, fields: null }
    const inner = open.includes(field.type) ? [] : (type.nested.get(field.type) ?? [])
    const inside = inner.map((each) => describe(each, [...open, field.type]))
    return { name: field.name, type: withMsg(field.type), array, fields: inside }
  }
  return fields.map((field) => describe(field, []))
}
