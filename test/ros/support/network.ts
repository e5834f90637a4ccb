import { offline } from "@fleet/bridge/ros/GatewayErrors"
import type { ClientOperation, ServerOperation } from "@fleet/bridge/ros/rosbridge/Operations"
import type { OpenWire } from "@fleet/bridge/ros/rosbridge/Wire"
import { Deferred, Effect } from "effect"

/** Connections to a server that only takes note; a test says what it answers. */
export const network = () => {
  const sent: Array<ClientOperation> = []
  const open = new Set<{ readonly hear: (operation: ServerOperation) => void; readonly end: () => void }>()
  const state: { answer: (operation: ClientOperation, hear: (operation: ServerOperation) => void) => void } = {
    answer: () => undefined
  }
  const openWire: OpenWire = (hear) =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      let isOpen = true
      const connection = {
        hear,
        end: () => {
          isOpen = false
          open.delete(connection)
          Deferred.doneUnsafe(closed, Effect.void)
        }
      }
      yield* Effect.acquireRelease(
        Effect.sync(() => open.add(connection)),
        () => Effect.sync(connection.end)
      )
      return {
        isOpen: () => isOpen,
        closed: Deferred.await(closed),
        send: (operation) =>
          Effect.suspend(() => {
            if (!isOpen) return Effect.fail(offline)
            sent.push(operation)
            state.answer(operation, hear)
            return Effect.void
          })
      }
    })
  return { openWire, sent, open, state, hangUp: () => [...open].forEach(({ end }) => end()) }
}

/** Answers each call with nothing in it. */
export const responds = (operation: ClientOperation, hear: (operation: ServerOperation) => void): void => {
  if (operation.op === "call_service") hear({ op: "service_response", id: operation.id, values: {}, result: true })
}
