import { CdrReader } from "@foxglove/cdr"
import { MessageReader } from "@foxglove/rosmsg2-serialization"
import type { RosType } from "./RosType.ts"
import { shortestFloat32 } from "./shortestFloat32.ts"
import { hasWideText, wideReader } from "./WideText.ts"

const text = new TextDecoder("utf-8", { ignoreBOM: true })

/**
 * The library's own decoder takes U+FEFF at the start of a text for a mark of its encoding, and drops it. It is replaced
 * where all readers find it, because a `MessageReader` takes no other.
 */
CdrReader.prototype.string = function (this: CdrReader, length = this.uint32()) {
  return length === 0 ? "" : text.decode(this.uint8Array(length).subarray(0, -1))
}

const float32 = CdrReader.prototype.float32

/** A single float32 is read as its shortest decimal, since nothing later tells it from a float64. */
CdrReader.prototype.float32 = function (this: CdrReader) {
  return shortestFloat32(float32.call(this))
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
