/** What `cbor` writes. */
export type Cbor = number | string | boolean | Uint8Array | ReadonlyArray<Cbor> | ReadonlyMap<number | string, Cbor>

const head = (major: number, value: number): Buffer => {
  const first = major << 5
  if (value < 24) return Buffer.from([first | value])
  if (value < 0x100) return Buffer.from([first | 24, value])
  if (value < 0x1_0000) return Buffer.from([first | 25, value >> 8, value & 0xff])
  const wide = Buffer.alloc(5, first | 26)
  wide.writeUInt32BE(value, 1)
  return wide
}

/** Whole numbers, texts, bytes, lists and maps as CBOR. */
export const cbor = (value: Cbor): Buffer => {
  if (typeof value === "boolean") return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])])
  }
  const list = value as ReadonlyArray<Cbor>
  return Buffer.concat([head(4, list.length), ...list.map(cbor)])
}

/** COSE's numbers of the algorithms. */
export const ES256 = -7
export const EdDSA = -8
export const RS256 = -257
export const ES384 = -35
