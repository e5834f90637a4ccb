import { Clock, Context, Effect, Layer, Queue, Semaphore } from "effect"
import { everySync } from "../../platform/schedule/every.ts"
import { writeByHalves } from "../../platform/sql/makeWriteBehind.ts"
import { isOfDatabase } from "../../platform/sql/writeSkippingRejectedRows.ts"
import { AlertQueue } from "./AlertQueue.ts"
import type { LiveAlert } from "./LiveAlert.ts"
import { AlertRecords, type MovedAlert } from "./AlertRecords.ts"
import { AlertStore } from "./AlertStore.ts"

/** Alerts that one statement writes, at most. */
const alertsAtOnce = 500

/** Every so many seconds the newest values of connected robots' alerts are stored; of others, every second. */
const valuesEveryS = 10

interface Writing {
  readonly alert: LiveAlert
  readonly moved: MovedAlert
}

const writingOf = (alert: LiveAlert): Writing => {
  const { home, row, waiting } = alert
  const { id, revision } = row!
  return { alert, moved: { alert: { id, org_id: home.orgId, robot_id: home.robotId }, revision, moves: waiting } }
}

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
  }
>()("@fleet/server/AlertWriter") {
  static readonly layer = Layer.effect(
    AlertWriter,
    Effect.gen(function* () {
      const records = yield* AlertRecords
      const store = yield* AlertStore
      const clock = yield* Clock.Clock
      const oneWriter = yield* Semaphore.make(1)
      const woken = yield* Queue.sliding<void>(1)
      const now = () => clock.currentTimeMillisUnsafe()
      const queue = new AlertQueue(now, () => void Queue.offerUnsafe(woken, undefined))
      let refused: (alert: LiveAlert) => void = () => undefined

      const take = (): ReadonlyArray<LiveAlert> => {
        const batch: Array<LiveAlert> = []
        for (const alert of queue.pending) {
          if (alert.isDropped || alert.waiting.length === 0) queue.pending.delete(alert)
          else if (alert.row !== null && batch.push(alert) === alertsAtOnce) break
        }
        return batch
      }

      const storeMoves = writeByHalves<Writing>({
        name: "moves of alerts",
        isRefusal,
        write: Effect.fnUntraced(function* (batch: ReadonlyArray<Writing>) {
          const revisions = yield* records.move(batch.map(({ moved }) => moved))
          for (const { alert, moved } of batch) {
            alert.isWriting = false
            const revision = revisions.get(moved.alert.id)
            if (revision === undefined) {
              alert.refuse()
              refused(alert)
            } else alert.settle(moved.moves.length, revision)
          }
        }),
        refused: ({ alert, moved }) => alert.drop(moved.moves.length)
      })
      const storeValues = writeByHalves<Parameters<typeof store.keepValues>[0][number]>({
        name: "values of alerts",
        isRefusal,
        write: store.keepValues
      })

      const writeSome = (batch: ReadonlyArray<LiveAlert>) => {
        for (const alert of batch) alert.isWriting = true
        return Effect.ensuring(
          storeMoves(batch.map(writingOf)),
          Effect.sync(() => batch.forEach((alert) => void (alert.isWriting = false)))
        )
      }

      const writeMoves = Effect.suspend(() => {
        let batch = take()
        return Effect.whileLoop({
          while: () => batch.length > 0,
          body: () => writeSome(batch),
          step: () => void (batch = take())
        })
      }).pipe(oneWriter.withPermit)

      const writeValues = (fits: (alert: LiveAlert) => boolean) =>
        Effect.suspend(() => {
          const alerts: Array<LiveAlert> = []
          for (const alert of queue.valued) {
            // One that is disabled keeps the newest value that was evaluated before.
            if (alert.isDropped && alert.row === null) {
              if (!alert.awaitsRow) queue.valued.delete(alert)
            } else if (alert.isDropped) alerts.unshift(alert)
            else if (alert.row !== null && fits(alert)) alerts.push(alert)
          }
          return Effect.forEach(
            Array.from({ length: Math.ceil(alerts.length / alertsAtOnce) }, (_, index) =>
              alerts.slice(index * alertsAtOnce, (index + 1) * alertsAtOnce)
            ),
            (batch) => {
              // Of an alert that was disabled and enabled since, the newer value comes last.
              const byId = new Map(batch.map(({ row, value = null }) => [row!.id, value]))
              const values = Array.from(byId, ([id, value]) => ({ id, value }))
              for (const alert of batch) {
                alert.hasNewValue = false
                queue.valued.delete(alert)
              }
              return Effect.onError(storeValues(values), () => Effect.sync(() => batch.forEach(queue.evaluated, queue)))
            },
            { discard: true }
          )
        })

      const carefully = (work: Effect.Effect<void>) =>
        Effect.catchDefect(work, (defect) => Effect.logError("alerts could not be stored; retrying", defect))

      yield* everySync("250 millis", () => queue.tick(now()))
      yield* Queue.take(woken).pipe(
        Effect.andThen(writeMoves),
        Effect.catchDefect((defect) =>
          Effect.logError("moves of alerts could not be stored; retrying", defect).pipe(
            Effect.andThen(Effect.sleep("1 second")),
            Effect.andThen(Queue.offer(woken, undefined))
          )
        ),
        Effect.forever,
        Effect.forkScoped
      )
      let seconds = 0
      yield* Effect.sleep("1 second").pipe(
        Effect.andThen(Effect.sync(() => ++seconds % valuesEveryS === 0)),
        Effect.flatMap((all) => carefully(writeValues(({ home }) => all || home.link === null))),
        Effect.forever,
        Effect.forkScoped
      )

      return AlertWriter.of({
        queue,
        onRefused: (listener) => void (refused = listener),
        flush: Effect.suspend(() => {
          queue.tick(now())
          return Effect.andThen(
            writeMoves,
            writeValues(() => true)
          )
        })
      })
    })
  )
}
