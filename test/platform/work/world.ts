import { Sealing } from "@fleet/server/platform/crypto/Sealing"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { type NewWork, Work } from "@fleet/server/platform/work/Work"
import { WorkOutcome } from "@fleet/server/platform/work/WorkOutcome"
import { type WorkAttempt, type WorkHandler, workQueue } from "@fleet/server/platform/work/WorkQueue"
import { WorkStore } from "@fleet/server/platform/work/WorkStore"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../support/Database.ts"

export const World = Work.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(WorkStore.layer, Sealing.layer)),
  Layer.provide(Settings.layerTest({})),
  Layer.provideMerge(TestDatabase)
)

/** The same over the database of the world: another process of the service. */
export const Process = Layer.fresh(
  Work.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(WorkStore.layer, Sealing.layer)),
    Layer.provide(Settings.layerTest({}))
  )
)

let queues = 0

/** A queue of numbers that no other test uses. */
export const makeQueue = (change: { readonly concurrency?: number } = {}) =>
  workQueue({
    name: `numbers ${++queues}`,
    payload: Schema.Int,
    concurrency: 3,
    lease: "60 seconds",
    pauses: ["10 seconds", "1 minute", "5 minutes"],
    giveUpAfter: "1 day",
    keptFor: "7 days",
    ...change
  })

export type Numbers = ReturnType<typeof makeQueue>

/** An item of a queue of numbers. */
export const item = (payload: number, change: Partial<NewWork<number>> = {}): NewWork<number> => ({
  payload,
  kind: "number",
  orgId: null,
  appId: null,
  ...change
})

/** A handler that notes its attempts and ends each as it is told. */
export const noting = (outcome: (payload: number) => WorkOutcome = () => WorkOutcome.Done()) => {
  const attempts: Array<WorkAttempt & { readonly payload: number }> = []
  const handler: WorkHandler<number> = (payload, attempt) =>
    Effect.sync(() => {
      attempts.push({ payload, ...attempt })
      return outcome(payload)
    })
  return { attempts, handler }
}

/** The items of a queue, oldest first. */
export const rowsOf = Effect.fnUntraced(function* ({ name }: Numbers) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{
    readonly id: string
    readonly state: string
    readonly attempts: number
    readonly failure: string | null
    readonly payload: Uint8Array | null
    readonly due_at: Date
  }>`SELECT id, state, attempts, failure, payload, due_at FROM work_items WHERE queue = ${name} ORDER BY created_at, id`
})
