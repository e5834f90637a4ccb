import type { Job, JobRun, JobRunPage } from "@fleet/domain/Jobs"
import type { LiveJob } from "./JobsRpc.ts"
import type { Row } from "./JobStore.ts"

/** The job of a stored run. */
export const toJob = (row: Row): Job => ({
  id: row.id,
  robot_id: row.robot_id,
  slug: row.slug,
  state: row.state,
  origin: "platform",
  started_at: row.started_at,
  updated_at: row.updated_at,
  seq: row.mint,
  result: row.result ?? null,
  error: row.error
})

/** A stored run, with what is known of it only while it is live. */
export const toRun = (row: Row, live: LiveJob | undefined): JobRun => ({
  id: row.id,
  robot_id: row.robot_id,
  slug: row.slug,
  kind: row.kind,
  state: row.state,
  started_at: row.started_at,
  ended_at: row.ended_at,
  duration_ms:
    row.ended_at === null ? null : Math.max(0, row.ended_at.epochMilliseconds - row.started_at.epochMilliseconds),
  result: row.result ?? null,
  error: row.error,
  actor: row.actor,
  seq: row.seq,
  progress: live?.progress ?? null,
  feedback: live?.feedback ?? null
})

/**
 * A page of at most `limit` runs, newest first. The cursor counts rows that were read: slugs that are not
 * granted are left out of a page and may make it shorter.
 */
export const toPage = (
  rows: ReadonlyArray<Row>,
  limit: number,
  live: ReadonlyArray<LiveJob>,
  shown: (slug: string) => boolean
): JobRunPage => {
  const liveById = new Map(live.map((entry) => [entry.job.id, entry]))
  const page = rows.slice(0, limit)
  return {
    runs: page.filter((row) => shown(row.slug)).map((row) => toRun(row, liveById.get(row.id))),
    next_cursor: rows.length > limit ? page.at(-1)!.seq : null
  }
}
