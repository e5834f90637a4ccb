import { ros2jazzy } from "@foxglove/rosmsg-msgs-common"
import { createHash } from "node:crypto"
import type { Field, RosType } from "./RosType.ts"
import { parseType } from "./TypeParser.ts"

/** Every definition seen at a robot, parsed once per text. */
export interface TypeLibrary {
  /** Parses a definition text and remembers it with the types it contains. Undefined when it cannot be read. */
  readonly learn: (name: string, encoding: string, text: string) => RosType | undefined
  /** A message type seen before, or one of the common packages. */
  readonly message: (name: string) => RosType | undefined
}

/** `geometry_msgs/msg/Twist` as definition texts spell it: `geometry_msgs/Twist`. */
export const withoutMsg = (name: string): string => name.replace("/msg/", "/")

/** The reverse: a contained type's full name. */
export const withMsg = (name: string): string => (/^[^/]+\/[^/]+$/.test(name) ? name.replace("/", "/msg/") : name)

const commonDefinitions: Readonly<Record<string, { readonly definitions: ReadonlyArray<Field> }>> = ros2jazzy

const commonFields = (name: string) => commonDefinitions[name]?.definitions.filter((field) => field.isConstant !== true)

/** A type of the packages every ROS 2 installation has. */
export const commonType = (name: string): RosType | undefined => {
  const fields = commonFields(withoutMsg(name))
  if (fields === undefined) return undefined
  const nested = new Map<string, ReadonlyArray<Field>>()
  const visit = (list: ReadonlyArray<Field>): void => {
    for (const field of list) {
      const inner = field.isComplex === true && !nested.has(field.type) ? commonFields(field.type) : undefined
      if (inner === undefined) continue
      nested.set(field.type, inner)
      visit(inner)
    }
  }
  visit(fields)
  return { name, fields, nested }
}

/** An empty library; it outlives reconnects, so that a robot's definitions are parsed once. */
export const makeTypeLibrary = (): TypeLibrary => {
  const parsed = new Map<string, RosType | undefined>()
  const messages = new Map<string, RosType>()

  const learn = (name: string, encoding: string, text: string): RosType | undefined => {
    const key = createHash("sha256").update(`${name}\0${encoding}\0${text}`).digest("base64")
    if (parsed.has(key)) return parsed.get(key)
    const type = parseType(name, encoding, text)
    parsed.set(key, type)
    if (type === undefined) return undefined
    messages.set(withMsg(name), type)
    for (const [contained, fields] of type.nested) {
      const full = withMsg(contained)
      if (!messages.has(full)) messages.set(full, { name: full, fields, nested: type.nested })
    }
    return type
  }

  return { learn, message: (name) => messages.get(name) ?? commonType(name) }
}
