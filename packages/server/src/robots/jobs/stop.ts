import type { CommandTarget } from "@fleet/domain/api/CommandScope"
import type { Caller } from "@fleet/domain/Caller"
import { type ApiError, envelopeOf } from "@fleet/domain/Errors"
import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { Job } from "@fleet/domain/Jobs"
import { Effect, Result } from "effect"
import type { Access } from "../../access/Access.ts"
import { type PublishedConfigs, slugNamed } from "../config/PublishedConfigs.ts"
import type { RobotNodes } from "./JobsRpc.ts"
import { actorOf } from "./actorOf.ts"
import type { JobStore } from "./JobStore.ts"

/** What a stop reached. */
export interface Stopped {
  readonly cancelled: ReadonlyArray<Job>
  /** Publishers whose failsafe message was sent. */
  readonly failsafes: ReadonlyArray<string>
  readonly warnings: ReadonlyArray<string>
}

interface Parts {
  readonly access: Access["Service"]
  readonly cancel: (
    caller: Caller,
    target: CommandTarget,
    jobId: JobId
  ) => Effect.Effect<Job | null, Extract<ApiError, { readonly _tag: string }>>
  readonly configs: PublishedConfigs["Service"]
  readonly nodes: RobotNodes["Service"]
  readonly store: JobStore["Service"]
}

/** Failsafes first: they are on the bridge's socket at once, and no cancel is waited for before. */
export const makeStop = ({ access, cancel, configs, nodes, store }: Parts) =>
  Effect.fn("Jobs.stop")(function* (caller: Caller, robotId: RobotId) {
    const { robot, version } = yield* access.requireRobot(caller, robotId)
    const actor = actorOf(caller)
    const failsafes = yield* nodes.failsafe({ robotId, actor })
    // Asked before the table, which may have them since. Their cancels go out right behind them.
    const underWay = yield* nodes.underWay({ robotId, actor })
    // By one statement: a job may change between running and unknown meanwhile.
    const open = yield* store.unfinished({ orgId: robot.orgId, robotId })
    const published = yield* configs.current(robotId)
    const own = open
      .filter((run) => run.actor?.kind === actor.kind && run.actor.id === actor.id)
      .map(({ id, kind, slug }) => ({ id, kind, slug: slugNamed(published, slug) }))
    const stored = new Set(own.map(({ id }) => id))
    const results = yield* Effect.forEach(
      [...own, ...underWay.filter(({ id }) => !stored.has(id))],
      ({ id, kind, slug }) => {
        const target = {
          robotId,
          orgId: robot.orgId,
          robotName: robot.name,
          slug,
          kind,
          accessVersion: version
        } satisfies CommandTarget
        return Effect.map(Effect.result(cancel(caller, target, id)), (result) => ({ id, slug, result }))
      },
      { concurrency: 10 }
    )
    return {
      cancelled: results.flatMap(({ result }) =>
        Result.isSuccess(result) && result.success !== null ? [result.success] : []
      ),
      failsafes,
      warnings: results.flatMap(({ id, result, slug }) => {
        // What could not be stored never was a job.
        const nothing = !stored.has(id) && Result.isFailure(result) && result.failure._tag === "not_found"
        return Result.isSuccess(result) || nothing ? [] : [`${slug}: ${envelopeOf(result.failure).message}`]
      })
    } satisfies Stopped
  })
