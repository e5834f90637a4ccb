import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"

/** A request as the fake saw it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage["headers"]
  readonly body: unknown
}

/** What to answer: a status and a JSON body, or `drop` to cut the connection. */
export type Answer = readonly [status: number, body?: unknown] | "drop"
export type Handler = (request: Seen) => Answer | Promise<Answer>

/** A frame or a close that the fake saw on a socket. */
export interface Frame {
  readonly type: string
  readonly [key: string]: unknown
}

/** One socket of a client, to script. */
export interface FakeSocket {
  readonly frames: ReadonlyArray<Frame>
  /** The next frame of a type, those seen already included. */
  readonly frame: (type: string, after?: number) => Promise<Frame>
  readonly send: (frame: object) => void
  readonly close: (code: number) => void
  readonly closed: Promise<number>
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === "" ? undefined : JSON.parse(text)
}

const scripted = (socket: WebSocket): FakeSocket => {
  const frames: Array<Frame> = []
  const waiting = new Set<() => void>()
  socket.on("message", (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as Frame)
    for (const wake of waiting) wake()
  })
  const frame = async (type: string, after = 0): Promise<Frame> => {
    while (true) {
      const found = frames.slice(after).find((candidate) => candidate.type === type)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
  }
  return {
    frames,
    frame,
    send: (message) => socket.send(JSON.stringify(message)),
    close: (code) => socket.close(code),
    closed: new Promise((resolve) => socket.once("close", resolve))
  }
}

/** A service on the loopback that answers what a test scripts, over real HTTP and real sockets. */
export class FakeService implements AsyncDisposable {
  readonly seen: Array<Seen> = []
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #arrived: Array<FakeSocket> = []
  readonly #waiting: Array<(socket: FakeSocket) => void> = []
  readonly #handlers: Map<string, Handler>
  /** Upgrades that are answered 503 before one is taken, and how many were. */
  full = 0
  turnedAway = 0
  /** Upgrades that are never answered before one is taken, and who waits for each to come. */
  lost = 0
  readonly #losses: Array<() => void> = []
  readonly #lostSockets: Array<Socket> = []

  private constructor(handlers: { readonly [route: string]: Handler }) {
    this.#handlers = new Map(Object.entries(handlers))
    this.#server = createServer((request, response) => void this.#answer(request, response))
    this.#sockets = new WebSocketServer({
      server: this.#server,
      path: "/realtime",
      verifyClient: ({ req }, answer) => {
        if (this.lost > 0) {
          this.lost--
          this.#lostSockets.push(req.socket)
          return this.#losses.shift()?.()
        }
        const isFull = this.turnedAway < this.full
        if (isFull) this.turnedAway++
        answer(!isFull, 503, "Full", { "Retry-After": "5" })
      }
    })
    this.#sockets.on("connection", (socket) => {
      const fake = scripted(socket)
      const waiting = this.#waiting.shift()
      if (waiting === undefined) this.#arrived.push(fake)
      else waiting(fake)
    })
  }

  /** Starts one. `handlers` are keyed like `GET /api/client/me`. */
  static async start(handlers: { readonly [route: string]: Handler } = {}): Promise<FakeService> {
    const service = new FakeService(handlers)
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve))
    return service
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  on(route: string, handler: Handler): void {
    this.#handlers.set(route, handler)
  }

  /** The requests a route has seen. */
  count(route: string): number {
    return this.seen.filter(({ method, path }) => `${method} ${path}` === route).length
  }

  /** The next socket a client opens. */
  socket(): Promise<FakeSocket> {
    const arrived = this.#arrived.shift()
    return arrived === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(arrived)
  }

  /** The next upgrade comes, and is not answered. */
  lostUpgrade(): Promise<void> {
    this.lost++
    return new Promise((resolve) => this.#losses.push(resolve))
  }

  /** The next socket, authenticated. */
  async authenticated(expiresAt: string | null = null): Promise<FakeSocket> {
    const socket = await this.socket()
    await socket.frame("auth")
    socket.send({ type: "auth_ok", identity: identity, session_id: "s", expires_at: expiresAt, server_ms: Date.now() })
    return socket
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#sockets.clients) client.terminate()
    for (const socket of this.#lostSockets) socket.destroy()
    this.#sockets.close()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? ""
    const path = (request.url ?? "").split("?")[0] ?? ""
    const seen = { method, path: request.url ?? "", headers: request.headers, body: await bodyOf(request) }
    this.seen.push({ ...seen, path })
    const handler = this.#handlers.get(`${method} ${path}`)
    const answer =
      handler === undefined
        ? ([404, { code: "not_found", message: "No such resource." }] as const)
        : await handler(seen)
    if (answer === "drop") {
      request.socket.destroy()
      return
    }
    const [status, body] = answer
    response.writeHead(status, { "content-type": "application/json", "x-request-id": "req-1" })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
}

/** Who the fake says is signed in. */
export const identity = {
  kind: "app_user",
  developer_id: null,
  app_user_id: "11111111-1111-4111-8111-111111111111",
  server_key_id: null,
  app_id: "22222222-2222-4222-8222-222222222222",
  role_id: "33333333-3333-4333-8333-333333333333",
  email: "ann@example.com",
  two_factor_enabled: false
}

/** Tokens told apart by number. */
export const tokens = (number: number, expiresIn = 900) => ({
  access_token: `access-${number}`,
  refresh_token: `refresh-${number}`,
  token_type: "Bearer" as const,
  expires_in: expiresIn
})

/** A robot's id. */
export const robotId = "44444444-4444-4444-8444-444444444444"

/** A job on the wire. */
export const job = (state: string, id = "55555555-5555-4555-8555-555555555555", at = "2026-01-01T00:00:00.000Z") => ({
  id,
  robot_id: robotId,
  slug: "pick",
  state,
  origin: "platform",
  started_at: "2026-01-01T00:00:00.000Z",
  updated_at: at,
  seq: 1,
  result: null,
  error: null
})
