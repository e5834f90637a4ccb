import { FrameReader } from "@fleet/server/platform/websocket/FrameReader"
import type { Writable } from "node:stream"
import * as ws from "ws"

/** What reads frames in `ws`; its types leave it out. */
const { Receiver } = ws as unknown as {
  readonly Receiver: new (options: { readonly maxPayload: number; readonly isServer: boolean }) => Writable
}

export interface SentFrame {
  readonly opcode: number
  readonly payload?: Uint8Array | string
  readonly fin?: boolean
  /** The three reserved bits, 0 to 7. */
  readonly reserved?: number
  /** Null for none. */
  readonly mask?: number | null
  /** The length that is claimed, where it is not the payload's; a `bigint` takes eight bytes. */
  readonly claimed?: bigint
}

/** A frame as a client sends it, right or wrong. */
export const sentFrame = (sent: SentFrame): Buffer => {
  const { claimed, fin = true, mask = 0x12345678, opcode, reserved = 0 } = sent
  const payload = Buffer.from(sent.payload ?? "")
  const { length } = payload
  const [short, bytes] =
    claimed !== undefined ? [127, 8] : length < 126 ? [length, 0] : length < 65_536 ? [126, 2] : [127, 8]
  const head = Buffer.alloc(2 + bytes)
  head[0] = (fin ? 0x80 : 0) | (reserved << 4) | opcode
  head[1] = (mask === null ? 0 : 0x80) | short
  if (bytes === 2) head.writeUInt16BE(length, 2)
  if (bytes === 8) head.writeBigUInt64BE(claimed ?? BigInt(length), 2)
  if (mask === null) return Buffer.concat([head, payload])
  const key = Buffer.alloc(4)
  key.writeUInt32BE(mask >>> 0)
  return Buffer.concat([head, key, payload.map((byte, index) => byte ^ key[index % 4]!)])
}

export const maxPayload = 70_000

const told = (event: string, bytes: Uint8Array | string) => `${event} ${Buffer.from(bytes).toString("hex")}`

/** What `ws` makes of the bytes. */
export const readByWs = async (bytes: Buffer): Promise<ReadonlyArray<string>> => {
  const receiver = new Receiver({ maxPayload, isServer: true })
  const events: Array<string> = []
  receiver.on("message", (data: Buffer, isBinary: boolean) => events.push(told(isBinary ? "binary" : "text", data)))
  receiver.on("ping", (data: Buffer) => events.push(told("ping", data)))
  receiver.on("pong", () => events.push("pong"))
  receiver.on("conclude", (code: number, reason: Buffer) => events.push(told(`close ${code}`, reason)))
  receiver.on("error", (error: object) => {
    const code = Object.getOwnPropertySymbols(error).find(({ description }) => description === "status-code")!
    events.push(`violation ${(error as Record<symbol, unknown>)[code]}`)
  })
  receiver.write(Buffer.from(bytes))
  // The stream tells of an error in a later turn.
  await new Promise((resolve) => setImmediate(resolve))
  return events
}

/** What our reader makes of the bytes when they come in such pieces. A piece is gone once it was read. */
export const readByUs = (bytes: Buffer, pieces: ReadonlyArray<number>): ReadonlyArray<string> => {
  const events: Array<string> = []
  const kept: Array<{ readonly bytes: Buffer; readonly hex: string }> = []
  const reader = new FrameReader(maxPayload, {
    onText: (text) => void events.push(told("text", text)),
    onBinary: (data) => {
      kept.push({ bytes: data, hex: data.toString("hex") })
      events.push(told("binary", data))
    },
    onPing: (data) => void events.push(told("ping", data)),
    onPong: () => void events.push("pong"),
    onCloseFrame: (code, reason) => void events.push(told(`close ${code ?? 1005}`, reason)),
    onViolation: (code) => void events.push(`violation ${code}`)
  })
  const chunk = Buffer.alloc(bytes.length)
  let at = 0
  for (const piece of [...pieces, bytes.length]) {
    const end = Math.min(bytes.length, at + piece)
    if (end === at) continue
    bytes.copy(chunk, 0, at, end)
    reader.read(chunk, end - at)
    chunk.fill(0xaa, 0, end - at)
    at = end
  }
  for (const each of kept) if (each.bytes.toString("hex") !== each.hex) events.push("binary was overwritten")
  return events
}
