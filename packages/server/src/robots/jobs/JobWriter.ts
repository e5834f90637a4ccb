import type { JobId, OrgId } from "@fleet/domain/Ids"
import { JobRun } from "@fleet/domain/Jobs"
import { cutsOn } from "@fleet/domain/RobotConfig/Recorder"
import { Cause, Context, Effect, Layer, Schema } from "effect"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { isOfDatabase } from "../../platform/sql/writeSkippingRejectedRows.ts"
import { WebhookEvents } from "../../webhooks/WebhookEvents.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import { RecordingRecords } from "../recordings/RecordingRecords.ts"
import type { AuditRow } from "../../audit/auditInsertSql.ts"
import { isFinal } from "./JobStateMachine.ts"
import { toRun } from "./jobRunPages.ts"
import type { Begun } from "./beginJobsSql.ts"
import { JobStore, type Kept, type Row } from "./JobStore.ts"

/** A state to be stored, and the org of its job. */
export interface KeptOf {
  readonly orgId: OrgId
  readonly kept: Kept
  /** When the robot was in the state, in milliseconds of Unix time. None where it never had the job. */
  readonly stateAtMs?: number
}

/** Whether the states are at fault, and not the database. */
const isOfStates = ({ reasons }: Cause.Cause<never>) =>
  reasons.every((why) => {
    if (Cause.isInterruptReason(why)) return false
    return !isOfDatabase(Cause.isDieReason(why) ? why.defect : why.error)
  })

const encodeRun = Schema.encodeSync(Schema.toCodecJson(JobRun))

/** Ends after which one wants to see what the robot did. */
const isFault = ({ state }: Pick<Kept, "state">) => state === "failed" || state === "lost"

/**
 * Stores jobs and their states. The transaction that stores the end of a job also writes the messages of its webhooks, and
 * cuts the robot's recorder after a failure.
 */
export class JobWriter extends Context.Service<
  JobWriter,
  {
    /** As JobStore.keep. An end whose messages or recording fail is stored without them, and holds back no other. */
    readonly keep: (states: ReadonlyArray<KeptOf>) => Effect.Effect<void>
    /** As JobStore.begin: a job may have ended before it began. */
    readonly begin: (
      jobs: ReadonlyArray<Begun>,
      audits: ReadonlyArray<AuditRow>
    ) => Effect.Effect<ReadonlyMap<JobId, number>>
  }
>()("@fleet/server/JobWriter") {
  static readonly layer = Layer.effect(
    JobWriter,
    Effect.gen(function* () {
      const store = yield* JobStore
      const configs = yield* PublishedConfigs
      const recordings = yield* RecordingRecords
      const webhooks = yield* WebhookEvents
      const transaction = yield* Transaction

      const wants = (orgId: OrgId) => webhooks.isWanted(orgId, "job.ended")

      const isRecorded = Effect.fnUntraced(function* ({ kept, stateAtMs }: KeptOf) {
        if (stateAtMs === undefined || !isFault(kept)) return false
        return cutsOn((yield* configs.current(kept.robot_id)).doc.recorder, "job")
      })

      const notify = (rows: ReadonlyArray<Row>) =>
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

      const record = (rows: ReadonlyArray<Row>, states: ReadonlyArray<KeptOf>) => {
        const stateAtMs = new Map(states.map((state) => [state.kept.id, state.stateAtMs]))
        return recordings.cutOn(
          "job",
          rows.filter(isFault).flatMap(({ id, robot_id }) => {
            const atMs = stateAtMs.get(id)
            return atMs === undefined ? [] : { robotId: robot_id, cause: { kind: "job", ref: id }, atMs }
          })
        )
      }

      const moveAndNotify = (states: ReadonlyArray<KeptOf>) =>
        transaction.run(
          Effect.flatMap(store.move(states.map(({ kept }) => kept)), (rows) =>
            Effect.andThen(notify(rows), record(rows, states))
          )
        )

      /** Where the states are at fault, each is stored by itself; one that still fails, without messages and recording. */
      const storeAndNotify = (states: ReadonlyArray<KeptOf>): Effect.Effect<void> =>
        Effect.catchCauseIf(moveAndNotify(states), isOfStates, (cause) => {
          if (states.length > 1) return Effect.forEach(states, (each) => storeAndNotify([each]), { discard: true })
          const { kept } = states[0]!
          const logged = Effect.logError(
            "the messages or the recording of a job's end could not be stored",
            kept.id,
            cause
          )
          return Effect.andThen(logged, store.keep([kept]))
        })

      return JobWriter.of({
        keep: Effect.fnUntraced(function* (states) {
          const notified = new Map<OrgId, Array<KeptOf>>()
          const others: Array<Kept> = []
          for (const state of states) {
            const { kept, orgId } = state
            const isNotified = isFinal(kept.state) && ((yield* wants(orgId)) || (yield* isRecorded(state)))
            if (!isNotified) others.push(kept)
            else if (notified.has(orgId)) notified.get(orgId)!.push(state)
            else notified.set(orgId, [state])
          }
          if (others.length > 0) yield* store.keep(others)
          yield* Effect.forEach(notified.values(), storeAndNotify, { discard: true })
        }),
        begin: Effect.fnUntraced(function* (jobs, audits) {
          const notified: Array<JobId> = []
          for (const { ended_at, id, org_id } of jobs)
            if (ended_at !== null && (yield* wants(org_id))) notified.push(id)
          const begin = store.begin(jobs, audits)
          if (notified.length === 0) return yield* begin
          return yield* transaction.run(Effect.tap(begin, () => Effect.flatMap(store.find(notified), notify)))
        })
      })
    })
  )
}
