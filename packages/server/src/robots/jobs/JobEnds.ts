import type { JobId, OrgId } from "@fleet/domain/Ids"
import { JobRun } from "@fleet/domain/Jobs"
import { Cause, Context, Effect, Layer, Schema } from "effect"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { isOfDatabase } from "../../platform/sql/writeSkippingRejectedRows.ts"
import { WebhookEvents } from "../../webhooks/WebhookEvents.ts"
import type { AuditRow } from "../../audit/auditInsertSql.ts"
import { isFinal } from "./JobStateMachine.ts"
import { toRun } from "./jobRunPages.ts"
import { type Begun, JobStore, type Kept, type Row } from "./JobStore.ts"

/** A state to be stored, and the org of its job. */
export interface KeptOf {
  readonly orgId: OrgId
  readonly kept: Kept
}

/** Whether what was to be stored or told failed, and not the database. */
const isOfStates = ({ reasons }: Cause.Cause<never>) =>
  reasons.every((why) => {
    if (Cause.isInterruptReason(why)) return false
    return !isOfDatabase(Cause.isDieReason(why) ? why.defect : why.error)
  })

const encodeRun = Schema.encodeSync(Schema.toCodecJson(JobRun))

/** Stores jobs and their states. The end of a job is told to the webhooks that want it, in the transaction that stores it. */
export class JobEnds extends Context.Service<
  JobEnds,
  {
    /** As JobStore.keep. What one organisation's webhooks cannot be told holds back no other end, and is stored untold. */
    readonly keep: (states: ReadonlyArray<KeptOf>) => Effect.Effect<void>
    /** As JobStore.begin: a job may have ended before it began. */
    readonly begin: (
      jobs: ReadonlyArray<Begun>,
      audits: ReadonlyArray<AuditRow>
    ) => Effect.Effect<ReadonlyMap<JobId, number>>
  }
>()("@fleet/server/JobEnds") {
  static readonly layer = Layer.effect(
    JobEnds,
    Effect.gen(function* () {
      const store = yield* JobStore
      const webhooks = yield* WebhookEvents
      const transaction = yield* Transaction

      const wants = (orgId: OrgId) => webhooks.isWanted(orgId, "job.ended")

      const tell = (rows: ReadonlyArray<Row>) =>
        webhooks.emit(
          rows
            .filter(({ state }) => isFinal(state))
            .map((row) => ({
              type: "job.ended",
              orgId: row.org_id,
              robotId: row.robot_id,
              atMs: (row.ended_at ?? row.updated_at).epochMilliseconds,
              data: () => encodeRun(toRun(row, undefined))
            }))
        )

      const moveAndTell = (states: ReadonlyArray<Kept>) => transaction.run(Effect.flatMap(store.move(states), tell))

      /** Where it is not the database that is away: each by itself, and without its message what even so is not stored. */
      const storeAndTell = (states: ReadonlyArray<Kept>): Effect.Effect<void> =>
        Effect.catchCauseIf(moveAndTell(states), isOfStates, (cause) => {
          if (states.length > 1) return Effect.forEach(states, (each) => storeAndTell([each]), { discard: true })
          const logged = Effect.logError("the end of a job could not be told to webhooks", states[0]!.id, cause)
          return Effect.andThen(logged, store.keep(states))
        })

      return JobEnds.of({
        keep: Effect.fnUntraced(function* (states) {
          const told = new Map<OrgId, Array<Kept>>()
          const others: Array<Kept> = []
          for (const { kept, orgId } of states) {
            if (!isFinal(kept.state) || !(yield* wants(orgId))) others.push(kept)
            else if (told.has(orgId)) told.get(orgId)!.push(kept)
            else told.set(orgId, [kept])
          }
          if (others.length > 0) yield* store.keep(others)
          yield* Effect.forEach(told.values(), storeAndTell, { discard: true })
        }),
        begin: Effect.fnUntraced(function* (jobs, audits) {
          const told: Array<JobId> = []
          for (const { ended_at, id, org_id } of jobs) if (ended_at !== null && (yield* wants(org_id))) told.push(id)
          const begin = store.begin(jobs, audits)
          if (told.length === 0) return yield* begin
          return yield* transaction.run(Effect.tap(begin, () => Effect.flatMap(store.find(told), tell)))
        })
      })
    })
  )
}
