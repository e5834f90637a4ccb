import type { parse } from "@foxglove/rosmsg"
import { CdrReader } from "@foxglove/cdr"
import { MessageReader } from "@foxglove/rosmsg2-serialization"

import { hasWideText, wideReader } from "./WideText.ts"

type Definition = ReturnType<typeof parse>[number]

/** One field as the parsers describe it. */
export type Field = Definition["definitions"][number]

/** A message type with every type it contains. Constants are left out: they are never on the wire. */
export interface RosType {
  /** As the robot spells it, e.g. `geometry_msgs/msg/Twist`. */
  readonly name: string
  readonly fields: ReadonlyArray<Field>
  /** The contained types by the name their fields use, e.g. `geometry_msgs/Vector3`. */
  readonly nested: ReadonlyMap<string, ReadonlyArray<Field>>
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

const text = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * The library's own decoder takes U+FEFF at the start of a text for a mark of its encoding, and drops it. It is replaced
 * where all readers find it, because a `MessageReader` lets nobody hand it another.
 */
CdrReader.prototype.string = function (this: CdrReader, length = this.uint32()) {
  return length === 0 ? "" : text.decode(this.uint8Array(length).subarray(0, -1))
}

const plainReader = (type: RosType) => {
  const nested = Array.from(type.nested, ([name, fields]) => ({ name, definitions: [...fields] }))
  const reader = new MessageReader([{ definitions: [...type.fields] }, ...nested])
  return (bytes: Uint8Array): unknown => reader.readMessage(bytes)
}

const readers = new WeakMap<RosType, (bytes: Uint8Array) => unknown>()

/** The CDR bytes as an object: typed arrays, bigint for 64 bits, `{sec, nanosec}`. Throws when they do not fit. */
export const readCdr = (type: RosType, bytes: Uint8Array): unknown => {
  let read = readers.get(type)
  if (read === undefined) {
    read = hasWideText(type) ? wideReader(type, plainReader) : plainReader(type)
    readers.set(type, read)
  }
  return read(bytes)
}
