import { type ApiError, BadRequest } from "@fleet/domain/Errors"
import { Context, Effect, Layer, Random, type Scope } from "effect"
import { Settings } from "../settings/Settings.ts"
import { incomingAddress } from "./callerAddress.ts"
import type { IncomingMessage, Server } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import { WebSocketConnection } from "../websocket/WebSocketConnection.ts"
import { comeBackHeaders, comeBackLater, makeRefusals } from "./comeBackLater.ts"
import { makeListener, refuseSocket } from "./Listener.ts"
import { RequestTimes } from "./LongRequests.ts"
import { RequestLimit } from "./RequestLimit.ts"

/** A WebSocket that was just opened. */
export interface Upgraded {
  readonly connection: WebSocketConnection
  /** The peer's address, for limits on failed attempts. */
  readonly ip: string
}

/** A path that takes upgrades, and how they are handled. */
export interface Route {
  /** Bytes of a message; a longer one closes 1009. */
  readonly maxPayload: number
  /** Why a peer of this address may not open a socket now. */
  readonly refuse: (ip: string) => ApiError | null
  /** Whether those that wait for their credential to be read are as many as can be served in time, of all or of this address. */
  readonly isBusy: (ip: string) => boolean
  /** A peer was asked to come back later. */
  readonly onTurnedAway: () => void
  readonly onOpen: (opened: Upgraded) => void
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
    /** Requests that were answered 503 because as many were being answered as may be: of all, or of their address. */
    readonly requestsTurnedAway: () => { readonly inAll: number; readonly ofAddress: number }
    /** Answers that were cut because their reader took nothing of them. */
    readonly answersCut: () => number
    readonly route: (path: string, route: Route) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@fleet/server/Upgrades") {
  static readonly layer = Layer.effect(
    Upgrades,
    Effect.gen(function* () {
      const { keepAliveSeconds, maxRequests, maxSockets, trustedProxies } = yield* Settings
      const random = yield* Random.Random
      const routes = new Map<string, Route & { readonly sockets: WebSocketServer }>()
      /** Connections that were upgraded, or are being, until they are closed. */
      let open = 0

      const noRoomForUpgrade = () => comeBackLater(random.nextDoubleUnsafe())
      const refuseForLackOfRoom = (socket: Socket) => {
        const refusal = noRoomForUpgrade()
        refuseSocket(socket, refusal, comeBackHeaders(refusal))
      }

      const take = (request: IncomingMessage, socket: Socket, head: Buffer): boolean => {
        const route = routes.get((request.url ?? "").split("?", 1)[0]!)
        if (route === undefined) return false
        const ip = incomingAddress(request, trustedProxies)
        const refusal = route.refuse(ip)
        if (refusal !== null) {
          refuseSocket(socket, refusal)
          return true
        }
        if (open >= maxSockets || route.isBusy(ip)) {
          route.onTurnedAway()
          refuseForLackOfRoom(socket)
          return true
        }
        open++
        socket.once("close", () => open--)
        socket.setNoDelay(true)
        route.sockets.handleUpgrade(request, socket, head, (opened) =>
          route.onOpen({ connection: opened as unknown as WebSocketConnection, ip })
        )
        return true
      }
      const socketsOf = ({ maxPayload }: Route) =>
        new WebSocketServer({
          noServer: true,
          clientTracking: false,
          perMessageDeflate: false,
          maxPayload,
          WebSocket: WebSocketConnection as unknown as typeof WebSocket
        }).on("wsClientError", (_, socket) => refuseSocket(socket, new BadRequest()))

      const limit = new RequestLimit(maxRequests, trustedProxies)
      const refusals = makeRefusals()
      const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => take(request, socket as Socket, head)
      const noRoom = () => refusals(random.nextDoubleUnsafe())
      let answersCut = 0
      const server = makeListener({
        upgrade,
        limit,
        noRoom,
        noRoomForUpgrade,
        times: yield* RequestTimes,
        keepAliveMs: keepAliveSeconds * 1_000,
        onCut: () => answersCut++
      })

      return Upgrades.of({
        server,
        requestsTurnedAway: () => ({ inAll: limit.refused, ofAddress: limit.refusedOfAddress }),
        answersCut: () => answersCut,
        route: (path, route) =>
          Effect.asVoid(
            Effect.acquireRelease(
              Effect.sync(() => routes.set(path, { ...route, sockets: socketsOf(route) })),
              () => Effect.sync(() => routes.delete(path))
            )
          )
      })
    })
  )
}
