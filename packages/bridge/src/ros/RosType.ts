import type { parse } from "@foxglove/rosmsg"

type Definition = ReturnType<typeof parse>[number]

/** One field as the parsers describe it. */
export type Field = Definition["definitions"][number]

/** ROS gives a struct without fields one member of this name, because IDL forbids empty structs. */
export const placeholderMember = "structure_needs_at_least_one_member"

/** A definition as a robot's server gave it, the types inside it included. */
export interface DefinitionText {
  readonly encoding: "ros2msg" | "ros2idl"
  readonly text: string
}

/** A message type with every type it contains. Constants are left out: they are never on the wire. */
export interface RosType {
  /** As the robot spells it, e.g. `geometry_msgs/msg/Twist`. */
  readonly name: string
  readonly fields: ReadonlyArray<Field>
  /** The contained types by the name their fields use, e.g. `geometry_msgs/Vector3`. */
  readonly nested: ReadonlyMap<string, ReadonlyArray<Field>>
  /** What it was read from; absent where it was not read from a text of its own. */
  readonly definition?: DefinitionText
}

const nestedTypes = new WeakMap<RosType, RosType>()

/** Pulls a field list apart: the first field stays, the others move into one nested struct called `name`. */
export const nestAfterFirst = (type: RosType, name: string): RosType => {
  const known = nestedTypes.get(type)
  if (known !== undefined) return known
  const nest: RosType = {
    name: type.name,
    fields: [...type.fields.slice(0, 1), { name, type: name, isComplex: true }],
    nested: new Map([...type.nested, [name, type.fields.slice(1)]])
  }
  nestedTypes.set(type, nest)
  return nest
}
