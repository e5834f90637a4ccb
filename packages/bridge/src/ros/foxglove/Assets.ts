import { Deferred, Effect } from "effect"
import { type GatewayOffline, NotAdvertised, offline, ServiceFailed, Timeout } from "../GatewayErrors.ts"
import type { RosGateway } from "../RosGateway.ts"
import type { ServerFrame } from "./Frames.ts"
import type { Link } from "./Link.ts"

type Answer = Extract<ServerFrame, { readonly kind: "asset" }>

/** How long a server has for one file. */
const deadline = "60 seconds"

export interface Assets {
  readonly fetch: NonNullable<RosGateway["Service"]["fetchAsset"]>
  readonly onAnswer: (frame: Answer) => void
  readonly onClose: Effect.Effect<void>
  /** Files that are asked for. */
  readonly size: () => number
}

/** Files that the server reads for its clients, each question with an id. */
export const makeAssets = (link: Link, isServing: () => boolean): Assets => {
  const waiting = new Map<number, Deferred.Deferred<Uint8Array, ServiceFailed | GatewayOffline>>()
  let nextId = 1

  const fetch: Assets["fetch"] = Effect.fnUntraced(function* (uri) {
    if (!link.isOpen()) return yield* offline
    if (!isServing()) {
      return yield* new NotAdvertised({ name: uri, message: "The robot's server gives no files to its clients." })
    }
    const requestId = nextId++
    const answer = Deferred.makeUnsafe<Uint8Array, ServiceFailed | GatewayOffline>()
    waiting.set(requestId, answer)
    return yield* Effect.andThen(link.send({ op: "fetchAsset", uri, requestId }), Deferred.await(answer)).pipe(
      Effect.timeoutOrElse({
        duration: deadline,
        orElse: () => Effect.fail(new Timeout({ message: `${uri} did not come in time.` }))
      }),
      Effect.ensuring(Effect.sync(() => waiting.delete(requestId)))
    )
  })

  return {
    fetch,
    size: () => waiting.size,
    onAnswer: ({ error, ok, payload, requestId }) => {
      const answer = waiting.get(requestId)
      if (answer === undefined) return
      // The payload is a view of the frame.
      const result = ok ? Effect.succeed(payload.slice()) : Effect.fail(new ServiceFailed({ message: error }))
      Deferred.doneUnsafe(answer, result)
    },
    onClose: Effect.sync(() => {
      for (const answer of waiting.values()) Deferred.doneUnsafe(answer, Effect.fail(offline))
    })
  }
}
