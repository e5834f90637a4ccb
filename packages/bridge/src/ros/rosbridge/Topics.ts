import { Effect, type Scope, SubscriptionRef } from "effect"
import { ReceivedMessage } from "../ReceivedMessage.ts"
import type { RosMessage, SubscriptionState, TopicSubscription } from "../RosGateway.ts"
import type { RosType } from "../RosType.ts"
import type { TypeLibrary } from "../TypeLibrary.ts"
import type { ClientOperation } from "./Operations.ts"
import { readRaw } from "./RawMessage.ts"

interface Listener {
  readonly onMessage: (message: RosMessage, receivedAtMs: number) => void
  readonly maxHz: number
}

/** Everybody here who listens to one topic with one type. */
interface Entry {
  readonly topic: string
  readonly type: string
  readonly state: SubscriptionRef.SubscriptionRef<SubscriptionState>
  readonly listeners: Set<Listener>
  /** The subscription on the wire: rosbridge has one for each connection and topic. */
  wire: { readonly id: string; readonly throttleMs: number; readonly type: RosType } | undefined
  last: { readonly message: ReceivedMessage; readonly receivedAtMs: number } | undefined
}

/** A topic's name and type as rosapi lists them. */
export type Offer = readonly [topic: string, type: string]

type Send = (operation: ClientOperation) => Effect.Effect<void>

/**
 * What rosbridge is asked to leave out, in whole milliseconds, since it refuses others without a word. Half the gap, so
 * that its clock and ours together do not leave out more than was asked for. Hz 0 is no limit.
 */
export const throttleOf = (maxHz: ReadonlyArray<number>): number =>
  maxHz.includes(0) ? 0 : Math.min(...maxHz.map((hz) => Math.max(1, Math.round(500 / hz))))

/**
 * Subscriptions by topic and type. A topic is subscribed when the graph first shows it and not before: rosbridge chooses
 * the QoS from the publishers that are there.
 */
export const makeTopics = (send: Send, library: TypeLibrary) => {
  const entries = new Map<string, Entry>()
  const offers = new Map<string, string>()
  let nextId = 1

  const stateOf = ({ topic, type, wire }: Entry): SubscriptionState => {
    const offered = offers.get(topic)
    if (offered === undefined) return "pending"
    if (offered !== type) return "type_mismatch"
    return wire === undefined ? "unsupported" : "live"
  }

  const unbind = (entry: Entry) =>
    Effect.suspend(() => {
      const id = entry.wire?.id
      entry.wire = undefined
      return id === undefined ? Effect.void : send({ op: "unsubscribe", id, topic: entry.topic })
    })

  const bind = (entry: Entry, type: RosType) =>
    Effect.suspend(() => {
      const throttleMs = throttleOf(Array.from(entry.listeners, ({ maxHz }) => maxHz))
      if (entry.wire?.throttleMs === throttleMs && entry.wire.type === type) return Effect.void
      const id = `topic:${nextId++}`
      return Effect.andThen(
        unbind(entry),
        Effect.suspend(() => {
          entry.wire = { id, throttleMs, type }
          return send({
            op: "subscribe",
            id,
            topic: entry.topic,
            type: entry.type,
            compression: "cbor-raw",
            throttle_rate: throttleMs,
            queue_length: 1
          })
        })
      )
    })

  /** Brings one entry in line with what the graph shows now. */
  const resolve = Effect.fnUntraced(function* (entry: Entry) {
    const type = offers.get(entry.topic) === entry.type ? library.message(entry.type) : undefined
    yield* type === undefined ? unbind(entry) : bind(entry, type)
    const state = stateOf(entry)
    if (state !== "live") entry.last = undefined
    yield* SubscriptionRef.set(entry.state, state)
  })

  const resolveAll = Effect.suspend(() => Effect.forEach(entries.values(), resolve, { discard: true }))

  const leave = (key: string, entry: Entry, listener: Listener) =>
    Effect.suspend(() => {
      entry.listeners.delete(listener)
      if (entry.listeners.size > 0) return resolve(entry)
      entries.delete(key)
      return unbind(entry)
    })

  return {
    subscribe: Effect.fnUntraced(function* (
      topic: string,
      type: string,
      onMessage: Listener["onMessage"],
      maxHz = 0
    ): Effect.fn.Return<TopicSubscription, never, Scope.Scope> {
      const key = `${topic} ${type}`
      const state = entries.get(key)?.state ?? (yield* SubscriptionRef.make<SubscriptionState>("pending"))
      const entry = entries.get(key) ?? { topic, type, state, listeners: new Set(), wire: undefined, last: undefined }
      const listener: Listener = { onMessage, maxHz }
      entries.set(key, entry)
      entry.listeners.add(listener)
      yield* Effect.addFinalizer(() => leave(key, entry, listener))
      if (entry.last !== undefined) onMessage(entry.last.message, entry.last.receivedAtMs)
      yield* resolve(entry)
      return { state: entry.state }
    }),
    offers: (): ReadonlyArray<Offer> => Array.from(offers),
    typeOf: (topic: string): string | undefined => offers.get(topic),
    /** The graph shows these topics now, and no others. */
    onOffers: (now: ReadonlyArray<Offer>) =>
      Effect.suspend(() => {
        offers.clear()
        for (const [topic, type] of now) if (!offers.has(topic)) offers.set(topic, type)
        return resolveAll
      }),
    onPublish: (topic: string, msg: unknown, receivedAtMs: number): void => {
      const raw = readRaw(msg)
      if (raw === undefined) return
      const entry = entries.get(`${topic} ${offers.get(topic)}`)
      if (entry?.wire === undefined) return
      const message = new ReceivedMessage(raw.timestampMs, entry.wire.type, raw.bytes)
      entry.last = { message, receivedAtMs }
      for (const listener of entry.listeners) listener.onMessage(message, receivedAtMs)
    },
    onClose: Effect.suspend(() => {
      offers.clear()
      for (const entry of entries.values()) entry.wire = undefined
      return resolveAll
    }),
    /** What is kept: topics the graph shows, topics that are listened to by type, and subscriptions on the wire. */
    size: () => ({
      offers: offers.size,
      entries: entries.size,
      wires: Array.from(entries.values()).filter(({ wire }) => wire !== undefined).length
    })
  }
}
export type Topics = ReturnType<typeof makeTopics>
