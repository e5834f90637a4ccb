import { Clock, Effect, Result, type Scope } from "effect"
import { type GatewayOffline, type InvalidMessage, NotAdvertised, TypeMismatch } from "../GatewayErrors.ts"
import { checkMessage } from "../MessageCheck.ts"
import type { RosType } from "../RosType.ts"
import type { ClientOperation } from "./Operations.ts"

/** What is between advertising a topic and its subscribers having found it. */
const discoveryMs = 300

/** Topics that are published without being advertised by anybody here: the newest so many stay advertised. */
export const publisherLimits = { unheld: 50 }

interface Publisher {
  readonly id: string
  readonly topic: string
  readonly type: string
  holders: number
  /** Since when the server of this connection knows. */
  advertisedAtMs: number | undefined
}

interface Needs {
  readonly send: (operation: ClientOperation) => Effect.Effect<void, GatewayOffline>
  readonly typeOf: (topic: string) => string | undefined
  readonly definition: (type: string) => Effect.Effect<RosType | undefined, GatewayOffline>
  readonly use: (type: string) => () => void
}

/** The topics that are published here. */
export const makePublishers = ({ definition, send, typeOf, use }: Needs) => {
  const publishers = new Map<string, Publisher>()
  let nextId = 1

  const hold = (topic: string, type: string): Publisher => {
    const key = `${topic} ${type}`
    const known = publishers.get(key)
    if (known !== undefined) return known
    const publisher = { id: `publisher:${nextId++}`, topic, type, holders: 0, advertisedAtMs: undefined }
    publishers.set(key, publisher)
    return publisher
  }

  /** Drops the topics that were published longest ago and are not advertised. */
  const trim = Effect.suspend(() => {
    const unheld = Array.from(publishers).filter(([, { holders }]) => holders === 0)
    const old = unheld.slice(0, Math.max(0, unheld.length - publisherLimits.unheld))
    return Effect.forEach(
      old,
      ([key, { advertisedAtMs, id, topic }]) => {
        publishers.delete(key)
        return advertisedAtMs === undefined ? Effect.void : Effect.ignore(send({ op: "unadvertise", id, topic }))
      },
      { discard: true }
    )
  })

  const announce = Effect.fnUntraced(function* (publisher: Publisher) {
    const now = yield* Clock.currentTimeMillis
    if (publisher.advertisedAtMs !== undefined) return publisher.advertisedAtMs
    const { id, topic, type } = publisher
    yield* send({ op: "advertise", id, topic, type })
    publisher.advertisedAtMs = now
    return now
  })

  const release = ({ publisher, unuse }: { readonly publisher: Publisher; readonly unuse: () => void }) =>
    Effect.suspend(() => {
      unuse()
      publisher.holders -= 1
      if (publisher.holders > 0) return Effect.void
      const { advertisedAtMs, id, topic, type } = publisher
      publishers.delete(`${topic} ${type}`)
      return advertisedAtMs === undefined ? Effect.void : Effect.ignore(send({ op: "unadvertise", id, topic }))
    })

  return {
    advertise: (topic: string, type: string): Effect.Effect<void, never, Scope.Scope> =>
      Effect.acquireRelease(
        Effect.suspend(() => {
          const publisher = hold(topic, type)
          publisher.holders += 1
          return Effect.as(Effect.ignore(announce(publisher)), { publisher, unuse: use(type) })
        }),
        release
      ),
    publish: Effect.fnUntraced(function* (
      topic: string,
      type: string,
      message: unknown
    ): Effect.fn.Return<void, GatewayOffline | TypeMismatch | InvalidMessage | NotAdvertised> {
      const actual = typeOf(topic)
      if (actual !== undefined && actual !== type) {
        const words = `${topic} is a ${actual}, not a ${type}.`
        return yield* new TypeMismatch({ name: topic, expected: type, actual, message: words })
      }
      const known = yield* definition(type)
      if (known === undefined) {
        return yield* new NotAdvertised({ name: type, message: `The definition of ${type} is not known.` })
      }
      const checked = checkMessage(known, message)
      if (Result.isFailure(checked)) return yield* checked.failure
      const publisher = hold(topic, type)
      yield* trim
      const since = (yield* Clock.currentTimeMillis) - (yield* announce(publisher))
      if (since < discoveryMs) yield* Effect.sleep(discoveryMs - Math.max(0, since))
      yield* send({ op: "publish", topic, type, msg: checked.success })
    }),
    /** A server is there: what is held is advertised again. */
    onOpen: Effect.suspend(() =>
      Effect.forEach(publishers.values(), (publisher) => Effect.ignore(announce(publisher)), { discard: true })
    ),
    onClose: Effect.sync(() => {
      for (const [key, publisher] of publishers) {
        publisher.advertisedAtMs = undefined
        if (publisher.holders === 0) publishers.delete(key)
      }
    }),
    /** Topics that are published here. */
    size: () => publishers.size
  }
}
export type Publishers = ReturnType<typeof makePublishers>
