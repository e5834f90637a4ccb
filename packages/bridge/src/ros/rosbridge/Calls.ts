import { Deferred, Effect, Exit, Scope, Semaphore } from "effect"
import { GatewayOffline, NotAdvertised, ServiceFailed, Timeout } from "../GatewayErrors.ts"
import type { ServerOperation } from "./Operations.ts"
import type { OpenWire, Wire } from "./Wire.ts"

export type ServiceError = GatewayOffline | NotAdvertised | ServiceFailed | Timeout

/** Calls services over a connection of its own, one at a time: behind a slow call a server answers nothing. */
export interface Caller {
  /** Fails with Timeout `timeoutMs` after it was asked for, whether it was sent or waited for its turn. */
  readonly call: (service: string, args: unknown, timeoutMs: number) => Effect.Effect<unknown, ServiceError>
}

/** What a server says that was asked to stop and lingers: every call fails with it, for ever. */
const isLingering = (words: string): boolean => /context is (?:invalid|not valid)/i.test(words)

const failureOf = (service: string, values: unknown): ServiceError => {
  const words = typeof values === "string" ? values : `${service} failed.`
  if (isLingering(words)) return new GatewayOffline({ message: "The robot's server is shutting down." })
  return /^Service \S+ does not exist/.test(words)
    ? new NotAdvertised({ name: service, message: `Nobody offers ${service}.` })
    : new ServiceFailed({ message: words })
}

const lost = new GatewayOffline({ message: "The connection to the robot's ROS graph ended before the answer." })

/** A connection for calls. It is opened by the first call, and given up with a call that stays without an answer. */
export const makeCaller = Effect.fnUntraced(function* (open: OpenWire) {
  const turn = yield* Semaphore.make(1)
  let current: { readonly wire: Wire; readonly scope: Scope.Closeable } | undefined
  let pending: { readonly id: string; readonly answer: (operation: ServerOperation) => void } | undefined
  let nextId = 1

  const drop = Effect.suspend(() => {
    const scope = current?.scope
    current = undefined
    return scope === undefined ? Effect.void : Scope.close(scope, Exit.void)
  })

  const onOperation = (operation: ServerOperation): void => {
    if (operation.op === "service_response" && operation.id === pending?.id) pending.answer(operation)
  }

  const connection = Effect.suspend(() => {
    if (current?.wire.isOpen() === true) return Effect.succeed(current.wire)
    return drop.pipe(
      Effect.andThen(Scope.make()),
      Effect.flatMap((scope) =>
        open(onOperation).pipe(
          Scope.provide(scope),
          Effect.tap((wire) => Effect.sync(() => void (current = { wire, scope }))),
          Effect.onError(() => Scope.close(scope, Exit.void))
        )
      )
    )
  })

  const exchange = Effect.fnUntraced(function* (service: string, args: unknown, timeoutMs: number) {
    const wire = yield* connection
    const id = `call:${nextId++}`
    const answer = yield* Deferred.make<Effect.Effect<unknown, ServiceError>>()
    pending = {
      id,
      answer: (operation) => {
        if (operation.op !== "service_response") return
        const { result, values } = operation
        Deferred.doneUnsafe(
          answer,
          Effect.succeed(result ? Effect.succeed(values) : Effect.fail(failureOf(service, values)))
        )
      }
    }
    return yield* wire.send({ op: "call_service", id, service, args, timeout: timeoutMs / 1000 }).pipe(
      Effect.andThen(Effect.raceFirst(Deferred.await(answer), Effect.andThen(wire.closed, Effect.fail(lost)))),
      // Without an answer the connection counts as dead: the server is still busy with the call.
      Effect.onError(() => drop),
      Effect.ensuring(Effect.sync(() => void (pending = undefined)))
    )
  })

  yield* Effect.addFinalizer(() => drop)

  return {
    call: (service, args, timeoutMs) =>
      turn.withPermit(exchange(service, args, timeoutMs)).pipe(
        Effect.timeoutOrElse({
          duration: timeoutMs,
          orElse: () => Effect.fail(new Timeout({ message: `${service} did not answer within ${timeoutMs} ms.` }))
        }),
        Effect.flatten
      )
  } satisfies Caller
})
