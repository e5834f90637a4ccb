import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import type { Parameters } from "@fleet/domain/RobotConfig/Parameters"
import type { Publisher } from "@fleet/domain/RobotConfig/Publisher"
import { resolveMessage } from "@fleet/domain/RobotConfig/Template"
import { Effect, Queue } from "effect"
import { wordsOf } from "../wordsOf.ts"
import { RosGateway } from "../../ros/RosGateway.ts"

/** Messages that wait for the gateway; of a burst the newest matter. */
const waiting = 16

/** A publisher that runs. */
export interface PublisherHandle {
  /** Sends one message, its parameters checked by the cloud. */
  readonly publish: (params: Parameters) => void
  /** Sends the failsafe message now: the publisher has no holder any more. */
  readonly failsafe: () => void
}

/**
 * Keeps a publisher's topic advertised for as long as the scope is open. When the holder falls silent for `timeout_ms`
 * the failsafe message is sent once; also when the cloud asks for it, and when the publisher goes while it is held, for
 * nobody else would stop the robot.
 */
export const runPublisher = Effect.fnUntraced(function* (slug: string, config: Publisher, doc: DeliveredDocument) {
  const gateway = yield* RosGateway
  const queue = yield* Queue.sliding<Parameters | "failsafe">(waiting)
  let isHeld = false

  const publish = (message: unknown) =>
    gateway
      .publish(config.topic, config.type, message)
      .pipe(Effect.catch((error) => Effect.logWarning(`Message of ${slug} was not published: ${error.message}`)))

  const failsafe = Effect.suspend(() => {
    isHeld = false
    return publish(resolveMessage(doc, config.failsafe.message, {}))
  })

  const step = Effect.gen(function* () {
    const silence = { duration: config.failsafe.timeout_ms, orElse: () => Effect.succeed("failsafe" as const) }
    const taken = yield* isHeld ? Effect.timeoutOrElse(Queue.take(queue), silence) : Queue.take(queue)
    if (taken === "failsafe") return yield* failsafe
    isHeld = true
    yield* publish(resolveMessage(doc, config.message, taken))
  })

  yield* gateway.advertise(config.topic, config.type)
  yield* Effect.addFinalizer(() => Effect.suspend(() => (isHeld ? failsafe : Effect.void)))
  // A message that cannot be made is one message: the next is taken, and the failsafe comes when it is time.
  const safely = Effect.catchDefect(step, (defect) =>
    Effect.logWarning(`A message of ${slug} was not published: ${wordsOf(defect)}`)
  )
  yield* Effect.forkScoped(Effect.forever(safely))
  const handle: PublisherHandle = {
    publish: (params) => {
      Queue.offerUnsafe(queue, params)
    },
    failsafe: () => {
      Queue.offerUnsafe(queue, "failsafe")
    }
  }
  return handle
})
