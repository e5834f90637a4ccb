import { Deferred, Effect, Result, SubscriptionRef } from "effect"
import { writeCdr } from "../CdrWrite.ts"
import {
  GatewayOffline,
  type InvalidMessage,
  NotAdvertised,
  offline,
  ServiceFailed,
  TypeMismatch
} from "../GatewayErrors.ts"
import { checkMessage } from "../MessageCheck.ts"
import type { RosType } from "../RosType.ts"
import { readCdr } from "../readCdr.ts"
import type { HeldType, TypeLibrary } from "../TypeLibrary.ts"
import type { ServerFrame } from "./Frames.ts"
import type { Link } from "./Link.ts"
import type { GraphUpdate, Service } from "./Operations.ts"

/** A service with its two types, each undefined when it cannot be read or written here. */
export interface ServiceOffer {
  readonly service: Service
  readonly request: RosType | undefined
  readonly response: RosType | undefined
}

/** How a call looks at its types, where the fields of an action are flattened into them. */
export interface CallShape {
  readonly request?: (type: RosType) => RosType
  readonly response?: (type: RosType) => RosType
}

type CallFailure = GatewayOffline | NotAdvertised | TypeMismatch | InvalidMessage | ServiceFailed

interface PendingCall {
  readonly name: string
  readonly serviceId: number
  readonly answer: Deferred.Deferred<Uint8Array, CallFailure>
}

export interface Services {
  /** The decoded response. Waits without limit; interruption forgets the call. */
  readonly call: (
    name: string,
    type: string,
    request: unknown,
    shape?: CallShape
  ) => Effect.Effect<unknown, CallFailure>
  readonly offers: () => ReadonlyArray<ServiceOffer>
  /** The names of the services whose servers are alive. */
  readonly available: SubscriptionRef.SubscriptionRef<ReadonlySet<string>>
  readonly onAdvertise: (services: ReadonlyArray<Service>) => Effect.Effect<void>
  readonly onUnadvertise: (serviceIds: ReadonlyArray<number>) => Effect.Effect<void>
  readonly onGraphUpdate: (update: GraphUpdate) => Effect.Effect<void>
  readonly onResponse: (frame: ServerFrame & { readonly kind: "service_response" }) => void
  readonly onFailure: (callId: number, message: string) => void
  readonly onClose: Effect.Effect<void>
  /** What is kept: services that are advertised, names declared gone among them, and calls that wait for an answer. */
  readonly size: () => { readonly offers: number; readonly gone: number; readonly pending: number }
}

const holdPart = (library: TypeLibrary, service: Service, part: "request" | "response"): HeldType | undefined => {
  const definition = service[part]
  const name = `${service.type}_${part === "request" ? "Request" : "Response"}`
  if (definition === undefined) {
    return library.hold(name, "ros2msg", (part === "request" ? service.requestSchema : service.responseSchema) ?? "")
  }
  if (definition.encoding !== "cdr") return undefined
  return library.hold(name, definition.schemaEncoding, definition.schema)
}

const same = (type: RosType): RosType => type

const ended = new GatewayOffline({ message: "The connection to the robot's ROS graph ended before the answer." })
const vanished = (name: string) => new NotAdvertised({ name, message: `Nobody offers ${name}.` })
const unreadable = (name: string) =>
  new NotAdvertised({ name, message: `${name} is offered in an encoding that cannot be read here.` })

export const makeServices = Effect.fnUntraced(function* (link: Link, library: TypeLibrary) {
  const offers = new Map<number, ServiceOffer & { readonly release: () => void }>()
  /** Services the connection graph has declared gone although they are still advertised: of others nothing is kept. */
  const gone = new Set<string>()
  const pending = new Map<number, PendingCall>()
  const available = yield* SubscriptionRef.make<ReadonlySet<string>>(new Set())
  let nextCall = 1

  const find = (name: string): ServiceOffer | undefined => {
    if (gone.has(name)) return undefined
    return Array.from(offers.values()).find((offer) => offer.service.name === name)
  }

  const settle = (callId: number, answer: Effect.Effect<Uint8Array, CallFailure>) => {
    const call = pending.get(callId)
    if (call === undefined) return
    pending.delete(callId)
    Deferred.doneUnsafe(call.answer, answer)
  }

  const failCalls = (lost: (call: PendingCall) => CallFailure | undefined) => {
    for (const [callId, call] of pending) {
      const failure = lost(call)
      if (failure !== undefined) settle(callId, Effect.fail(failure))
    }
  }

  /** Says who is alive now, ends the calls of those who are not, and forgets who is not advertised any more. */
  const announce = Effect.suspend(() => {
    const names = Array.from(offers.values(), (offer) => offer.service.name).filter((name) => !gone.has(name))
    return SubscriptionRef.set(available, new Set(names))
  }).pipe(
    Effect.andThen(
      Effect.sync(() => {
        failCalls((call) => (offers.has(call.serviceId) && !gone.has(call.name) ? undefined : vanished(call.name)))
        const advertised = new Set(Array.from(offers.values(), (offer) => offer.service.name))
        for (const name of gone) if (!advertised.has(name)) gone.delete(name)
      })
    )
  )

  const exchange = ({ service }: ServiceOffer, payload: Uint8Array) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const call = {
          name: service.name,
          serviceId: service.id,
          answer: Deferred.makeUnsafe<Uint8Array, CallFailure>()
        }
        const callId = nextCall++
        pending.set(callId, call)
        return { ...call, callId }
      }),
      ({ answer, callId, serviceId }) =>
        Effect.andThen(
          link.sendFrame({ kind: "service_request", serviceId, callId, encoding: "cdr", payload }),
          Deferred.await(answer)
        ),
      ({ callId }) => Effect.sync(() => pending.delete(callId))
    )

  const call: Services["call"] = Effect.fnUntraced(function* (name, type, request, shape = {}) {
    if (!link.isOpen()) return yield* offline
    const offer = find(name)
    if (offer === undefined) return yield* vanished(name)
    const actual = offer.service.type
    if (actual !== type) {
      return yield* new TypeMismatch({
        name,
        expected: type,
        actual,
        message: `${name} is a ${actual}, not a ${type}.`
      })
    }
    if (offer.request === undefined || offer.response === undefined) return yield* unreadable(name)
    const requestType = (shape.request ?? same)(offer.request)
    const checked = checkMessage(requestType, request)
    if (Result.isFailure(checked)) return yield* checked.failure
    const payload = yield* exchange(offer, writeCdr(requestType, checked.success))
    const responseType = (shape.response ?? same)(offer.response)
    return yield* Effect.try({
      try: () => readCdr(responseType, payload),
      catch: () => new ServiceFailed({ message: `The answer of ${name} does not fit its definition.` })
    })
  })

  return {
    call,
    offers: () => Array.from(offers.values()),
    size: () => ({ offers: offers.size, gone: gone.size, pending: pending.size }),
    available,
    onAdvertise: (services) =>
      Effect.suspend(() => {
        for (const service of services) {
          gone.delete(service.name)
          const request = holdPart(library, service, "request")
          const response = holdPart(library, service, "response")
          const release = () => {
            request?.release()
            response?.release()
          }
          offers.get(service.id)?.release()
          offers.set(service.id, { service, request: request?.type, response: response?.type, release })
        }
        return announce
      }),
    onUnadvertise: (serviceIds) =>
      Effect.suspend(() => {
        for (const id of serviceIds) {
          offers.get(id)?.release()
          offers.delete(id)
        }
        return announce
      }),
    onGraphUpdate: (update) =>
      Effect.suspend(() => {
        for (const name of update.removedServices) gone.add(name)
        for (const { name, providerIds } of update.advertisedServices) {
          if (providerIds.length === 0) gone.add(name)
          else gone.delete(name)
        }
        return announce
      }),
    onResponse: ({ callId, encoding, payload }) => {
      const readable = encoding === "cdr"
      const failure = new ServiceFailed({ message: `The answer came as ${encoding}, which cannot be read.` })
      settle(callId, readable ? Effect.succeed(payload) : Effect.fail(failure))
    },
    onFailure: (callId, message) => settle(callId, Effect.fail(new ServiceFailed({ message }))),
    onClose: Effect.suspend(() => {
      for (const { release } of offers.values()) release()
      offers.clear()
      gone.clear()
      return SubscriptionRef.set(available, new Set<string>())
    }).pipe(Effect.andThen(Effect.sync(() => failCalls(() => ended))))
  } satisfies Services
})
