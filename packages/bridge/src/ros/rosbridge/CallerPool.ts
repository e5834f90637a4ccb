import { Effect, Semaphore } from "effect"
import { ServiceFailed, Timeout } from "../GatewayErrors.ts"
import { type Caller, makeCaller } from "./Calls.ts"
import type { OpenWire } from "./Wire.ts"

/** Calls of services under way at once, and calls that wait for one of them to end. */
export const poolLimits = { connections: 8, waiting: 64 }

/** Several connections, so that a slow service holds up no other. */
export const makeCallerPool = Effect.fnUntraced(function* (open: OpenWire) {
  const turn = yield* Semaphore.make(poolLimits.connections)
  const idle: Array<Caller> = []
  let asked = 0

  for (let index = 0; index < poolLimits.connections; index++) idle.push(yield* makeCaller(open))

  const take = Effect.sync(() => idle.pop())
  const useOne: Caller["call"] = (service, args, timeoutMs) =>
    Effect.acquireUseRelease(
      take,
      (caller) =>
        caller === undefined
          ? Effect.die(new Error("A turn without a connection."))
          : caller.call(service, args, timeoutMs),
      (caller) => Effect.sync(() => (caller === undefined ? undefined : idle.push(caller)))
    )

  return {
    call: (service, args, timeoutMs) =>
      Effect.suspend(() => {
        if (asked >= poolLimits.connections + poolLimits.waiting) {
          return Effect.fail(new ServiceFailed({ message: "Too many calls to this robot are under way." }))
        }
        asked += 1
        return turn.withPermit(useOne(service, args, timeoutMs)).pipe(
          // The time spent waiting counts.
          Effect.timeoutOrElse({
            duration: timeoutMs,
            orElse: () => Effect.fail(new Timeout({ message: `${service} did not answer within ${timeoutMs} ms.` }))
          }),
          Effect.ensuring(Effect.sync(() => void (asked -= 1)))
        )
      })
  } satisfies Caller
})
