/** Opcodes of RFC 6455. */
export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** Close codes that a peer's frames are refused with. */
export type ViolationCode = 1002 | 1007 | 1008 | 1009

/** A whole unmasked control frame; the payload has at most 125 bytes. */
export const controlFrame = (opcode: 8 | 9 | 10, payload: Uint8Array): Buffer => {
  const frame = Buffer.allocUnsafe(2 + payload.length)
  frame[0] = 0x80 | opcode
  frame[1] = payload.length
  frame.set(payload, 2)
  return frame
}

const nothing = Buffer.alloc(0)

/** The payload of a close frame; `code` null where it has none. A reason has at most 123 bytes. */
export const closePayload = (code: number | null, reason: string | Uint8Array = ""): Buffer => {
  if (code === null) return nothing
  const text = typeof reason === "string" ? Buffer.from(reason) : reason
  const payload = Buffer.allocUnsafe(2 + text.length)
  payload.writeUInt16BE(code)
  payload.set(text, 2)
  return payload
}

/** Whether a peer may close with this code. */
export const isCloseCode = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) || (code >= 3000 && code <= 4999)
