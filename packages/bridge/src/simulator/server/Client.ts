import { Option, Schema } from "effect"
import type { RawData, WebSocket } from "ws"
import { decodeClientFrame, encodeServerFrame, type ServerFrame } from "../../ros/foxglove/Frames.ts"
import { ClientOperation, ClientText, type ServerOperation, ServerText } from "../../ros/foxglove/Operations.ts"
import type { Advertised } from "./Advertised.ts"

/** One connected client of the robot. */
export interface Client {
  readonly send: (operation: ServerOperation) => void
  /** Sends a topic's message, if this client subscribed to it. */
  readonly deliver: (channelId: number, payload: Uint8Array, timeNs: bigint) => void
  readonly isSubscribed: (channelId: number) => boolean
  readonly watchesGraph: () => boolean
  readonly close: (code: number) => void
}

export interface ClientHost {
  readonly advertised: Advertised
  readonly lagMs: () => number
  /** Whether a service's server is alive; otherwise calls stay unanswered. */
  readonly isAlive: (service: string) => boolean
  /** The bytes of a file of the robot's packages. */
  readonly assetOf: (uri: string) => Uint8Array | undefined
  /** A client asked for the connection graph. */
  readonly onGraphAsked: (client: Client) => void
}

const decodeOperation = Schema.decodeUnknownOption(ClientText)
const encodeOperation = Schema.encodeSync(ServerText)

const decoder = new TextDecoder()

const nowNs = () => BigInt(Date.now()) * 1_000_000n

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data

/** Sends in order, each item late by the lag in force when it was handed over. */
export const delayed = (socket: WebSocket, lagMs: () => number) => {
  let free = 0
  return (data: string | Uint8Array): void => {
    const now = performance.now()
    const at = Math.max(free, now + lagMs())
    if (at <= now) return socket.send(data)
    free = at
    setTimeout(() => socket.send(data), at - now).unref()
  }
}

/** Speaks the protocol with one client until its socket closes. Malformed and unknown frames are ignored. */
export const attachClient = (socket: WebSocket, host: ClientHost): Client => {
  const { advertised } = host
  const transmit = delayed(socket, host.lagMs)
  const subscriptions = new Map<number, number>()
  const published = new Map<number, string>()
  let watchesGraph = false

  const sendFrame = (frame: ServerFrame) => transmit(encodeServerFrame(frame))

  const client: Client = {
    send: (operation) => transmit(encodeOperation(operation)),
    deliver: (channelId, payload, timeNs) => {
      const subscriptionId = subscriptions.get(channelId)
      if (subscriptionId !== undefined) sendFrame({ kind: "message", subscriptionId, timeNs, payload })
    },
    isSubscribed: (channelId) => subscriptions.has(channelId),
    watchesGraph: () => watchesGraph,
    close: (code) => socket.close(code)
  }

  const callService = async (frame: { serviceId: number; callId: number; encoding: string; payload: Uint8Array }) => {
    const { serviceId, callId, encoding } = frame
    const fail = (message: string) => client.send({ op: "serviceCallFailure", serviceId, callId, message })
    const service = advertised.serviceOf(serviceId)
    if (service === undefined) return fail(`There is no service ${serviceId}.`)
    if (encoding !== "cdr") return fail(`The encoding ${encoding} is not supported.`)
    if (!host.isAlive(service.name)) return
    try {
      const payload = await service.call(frame.payload)
      if (host.isAlive(service.name)) sendFrame({ kind: "service_response", serviceId, callId, encoding, payload })
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  }

  const onBinary = (bytes: Uint8Array): void => {
    const frame = decodeClientFrame(bytes)
    if (frame?.kind === "service_request") void callService(frame)
    if (frame?.kind !== "message") return
    try {
      advertised.graph.topics.get(published.get(frame.channelId) ?? "")?.receive(frame.payload)
    } catch {
      client.send({ op: "status", level: 1, message: "A published message does not fit its type." })
    }
  }

  const onText = (text: string): void => {
    const operation = decodeOperation(text)
    if (Option.isNone(operation)) return
    ClientOperation.match(operation.value, {
      subscribe: (asked) => {
        for (const { id, channelId } of asked.subscriptions) {
          subscriptions.set(channelId, id)
          const last = advertised.topicOf(channelId)?.last()
          if (last !== undefined) client.deliver(channelId, last, nowNs())
        }
      },
      unsubscribe: ({ subscriptionIds }) => {
        for (const [channelId, id] of subscriptions) if (subscriptionIds.includes(id)) subscriptions.delete(channelId)
      },
      advertise: ({ channels }) => {
        for (const { id, topic } of channels) published.set(id, topic)
      },
      unadvertise: ({ channelIds }) => {
        for (const id of channelIds) published.delete(id)
      },
      subscribeConnectionGraph: () => {
        watchesGraph = true
        host.onGraphAsked(client)
      },
      unsubscribeConnectionGraph: () => {
        watchesGraph = false
      },
      fetchAsset: ({ requestId, uri }) => {
        const payload = host.assetOf(uri)
        const found = payload !== undefined
        const error = found ? "" : `There is no ${uri}.`
        sendFrame({ kind: "asset", requestId, ok: found, error, payload: payload ?? new Uint8Array(0) })
      }
    })
  }

  socket.on("message", (data, isBinary) => (isBinary ? onBinary(bytesOf(data)) : onText(decoder.decode(bytesOf(data)))))
  return client
}
