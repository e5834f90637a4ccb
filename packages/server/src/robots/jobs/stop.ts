import type { CommandTarget, StopTarget } from "@fleet/domain/api/CommandScope"
import type { Caller } from "@fleet/domain/Caller"
import { type ApiError, envelopeOf } from "@fleet/domain/Errors"
import type { JobId, RobotId } from "@fleet/domain/Ids"
import type { Job, JobActor, StopResponse } from "@fleet/domain/Jobs"
import { Effect, Result } from "effect"
import type { Access } from "../../access/Access.ts"
import { type PublishedConfigs, slugNamed } from "../config/PublishedConfigs.ts"
import type { RobotNodes } from "./JobsRpc.ts"
import { actingAs } from "./actorOf.ts"
import type { JobStore } from "./JobStore.ts"

/** A stop whose failsafes are on the bridge's socket. `ended` sends the cancels at once, and waits for their answers. */
export interface Stopping {
  readonly ended: Effect.Effect<StopResponse>
}

interface Parts {
  readonly access: Access["Service"]
  readonly cancel: (
    caller: Caller,
    target: CommandTarget,
    jobId: JobId,
    startedBy: JobActor | null
  ) => Effect.Effect<Job | null, Extract<ApiError, { readonly _tag: string }>>
  readonly configs: PublishedConfigs["Service"]
  readonly nodes: RobotNodes["Service"]
  readonly store: JobStore["Service"]
}

export const makeStop = ({ access, cancel, configs, nodes, store }: Parts) => ({
  stopTarget: Effect.fn("Jobs.stopTarget")(function* (caller: Caller, robotId: RobotId) {
    const { has, robot, version } = yield* access.requireRobot(caller, robotId)
    return { robotId, orgId: robot.orgId, robotName: robot.name, accessVersion: version, isGranted: has }
  }),

  release: Effect.fn("Jobs.release")((caller: Caller, { orgId, robotId, slug }: CommandTarget) =>
    Effect.asVoid(nodes.failsafe({ robotId, orgId, ...actingAs(caller), slugs: [slug], everybody: false }))
  ),

  /** Failsafes first: they are on the bridge's socket at once, and neither a cancel nor the database is waited for before. */
  stop: Effect.fn("Jobs.stop")(function* (caller: Caller, target: StopTarget, all: boolean) {
    const { isGranted, orgId, robotId } = target
    const { actor, ...rest } = actingAs(caller)
    const published = yield* configs.current(robotId)
    const slugs = all ? [...published.exposures.keys()].filter(isGranted) : null
    const open = Effect.gen(function* () {
      // Asked before the table, which may have them since. Their cancels go out right behind them.
      const unstored = yield* nodes.unstored({ robotId, actor: all ? null : actor })
      // By one statement: a job may change between running and unknown meanwhile.
      return { unstored, stored: yield* store.unfinished({ orgId, robotId }) }
    })
    const [failsafes, { stored, unstored }] = yield* Effect.all(
      [nodes.failsafe({ robotId, orgId, actor, ...rest, slugs, everybody: all }), open],
      { concurrency: "unbounded" }
    )
    const jobs = new Map(unstored.map((job) => [job.id, job]))
    for (const { actor: startedBy, id, kind, slug } of stored) {
      jobs.set(id, { id, kind, slug: slugNamed(published, slug), actor: startedBy })
    }
    const meant = [...jobs.values()].filter((job) =>
      all ? isGranted(job.slug) : job.actor?.kind === actor.kind && job.actor.id === actor.id
    )

    const ended = Effect.gen(function* () {
      // All at once: a robot runs one job of a slug, and the last must not wait for the answers to those before it.
      const results = yield* Effect.forEach(
        meant,
        ({ actor: startedBy, id, kind, slug }) => {
          const { accessVersion, robotName } = target
          const command = { robotId, orgId, robotName, slug, kind, accessVersion } satisfies CommandTarget
          return Effect.map(Effect.result(cancel(caller, command, id, startedBy)), (result) => ({ slug, result }))
        },
        { concurrency: "unbounded" }
      )
      const cancelled: Array<Job> = []
      const warnings: Array<string> = []
      for (const { result, slug } of results) {
        if (Result.isSuccess(result)) {
          if (result.success !== null) cancelled.push(result.success)
        }
        // A job that is not found has ended since, or could not be stored and was never sent.
        else if (result.failure._tag !== "not_found") warnings.push(`${slug}: ${envelopeOf(result.failure).message}`)
      }
      return { cancelled, failsafes, warnings } satisfies StopResponse
    })
    return { ended } satisfies Stopping
  })
})
