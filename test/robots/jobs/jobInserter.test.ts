import { assert, it } from "@effect/vitest"
import { JobId } from "@fleet/domain/Ids"
import { AuditLog, type AuditEntry } from "@fleet/server/audit/AuditLog"
import { JobWriter } from "@fleet/server/robots/jobs/JobWriter"
import { JobInserter } from "@fleet/server/robots/jobs/JobInserter"
import type { Begun } from "@fleet/server/robots/jobs/beginJobsSql"
import { Cause, Effect, Exit, Layer } from "effect"
import { SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"

const job = { id: JobId.make(randomUUID()) } as Begun
const entry = {} as AuditEntry

it.live("jobs are stored after a listener of the audit log threw", () =>
  Effect.gen(function* () {
    const inserter = yield* JobInserter
    for (let count = 0; count < 3; count++) yield* inserter.store(job, entry)
  }).pipe(
    Effect.timeout("1 minute"),
    Effect.provide(
      JobInserter.layer.pipe(
        Layer.provide([
          Layer.mock(JobWriter, { begin: (jobs) => Effect.succeed(new Map(jobs.map(({ id }, index) => [id, index]))) }),
          Layer.mock(AuditLog, {
            prepare: () => ({
              row: {} as never,
              committed: () => {
                throw new Error("a listener")
              }
            })
          })
        ])
      )
    ),
    Effect.asVoid
  )
)

it.live("jobs of a batch that was cut off are not stored again, and each caller hears that nobody knows", () => {
  const batches: Array<number> = []
  const lost = new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: new Error("lost") }) })
  return Effect.gen(function* () {
    const inserter = yield* JobInserter
    const store = Effect.exit(inserter.store({ id: JobId.make(randomUUID()) } as Begun, entry))
    const exits = yield* Effect.all([store, store], { concurrency: "unbounded" })
    assert.deepStrictEqual(batches, [2])
    for (const exit of exits) assert.strictEqual(Exit.isFailure(exit) && Cause.squash(exit.cause), lost)
  }).pipe(
    Effect.timeout("1 minute"),
    Effect.provide(
      JobInserter.layer.pipe(
        Layer.provide([
          Layer.mock(JobWriter, {
            begin: (jobs) => {
              batches.push(jobs.length)
              return Effect.die(lost)
            }
          }),
          Layer.mock(AuditLog, { prepare: () => ({ row: {} as never, committed: () => undefined }) })
        ])
      )
    )
  )
})
