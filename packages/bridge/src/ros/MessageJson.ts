import { shortestFloat32 } from "./shortestFloat32.ts"

/** As a number where a JSON reader keeps it exactly. */
const fromBigInt = (value: bigint): number | string => {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value.toString()
}

const fromNumber = (value: number): number | null => (Number.isFinite(value) ? value : null)

const fromView = (view: ArrayBufferView): unknown => {
  if (view instanceof Uint8Array) {
    return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("base64")
  }
  if (view instanceof BigInt64Array || view instanceof BigUint64Array) return Array.from(view, fromBigInt)
  if (view instanceof Float32Array) return Array.from(view, (value) => fromNumber(shortestFloat32(value)))
  if (view instanceof Float64Array) return Array.from(view, fromNumber)
  return Array.from(view as Int8Array | Int16Array | Uint16Array | Int32Array | Uint32Array)
}

const fromObject = (message: object): Record<string, unknown> => {
  const json: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(message)) json[name] = toJson(value)
  return json
}

/**
 * A decoded message, or a part of one, as the contract writes it: bytes base64, non-finite floats null, a float32 its shortest
 * decimal (the readers of messages see to single ones), integers beyond ±(2^53−1) decimal strings, U+FFFD for half of a surrogate pair.
 */
export const toJson = (value: unknown): unknown => {
  if (typeof value === "number") return fromNumber(value)
  if (typeof value === "bigint") return fromBigInt(value)
  if (typeof value === "string") return value.toWellFormed()
  if (typeof value !== "object" || value === null) return value
  if (ArrayBuffer.isView(value)) return fromView(value)
  return Array.isArray(value) ? value.map(toJson) : fromObject(value)
}
