import type { ActiveJob } from "@fleet/bridge-protocol/BridgeMessages"
import type { JobId } from "@fleet/domain/Ids"
import type { Exposure } from "@fleet/domain/RobotConfig/Exposures"
import { Clock, Effect } from "effect"
import { type Published, slugNamed } from "../config/PublishedConfigs.ts"
import { fromRow, type RobotJobs, type TrackedJob, trackedJob } from "./RobotJobs.ts"
import { isFinal } from "./JobStateMachine.ts"
import { JobStateWriter } from "./JobStateWriter.ts"
import { JobStore, type Row } from "./JobStore.ts"

/** The jobs of a hello. */
export type ActiveJobs = ReadonlyArray<typeof ActiveJob.Type>

/** Holds unfinished jobs of the table: their adoption was stored, but not answered. */
const holdStored = (
  robotJobs: RobotJobs,
  rows: ReadonlyArray<Row>,
  published: Pick<Published, "names" | "version">,
  mint: () => number
) => {
  for (const row of rows) {
    const slug = slugNamed(published, row.slug)
    const isNew = !isFinal(row.state) && robotJobs.newest.get(slug)?.id !== row.id
    if (isNew && robotJobs.occupant(slug) === undefined) robotJobs.hold(fromRow(row, mint(), slug))
  }
}

/** The jobs that may be adopted, whose slugs are now reserved, and how many may not. */
const reserve = (
  robotJobs: RobotJobs,
  held: ActiveJobs,
  known: ReadonlySet<JobId>,
  exposures: ReadonlyMap<string, Exposure>,
  mint: () => number,
  nowMs: number
) => {
  const reserved: Array<TrackedJob> = []
  let ignored = 0
  for (const { job_id: id, slug, state } of held) {
    const newest = robotJobs.newest.get(slug)
    if (robotJobs.jobs.has(id) || (newest?.id === id && !isFinal(newest.state))) continue
    const exposure = exposures.get(slug)
    const free = newest?.id !== id && !known.has(id) && robotJobs.occupant(slug) === undefined
    if (state !== "running" || exposure?.kind !== "action" || !free) {
      ignored++
      continue
    }
    const { ros_name, type } = exposure.config
    const target = { kind: "action", ros_name, type } as const
    const job = trackedJob({ id, slug, startedAtMs: nowMs, seq: mint(), target, isReported: true })
    robotJobs.reserve(job)
    reserved.push(job)
  }
  return { reserved, ignored }
}

/**
 * Adopts jobs of a bridge that this process does not hold: running actions of published, free slugs that no
 * robot's history has. Answers how many others the bridge named. Reports of a job are ignored until it is stored.
 */
export const makeAdoption = Effect.gen(function* () {
  const store = yield* JobStore
  const writer = yield* JobStateWriter
  const clock = yield* Clock.Clock

  const endsStored = (robotJobs: RobotJobs, jobs: ActiveJobs | ReadonlyArray<TrackedJob>) =>
    Effect.forEach(jobs, ({ slug }) => writer.endsStored(robotJobs.robotId, slug), { discard: true })

  const adopt = (robotJobs: RobotJobs, jobs: ReadonlyArray<TrackedJob>, config_version: number) =>
    store.adopt(
      jobs.map((job) => ({
        id: job.id,
        mint: job.seq,
        org_id: robotJobs.orgId,
        robot_id: robotJobs.robotId,
        slug: job.slug,
        config_version,
        patience_ms: job.patienceMs,
        started_at: new Date(job.startedAtMs)
      }))
    )

  return Effect.fnUntraced(function* (
    robotJobs: RobotJobs,
    held: ActiveJobs,
    published: Pick<Published, "exposures" | "names" | "version">,
    mint: () => number
  ) {
    const { exposures, version } = published
    const strangers = held.filter(({ job_id }) => !robotJobs.jobs.has(job_id))
    if (strangers.length === 0) return 0
    // Until then the table has jobs as running that have ended.
    yield* endsStored(robotJobs, strangers)
    const rows = yield* store.known(strangers.map(({ job_id }) => job_id))
    const unfinished = rows.filter(({ robot_id, state }) => robot_id === robotJobs.robotId && !isFinal(state))
    if (unfinished.length > 0) holdStored(robotJobs, yield* store.find(unfinished.map(({ id }) => id)), published, mint)
    // Otherwise a job that has ended would occupy the slug of the one that runs now.
    const known = new Set(rows.map(({ id }) => id))
    const { ignored, reserved } = reserve(robotJobs, held, known, exposures, mint, clock.currentTimeMillisUnsafe())
    if (reserved.length === 0) return ignored
    const release = () => reserved.forEach((job) => robotJobs.release(job))
    const stored = yield* Effect.onError(
      // A job of the slug may have ended since.
      Effect.andThen(endsStored(robotJobs, reserved), adopt(robotJobs, reserved, version)),
      () => Effect.sync(release)
    )
    release()
    for (const job of reserved) {
      if (!stored.has(job.id)) continue
      robotJobs.hold(job)
      writer.started(robotJobs, job)
    }
    return ignored + reserved.length - stored.size
  }, Effect.uninterruptible)
})
