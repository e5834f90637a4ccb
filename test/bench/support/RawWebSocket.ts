import { connect, type Socket } from "node:net"
import { once } from "node:events"

/** Is handed each text or binary payload as a range of a buffer that is only good during the call. */
export type Receive = (data: Buffer, from: number, to: number) => void

/**
 * A WebSocket client that costs the load's core little: payloads are not copied, and frames are masked with zero. It
 * answers pings and takes no fragments.
 */
export class RawWebSocket {
  onMessage: Receive = () => undefined
  private rest: Buffer | null = null
  readonly socket: Socket

  private constructor(socket: Socket) {
    this.socket = socket
  }

  static async open(url: string): Promise<RawWebSocket> {
    const { hostname, pathname, port, search } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, "connect")
    const opened = new RawWebSocket(socket)
    socket.on("error", () => undefined)
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    await opened.upgraded()
    return opened
  }

  /** Sends a text frame. */
  send(text: string): void {
    this.socket.write(clientFrame(text))
  }

  /** Sends a binary frame. */
  sendBinary(bytes: Uint8Array): void {
    this.socket.write(clientFrame(bytes, 2))
  }

  /** The same under a mask that is not zero, which is work for its reader. */
  sendMasked(bytes: Uint8Array): void {
    this.socket.write(masked(clientFrame(bytes, 2), bytes.length))
  }

  /** The next message that passes, as text. What else arrives meanwhile is dropped. */
  next(passes: (text: string) => boolean = () => true): Promise<string> {
    const before = this.onMessage
    return new Promise((resolve, reject) => {
      const closed = () => reject(new Error("the socket was closed"))
      this.socket.once("close", closed)
      this.onMessage = (data, from, to) => {
        const text = data.toString("utf8", from, to)
        if (!passes(text)) return
        this.onMessage = before
        this.socket.off("close", closed)
        resolve(text)
      }
    })
  }

  close(): void {
    this.socket.destroy()
  }

  private upgraded(): Promise<void> {
    return new Promise((resolve, reject) => {
      let head = Buffer.alloc(0)
      const onData = (chunk: Buffer) => {
        head = Buffer.concat([head, chunk])
        const end = head.indexOf("\r\n\r\n")
        if (end < 0) return
        this.socket.off("data", onData)
        const status = head.toString("latin1", 0, head.indexOf("\r\n"))
        if (!status.includes(" 101 ")) return reject(new Error(`not upgraded: ${status}`))
        // What a peer that speaks first sent in the same packet waits until the caller listens.
        if (head.length > end + 4) {
          this.rest = head.subarray(end + 4)
          setImmediate(() => this.receive(Buffer.alloc(0)))
        }
        this.socket.on("data", (data: Buffer) => this.receive(data))
        resolve()
      }
      this.socket.on("data", onData)
      this.socket.once("close", () => reject(new Error("closed before the upgrade")))
    })
  }

  private receive(chunk: Buffer): void {
    const data = this.rest === null ? chunk : Buffer.concat([this.rest, chunk])
    this.rest = null
    let at = 0
    while (at + 2 <= data.length) {
      const short = data[at + 1]! & 127
      const header = short < 126 ? 2 : short === 126 ? 4 : 10
      if (at + header > data.length) break
      const length =
        short < 126 ? short : short === 126 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2))
      const from = at + header
      const to = from + length
      if (to > data.length) break
      const opcode = data[at]! & 15
      if (opcode <= 2) this.onMessage(data, from, to)
      else if (opcode === 9) this.socket.write(clientFrame(data.toString("latin1", from, to), 10))
      else if (opcode === 8) this.socket.destroy()
      at = to
    }
    if (at < data.length) this.rest = data.subarray(at)
  }
}

/** A client's frame, masked with zero. */
export const clientFrame = (payload: string | Uint8Array, opcode = 1): Buffer => {
  const length = typeof payload === "string" ? Buffer.byteLength(payload) : payload.length
  const header = length < 126 ? 6 : length < 65_536 ? 8 : 14
  const frame = Buffer.alloc(header + length)
  frame[0] = 0x80 | opcode
  if (header === 6) frame[1] = 0x80 | length
  else if (header === 8) {
    frame[1] = 0x80 | 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 0x80 | 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  if (typeof payload === "string") frame.write(payload, header, "utf8")
  else frame.set(payload, header)
  return frame
}

/** Does something `count` times, so many at a time. */
export const many = async <A>(
  count: number,
  atOnce: number,
  make: (index: number) => Promise<A>
): Promise<Array<A>> => {
  const made: Array<A> = []
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = next++
      made[index] = await make(index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
  return made
}

/** Gives a frame whose payload is its last `length` bytes a mask. */
const masked = (frame: Buffer, length: number): Buffer => {
  const from = frame.length - length
  for (let index = 0; index < 4; index++) frame[from - 4 + index] = mask[index]!
  for (let index = 0; index < length; index++) frame[from + index]! ^= mask[index & 3]!
  return frame
}
const mask = [0x37, 0xfa, 0x21, 0x3d] as const
