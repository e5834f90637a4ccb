import { randomUUID } from "node:crypto"
import type { WebSocket } from "ws"
import { actionPart } from "../../ros/ActionParts.ts"
import { nestAfterFirst } from "../../ros/RosType.ts"
import { readCdr } from "../../ros/readCdr.ts"
import type { ServiceServer } from "../ros/Graph.ts"
import { delayed } from "../server/Client.ts"
import type { RobotServer } from "../server/RobotServer.ts"
import { rosTime } from "../Time.ts"
import { attachFaceClient, type FaceClient, type Operation } from "./FaceClient.ts"
import { askRosapi, type RosbridgeVersion } from "./Rosapi.ts"
import { cdrOf, jsonOf, parsed, writeMessage } from "./WriteMessage.ts"

export interface RosbridgeOptions {
  readonly version: RosbridgeVersion
  /** Longer texts are sent in fragments. */
  readonly maxMessageSize: number
}

export const rosbridgeDefaults: RosbridgeOptions = { version: "2.0.0", maxMessageSize: 10_000_000 }

interface RunningGoal {
  readonly action: string
  readonly uuid: Buffer
  readonly onFeedback: (feedback: string) => void
}

const restarting = 1012
const never = new Promise<never>(() => undefined)
const nowNs = (): bigint => {
  const { nanosec, sec } = rosTime()
  return BigInt(sec) * 1_000_000_000n + BigInt(Math.round(nanosec))
}

const requestOf = ({ definition }: ServiceServer) => parsed(`${definition.type}_Request`, definition.request)
const responseOf = ({ definition }: ServiceServer) => parsed(`${definition.type}_Response`, definition.response)

/** The robot as rosbridge_suite with rosapi serves it, hazards included. */
export const rosbridgeFace = (robot: RobotServer, { maxMessageSize, version }: RosbridgeOptions) => {
  const clients = new Set<FaceClient>()
  const goals = new Map<string, RunningGoal>()
  const inThreads = version !== "2.0.0"

  const isWatched = (topic: string) => Array.from(clients).some((client) => client.listens(topic))
  const isListed = (action: string) =>
    robot.isAlive(action + actionPart.status) || isWatched(action + actionPart.status)

  const invoke = async (name: string, args: object) => {
    const service = robot.graph().services.get(name)
    if (service === undefined) throw new Error(`Service ${name} does not exist`)
    const payload = cdrOf(requestOf(service), args)
    if (!robot.isAlive(name)) return never
    const answer = await service.call(payload)
    return robot.isAlive(name) ? { service, answer } : never
  }

  const call = async (name: string, args: unknown): Promise<string> => {
    if (robot.faults().linger) throw new Error("rcl node's context is invalid")
    const [, asked] = /^\/rosapi\/(.*)$/.exec(name) ?? []
    if (asked !== undefined) {
      const values = askRosapi({ graph: robot.graph(), version, isListed }, asked, args)
      if (values === undefined) throw new Error(`Service ${name} does not exist`)
      return JSON.stringify(values)
    }
    const { answer, service } = await invoke(name, args as object)
    return jsonOf(responseOf(service), answer)
  }

  const follow = async (id: string, goal: RunningGoal, send: (values: string, status: number) => void) => {
    goals.set(id, goal)
    try {
      const { answer, service } = await invoke(goal.action + actionPart.getResult, { goal_id: { uuid: goal.uuid } })
      const type = nestAfterFirst(responseOf(service), "result")
      const { result, status } = readCdr(type, answer) as { readonly status: number; readonly result: unknown }
      send(writeMessage({ ...type, fields: type.nested.get("result") ?? [] }, result), status)
    } finally {
      goals.delete(id)
    }
  }

  const sendGoal = async (operation: Operation, send: (text: string) => void): Promise<void> => {
    const [id, action] = [String(operation["id"]), String(operation["action"])]
    const head = `"action":${JSON.stringify(action)},"id":${JSON.stringify(id)}`
    const end = (values: string, status: number, result: boolean) =>
      send(`{"op":"action_result",${head},"values":${values},"status":${status},"result":${result}}`)
    const uuid = Buffer.from(randomUUID().replaceAll("-", ""), "hex")
    const name = action + actionPart.sendGoal
    if (!robot.graph().services.has(name)) return never
    let accepted: boolean
    try {
      const goal = { goal_id: { uuid }, ...(operation["args"] as object | undefined) }
      const { answer, service } = await invoke(name, goal)
      ;({ accepted } = readCdr(responseOf(service), answer) as { readonly accepted: boolean })
    } catch (error) {
      return end(JSON.stringify(error instanceof Error ? error.message : String(error)), 0, false)
    }
    if (!accepted) return inThreads ? end(JSON.stringify("Action goal was rejected"), 0, false) : never
    const onFeedback = (feedback: string) => send(`{"op":"action_feedback",${head},"values":${feedback}}`)
    await follow(id, { action, uuid, onFeedback }, (values, status) => end(values, status, true))
  }

  const cancelGoal = async (id: string): Promise<void> => {
    const goal = goals.get(id)
    if (goal === undefined) return
    await invoke(goal.action + actionPart.cancelGoal, { goal_info: { goal_id: { uuid: goal.uuid } } })
  }

  robot.attach({
    isWatched,
    onMessage: (topic, payload, timeNs) => {
      for (const client of clients) client.deliver(topic.name, payload, timeNs)
      if (!topic.name.endsWith(actionPart.feedback) || goals.size === 0) return
      const type = nestAfterFirst(parsed(topic.type, topic.text), "feedback")
      const { feedback, goal_id } = readCdr(type, payload) as {
        readonly goal_id: { readonly uuid: Uint8Array }
        readonly feedback: unknown
      }
      for (const goal of goals.values()) {
        if (!goal.uuid.equals(goal_id.uuid)) continue
        goal.onFeedback(writeMessage({ ...type, fields: type.nested.get("feedback") ?? [] }, feedback))
      }
    },
    onRestart: () => {
      for (const client of clients) client.close(restarting)
      clients.clear()
      goals.clear()
    },
    // A publisher that comes back is found by the subscriptions that are there, and gives them its latched message.
    onServer: (action, isThere) => {
      const status = robot.graph().topics.get(action + actionPart.status)
      const last = status?.last()
      if (!isThere || status === undefined || last === undefined) return
      for (const client of clients) client.deliver(status.name, last, nowNs())
    }
  })

  return {
    connect: (socket: WebSocket): void => {
      const topic = (name: string) => robot.graph().topics.get(name)
      const transmit = delayed(socket, () => robot.faults().lag_ms)
      const host = { topic, isAlive: robot.isAlive, call, sendGoal, cancelGoal, inThreads, maxMessageSize, nowNs }
      const client = attachFaceClient(socket, host, transmit)
      clients.add(client)
      socket.on("close", () => clients.delete(client))
    },
    stop: () => {
      for (const client of clients) client.close(1001)
    }
  }
}
