import { ros2jazzy } from "@foxglove/rosmsg-msgs-common"
import { createHash } from "node:crypto"
import type { Field, RosType } from "./RosType.ts"
import { parseType } from "./TypeParser.ts"

/** A definition that a server advertises. */
export interface HeldType {
  /** Undefined when the text cannot be read. */
  readonly type: RosType | undefined
  /** It is advertised no more. */
  readonly release: () => void
}

/** The definitions a robot advertises, and the last of those it did before, each parsed once per text. */
export interface TypeLibrary {
  /** Parses a definition text, and keeps it with the types it contains: until it is released, and some time after. */
  readonly hold: (name: string, encoding: string, text: string) => HeldType
  /** A message type that is kept, or one of the common packages. */
  readonly message: (name: string) => RosType | undefined
  /** Keeps a message type once it was seen, advertised or not, until the returned function is called. */
  readonly use: (name: string) => () => void
  /** Definitions that are advertised, and those that were. */
  readonly size: () => { readonly held: number; readonly released: number }
}

interface Definition {
  readonly key: string
  readonly characters: number
  readonly type: RosType | undefined
  holders: number
}

/** What is kept of definitions that are no longer advertised: so many, of so many characters in all, the last in use. */
const limits = { definitions: 1_000, characters: 4 * 1024 * 1024 }

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

/** The type of that full name that a definition contains. */
const typeIn = (type: RosType, name: string): RosType | undefined => {
  const spelled = [name, withoutMsg(name)].find((each) => withMsg(each) === name && type.nested.has(each))
  const fields = spelled === undefined ? undefined : type.nested.get(spelled)
  return fields && { name, fields, nested: type.nested }
}

/** An empty library; it outlives reconnects, so that a robot's definitions are parsed once. */
export const makeTypeLibrary = (): TypeLibrary => {
  const held = new Map<string, Definition>()
  /** The one that was in use longest ago comes first. */
  const released = new Map<string, Definition>()
  let characters = 0
  const uses = new Set<{ readonly name: string }>()
  /** What was looked up since the definitions last changed. */
  const found = new Map<string, { readonly key: string; readonly type: RosType }>()

  /** Of several definitions the newest, rather one that is advertised, rather the type itself than a contained one. */
  const find = (name: string) => {
    const newestFirst = [...released.values(), ...held.values()].toReversed()
    const own = newestFirst.find(({ type }) => type !== undefined && withMsg(type.name) === name)
    if (own?.type !== undefined) return { key: own.key, type: own.type }
    for (const { key, type } of newestFirst) {
      const contained = type && typeIn(type, name)
      if (contained !== undefined) return { key, type: contained }
    }
    return undefined
  }

  const message = (name: string): RosType | undefined => {
    const known = found.get(name) ?? find(name)
    if (known === undefined) return commonType(name)
    found.set(name, known)
    const definition = released.get(known.key)
    if (definition !== undefined) {
      released.delete(known.key)
      released.set(known.key, definition)
    }
    return known.type
  }

  const trim = () => {
    if (released.size <= limits.definitions && characters <= limits.characters) return
    // What is used is made the last to go.
    for (const { name } of uses) message(name)
    for (const definition of released.values()) {
      if (released.size <= limits.definitions && characters <= limits.characters) return
      released.delete(definition.key)
      characters -= definition.characters
      found.clear()
    }
  }

  const release = (definition: Definition) => {
    if (--definition.holders > 0) return
    held.delete(definition.key)
    released.set(definition.key, definition)
    characters += definition.characters
    found.clear()
    trim()
  }

  return {
    hold: (name, encoding, text) => {
      const key = createHash("sha256").update(`${name}\0${encoding}\0${text}`).digest("base64")
      const known = held.get(key) ?? released.get(key)
      const definition = known ?? { key, characters: text.length, type: parseType(name, encoding, text), holders: 0 }
      if (released.delete(key)) characters -= definition.characters
      held.delete(key)
      held.set(key, definition)
      definition.holders++
      found.clear()
      let isHeld = true
      return {
        type: definition.type,
        release: () => {
          if (isHeld) release(definition)
          isHeld = false
        }
      }
    },
    message,
    use: (name) => {
      const use = { name }
      uses.add(use)
      return () => void uses.delete(use)
    },
    size: () => ({ held: held.size, released: released.size })
  }
}
