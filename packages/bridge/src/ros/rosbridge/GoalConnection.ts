import { Deferred, Effect } from "effect"
import type { ActionResult } from "./Operations.ts"
import type { OpenWire } from "./Wire.ts"

/** A goal on its way, over a connection of its own: the server receives nothing else there until it ends. */
export interface GoalConnection {
  /** How it ended, in the server's words; undefined when the connection ended first. */
  readonly outcome: Effect.Effect<ActionResult | undefined>
  /** The listener of the goal's feedback, as it came. */
  onFeedback: (feedback: unknown) => void
}

const id = "goal"

/** Sends a goal over a new connection, which ends with the scope. */
export const sendOver = Effect.fnUntraced(function* (
  open: OpenWire,
  action: string,
  type: string,
  goal: unknown,
  onFeedback: (feedback: unknown) => void
) {
  const ended = yield* Deferred.make<ActionResult | undefined>()
  // Whichever side ends the connection, the caller that waits for the goal's end is notified.
  yield* Effect.addFinalizer(() => Deferred.succeed(ended, undefined))
  const connection: GoalConnection = { outcome: Deferred.await(ended), onFeedback }
  const wire = yield* open((operation) => {
    if (operation.op === "action_feedback" && operation.id === id) connection.onFeedback(operation.values)
    if (operation.op === "action_result" && operation.id === id) Deferred.doneUnsafe(ended, Effect.succeed(operation))
  })
  yield* Effect.forkScoped(Effect.andThen(wire.closed, Deferred.succeed(ended, undefined)))
  yield* wire.send({ op: "send_action_goal", id, action, action_type: type, args: goal, feedback: true })
  return connection
})
