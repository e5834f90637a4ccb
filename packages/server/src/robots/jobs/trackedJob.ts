import { defaultPatienceMs } from "@fleet/domain/Jobs"
import { DateTime } from "effect"
import { type TrackedJob, neverMs } from "./RobotJobs.ts"
import type { Row } from "./JobStore.ts"

type Given = Pick<TrackedJob, "id" | "slug" | "startedAtMs" | "seq"> & Partial<TrackedJob>

/** A running action that was begun here and not reported yet, unless `job` says otherwise. */
export const trackedJob = (given: Given): TrackedJob => ({
  kind: "action",
  origin: "platform",
  patienceMs: defaultPatienceMs,
  target: null,
  state: "running",
  updatedAtMs: given.startedAtMs,
  result: null,
  error: null,
  feedback: null,
  progress: null,
  heardAtMs: given.startedAtMs,
  heard: false,
  askedAtMs: neverMs,
  ending: false,
  ...given
})

/** An unfinished job as the table has it. */
export const fromRow = (row: Row, seq: number): TrackedJob =>
  trackedJob({
    id: row.id,
    slug: row.slug,
    kind: row.kind,
    startedAtMs: DateTime.toEpochMillis(row.started_at),
    seq,
    patienceMs: row.patience_ms,
    state: row.state,
    updatedAtMs: DateTime.toEpochMillis(row.updated_at),
    result: row.result ?? null,
    error: row.error,
    heard: true
  })
