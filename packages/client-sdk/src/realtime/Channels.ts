import { FleetError } from "../FleetError.ts"
import type { RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts"
import type { Sink } from "./Subscription.ts"

/** What may be subscribed of a robot: a datapoint's values, a command's job, or, where `slug` is null, who looks at it. */
export type Topic =
  | { readonly robotId: string; readonly slug: string; readonly kind: "datapoint" | "action" | "service" }
  | { readonly robotId: string; readonly slug: null }

/** A frame that carries a subscription's value. */
export type ValueFrame = Extract<RealtimeServerMessage, { readonly type: "datapoint" | "job" | "presence" }>

type SubscribeError = Extract<RealtimeServerMessage, { readonly type: "subscribe_error" }>

/** A reader of one topic. `resumed` says that frames may be missing between the last one and the next. */
export interface FrameSink extends Sink<ValueFrame> {
  readonly resumed?: () => void
}

interface Channel {
  readonly topic: Topic
  readonly sinks: Set<FrameSink>
  /** Whether the socket was asked for it. */
  asked: boolean
  last: ValueFrame | undefined
}

const keyOf = (robotId: string, slug: string | null) => `${robotId} ${slug ?? ""}`

const subscribeTo = (topic: Topic): RealtimeClientMessage =>
  topic.slug === null
    ? { type: "presence_subscribe", robot_id: topic.robotId }
    : { type: "subscribe", robot_id: topic.robotId, slug: topic.slug, kind: topic.kind }

const unsubscribeFrom = ({ robotId, slug }: Topic): RealtimeClientMessage =>
  slug === null ? { type: "presence_unsubscribe", robot_id: robotId } : { type: "unsubscribe", robot_id: robotId, slug }

/** Every topic that is read, each asked for once whatever the number of its readers. */
export class Channels {
  readonly #channels = new Map<string, Channel>()
  readonly #baseUrl: string
  readonly #send: (message: RealtimeClientMessage) => boolean

  /** `send` answers whether there was a socket to send over. */
  constructor(baseUrl: string, send: (message: RealtimeClientMessage) => boolean) {
    this.#baseUrl = baseUrl
    this.#send = send
  }

  get size(): number {
    return this.#channels.size
  }

  get topics(): ReadonlyArray<Topic> {
    return Array.from(this.#channels.values(), ({ topic }) => topic)
  }

  /** Adds a reader; it gets the newest frame soon if there is one. Answers how to remove it. */
  join(topic: Topic, sink: FrameSink): () => void {
    const key = keyOf(topic.robotId, topic.slug)
    const known = this.#channels.get(key)
    const channel = known ?? { topic, sinks: new Set(), asked: false, last: undefined }
    channel.sinks.add(sink)
    if (known === undefined) {
      this.#channels.set(key, channel)
      channel.asked = this.#send(subscribeTo(topic))
    }
    if (channel.last !== undefined) {
      const { last } = channel
      queueMicrotask(() => channel.sinks.has(sink) && sink.next(last))
    }
    return () => {
      channel.sinks.delete(sink)
      if (channel.sinks.size > 0 || this.#channels.get(key) !== channel) return
      this.#channels.delete(key)
      this.#send(unsubscribeFrom(topic))
    }
  }

  /** Frames come again. A new socket is asked for every topic, the same one for what it was not asked yet. */
  resume(isNew: boolean): void {
    for (const channel of this.#channels.values()) {
      if (isNew || !channel.asked) channel.asked = this.#send(subscribeTo(channel.topic))
      for (const sink of channel.sinks) sink.resumed?.()
    }
  }

  /** The socket did not take up a topic, for want of a credential: it is asked again with the next. */
  postpone({ robot_id, slug }: SubscribeError): void {
    const channel = robot_id === null ? undefined : this.#channels.get(keyOf(robot_id, slug))
    if (channel !== undefined) channel.asked = false
  }

  receive(frame: ValueFrame): void {
    const channel = this.#channels.get(keyOf(frame.robot_id, frame.type === "presence" ? null : frame.slug))
    if (channel === undefined) return
    channel.last = frame
    for (const sink of channel.sinks) sink.next(frame)
  }

  /** One topic was refused or ended. */
  refuse(frame: SubscribeError): void {
    if (frame.robot_id === null) return
    const key = keyOf(frame.robot_id, frame.slug)
    const channel = this.#channels.get(key)
    this.#channels.delete(key)
    this.#failAll(channel, new FleetError(frame.code, frame.message, { baseUrl: this.#baseUrl }))
  }

  /** Nothing will come any more. */
  fail(error: FleetError): void {
    const channels = [...this.#channels.values()]
    this.#channels.clear()
    for (const channel of channels) this.#failAll(channel, error)
  }

  #failAll(channel: Channel | undefined, error: FleetError): void {
    for (const sink of channel?.sinks ?? []) sink.fail(error)
  }
}
