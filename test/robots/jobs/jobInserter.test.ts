import { it } from "@effect/vitest"
import { JobId } from "@fleet/domain/Ids"
import { AuditLog, type AuditEntry } from "@fleet/server/audit/AuditLog"
import { JobInserter } from "@fleet/server/robots/jobs/JobInserter"
import { type Begun, JobStore } from "@fleet/server/robots/jobs/JobStore"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"

const job = { id: JobId.make(randomUUID()) } as Begun
const entry = {} as AuditEntry

it.live("jobs are stored after a listener of the audit log threw", () =>
  Effect.gen(function* () {
    const inserter = yield* JobInserter
    for (let count = 0; count < 3; count++) yield* inserter.store(job, entry)
  }).pipe(
    Effect.timeout("5 seconds"),
    Effect.provide(
      JobInserter.layer.pipe(
        Layer.provide([
          Layer.mock(JobStore, { begin: (jobs) => Effect.succeed(new Map(jobs.map(({ id }, index) => [id, index]))) }),
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
