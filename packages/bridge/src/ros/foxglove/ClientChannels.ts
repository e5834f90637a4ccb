import { Effect, Result, type Scope } from "effect"
import { writeCdr } from "../CdrWrite.ts"
import { type GatewayOffline, type InvalidMessage, NotAdvertised, offline, TypeMismatch } from "../GatewayErrors.ts"
import { checkMessage } from "../MessageCheck.ts"
import type { TypeLibrary } from "../TypeLibrary.ts"
import type { Link } from "./Link.ts"
import type { Topics } from "./Topics.ts"

/** A topic we publish. `advertised` says whether the server of this connection knows. */
interface OwnChannel {
  readonly id: number
  readonly topic: string
  readonly type: string
  holders: number
  advertised: boolean
}

export interface ClientChannels {
  readonly advertise: (topic: string, type: string) => Effect.Effect<void, never, Scope.Scope>
  readonly publish: (
    topic: string,
    type: string,
    message: unknown
  ) => Effect.Effect<void, GatewayOffline | TypeMismatch | InvalidMessage | NotAdvertised>
  /** A server's greeting has come: what is held is advertised again. */
  readonly onOpen: (takesMessages: boolean) => Effect.Effect<void>
  readonly onClose: Effect.Effect<void>
  /** Topics that are published here. */
  readonly size: () => number
}

export const makeClientChannels = (link: Link, topics: Topics, library: TypeLibrary): ClientChannels => {
  const channels = new Map<string, OwnChannel>()
  let nextId = 1
  let isOpen = false
  let takesMessages = false

  const open = (topic: string, type: string): OwnChannel => {
    const key = `${topic} ${type}`
    const known = channels.get(key)
    if (known !== undefined) return known
    const channel = { id: nextId++, topic, type, holders: 0, advertised: false }
    channels.set(key, channel)
    return channel
  }

  const announce = (channel: OwnChannel) =>
    Effect.suspend(() => {
      if (channel.advertised) return Effect.void
      channel.advertised = true
      const { id, topic, type } = channel
      return link.send({ op: "advertise", channels: [{ id, topic, encoding: "cdr", schemaName: type }] })
    })

  const release = ({ channel, unuse }: { readonly channel: OwnChannel; readonly unuse: () => void }) =>
    Effect.suspend(() => {
      unuse()
      channel.holders -= 1
      if (channel.holders > 0) return Effect.void
      channels.delete(`${channel.topic} ${channel.type}`)
      if (!channel.advertised) return Effect.void
      return Effect.ignore(link.send({ op: "unadvertise", channelIds: [channel.id] }))
    })

  const publish: ClientChannels["publish"] = Effect.fnUntraced(function* (topic, type, message) {
    if (!link.isOpen()) return yield* offline
    if (isOpen && !takesMessages) {
      return yield* new NotAdvertised({ name: topic, message: "This robot takes no messages from its clients." })
    }
    const actual = topics.typesOf(topic)
    if (actual[0] !== undefined && !actual.includes(type)) {
      const words = `${topic} is a ${actual[0]}, not a ${type}.`
      return yield* new TypeMismatch({ name: topic, expected: type, actual: actual[0], message: words })
    }
    const definition = library.message(type)
    if (definition === undefined) {
      return yield* new NotAdvertised({ name: type, message: `The definition of ${type} is not known.` })
    }
    const checked = checkMessage(definition, message)
    if (Result.isFailure(checked)) return yield* checked.failure
    const channel = open(topic, type)
    yield* announce(channel)
    const payload = writeCdr(definition, checked.success)
    yield* link.sendFrame({ kind: "message", channelId: channel.id, payload })
  })

  return {
    advertise: (topic, type) =>
      Effect.acquireRelease(
        Effect.suspend(() => {
          const channel = open(topic, type)
          channel.holders += 1
          const now = isOpen && takesMessages ? Effect.ignore(announce(channel)) : Effect.void
          return Effect.as(now, { channel, unuse: library.use(type) })
        }),
        release
      ),
    publish,
    size: () => channels.size,
    onOpen: (accepted) =>
      Effect.suspend(() => {
        isOpen = true
        takesMessages = accepted
        const held = accepted ? Array.from(channels.values()) : []
        return Effect.forEach(held, (channel) => Effect.ignore(announce(channel)), { discard: true })
      }),
    onClose: Effect.sync(() => {
      isOpen = false
      for (const [key, channel] of channels) {
        channel.advertised = false
        if (channel.holders === 0) channels.delete(key)
      }
    })
  }
}
