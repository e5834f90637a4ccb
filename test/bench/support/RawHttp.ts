import { once } from "node:events"
import { connect, type Socket } from "node:net"

export interface RawAnswer {
  readonly status: number
  readonly body: string
}

const contentLength = /\r\ncontent-length: (\d+)/i

/** One keep-alive HTTP connection that sends finished bytes and waits for each answer; cheap for the load's core. */
export class RawHttp {
  private head: Buffer = Buffer.alloc(0)
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

  close(): void {
    this.socket.destroy()
  }

  private receive(chunk: Buffer): void {
    this.head = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk])
    const end = this.head.indexOf("\r\n\r\n")
    if (end < 0) return
    const head = this.head.toString("latin1", 0, end)
    const status = Number(head.slice(9, 12))
    // Only empty bodies come in chunks here: one last chunk, of five bytes.
    const isEmpty = /\r\ntransfer-encoding: chunked/i.test(head) && status === 202
    const length = status === 204 ? 0 : isEmpty ? 5 : Number(contentLength.exec(head)?.[1] ?? Number.NaN)
    const waiting = this.waiting
    if (Number.isNaN(length)) return waiting?.reject(new Error(`an answer without a length: ${head}`))
    if (this.head.length < end + 4 + length) return
    const body = this.head.toString("utf8", end + 4, end + 4 + length)
    this.head = Buffer.alloc(0)
    this.waiting = null
    waiting?.resolve({ status, body })
  }
}

export const requestBytes = (method: string, url: string, bearer: string, body?: string): Buffer => {
  const { host, pathname } = new URL(url)
  const payload =
    body === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(
    `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${bearer}\r\n${payload}\r\n${body ?? ""}`
  )
}
