import { once } from "node:events"
import { connect, type Socket } from "node:net"

export interface RawAnswer {
  readonly status: number
  readonly body: string
}

const contentLength = /\r\ncontent-length: (\d+)/i

/** One keep-alive HTTP connection that sends finished bytes and waits for each answer; cheap for the load's core. */
export class RawHttp {
  private chunks: Array<Buffer> = []
  private bytes = 0
  /** Bytes of the whole answer, once its head has come. */
  private expected = Infinity
  private waiting: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | null = null
  private readonly socket: Socket

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on("data", (chunk: Buffer) => this.receive(chunk))
    socket.on("error", () => undefined)
    socket.on("close", () => this.waiting?.reject(new Error("the connection was closed")))
  }

  static async open(url: string): Promise<RawHttp> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, "connect")
    return new RawHttp(socket)
  }

  /** `request` is a whole request, as `requestBytes` makes it. */
  ask(request: Buffer): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error("the connection was closed"))
      this.waiting = { resolve, reject }
      this.socket.write(request)
    })
  }

  get isOpen(): boolean {
    return !this.socket.destroyed
  }

  close(): void {
    this.socket.destroy()
  }

  private receive(chunk: Buffer): void {
    this.chunks.push(chunk)
    this.bytes += chunk.length
    if (this.expected === Infinity && !this.readHead()) return
    if (this.bytes < this.expected) return
    const answer = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks)
    const waiting = this.waiting
    const from = answer.indexOf("\r\n\r\n") + 4
    const body = answer.toString("utf8", from, this.expected)
    this.chunks = []
    this.bytes = 0
    this.expected = Infinity
    this.waiting = null
    waiting?.resolve({ status: Number(answer.toString("latin1", 9, 12)), body })
  }

  /** Whether the head is there and says how long the answer is. */
  private readHead(): boolean {
    if (this.chunks.length > 1) this.chunks = [Buffer.concat(this.chunks)]
    const head = this.chunks[0]!
    const end = head.indexOf("\r\n\r\n")
    if (end < 0) return false
    const text = head.toString("latin1", 0, end)
    const status = Number(text.slice(9, 12))
    // Only empty bodies come in chunks here: one last chunk, of five bytes.
    const isEmpty = /\r\ntransfer-encoding: chunked/i.test(text) && status === 202
    const length = status === 204 ? 0 : isEmpty ? 5 : Number(contentLength.exec(text)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) {
      this.waiting?.reject(new Error(`an answer without a length: ${text}`))
      return false
    }
    this.expected = end + 4 + length
    return true
  }
}

export const requestBytes = (method: string, url: string, bearer: string, body?: string): Buffer => {
  const { host, pathname, search } = new URL(url)
  const payload =
    body === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(
    `${method} ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${bearer}\r\n${payload}\r\n${body ?? ""}`
  )
}
