import { encode } from "cbor-x"
import type { WebSocket } from "ws"
import type { RosType } from "../../ros/RosType.ts"
import type { Topic } from "../ros/Graph.ts"
import { Feed } from "./Feed.ts"
import { cdrOf, jsonOf, parsed } from "./WriteMessage.ts"

/** What a client may do. `args` and the like are the client's own words. */
export interface FaceHost {
  readonly topic: (name: string) => Topic | undefined
  readonly isAlive: (name: string) => boolean
  /** The values as JSON text. A rejection is the failure's message; pending for ever without an answer. */
  readonly call: (service: string, args: unknown) => Promise<string>
  /** Pending until the goal ends; for ever when it is refused by an old version. */
  readonly sendGoal: (operation: Operation, send: (text: string) => void) => Promise<void>
  readonly cancelGoal: (id: string) => Promise<void>
  /** Whether calls are answered while others are under way. */
  readonly inThreads: boolean
  readonly maxMessageSize: number
  readonly nowNs: () => bigint
}

export type Operation = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** A name as the graph has it: clients may leave the first slash out. */
const nameOf = (value: unknown): string => text(value).replace(/^(?=[^/])/, "/")

const hasFixedArray = ({ fields, nested }: RosType): boolean =>
  [fields, ...nested.values()].some((list) => list.some((field) => field.arrayLength !== undefined))

const throttleOf = (value: unknown): number | undefined =>
  value === undefined ? 0 : Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined

/** One connected client. rosbridge 2 says nothing to what is wrong, so neither does this. */
export const attachFaceClient = (socket: WebSocket, host: FaceHost, transmit: (data: string | Uint8Array) => void) => {
  const feeds = new Map<string, Feed>()
  const types = new Map<string, RosType>()
  let nextFragment = 1
  let turn: Promise<void> = Promise.resolve()

  const typeOf = (topic: Topic): RosType => {
    const known = types.get(topic.name) ?? parsed(topic.type, topic.text)
    types.set(topic.name, known)
    return known
  }

  const send = (whole: string): void => {
    if (whole.length <= host.maxMessageSize) return transmit(whole)
    const id = String(nextFragment++)
    const total = Math.ceil(whole.length / host.maxMessageSize)
    for (let num = 0; num < total; num++) {
      const data = whole.slice(num * host.maxMessageSize, (num + 1) * host.maxMessageSize)
      transmit(JSON.stringify({ op: "fragment", id, data, num, total }))
    }
  }

  const feedOf = (topic: Topic): Feed =>
    new Feed((payload, timeNs, compression) => {
      const { name } = topic
      if (compression === "cbor-raw") {
        const msg = { secs: Number(timeNs / 1_000_000_000n), nsecs: Number(timeNs % 1_000_000_000n), bytes: payload }
        return transmit(encode({ op: "publish", topic: name, msg }))
      }
      // The library of that version fails on them, and the message is lost.
      if (compression === "cbor" && hasFixedArray(typeOf(topic))) return
      const msg = jsonOf(typeOf(topic), payload)
      if (compression === "cbor") return transmit(encode({ op: "publish", topic: name, msg: JSON.parse(msg) }))
      send(`{"op":"publish","topic":${JSON.stringify(name)},"msg":${msg}}`)
    })

  const subscribe = (operation: Operation): void => {
    const topic = host.topic(nameOf(operation["topic"]))
    const throttleMs = throttleOf(operation["throttle_rate"])
    const asked = text(operation["type"])
    const spelled = asked.replace(/action\._[a-z0-9_]+\//, "action/")
    // An old version finds a feedback's type by its module only, a newer one by both names.
    const isUnknown = !host.inThreads && asked.endsWith("_FeedbackMessage") && spelled === asked
    if (topic === undefined || throttleMs === undefined || isUnknown) return
    if (asked !== "" && spelled !== topic.type) return
    const feed = feeds.get(topic.name) ?? feedOf(topic)
    feeds.set(topic.name, feed)
    feed.asked.set(text(operation["id"]), {
      compression: text(operation["compression"]),
      throttleMs,
      queueLength: throttleOf(operation["queue_length"]) ?? 0
    })
    const last = topic.last()
    if (last !== undefined && host.isAlive(topic.name)) feed.deliver(last, host.nowNs())
  }

  const unsubscribe = (operation: Operation): void => {
    const name = nameOf(operation["topic"])
    const feed = feeds.get(name)
    if (feed === undefined) return
    if (operation["id"] === undefined) feed.asked.clear()
    feed.asked.delete(text(operation["id"]))
    if (feed.asked.size > 0) return
    feed.stop()
    feeds.delete(name)
  }

  const publish = (operation: Operation): void => {
    const topic = host.topic(nameOf(operation["topic"]))
    topic?.receive(cdrOf(typeOf(topic), operation["msg"] ?? {}))
  }

  const respond = async (operation: Operation): Promise<void> => {
    const [service, id] = [JSON.stringify(operation["service"]), JSON.stringify(operation["id"] ?? null)]
    const say = (values: string, result: boolean) =>
      send(`{"op":"service_response","service":${service},"values":${values},"result":${result},"id":${id}}`)
    try {
      say(await host.call(nameOf(operation["service"]), operation["args"] ?? {}), true)
    } catch (error) {
      say(JSON.stringify(error instanceof Error ? error.message : String(error)), false)
    }
  }

  const run = async (operation: Operation): Promise<void> => {
    switch (operation["op"]) {
      case "subscribe":
        return subscribe(operation)
      case "unsubscribe":
        return unsubscribe(operation)
      case "publish":
        return publish(operation)
      case "call_service":
        return respond(operation)
      case "send_action_goal":
        return host.sendGoal(operation, send)
      case "cancel_action_goal":
        return host.cancelGoal(text(operation["id"]))
    }
  }

  const inSilence = (operation: Operation) => run(operation).catch(() => undefined)

  socket.on("message", (data) => {
    let operation: unknown
    try {
      operation = JSON.parse(String(data))
    } catch {
      return
    }
    if (typeof operation !== "object" || operation === null) return
    const known = operation as Operation
    if (host.inThreads) void inSilence(known)
    else turn = turn.then(() => inSilence(known))
  })
  socket.on("close", () => feeds.forEach((feed) => feed.stop()))

  return {
    deliver: (topic: string, payload: Uint8Array, timeNs: bigint) => feeds.get(topic)?.deliver(payload, timeNs),
    listens: (topic: string) => feeds.has(topic),
    close: (code: number) => socket.close(code)
  }
}
export type FaceClient = ReturnType<typeof attachFaceClient>
