import { Effect, type Scope } from "effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { WebSocketServer } from "ws"
import { subprotocols } from "../ros/foxglove/Operations.ts"
import { faultsEndpoint } from "./server/FaultsEndpoint.ts"
import type { Faults, FaultsChange } from "./server/Faults.ts"
import { type RobotKind, startRobot } from "./server/RobotServer.ts"

export interface SimulatorOptions {
  readonly robot: RobotKind
  /** 0 takes any free port. */
  readonly port: number
  readonly seed: number
}

/** A running simulator. `url` is its WebSocket; faults are also switched by POST `controlUrl`. */
export interface Simulator {
  readonly url: string
  readonly controlUrl: string
  readonly change: (change: FaultsChange) => Effect.Effect<Faults>
}

const host = "127.0.0.1"

/** Starts a robot that speaks the Foxglove WebSocket protocol; it stops with the scope. */
export const startSimulator = Effect.fnUntraced(function* (
  options: SimulatorOptions
): Effect.fn.Return<Simulator, Error, Scope.Scope> {
  const robot = yield* Effect.acquireRelease(
    Effect.sync(() => startRobot(options.robot, options.seed)),
    (robot) => Effect.sync(robot.stop)
  )
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    handleProtocols: (offered) => subprotocols.find((protocol) => offered.has(protocol)) ?? false
  })
  const http = createServer(faultsEndpoint(robot))
  http.on("upgrade", (request, socket, head) => {
    const offered = new Set((request.headers["sec-websocket-protocol"] ?? "").split(/\s*,\s*/))
    if (!subprotocols.some((protocol) => offered.has(protocol))) {
      return socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
    }
    sockets.handleUpgrade(request, socket, head, robot.connect)
  })

  yield* Effect.acquireRelease(
    Effect.callback<void, Error>((resume) => {
      http.once("error", (error) => resume(Effect.fail(error)))
      http.listen(options.port, host, () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        for (const socket of sockets.clients) socket.terminate()
        http.close(() => resume(Effect.void))
        http.closeAllConnections()
      })
  )
  const { port } = http.address() as AddressInfo
  return {
    url: `ws://${host}:${port}`,
    controlUrl: `http://${host}:${port}/faults`,
    change: (change) => Effect.sync(() => robot.change(change))
  }
})
