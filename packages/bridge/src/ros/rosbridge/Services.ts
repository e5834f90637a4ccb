import { Effect, Result } from "effect"
import { NotAdvertised, TypeMismatch } from "../GatewayErrors.ts"
import { checkMessage } from "../MessageCheck.ts"
import { toJson } from "../MessageJson.ts"
import type { CallError } from "../RosGateway.ts"
import { withShortFloats } from "../withShortFloats.ts"
import type { Caller } from "./Calls.ts"
import type { Rosapi } from "./Rosapi.ts"
import type { TypeLookup } from "./TypeLookup.ts"

/** Services whose types are remembered, of one connection. */
const maxTypes = 1000

/** Calls of services by name and type. What a server answers in JSON is what the contract writes. */
export const makeServices = (rosapi: Rosapi, types: TypeLookup, pool: Caller) => {
  const known = new Map<string, string>()

  const typeOf = (service: string) =>
    Effect.suspend(() => {
      const type = known.get(service)
      if (type !== undefined) return Effect.succeed(type)
      return Effect.tap(rosapi.serviceType(service), (found) =>
        Effect.sync(() => {
          if (found !== "" && known.size < maxTypes) known.set(service, found)
        })
      )
    })

  const call = Effect.fnUntraced(function* (
    service: string,
    type: string,
    request: unknown,
    timeoutMs: number
  ): Effect.fn.Return<unknown, CallError> {
    const actual = yield* typeOf(service)
    if (actual === "") return yield* new NotAdvertised({ name: service, message: `Nobody offers ${service}.` })
    if (actual !== type) {
      const message = `${service} is a ${actual}, not a ${type}.`
      return yield* new TypeMismatch({ name: service, expected: type, actual, message })
    }
    const definition = yield* types.details("service_request", type)
    const checked = definition === undefined ? Result.succeed(request) : checkMessage(definition, request)
    if (Result.isFailure(checked)) return yield* checked.failure
    const answer = yield* pool.call(service, checked.success, timeoutMs).pipe(
      // Somebody else may offer it next, with another type.
      Effect.tapError(() => Effect.sync(() => known.delete(service)))
    )
    return toJson(withShortFloats(yield* types.details("service_response", type), answer))
  })

  return {
    call,
    typeOf,
    onClose: Effect.sync(() => known.clear()),
    /** Services whose types are remembered. */
    size: () => known.size
  }
}
export type Services = ReturnType<typeof makeServices>
