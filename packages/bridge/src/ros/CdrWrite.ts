import { CdrWriter } from "@foxglove/cdr"
import type { Field, RosType } from "./RosType.ts"

/** A message that passed MessageCheck: complete, with bigints for 64 bits and bytes for uint8 arrays. */
export type CheckedMessage = { readonly [field: string]: unknown }

/** UTF-16 code units of four bytes behind their count (see WideText). */
const writeWide = (writer: CdrWriter, text: string): void => {
  writer.sequenceLength(text.length)
  for (let i = 0; i < text.length; i++) writer.uint32(text.charCodeAt(i))
}

const utf8 = new TextEncoder()

/** The writer's own `string` counts UTF-16 units, which cuts any text that is not ASCII. */
const writeText = (writer: CdrWriter, text: string): void => {
  const bytes = utf8.encode(text)
  writer
    .uint32(bytes.length + 1)
    .uint8Array(bytes)
    .uint8(0)
}

const writeTime = (writer: CdrWriter, time: { readonly sec: number; readonly nanosec: number }): void => {
  writer.int32(time.sec).uint32(time.nanosec)
}

const primitives: Readonly<Record<string, (writer: CdrWriter, value: never) => unknown>> = {
  bool: (writer, value: boolean) => writer.uint8(value ? 1 : 0),
  int8: (writer, value: number) => writer.int8(value),
  uint8: (writer, value: number) => writer.uint8(value),
  int16: (writer, value: number) => writer.int16(value),
  uint16: (writer, value: number) => writer.uint16(value),
  int32: (writer, value: number) => writer.int32(value),
  uint32: (writer, value: number) => writer.uint32(value),
  int64: (writer, value: bigint) => writer.int64(value),
  uint64: (writer, value: bigint) => writer.uint64(value),
  float32: (writer, value: number) => writer.float32(value),
  float64: (writer, value: number) => writer.float64(value),
  string: writeText,
  wstring: writeWide,
  time: writeTime,
  duration: writeTime
}

/** Encodes a checked message as CDR. Unlike the npm writer it knows wide strings; the bytes are otherwise the same. */
export const writeCdr = (type: RosType, message: CheckedMessage): Uint8Array => {
  const writer = new CdrWriter()

  const writeOne = (field: Field, value: unknown): void => {
    if (field.isComplex === true) writeStruct(type.nested.get(field.type) ?? [], value as CheckedMessage)
    else primitives[field.type]?.(writer, value as never)
  }

  const writeField = (field: Field, value: unknown): void => {
    if (field.isArray !== true) return writeOne(field, value)
    const items = value as ReadonlyArray<unknown> | Uint8Array
    if (field.arrayLength === undefined) writer.sequenceLength(items.length)
    for (const item of items) writeOne(field, item)
  }

  const writeStruct = (fields: ReadonlyArray<Field>, value: CheckedMessage): void => {
    // ROS gives a struct without fields one byte, because IDL forbids empty structs.
    if (fields.length === 0) writer.uint8(0)
    for (const field of fields) writeField(field, value[field.name])
  }

  writeStruct(type.fields, message)
  return writer.data
}
