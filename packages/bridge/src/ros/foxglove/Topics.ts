import { Effect, type Scope, SubscriptionRef } from "effect"
import { ReceivedMessage } from "../ReceivedMessage.ts"
import type { SubscriptionState, TopicSubscription } from "../RosGateway.ts"
import type { RosType } from "../RosType.ts"
import type { HeldType, TypeLibrary } from "../TypeLibrary.ts"
import type { ServerFrame } from "./Frames.ts"
import type { Link } from "./Link.ts"
import type { Channel } from "./Operations.ts"

type Listener = (message: ReceivedMessage, receivedAtMs: number) => void

/** One subscription on the wire. */
interface Binding {
  readonly entry: Entry
  readonly channelId: number
  readonly type: RosType
}

/** A channel with its definition, undefined in an encoding that cannot be read here. */
interface Advertised {
  readonly channel: Channel
  readonly held: HeldType | undefined
}

/** Everybody here who listens to one topic with one type. */
interface Entry {
  readonly topic: string
  readonly type: string
  readonly state: SubscriptionRef.SubscriptionRef<SubscriptionState>
  readonly listeners: Set<Listener>
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
  /** What is kept: channels that are advertised, topics that are listened to by type, and subscriptions on the wire. */
  readonly size: () => { readonly channels: number; readonly entries: number; readonly bindings: number }
}

/** Channels come, go and change their ids, so subscriptions are kept by topic and type and bound to a channel anew. */
export const makeTopics = (link: Link, library: TypeLibrary): Topics => {
  const channels = new Map<number, Advertised>()
  const entries = new Map<string, Entry>()
  const bindings = new Map<number, Binding>()
  let nextSubscription = 1

  const offers = (topic: string) => Array.from(channels.values()).filter(({ channel }) => channel.topic === topic)

  const heldOf = ({ encoding, schema, schemaEncoding, schemaName }: Channel): HeldType | undefined =>
    encoding === "cdr" ? library.hold(schemaName, schemaEncoding ?? "ros2msg", schema) : undefined

  /** The subscriptions of an entry, by their ids. */
  const bindingsOf = (entry: Entry) => Array.from(bindings).filter(([, binding]) => binding.entry === entry)

  /** Forgets subscriptions; those whose channels are still there are to be ended at the server. */
  const unbind = (ended: ReadonlyArray<readonly [number, Binding]>) =>
    Effect.suspend(() => {
      for (const [subscriptionId] of ended) bindings.delete(subscriptionId)
      const subscriptionIds = ended.filter(([, { channelId }]) => channels.has(channelId)).map(([id]) => id)
      return subscriptionIds.length === 0
        ? Effect.void
        : Effect.ignore(link.send({ op: "unsubscribe", subscriptionIds }))
    })

  const bind = (entry: Entry, fitting: ReadonlyArray<Advertised>) =>
    Effect.suspend(() => {
      const bound = new Set(bindingsOf(entry).map(([, { channelId }]) => channelId))
      const subscriptions: Array<{ readonly id: number; readonly channelId: number }> = []
      for (const { channel, held } of fitting) {
        const type = bound.has(channel.id) ? undefined : held?.type
        if (type === undefined) continue
        const id = nextSubscription++
        bindings.set(id, { entry, channelId: channel.id, type })
        subscriptions.push({ id, channelId: channel.id })
      }
      return subscriptions.length === 0 ? Effect.void : Effect.ignore(link.send({ op: "subscribe", subscriptions }))
    })

  const stateOf = (entry: Entry): SubscriptionState => {
    const types = offers(entry.topic).map(({ channel }) => channel.schemaName)
    if (types.length === 0) return "pending"
    if (!types.includes(entry.type)) return "type_mismatch"
    return bindingsOf(entry).length > 0 ? "live" : "unsupported"
  }

  /** Brings one entry in line with what is advertised now. */
  const resolve = Effect.fnUntraced(function* (entry: Entry) {
    yield* unbind(bindingsOf(entry).filter(([, { channelId }]) => !channels.has(channelId)))
    yield* bind(
      entry,
      offers(entry.topic).filter(({ channel }) => channel.schemaName === entry.type)
    )
    const state = stateOf(entry)
    if (state !== "live") entry.last = undefined
    yield* SubscriptionRef.set(entry.state, state)
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
      return unbind(bindingsOf(entry))
    })

  const subscribe: Topics["subscribe"] = Effect.fnUntraced(function* (topic, type, listener) {
    const key = `${topic} ${type}`
    const state = entries.get(key)?.state ?? (yield* SubscriptionRef.make<SubscriptionState>("pending"))
    const entry = entries.get(key) ?? { topic, type, state, listeners: new Set(), last: undefined }
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
    channels: () => Array.from(channels.values(), ({ channel }) => channel),
    typesOf: (topic) => offers(topic).map(({ channel }) => channel.schemaName),
    size: () => ({ channels: channels.size, entries: entries.size, bindings: bindings.size }),
    onAdvertise: (advertised) =>
      Effect.suspend(() => {
        for (const channel of advertised) {
          const held = heldOf(channel)
          channels.get(channel.id)?.held?.release()
          channels.set(channel.id, { channel, held })
        }
        return resolveTopics(new Set(advertised.map((channel) => channel.topic)))
      }),
    onUnadvertise: (channelIds) =>
      Effect.suspend(() => {
        const topics = new Set(channelIds.map((id) => channels.get(id)?.channel.topic ?? ""))
        for (const id of channelIds) {
          channels.get(id)?.held?.release()
          channels.delete(id)
        }
        return resolveTopics(topics)
      }),
    onMessage: ({ subscriptionId, timeNs, payload }, receivedAtMs) => {
      const binding = bindings.get(subscriptionId)
      if (binding === undefined) return
      const { entry, type } = binding
      const message = new ReceivedMessage(Number(timeNs / 1_000_000n), type, payload)
      entry.last = { message, receivedAtMs }
      for (const listener of entry.listeners) listener(message, receivedAtMs)
    },
    onClose: Effect.suspend(() => {
      for (const { held } of channels.values()) held?.release()
      channels.clear()
      return Effect.forEach(entries.values(), resolve, { discard: true })
    })
  }
}
