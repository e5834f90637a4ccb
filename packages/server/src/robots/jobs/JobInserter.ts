import type { JobId } from "@fleet/domain/Ids"
import { Context, Deferred, Effect, Exit, Layer, Queue } from "effect"
import { AuditLog, type AuditEntry, type PreparedEntry } from "../../audit/AuditLog.ts"
import { AccessChanged } from "./JobsRpc.ts"
import { cutOff } from "../../platform/sql/Transaction.ts"
import { JobWriter } from "./JobWriter.ts"
import type { Begun } from "./beginJobsSql.ts"

interface Waiting {
  readonly job: Begun
  readonly audit: PreparedEntry
  readonly stored: Deferred.Deferred<void, AccessChanged>
}

/**
 * Stores new jobs, each with its audit row; a job whose access version has changed since the decision fails with
 * AccessChanged. Jobs that arrive while a statement runs are stored together by the next one, so that many callers share
 * a commit; each waits for its own.
 */
export class JobInserter extends Context.Service<
  JobInserter,
  { readonly store: (job: Begun, entry: AuditEntry) => Effect.Effect<void, AccessChanged> }
>()("@fleet/server/JobInserter") {
  static readonly layer = Layer.effect(
    JobInserter,
    Effect.gen(function* () {
      const writer = yield* JobWriter
      const audit = yield* AuditLog
      const queue = yield* Queue.unbounded<Waiting>()

      const begin = (batch: ReadonlyArray<Waiting>) =>
        Effect.exit(
          writer.begin(
            batch.map(({ job }) => job),
            batch.map(({ audit }) => audit.row)
          )
        )

      /** Answers every caller first: listeners of audit events must not keep one waiting. */
      const settle = Effect.fnUntraced(function* (
        batch: ReadonlyArray<Waiting>,
        exit: Exit.Exit<ReadonlyMap<JobId, number>>
      ) {
        const numbers = batch.map(({ job }) => (Exit.isSuccess(exit) ? exit.value.get(job.id) : undefined))
        for (const [index, { stored }] of batch.entries()) {
          const changed = Exit.isSuccess(exit) && numbers[index] === undefined
          Deferred.doneUnsafe(stored, changed ? Exit.fail(new AccessChanged()) : Exit.asVoid(exit))
        }
        for (const [index, { audit }] of batch.entries()) {
          const number = numbers[index]
          if (number === undefined) continue
          yield* Effect.ignoreCause(
            Effect.sync(() => audit.committed(number)),
            { log: true }
          )
        }
      })

      /** A job that cannot be stored, such as one of a robot just deleted, must not fail the others. */
      const one = (waiting: Waiting) => Effect.flatMap(begin([waiting]), (exit) => settle([waiting], exit))

      const write = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
        const exit = yield* begin(batch)
        // Nobody knows whether a batch that was cut off is stored: its callers end what may be there.
        if (Exit.isSuccess(exit) || batch.length === 1 || cutOff(exit)) yield* settle(batch, exit)
        else yield* Effect.forEach(batch, one, { discard: true })
      })

      yield* Effect.uninterruptibleMask((restore) => Effect.flatMap(restore(Queue.takeAll(queue)), write)).pipe(
        Effect.forever,
        Effect.forkScoped
      )

      return JobInserter.of({
        store: (job, entry) =>
          Effect.suspend(() => {
            const stored = Deferred.makeUnsafe<void, AccessChanged>()
            Queue.offerUnsafe(queue, { job, audit: audit.prepare(entry), stored })
            return Deferred.await(stored)
          })
      })
    })
  )
}
