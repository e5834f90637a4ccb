import type { JobHistoryTarget } from "@fleet/domain/api/CommandScope"
import type { Caller, Developer } from "@fleet/domain/Caller"
import { NotFound } from "@fleet/domain/Errors"
import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { Job, JobRunQuery } from "@fleet/domain/Jobs"
import { Effect, Option } from "effect"
import type { Access } from "../../access/Access.ts"
import { type PublishedConfigs, publishedSlug, slugNamed } from "../config/PublishedConfigs.ts"
import { isFinal } from "./JobStateMachine.ts"
import { toJob, toPage, toRun } from "./jobRunPages.ts"
import type { RobotNodes } from "./JobsRpc.ts"
import type { JobStore } from "./JobStore.ts"

interface Parts {
  readonly access: Access["Service"]
  readonly configs: PublishedConfigs["Service"]
  readonly nodes: RobotNodes["Service"]
  readonly store: JobStore["Service"]
}

/** What of jobs is read: as the table has it, and newer where the holder of the bridge has it live. */
export const makeJobReads = ({ access, configs, nodes, store }: Parts) => ({
  list: Effect.fn("Jobs.list")(function* (caller: Caller, robotId: RobotId) {
    const granted = yield* access.requireRobot(caller, robotId)
    const published = yield* configs.current(robotId)
    const stored = (yield* store.newest(robotId)).map((row) => ({
      ...toJob(row),
      slug: slugNamed(published, row.slug)
    }))
    const bySlug = new Map(stored.map((job) => [job.slug, job]))
    for (const { job } of yield* nodes.current({ robotId })) bySlug.set(job.slug, job)
    return [...bySlug.values()].filter((job) => granted.has(job.slug)).sort(newestFirst)
  }),

  current: Effect.fnUntraced(function* (robotId: RobotId, slug: string) {
    const own = publishedSlug(yield* configs.current(robotId), slug)
    const live = (yield* nodes.current({ robotId })).find(({ job }) => job.slug === own)
    if (live !== undefined) return live.job.slug === slug ? live : { ...live, job: { ...live.job, slug } }
    const row = yield* store.newestOf({ robotId, slug })
    return Option.match(row, {
      onNone: () => null,
      onSome: (kept) => ({
        job: { ...toJob(kept), slug },
        feedback: null,
        progress: null,
        timestampMs: kept.updated_at.epochMilliseconds
      })
    })
  }),

  historyTarget: Effect.fn("Jobs.historyTarget")(function* (caller: Caller, robotId: RobotId) {
    const { hasNamed, robot } = yield* access.requireCapability(caller, robotId, "action_history")
    return { robotId, orgId: robot.orgId, isGranted: hasNamed }
  }),

  history: Effect.fn("Jobs.history")(function* ({ isGranted, orgId, robotId }: JobHistoryTarget, query: JobRunQuery) {
    const limit = query.limit ?? 100
    const rows = yield* store.runs(orgId, { ...query, robot_id: robotId }, limit + 1)
    return toPage(rows, limit, yield* nodes.current({ robotId }), isGranted)
  }),

  run: Effect.fn("Jobs.run")(function* ({ isGranted, orgId, robotId }: JobHistoryTarget, id: JobId) {
    const [row] = yield* store.find([id])
    if (row === undefined || row.org_id !== orgId || row.robot_id !== robotId || !isGranted(row.slug))
      return yield* new NotFound()
    const live = isFinal(row.state) ? [] : yield* nodes.current({ robotId })
    return toRun(
      row,
      live.find(({ job }) => job.id === id)
    )
  }),

  orgRuns: Effect.fn("Jobs.orgRuns")(function* (developer: Developer, query: JobRunQuery) {
    const limit = query.limit ?? 100
    const rows = yield* store.runs(developer.orgId, query, limit + 1)
    const robots = new Set(rows.filter((row) => !isFinal(row.state)).map((row) => row.robot_id))
    const live = yield* Effect.forEach(robots, (robotId) => nodes.current({ robotId }))
    return toPage(rows, limit, live.flat(), () => true)
  }),

  orgSummary: (developer: Developer, sinceMs: number) => store.summary(developer.orgId, sinceMs)
})

const newestFirst = (a: Job, b: Job) => b.started_at.epochMilliseconds - a.started_at.epochMilliseconds || b.seq - a.seq
