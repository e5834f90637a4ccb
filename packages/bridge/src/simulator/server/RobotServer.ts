import { randomUUID } from "node:crypto"
import type { WebSocket } from "ws"
import { armRobot } from "../arm/ArmRobot.ts"
import type { Viewers } from "../camera/SceneCamera.ts"
import { mobileRobot } from "../mobile/MobileRobot.ts"
import { randomNumbers } from "../RandomNumbers.ts"
import { type Robot, type RobotContext, stepSeconds } from "../Robot.ts"
import { makeGraph, type RosGraph, type Topic } from "../ros/Graph.ts"
import { advertise, type Advertised } from "./Advertised.ts"
import { attachClient, type Client } from "./Client.ts"
import { type Faults, type FaultsChange, noFaults } from "./Faults.ts"

export type RobotKind = "mobile" | "arm"

const robots: Readonly<Record<RobotKind, (context: RobotContext) => Robot>> = { mobile: mobileRobot, arm: armRobot }

/** Somebody who serves the robot's graph in another protocol. */
export interface RobotFace {
  readonly onMessage: (topic: Topic, payload: Uint8Array, timeNs: bigint) => void
  /** Whether anybody listens to a topic there. */
  readonly isWatched: (topic: string) => boolean
  /** The robot was started again, with a new graph. */
  readonly onRestart: () => void
  /** An action's server went, or came back. */
  readonly onServer: (action: string, isThere: boolean) => void
}

/** A simulated robot and everybody connected to it. */
export interface RobotServer {
  readonly graph: () => RosGraph
  /** Whether the server behind a name is alive. */
  readonly isAlive: (name: string) => boolean
  readonly attach: (face: RobotFace) => void
  readonly connect: (socket: WebSocket) => void
  readonly faults: () => Faults
  readonly change: (change: FaultsChange) => Faults
  /** The bytes of topic messages that left the robot so far. */
  readonly publishedBytes: () => number
  /** Who watches the camera over HTTP. */
  readonly viewers: Viewers
  readonly stop: () => void
}

const restarting = 1012
/** A process that was paused catches up no further than this. */
const longestCatchUpMs = 1000

interface Boot {
  readonly sessionId: string
  readonly robot: Robot
  readonly advertised: Advertised
}

export const startRobot = (kind: RobotKind, seed: number, cameraHz: number): RobotServer => {
  const random = randomNumbers(seed)
  const clients = new Set<Client>()
  const faces: Array<RobotFace> = []
  const viewers: Viewers = new Set()
  let faults = noFaults
  let boots = 0
  let running: Boot | undefined

  const isGone = (name: string) => faults.vanish !== null && name.startsWith(`${faults.vanish}/_action/`)
  const isAlive = (name: string) => !isGone(name)

  let publishedBytes = 0
  const onPublish = (topic: Topic, payload: Uint8Array) => {
    // A robot publishes its latched topics while it boots, before anybody can listen.
    if (running === undefined || isGone(topic.name)) return
    if (faults.drop > 0 && random() < faults.drop) return
    const timeNs = BigInt(Date.now()) * 1_000_000n
    publishedBytes += payload.byteLength
    const channelId = running.advertised.channelOf(topic)
    for (const client of clients) client.deliver(channelId, payload, timeNs)
    for (const face of faces) face.onMessage(topic, payload, timeNs)
  }

  const isWatched = (name: string): boolean => {
    const topic = running?.advertised.graph.topics.get(name)
    if (running === undefined || topic === undefined) return false
    const channelId = running.advertised.channelOf(topic)
    return [...clients].some((client) => client.isSubscribed(channelId)) || faces.some((face) => face.isWatched(name))
  }

  const boot = (): Boot => {
    running = undefined
    const graph = makeGraph(onPublish)
    const robot = robots[kind]({ graph, seed, rejects: () => faults.reject, isWatched, viewers, cameraHz })
    return { sessionId: randomUUID(), robot, advertised: advertise(graph, boots++) }
  }

  let current = (running = boot())

  const restart = () => {
    for (const client of clients) client.close(restarting)
    clients.clear()
    current = running = boot()
    for (const face of faces) face.onRestart()
  }

  /** Tells those who watch the graph which services went and which came back. */
  const changeVanished = (vanish: string | null) => {
    if (vanish === faults.vanish) return
    const before = faults.vanish
    faults = { ...faults, vanish }
    const partsOf = (action: string | null) =>
      Array.from(current.advertised.graph.services.keys()).filter((name) => name.startsWith(`${action}/_action/`))
    if (vanish !== null) current.advertised.graph.actions.get(vanish)?.forget()
    const update = {
      ...current.advertised.connections(() => false),
      publishedTopics: [],
      advertisedServices: partsOf(before).map((name) => ({ name, providerIds: ["/fleet_sim"] })),
      removedServices: partsOf(vanish)
    }
    for (const client of clients) if (client.watchesGraph()) client.send(update)
    for (const face of faces) {
      if (before !== null) face.onServer(before, true)
      if (vanish !== null) face.onServer(vanish, false)
    }
  }

  const connect = (socket: WebSocket) => {
    const { advertised, sessionId } = current
    const client = attachClient(socket, {
      advertised,
      lagMs: () => faults.lag_ms,
      isAlive,
      assetOf: (uri) => current.robot.assets?.get(uri),
      onGraphAsked: (asking) => asking.send(advertised.connections(isAlive))
    })
    clients.add(client)
    socket.on("close", () => clients.delete(client))
    client.send({
      op: "serverInfo",
      name: `fleet simulator (${kind})`,
      capabilities: ["clientPublish", "services", "connectionGraph", "assets"],
      supportedEncodings: ["cdr"],
      metadata: { ROS_DISTRO: "jazzy" },
      sessionId
    })
    client.send({ op: "advertise", channels: advertised.channels })
    client.send({ op: "advertiseServices", services: advertised.services.filter(({ name }) => isAlive(name)) })
  }

  const stepMs = stepSeconds * 1000
  let steppedTo = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    steppedTo = Math.max(steppedTo, now - longestCatchUpMs)
    for (; steppedTo <= now; steppedTo += stepMs) current.robot.step()
  }, stepMs)

  return {
    graph: () => current.advertised.graph,
    isAlive,
    attach: (face) => void faces.push(face),
    connect,
    faults: () => faults,
    publishedBytes: () => publishedBytes,
    viewers,
    change: ({ restart: again, vanish, ...others }) => {
      faults = { ...faults, ...others }
      if (vanish !== undefined) changeVanished(vanish)
      if (again === true) restart()
      return faults
    },
    stop: () => {
      clearInterval(timer)
      for (const client of clients) client.close(1001)
    }
  }
}
