import type { AlertId, RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { everySync } from "../../platform/schedule/every.ts"
import { makeWriteBehind } from "../../platform/sql/makeWriteBehind.ts"
import { isOfDatabase } from "../../platform/sql/writeSkippingRejectedRows.ts"
import { AlertQueue, type TakenMoves } from "./AlertQueue.ts"
import { AlertRecords } from "./AlertRecords.ts"
import { AlertStore } from "./AlertStore.ts"
import type { LiveAlert } from "./LiveAlert.ts"

/** Alerts that one statement writes, at most. */
const atOnce = 500

/** How long each may take when the server stops, after the flush of the robots' homes. */
const stopWithin = "2 seconds"

/** Whatever the database itself is not to blame for is the fault of an alert. */
const isRefusal = (defect: unknown) => !isOfDatabase(defect)

/** Stores the moves of alerts, as soon as they are accepted and again while the database cannot be reached. */
export class AlertWriter extends Context.Service<
  AlertWriter,
  {
    readonly queue: AlertQueue
    /** Hears of alerts that were not stored, since something else had changed them. */
    readonly onRefused: (listener: (alert: LiveAlert) => void) => void
    /** Stores all that waits. */
    readonly flush: Effect.Effect<void>
    /** The same of one robot alone. */
    readonly flushOf: (robotId: RobotId) => Effect.Effect<void>
  }
>()("@fleet/server/AlertWriter") {
  static readonly layer = Layer.effect(
    AlertWriter,
    Effect.gen(function* () {
      const records = yield* AlertRecords
      const store = yield* AlertStore
      const clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      const queue: AlertQueue = new AlertQueue(now, () => moves.wake())
      let onRefused: (alert: LiveAlert) => void = () => undefined

      const moves = yield* makeWriteBehind<TakenMoves, ReadonlyMap<AlertId, number>>({
        name: "moves of alerts",
        when: { onArrival: 0 },
        atOnce,
        queue,
        isRefusal,
        stopWithin,
        write: (batch) => records.move(batch.map(({ moved }) => moved)),
        written: (batch, revisions) => {
          for (const { alert, moved } of batch) {
            alert.isWriting = false
            const revision = revisions.get(moved.alert.id)
            if (revision === undefined) {
              alert.refuse()
              onRefused(alert)
            } else alert.settle(moved.moves.length, revision)
          }
        },
        refused: ({ alert, moved }) => {
          alert.isWriting = false
          alert.drop(moved.moves.length)
        }
      })
      const values = yield* makeWriteBehind<LiveAlert>({
        name: "values of alerts",
        when: { every: "1 second" },
        atOnce,
        queue: queue.values,
        isRefusal,
        stopWithin,
        write: (batch) => {
          // Of an alert that was disabled and enabled since, the newer value comes last.
          const byId = new Map<AlertId, unknown>()
          for (const { row, value = null } of batch) if (row !== null) byId.set(row.id, value)
          return byId.size === 0 ? Effect.void : store.keepValues(Array.from(byId, ([id, value]) => ({ id, value })))
        },
        afterwards: () => queue.values.roundEnded()
      })

      yield* everySync("250 millis", () => queue.tick(now()))

      return AlertWriter.of({
        queue,
        onRefused: (listener) => void (onRefused = listener),
        flush: Effect.suspend(() => {
          queue.tick(now())
          queue.values.makeAllDue()
          return Effect.andThen(moves.flush, values.flush)
        }),
        flushOf: (robotId) =>
          Effect.suspend(() => {
            queue.tick(now())
            return Effect.andThen(moves.flushOf(robotId), values.flushOf(robotId))
          })
      })
    })
  )
}
