import { Clock, Duration, Effect, Random, type Scope } from "effect"
import { type GatewayOffline, offline } from "../GatewayErrors.ts"
import type { ServiceError } from "./Calls.ts"
import type { ClientOperation } from "./Operations.ts"
import type { OpenWire, Wire } from "./Wire.ts"

/** What is done while connected. */
export interface SessionHandlers {
  readonly onMessage: (topic: string, msg: unknown, receivedAtMs: number) => void
  /** Looks at the graph as soon as there is a connection, and again every two seconds. */
  readonly look: (isFirst: boolean) => Effect.Effect<void, ServiceError>
  readonly onClose: Effect.Effect<void>
}

const lookEveryMs = 2000
const firstDelayMs = 250
const longestDelayMs = 10_000

/** The connection for subscriptions and messages, which comes back by itself; with it stands and falls all else. */
export const makeSession = Effect.fnUntraced(function* (open: OpenWire) {
  const clock = yield* Clock.Clock
  let current: Wire | undefined
  let failures = 0

  const once = Effect.fnUntraced(function* (
    handlers: SessionHandlers
  ): Effect.fn.Return<never, ServiceError, Scope.Scope> {
    const wire = yield* open((operation) => {
      if (operation.op === "publish") {
        handlers.onMessage(operation.topic, operation.msg, clock.currentTimeMillisUnsafe())
      }
    })
    yield* Effect.addFinalizer(() => {
      current = undefined
      return handlers.onClose
    })
    current = wire
    const looking = Effect.gen(function* () {
      yield* handlers.look(true)
      failures = 0
      return yield* Effect.forever(Effect.andThen(Effect.sleep(lookEveryMs), handlers.look(false)))
    })
    return yield* Effect.raceFirst(looking, Effect.andThen(wire.closed, Effect.fail(offline)))
  })

  const pause = Effect.gen(function* () {
    const longest = Math.min(firstDelayMs * 2 ** failures, longestDelayMs)
    failures += 1
    yield* Effect.sleep(Duration.millis(yield* Random.nextBetween(longest / 2, longest)))
  })

  return {
    send: (operation: ClientOperation): Effect.Effect<void, GatewayOffline> =>
      Effect.suspend(() => (current === undefined ? Effect.fail(offline) : current.send(operation))),
    run: (handlers: SessionHandlers): Effect.Effect<never> =>
      Effect.scoped(once(handlers)).pipe(
        Effect.catch((error) =>
          error._tag === "NotAdvertised"
            ? Effect.logWarning(
                `rosbridge answers, but not rosapi: start the node "rosapi" beside it. ${error.message}`
              )
            : Effect.logDebug("The connection to the robot ended.", error.message)
        ),
        Effect.andThen(pause),
        Effect.forever
      )
  }
})
