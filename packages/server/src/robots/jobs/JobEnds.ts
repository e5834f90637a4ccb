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
  /** When the robot said something of the job last, in milliseconds of Unix time. None where it never had the job. */
  readonly saidAtMs?: number
}

/** Whether what was to be stored or told failed, and not the database. */
const isOfStates = ({ reasons }: Cause.Cause<never>) =>
  reasons.every((why) => {
    if (Cause.isInterruptReason(why)) return false
    return !isOfDatabase(Cause.isDieReason(why) ? why.defect : why.error)
  })

const encodeRun = Schema.encodeSync(Schema.toCodecJson(JobRun))

/** Ends after which one wants to see what the robot did. */
const isFault = ({ state }: Pick<Kept, "state">) => state === "failed" || state === "lost"

/**
 * Stores jobs and their states. In the transaction that stores the end of a job, the webhooks that want to hear of it are
 * told, and the robot's recorder is cut after a failure.
 */
export class JobEnds extends Context.Service<
  JobEnds,
  {
    /** As JobStore.keep. What cannot be told of one end holds back no other, and is stored untold. */
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
      const configs = yield* PublishedConfigs
      const recordings = yield* RecordingRecords
      const webhooks = yield* WebhookEvents
      const transaction = yield* Transaction

      const wants = (orgId: OrgId) => webhooks.isWanted(orgId, "job.ended")

      const isRecorded = Effect.fnUntraced(function* ({ kept, saidAtMs }: KeptOf) {
        if (saidAtMs === undefined || !isFault(kept)) return false
        return cutsOn((yield* configs.current(kept.robot_id)).doc.recorder, "job")
      })

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

      const record = (rows: ReadonlyArray<Row>, states: ReadonlyArray<KeptOf>) => {
        const saidAtMs = new Map(states.map((state) => [state.kept.id, state.saidAtMs]))
        return recordings.cutOn(
          "job",
          rows.filter(isFault).flatMap(({ id, robot_id }) => {
            const atMs = saidAtMs.get(id)
            return atMs === undefined ? [] : { robotId: robot_id, cause: { kind: "job", ref: id }, atMs }
          })
        )
      }

      const moveAndTell = (states: ReadonlyArray<KeptOf>) =>
        transaction.run(
          Effect.flatMap(store.move(states.map(({ kept }) => kept)), (rows) =>
            Effect.andThen(tell(rows), record(rows, states))
          )
        )

      /** Where it is not the database that is away: each by itself, and without what is told of it what even so is not stored. */
      const storeAndTell = (states: ReadonlyArray<KeptOf>): Effect.Effect<void> =>
        Effect.catchCauseIf(moveAndTell(states), isOfStates, (cause) => {
          if (states.length > 1) return Effect.forEach(states, (each) => storeAndTell([each]), { discard: true })
          const { kept } = states[0]!
          const logged = Effect.logError("the end of a job could not be told of", kept.id, cause)
          return Effect.andThen(logged, store.keep([kept]))
        })

      return JobEnds.of({
        keep: Effect.fnUntraced(function* (states) {
          const told = new Map<OrgId, Array<KeptOf>>()
          const others: Array<Kept> = []
          for (const state of states) {
            const { kept, orgId } = state
            const isTold = isFinal(kept.state) && ((yield* wants(orgId)) || (yield* isRecorded(state)))
            if (!isTold) others.push(kept)
            else if (told.has(orgId)) told.get(orgId)!.push(state)
            else told.set(orgId, [state])
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
