import { type ApiError, type AtCapacity, BadRequest, envelopeOf, statusOf } from "@fleet/domain/Errors"
import { Effect, type Scope } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { comeBackHeaders, type WrittenRefusal } from "./comeBackLater.ts"
import { isLong, type RequestTimes } from "./LongRequests.ts"
import { EncodedResponse } from "./EncodedResponse.ts"
import type { RequestLimit } from "./RequestLimit.ts"
import { TickBudget } from "./TickBudget.ts"

type Headers = Readonly<Record<string, string>>

/** How long a peer that is still sending has to read why it was refused. */
const partingMs = 1_000

/** Answers a peer that no response object stands for, and lets it go. */
export const refuseSocket = (socket: Duplex, refusal: ApiError, headers: Headers = {}): void => {
  const status = statusOf(refusal)
  const body = `${JSON.stringify(envelopeOf(refusal))}\n`
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Cache-Control: no-store",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  ]
  // Node has taken its own listener off; a peer that is gone already is no failure of ours.
  socket.on("error", () => undefined)
  socket.end([...head, "", body].join("\r\n"))
  // What is not read when a socket closes takes back what was written to it.
  socket.resume()
  setTimeout(() => socket.destroy(), partingMs).unref()
}

const refuseRequest = (response: ServerResponse, refusal: ApiError): void => {
  const body = JSON.stringify(envelopeOf(refusal))
  response.writeHead(statusOf(refusal), {
    "content-type": "application/json",
    "cache-control": "no-store",
    "content-length": Buffer.byteLength(body)
  })
  response.end(body)
}

/** A body of so many bytes is read to its end for the next request of its connection. */
const shortBody = 16_384

/** Whether a body follows that is too long to be read for nothing, or whose length is unknown. */
const hasLongBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined ||
  headers.expect !== undefined ||
  Number(headers["content-length"] ?? 0) > shortBody

/** HTTP asks for one from version 1.1 on, and never for two: what is in front may have gone by the other one. */
const hasOneHost = ({ httpVersion, rawHeaders }: IncomingMessage) => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!
    if (name.length === 4 && name.toLowerCase() === "host") count++
  }
  return count === 1 || (count === 0 && httpVersion === "1.0")
}

/** The target as a path, also where it is written as for a proxy. */
const pathOf = (target: string) =>
  target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*/i, "").replace(/^(?![/*])/, "/")

/** Answers a request, or leaves it to the router: `false`. */
type Take = (request: IncomingMessage, response: ServerResponse) => boolean

const takers = new WeakMap<Server, Take>()

/** Offers every request of a server to `take` before the router, until the scope closes. */
export const takeRequests = (server: Server, take: Take): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.sync(() => takers.set(server, take)),
      () => Effect.sync(() => takers.delete(server))
    )
  )

interface ListenerOptions {
  /** Answers whether it has taken an upgrade. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  readonly limit: RequestLimit
  readonly times: RequestTimes
  readonly keepAliveMs: number
  /** An answer was cut because its reader took nothing of it. */
  readonly onCut: () => void
  /** How a request beyond the limit is refused, and one that asks for another protocol. */
  readonly noRoom: () => WrittenRefusal
  readonly noRoomForUpgrade: () => AtCapacity
}

/** The HTTP server. What node:http would refuse by itself, without a word or in words of its own, leaves as the envelope. */
export const makeListener = (options: ListenerOptions): Server => {
  const { keepAliveMs, limit, noRoom, noRoomForUpgrade, onCut, times, upgrade } = options
  const pace = { takenMs: times.taken, onCut }
  const server = createServer({
    ServerResponse: EncodedResponse as unknown as typeof ServerResponse,
    requireHostHeader: false,
    keepAliveTimeout: keepAliveMs,
    requestTimeout: times.whole,
    connectionsCheckingInterval: times.lookedAt
  })
  const emit = server.emit.bind(server)
  /** What is being answered on a connection; the newest where several requests were sent at once. */
  const answering = new WeakMap<Duplex, ServerResponse>()
  const budget = new TickBudget()

  const request = (request: IncomingMessage, response: ServerResponse): boolean => {
    answering.set(request.socket, response)
    ;(response as EncodedResponse).pace = pace
    request.url = pathOf(request.url ?? "/")
    if (!limit.admits(request, response)) {
      const { body, closing, kept, status } = noRoom()
      // The connection is kept, since to open another costs more than what is refused; but a long body would stand before
      // its next request.
      response.writeHead(status, (hasLongBody(request) ? closing : kept) as Array<string>)
      response.end(body)
      request.resume()
      return true
    }
    if (hasOneHost(request)) return takers.get(server)?.(request, response) ?? false
    refuseRequest(response, new BadRequest())
    return true
  }
  const begin = (message: IncomingMessage, response: ServerResponse): boolean =>
    request(message, response) || emit("request", message, response)
  const begun = (message: IncomingMessage, response: ServerResponse): boolean => {
    const later = () => {
      // A connection that is gone sends no further event.
      if (!message.socket.destroyed) begin(message, response)
    }
    return budget.has(later) ? begin(message, response) : true
  }
  /** What asks for another protocol on a path that has none is answered by the router, on a connection of its own. */
  const upgraded = (request: IncomingMessage, socket: Duplex, head: Buffer): boolean => {
    if (!hasOneHost(request)) {
      refuseSocket(socket, new BadRequest())
      return true
    }
    if (upgrade(request, socket, head)) return true
    if (limit.admits(request, null)) {
      // It keeps its place until the connection is closed. The server ends its own half only.
      socket.once("finish", () => setTimeout(() => socket.destroy(), partingMs).unref())
      return false
    }
    const refusal = noRoomForUpgrade()
    refuseSocket(socket, refusal, comeBackHeaders(refusal))
    return true
  }
  server.emit = (event: string, ...args: ReadonlyArray<unknown>) => {
    const [message, other, head] = args as [IncomingMessage, unknown, Buffer]
    if (event === "checkContinue") {
      const response = other as ServerResponse
      response.writeContinue()
      return server.emit("request", message, response)
    }
    if (event === "request") return begun(message, other as ServerResponse)
    return (event === "upgrade" && upgraded(message, other as Duplex, head)) || emit(event, ...args)
  }

  server.on("checkExpectation", (_, response) => refuseRequest(response, new BadRequest()))
  server.on("connect", (_, socket) => refuseSocket(socket, new BadRequest()))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket)
    // Node says so once for each request, and leaves to us what comes of it.
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && response !== undefined && isLong(response.req)) return
    const isHalfAnswered = response !== undefined && response.headersSent && !response.writableEnded
    if (!socket.writable || isHalfAnswered) socket.destroy()
    else refuseSocket(socket, new BadRequest())
  })
  return server
}
