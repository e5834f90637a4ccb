import type { Field, RosType } from "./RosType.ts"

/**
 * CDR leaves open how wide a wstring's characters are. On Linux the ROS middlewares (Fast DDS, Cyclone DDS, Zenoh) write
 * the count of UTF-16 code units and each unit in four bytes, without a terminator; where `wchar_t` is narrow, in two.
 */
const widths = { four: "uint32", two: "uint16" } as const
type Width = keyof typeof widths

/** Not a name a type can have: stands for a wstring, read as a struct around its units. */
const wide = " wide"

type Fields = ReadonlyArray<Field>
type Message = Record<string, unknown>
interface Units {
  readonly units: Uint32Array | Uint16Array
}

/** Whether there is a wstring anywhere in the type. */
export const hasWideText = ({ fields, nested }: RosType): boolean =>
  [fields, ...nested.values()].some((each) => each.some(({ type }) => type === "wstring"))

const withUnits = (fields: Fields): Fields =>
  fields.map((field) => (field.type === "wstring" ? { ...field, type: wide, isComplex: true } : field))

const asUnits = ({ name, fields, nested }: RosType, width: Width): RosType => ({
  name,
  fields: withUnits(fields),
  nested: new Map<string, Fields>([
    ...Array.from(nested, ([name, fields]) => [name, withUnits(fields)] as const),
    [wide, [{ name: "units", type: widths[width], isArray: true }]]
  ])
})

const utf16 = new TextDecoder("utf-16le", { ignoreBOM: true })

const textOf = ({ units }: Units): string => {
  if (units.some((unit) => unit > 0xffff)) throw new Error("These are no UTF-16 code units of four bytes.")
  const bytes = Buffer.allocUnsafe(units.length * 2)
  units.forEach((unit, index) => bytes.writeUInt16LE(unit, index * 2))
  return utf16.decode(bytes)
}

/** Puts the text in the place of its units. */
const fillIn = (fields: Fields, nested: RosType["nested"], message: Message): void => {
  const one = (field: Field, value: unknown): unknown => {
    if (field.type === "wstring") return textOf(value as Units)
    if (field.isComplex === true) fillIn(nested.get(field.type) ?? [], nested, value as Message)
    return value
  }
  for (const field of fields) {
    if (field.type !== "wstring" && field.isComplex !== true) continue
    const value = message[field.name]
    message[field.name] = Array.isArray(value) ? value.map((item) => one(field, item)) : one(field, value)
  }
}

type Read = (bytes: Uint8Array) => unknown

/** Reads messages of a type with wide text: characters of four bytes, or of two where that cannot be. */
export const wideReader = (type: RosType, readerOf: (type: RosType) => Read): Read => {
  const readAs = (width: Width): Read => {
    const read = readerOf(asUnits(type, width))
    return (bytes) => {
      // A copy: the reader looks at arrays beyond the end of a view, which must be a fault here.
      const message = read(new Uint8Array(bytes)) as Message
      fillIn(type.fields, type.nested, message)
      return message
    }
  }
  const [four, two] = [readAs("four"), readAs("two")]
  return (bytes) => {
    try {
      return four(bytes)
    } catch {
      return two(bytes)
    }
  }
}
