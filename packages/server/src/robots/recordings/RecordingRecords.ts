import type { Asset } from "@fleet/domain/Assets"
import { type RecordingCause, type RecordingError, RecordingId } from "@fleet/domain/Recordings"
import type { CutOn } from "@fleet/domain/RobotConfig/Recorder"
import { Context, DateTime, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { Bus } from "../../platform/bus/Bus.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { type Happened, planRecordings, wantedAround } from "./planRecordings.ts"
import { type RecorderRow, RecorderStore } from "./RecorderStore.ts"
import type { RecordingRow } from "./RecordingRow.ts"
import { RecordingStore } from "./RecordingStore.ts"

const hourMs = 3_600_000

/** How recordings begin and end. The robot's bridge is asked after the commit, and each end is published to the org's consoles. */
export class RecordingRecords extends Context.Service<
  RecordingRecords,
  {
    /**
     * In the transaction of what happened: a recording where the robot's recorder is cut on it, none has not ended that
     * covers the moment, and there is room for one.
     */
    readonly cutOn: (on: CutOn, happened: ReadonlyArray<Happened>) => Effect.Effect<void>
    /** In a transaction that has locked the recorder: a recording of this moment, whatever there is already. */
    readonly request: (recorder: RecorderRow) => Effect.Effect<RecordingRow>
    /** In the transaction that stores the file of a recording, which is locked. */
    readonly stored: (row: RecordingRow, asset: Pick<Asset, "id" | "size_bytes">) => Effect.Effect<void>
    /** In a transaction that has locked the recording. */
    readonly failed: (row: RecordingRow, error: RecordingError) => Effect.Effect<void>
    /** Tells of recordings that have ended, after the commit. */
    readonly tellEnds: (rows: ReadonlyArray<RecordingRow>) => Effect.Effect<void>
  }
>()("@fleet/server/RecordingRecords") {
  static readonly layer = Layer.effect(
    RecordingRecords,
    Effect.gen(function* () {
      const recorders = yield* RecorderStore
      const store = yield* RecordingStore
      const bus = yield* Bus
      const counters = yield* Counters
      const transaction = yield* Transaction

      const insert = Effect.fnUntraced(function* (rows: ReadonlyArray<RecordingRow>) {
        if (rows.length === 0) return
        yield* store.insert(rows)
        const facts = Array.from(
          Map.groupBy(rows, ({ robot_id }) => robot_id),
          ([robotId, own]) =>
            ({ type: "recordings_requested", robotId, recordingIds: own.map(({ id }) => id) }) as const
        )
        yield* transaction.afterCommit(bus.broadcastAndWait(...facts))
      })

      const rowOf = (
        { max_bytes, org_id, robot_id, ...recorder }: RecorderRow,
        cause: RecordingCause,
        atMs: number,
        at: DateTime.Utc
      ): RecordingRow => ({
        id: RecordingId.make(randomUUID()),
        org_id,
        robot_id,
        state: "requested",
        cause_kind: cause.kind,
        cause_ref: cause.ref,
        at_ms: atMs,
        ...wantedAround({ robot_id, ...recorder }, atMs),
        max_bytes,
        from_ms: null,
        to_ms: null,
        size_bytes: null,
        asset_id: null,
        error: null,
        created_at: at,
        updated_at: at
      })

      const refuse = Effect.fnUntraced(function* (refused: ReadonlyArray<Happened>) {
        counters.recordings_refused_total += refused.length
        const robots = new Set(refused.map(({ robotId }) => robotId))
        for (const robotId of robots) yield* Effect.logInfo("a robot has too many recordings: none was made", robotId)
      })

      const tellEnds = (rows: ReadonlyArray<RecordingRow>) =>
        transaction.afterCommit(
          Effect.sync(() => {
            for (const { cause_kind, cause_ref, error, id, org_id, robot_id, state, updated_at } of rows) {
              bus.publishOrg(org_id, {
                type: "activity",
                event: {
                  at: updated_at,
                  kind: "recording",
                  severity: state === "failed" ? "error" : "info",
                  robot_id,
                  subject: cause_kind,
                  detail: {
                    recording_id: id,
                    state,
                    cause: { kind: cause_kind, ref: cause_ref },
                    ...(error === null ? {} : { code: error.code })
                  }
                }
              })
            }
          })
        )

      const end = Effect.fnUntraced(function* (row: RecordingRow, changes: Partial<RecordingRow>) {
        const ended = { ...row, ...changes, updated_at: yield* DateTime.now }
        yield* store.update(ended)
        yield* tellEnds([ended])
      })

      return RecordingRecords.of({
        cutOn: Effect.fnUntraced(function* (on, happened) {
          if (happened.length === 0) return
          const robotIds = [...new Set(happened.map(({ robotId }) => robotId))]
          const cut = yield* recorders.lockThatCut({ robotIds, on })
          if (cut.length === 0) return
          const now = yield* DateTime.now
          // Read after the lock: what others have made meanwhile is among it.
          const known = yield* store.known({
            robotIds: cut.map(({ robot_id }) => robot_id),
            since: DateTime.toDateUtc(DateTime.subtract(now, { milliseconds: hourMs }))
          })
          const { made, refused } = planRecordings(happened, cut, known)
          yield* insert(made.map(({ happened: { atMs, cause }, recorder }) => rowOf(recorder, cause, atMs, now)))
          if (refused.length > 0) yield* transaction.afterCommit(refuse(refused))
        }),
        request: Effect.fnUntraced(function* (recorder) {
          const now = yield* DateTime.now
          const row = rowOf(recorder, { kind: "request", ref: null }, DateTime.toEpochMillis(now), now)
          yield* insert([row])
          return row
        }),
        stored: (row, { id, size_bytes }) => end(row, { state: "stored", asset_id: id, size_bytes }),
        failed: (row, error) => end(row, { state: "failed", error }),
        tellEnds
      })
    })
  )
}
