/** A message that came with the compression `cbor-raw`. */
export interface RawMessage {
  /** When the robot's server received it, in milliseconds since the epoch. */
  readonly timestampMs: number
  readonly bytes: Uint8Array
}

/** Reads `{secs, nsecs, bytes}`; undefined when it is something else. */
export const readRaw = (msg: unknown): RawMessage | undefined => {
  if (typeof msg !== "object" || msg === null) return undefined
  const { bytes, nsecs, secs } = msg as { readonly [key: string]: unknown }
  if (typeof secs !== "number" || typeof nsecs !== "number" || !(bytes instanceof Uint8Array)) return undefined
  return { timestampMs: secs * 1000 + Math.floor(nsecs / 1e6), bytes }
}
