import { Effect, type Scope } from "effect"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { WebSocketServer } from "ws"
import { subprotocols } from "../ros/foxglove/Operations.ts"
import { defaultCameraHz, serveMjpeg } from "./camera/SceneCamera.ts"
import { faultsEndpoint } from "./server/FaultsEndpoint.ts"
import type { Faults, FaultsChange } from "./server/Faults.ts"
import { rosbridgeDefaults, rosbridgeFace, type RosbridgeOptions } from "./rosbridge/RosbridgeFace.ts"
import { type RobotKind, type RobotServer, startRobot } from "./server/RobotServer.ts"

export interface SimulatorOptions {
  readonly robot: RobotKind
  /** 0 takes any free port. */
  readonly port: number
  readonly seed: number
  /** Pictures a second of the mobile robot's camera; 10 by default, 50 at most. */
  readonly cameraHz?: number
  /** The port of its rosbridge, 0 for any free one; undefined for no rosbridge. */
  readonly rosbridgePort?: number
  /** How its rosbridge behaves; by default as 2.0.0 on Humble. */
  readonly rosbridge?: Partial<RosbridgeOptions>
}

/** A running simulator. `url` is its Foxglove WebSocket; faults are also switched by POST `controlUrl`. */
export interface Simulator {
  readonly url: string
  /** Where rosbridge is; undefined when it was not asked for. */
  readonly rosbridgeUrl: string | undefined
  readonly controlUrl: string
  /** MJPEG of the mobile robot's camera. */
  readonly cameraUrl: string
  readonly change: (change: FaultsChange) => Effect.Effect<Faults>
  /** The bytes of topic messages that left the robot so far. */
  readonly publishedBytes: () => number
}

const host = "127.0.0.1"
const cameraPath = "/camera.mjpeg"

/** Listens on a port of this machine; answers with the port. It ends with the scope. */
const listen = (http: Server, port: number, sockets: WebSocketServer) =>
  Effect.acquireRelease(
    Effect.callback<number, Error>((resume) => {
      http.once("error", (error) => resume(Effect.fail(error)))
      http.listen(port, host, () => resume(Effect.succeed((http.address() as AddressInfo).port)))
    }),
    () =>
      Effect.callback<void>((resume) => {
        for (const socket of sockets.clients) socket.terminate()
        http.close(() => resume(Effect.void))
        http.closeAllConnections()
      })
  )

/** rosbridge takes every client, whatever subprotocol it offers, and chooses none. */
const startRosbridge = Effect.fnUntraced(function* (robot: RobotServer, port: number, options: RosbridgeOptions) {
  const face = rosbridgeFace(robot, options)
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, handleProtocols: () => false })
  const http = createServer((_, response) => response.writeHead(400).end())
  http.on("upgrade", (request, socket, head) => sockets.handleUpgrade(request, socket, head, face.connect))
  return `ws://${host}:${yield* listen(http, port, sockets)}`
})

/** Starts a robot that speaks the Foxglove WebSocket protocol, and rosbridge's beside it; it stops with the scope. */
export const startSimulator = Effect.fnUntraced(function* (
  options: SimulatorOptions
): Effect.fn.Return<Simulator, Error, Scope.Scope> {
  const robot = yield* Effect.acquireRelease(
    Effect.sync(() => startRobot(options.robot, options.seed, options.cameraHz ?? defaultCameraHz)),
    (robot) => Effect.sync(robot.stop)
  )
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    handleProtocols: (offered) => subprotocols.find((protocol) => offered.has(protocol)) ?? false
  })
  const faults = faultsEndpoint(robot)
  const http = createServer((request, response) =>
    request.url === cameraPath && options.robot === "mobile"
      ? serveMjpeg(robot.viewers, response)
      : faults(request, response)
  )
  http.on("upgrade", (request, socket, head) => {
    const offered = new Set((request.headers["sec-websocket-protocol"] ?? "").split(/\s*,\s*/))
    if (!subprotocols.some((protocol) => offered.has(protocol))) {
      return socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
    }
    sockets.handleUpgrade(request, socket, head, robot.connect)
  })

  const port = yield* listen(http, options.port, sockets)
  const rosbridgeUrl =
    options.rosbridgePort === undefined
      ? undefined
      : yield* startRosbridge(robot, options.rosbridgePort, { ...rosbridgeDefaults, ...options.rosbridge })
  return {
    url: `ws://${host}:${port}`,
    rosbridgeUrl,
    controlUrl: `http://${host}:${port}/faults`,
    cameraUrl: `http://${host}:${port}${cameraPath}`,
    change: (change) => Effect.sync(() => robot.change(change)),
    publishedBytes: robot.publishedBytes
  }
})
