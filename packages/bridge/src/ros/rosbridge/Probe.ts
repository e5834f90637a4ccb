import { Deferred, Effect, Option, Random } from "effect"
import { actionPart } from "../ActionParts.ts"
import { statusType } from "./GoalList.ts"
import type { OpenWire } from "./Wire.ts"

const silentAfterMs = 3000
/** A latched list comes at once, if there is any. */
const listAfterMs = 500

/** What a probe found: `status` is the message with the goals the server lists, if it listed any. */
export interface ProbeAnswer {
  readonly isAlive: boolean
  readonly status: unknown
}

const randomId = Effect.map(Effect.all(Array.from({ length: 16 }, () => Random.nextIntBetween(0, 256))), (bytes) =>
  Buffer.from(bytes).toString("base64")
)

/**
 * Asks an action's server to cancel a goal that does not exist, over a connection of its own: a dead server never answers,
 * and no other caller may wait behind it. Undefined without a connection.
 */
export const probe = (open: OpenWire, action: string): Effect.Effect<ProbeAnswer | undefined> =>
  Effect.gen(function* () {
    const answered = yield* Deferred.make<boolean>()
    const listed = yield* Deferred.make<unknown>()
    const wire = yield* open((operation) => {
      if (operation.op === "service_response") Deferred.doneUnsafe(answered, Effect.succeed(operation.result))
      if (operation.op === "publish") Deferred.doneUnsafe(listed, Effect.succeed(operation.msg))
    })
    const service = action + actionPart.cancelGoal
    const args = { goal_info: { goal_id: { uuid: yield* randomId }, stamp: { sec: 0, nanosec: 0 } } }
    const timeout = silentAfterMs / 1000
    yield* wire.send({ op: "call_service", id: "probe", service, args, timeout })
    const answer = yield* Effect.raceFirst(
      Effect.timeoutOption(Deferred.await(answered), silentAfterMs),
      Effect.as(wire.closed, undefined)
    )
    if (answer === undefined) return undefined
    if (!Option.getOrElse(answer, () => false)) return { isAlive: false, status: undefined }
    const topic = action + actionPart.status
    const common = { compression: "cbor-raw", throttle_rate: 0, queue_length: 1 } as const
    yield* wire.send({ op: "subscribe", id: "probe", topic, type: statusType, ...common })
    const status = yield* Effect.timeoutOption(Deferred.await(listed), listAfterMs)
    return { isAlive: true, status: Option.getOrUndefined(status) }
  }).pipe(
    Effect.scoped,
    Effect.orElseSucceed(() => undefined)
  )
