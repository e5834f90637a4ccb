import { type ApiError, envelopeOf, statusOf } from "@fleet/domain/Errors"
import { Context, Effect, Layer, type Scope } from "effect"
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { WebSocketServer, type WebSocket } from "ws"

/** An open WebSocket, and the TCP socket below it, which the data plane writes finished frames to. */
export interface Upgraded {
  readonly webSocket: WebSocket
  readonly socket: Socket
  /** The peer's address, for limits on failed attempts. */
  readonly ip: string
}

export interface Route {
  /** Bytes of a message; a longer one closes 1009. */
  readonly maxPayload: number
  /** Why a peer of this address may not open a socket now. */
  readonly refuse: (ip: string) => ApiError | null
  readonly onOpen: (opened: Upgraded) => void
}

/** A refusal as a whole HTTP answer, for a request that no response object stands for. */
const answerOf = (refusal: ApiError): string => {
  const status = statusOf(refusal)
  const body = JSON.stringify(envelopeOf(refusal))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body
  ].join("\r\n")
}

/**
 * The WebSocket routes. They take the upgrade from node:http itself: a socket then costs no request fibre and no
 * per-message stream, which decides how many of them one process can hold.
 */
export class Upgrades extends Context.Service<
  Upgrades,
  {
    /** The HTTP server that everything listens on; upgrades of known paths never reach the router. */
    readonly server: Server
    readonly route: (path: string, route: Route) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@fleet/server/Upgrades") {
  static readonly layer = Layer.sync(Upgrades, () => {
    const routes = new Map<string, Route & { readonly sockets: WebSocketServer }>()
    const server = createServer()
    const emit = server.emit.bind(server)

    const take = (request: IncomingMessage, socket: Socket, head: Buffer): boolean => {
      const route = routes.get((request.url ?? "").split("?", 1)[0]!)
      if (route === undefined) return false
      const ip = socket.remoteAddress ?? ""
      const refusal = route.refuse(ip)
      if (refusal !== null) {
        // Node has taken its own listener off; a peer that is gone already is no failure of ours.
        socket.on("error", () => undefined)
        socket.end(answerOf(refusal))
        return true
      }
      socket.setNoDelay(true)
      route.sockets.handleUpgrade(request, socket, head, (webSocket) => route.onOpen({ webSocket, socket, ip }))
      return true
    }
    server.emit = (event: string, ...args: ReadonlyArray<unknown>) =>
      event === "upgrade" && take(args[0] as IncomingMessage, args[1] as Socket, args[2] as Buffer)
        ? true
        : emit(event, ...args)

    return Upgrades.of({
      server,
      route: (path, route) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() =>
              routes.set(path, {
                ...route,
                sockets: new WebSocketServer({
                  noServer: true,
                  clientTracking: false,
                  perMessageDeflate: false,
                  maxPayload: route.maxPayload
                })
              })
            ),
            () => Effect.sync(() => routes.delete(path))
          )
        )
    })
  })
}
