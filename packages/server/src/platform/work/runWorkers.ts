import { Effect, Semaphore } from "effect"
import { inBackground } from "../sql/shareConnections.ts"
import { every } from "../schedule/every.ts"
import { Work } from "./Work.ts"
import type { WorkHandler, WorkQueue } from "./WorkQueue.ts"

/** How long shutdown waits for the attempts under way before it interrupts them. */
const stopTimeout = "5 seconds"

/**
 * Runs the workers of a queue until the scope closes. They look for due items when woken and every five seconds, for items
 * of other processes and retries. Ended items are purged every hour.
 */
export const runWorkers = Effect.fnUntraced(function* <A>(queue: WorkQueue<A>, handler: WorkHandler<A>) {
  const work = yield* Work
  const busy = yield* Semaphore.make(queue.concurrency)
  const fault = `the work queue "${queue.name}" could not be processed`
  let stopping = false

  const next = busy.withPermit(work.next(queue, handler))
  const drain: Effect.Effect<void> = Effect.suspend(() =>
    stopping ? Effect.void : Effect.flatMap(next, (more) => (more ? drain : Effect.void))
  )
  const worker = work.woken(queue).pipe(
    Effect.andThen(drain),
    Effect.catchDefect((defect) => Effect.logError(fault, defect)),
    Effect.forever,
    inBackground,
    Effect.forkScoped
  )

  for (let count = 0; count < queue.concurrency; count++) yield* worker
  yield* every("5 seconds", fault, work.wake(queue))
  yield* every("1 hour", fault, work.purge(queue))
  yield* Effect.addFinalizer(() => {
    stopping = true
    return Effect.ignore(Effect.timeout(busy.take(queue.concurrency), stopTimeout))
  })
})
