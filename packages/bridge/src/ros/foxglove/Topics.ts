import { Effect, type Scope, SubscriptionRef } from "effect"
import type { RosMessage, SubscriptionState, TopicSubscription } from "../RosGateway.ts"
import { isReadable, readCdr, type RosType } from "../RosType.ts"
import type { TypeLibrary } from "../TypeLibrary.ts"
import type { ServerFrame } from "./Frames.ts"
import type { Link } from "./Link.ts"
import type { Channel } from "./Operations.ts"

/** A message with its bytes. It is decoded once, however many listeners ask. */
export class ReceivedMessage implements RosMessage {
  readonly timestampMs: number
  readonly type: RosType
  readonly payload: Uint8Array
  #read: { readonly value: unknown } | undefined

  constructor(timestampMs: number, type: RosType, payload: Uint8Array) {
    this.timestampMs = timestampMs
    this.type = type
    this.payload = payload
  }

  readonly decode = (): unknown => (this.#read ??= { value: decodeAs(this.type, this) }).value
}

/** The message read by another view of its type; undefined when the bytes do not fit. */
export const decodeAs = (type: RosType, message: ReceivedMessage): unknown => {
  try {
    return readCdr(type, message.payload)
  } catch {
    return undefined
  }
}

type Listener = (message: ReceivedMessage, receivedAtMs: number) => void

/** Everybody here who listens to one topic with one type; one subscription on the wire. */
interface Entry {
  readonly topic: string
  readonly type: string
  readonly state: SubscriptionRef.SubscriptionRef<SubscriptionState>
  readonly listeners: Set<Listener>
  bound: { readonly channelId: number; readonly subscriptionId: number; readonly type: RosType } | undefined
  /** Kept for listeners that come later: a latched topic sends its message only once per subscription. */
  last: { readonly message: ReceivedMessage; readonly receivedAtMs: number } | undefined
}

export interface Topics {
  readonly subscribe: (
    topic: string,
    type: string,
    listener: Listener
  ) => Effect.Effect<TopicSubscription, never, Scope.Scope>
  readonly channels: () => ReadonlyArray<Channel>
  /** The types a topic is advertised with now. */
  readonly typesOf: (topic: string) => ReadonlyArray<string>
  readonly onAdvertise: (channels: ReadonlyArray<Channel>) => Effect.Effect<void>
  readonly onUnadvertise: (channelIds: ReadonlyArray<number>) => Effect.Effect<void>
  readonly onMessage: (frame: ServerFrame & { readonly kind: "message" }, receivedAtMs: number) => void
  readonly onClose: Effect.Effect<void>
}

/** Channels come, go and change their ids, so subscriptions are kept by topic and type and bound to a channel anew. */
export const makeTopics = (link: Link, library: TypeLibrary): Topics => {
  const channels = new Map<number, Channel>()
  const entries = new Map<string, Entry>()
  const bySubscription = new Map<number, Entry>()
  let nextSubscription = 1

  const offers = (topic: string) => Array.from(channels.values()).filter((channel) => channel.topic === topic)

  const readableType = (channel: Channel): RosType | undefined => {
    if (channel.encoding !== "cdr") return undefined
    const type = library.learn(channel.schemaName, channel.schemaEncoding ?? "ros2msg", channel.schema)
    return type !== undefined && isReadable(type) ? type : undefined
  }

  const unbind = (entry: Entry) => {
    if (entry.bound === undefined) return undefined
    const { subscriptionId, channelId } = entry.bound
    bySubscription.delete(subscriptionId)
    entry.bound = undefined
    entry.last = undefined
    return channels.has(channelId) ? subscriptionId : undefined
  }

  const bind = (entry: Entry, channel: Channel, type: RosType) => {
    const subscriptionId = nextSubscription++
    entry.bound = { channelId: channel.id, subscriptionId, type }
    bySubscription.set(subscriptionId, entry)
    const subscriptions = [{ id: subscriptionId, channelId: channel.id }]
    return Effect.ignore(link.send({ op: "subscribe", subscriptions }))
  }

  /** Brings one entry in line with what is advertised now. */
  const resolve = (entry: Entry): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (entry.bound !== undefined && channels.has(entry.bound.channelId)) return Effect.void
      unbind(entry)
      const advertised = offers(entry.topic)
      const fitting = advertised.filter((channel) => channel.schemaName === entry.type)
      for (const channel of fitting) {
        const type = readableType(channel)
        if (type === undefined) continue
        return Effect.andThen(bind(entry, channel, type), SubscriptionRef.set(entry.state, "live"))
      }
      const absent = advertised.length === 0 ? "pending" : "type_mismatch"
      return SubscriptionRef.set(entry.state, fitting.length > 0 ? "unsupported" : absent)
    })

  const resolveTopics = (topics: ReadonlySet<string>) =>
    Effect.forEach(
      Array.from(entries.values()).filter((entry) => topics.has(entry.topic)),
      resolve,
      { discard: true }
    )

  const leave = (key: string, entry: Entry, listener: Listener) =>
    Effect.suspend(() => {
      entry.listeners.delete(listener)
      if (entry.listeners.size > 0) return Effect.void
      entries.delete(key)
      const subscriptionId = unbind(entry)
      return subscriptionId === undefined
        ? Effect.void
        : Effect.ignore(link.send({ op: "unsubscribe", subscriptionIds: [subscriptionId] }))
    })

  const subscribe: Topics["subscribe"] = Effect.fnUntraced(function* (topic, type, listener) {
    const key = `${topic} ${type}`
    const state = entries.get(key)?.state ?? (yield* SubscriptionRef.make<SubscriptionState>("pending"))
    const entry = entries.get(key) ?? { topic, type, state, listeners: new Set(), bound: undefined, last: undefined }
    // Two callers may share one function: each gets its own place.
    const own: Listener = (message, receivedAtMs) => listener(message, receivedAtMs)
    entries.set(key, entry)
    entry.listeners.add(own)
    yield* Effect.addFinalizer(() => leave(key, entry, own))
    if (entry.last !== undefined) listener(entry.last.message, entry.last.receivedAtMs)
    yield* resolve(entry)
    return { state: entry.state }
  })

  return {
    subscribe,
    channels: () => Array.from(channels.values()),
    typesOf: (topic) => offers(topic).map((channel) => channel.schemaName),
    onAdvertise: (advertised) =>
      Effect.suspend(() => {
        for (const channel of advertised) {
          channels.set(channel.id, channel)
          if (channel.encoding === "cdr") readableType(channel)
        }
        return resolveTopics(new Set(advertised.map((channel) => channel.topic)))
      }),
    onUnadvertise: (channelIds) =>
      Effect.suspend(() => {
        const topics = new Set(channelIds.map((id) => channels.get(id)?.topic ?? ""))
        for (const id of channelIds) channels.delete(id)
        return resolveTopics(topics)
      }),
    onMessage: ({ subscriptionId, timeNs, payload }, receivedAtMs) => {
      const entry = bySubscription.get(subscriptionId)
      if (entry?.bound === undefined) return
      const message = new ReceivedMessage(Math.floor(Number(timeNs) / 1e6), entry.bound.type, payload)
      entry.last = { message, receivedAtMs }
      for (const listener of entry.listeners) listener(message, receivedAtMs)
    },
    onClose: Effect.suspend(() => {
      channels.clear()
      return Effect.forEach(entries.values(), resolve, { discard: true })
    })
  }
}
