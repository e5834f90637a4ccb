import { FleetError } from "@fleet/sdk"
import { useSyncExternalStore } from "react"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { busyWhile } from "../../../session/busy.ts"
import { fleet } from "../../../session/client.ts"
import { wordsNow } from "../../../i18n/words.ts"
import { type BulkAct, robotsOfApp } from "./acts.ts"
import { bulkWords } from "./bulkWords.ts"
import { BulkRun } from "./runBulk.ts"

export interface BulkTarget {
  /** The app that robots are added to or taken from. */
  readonly app?: { readonly id: string; readonly name: string }
  /** Delete also robots whose cameras somebody watches. */
  readonly force?: boolean
}

/** An act on several robots: it goes on when its window is closed. */
export interface BulkWork {
  readonly act: BulkAct
  readonly target: BulkTarget
  readonly robots: ReadonlyMap<string, FleetRobot>
  readonly run: BulkRun
}

/** How often the page is told how far it is, in milliseconds. */
const tellMs = 100

let work: BulkWork | undefined
let revision = 0
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

const tell = () => {
  timer = undefined
  revision += 1
  for (const listener of listeners) listener()
}

busyWhile(() => work !== undefined && !work.run.isOver)

fleet.auth.onChange((_, session) => {
  if (session !== null) return
  work?.run.stop()
  work = undefined
  tell()
})

const judge = (error: unknown): "refused" | "unanswered" | { readonly waitMs: number } => {
  if (!FleetError.is(error)) return "refused"
  if (error.is("rate_limited")) return { waitMs: error.details.retry_after_ms }
  return error.status === 0 || error.status >= 502 ? "unanswered" : "refused"
}

/** One by one: what was cancelled before another one was refused is said too. */
const cancelJobs = async ({ jobs, robot }: FleetRobot): Promise<string> => {
  for (const job of jobs.filter(({ state }) => state === "running"))
    await fleet.request("jobs.cancel", { params: { id: robot.id, slug: job.slug }, body: { job_id: job.id } })
  return wordsNow(bulkWords).cancelAsked
}

/** All robots of an app are one list: the first of them writes it for all. */
const appChange = (act: "attach" | "detach", app: string, ids: ReadonlyArray<string>) => {
  let change: Promise<unknown> | undefined
  return async (): Promise<string> => {
    change ??= fleet
      .request("apps.get", { params: { id: app } })
      .then(({ robot_ids }) =>
        fleet.request("apps.update", { params: { id: app }, body: { robot_ids: robotsOfApp(robot_ids, ids, act) } })
      )
      .catch((error: unknown) => {
        change = undefined
        throw error
      })
    await change
    return act === "attach" ? wordsNow(bulkWords).added : wordsNow(bulkWords).detached
  }
}

const actOf = (
  act: BulkAct,
  target: BulkTarget,
  robots: ReadonlyMap<string, FleetRobot>
): ((id: string) => Promise<string>) => {
  switch (act) {
    case "publish":
      return async (id) => {
        const { version } = await fleet.request("config.publish", { params: { id } })
        return wordsNow(bulkWords).published(version)
      }
    case "cancel":
      return (id) => cancelJobs(robots.get(id)!)
    case "attach":
    case "detach":
      return appChange(act, target.app!.id, [...robots.keys()])
    case "delete":
      return async (id) => {
        await fleet.request("robots.delete", {
          params: { id },
          ...(target.force === true ? { query: { force: "true" as const } } : {})
        })
        return wordsNow(bulkWords).deleted
      }
  }
}

/** Begins an act. It is over when its promise is. */
export const startBulk = async (
  act: BulkAct,
  able: ReadonlyArray<FleetRobot>,
  target: BulkTarget = {}
): Promise<void> => {
  if (work !== undefined && !work.run.isOver) return
  const robots = new Map(able.map((each) => [each.robot.id, each]))
  const run = new BulkRun({
    ids: [...robots.keys()],
    act: actOf(act, target, robots),
    judge,
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    // What is one call is one outcome: none of its robots is left.
    ...(act === "attach" || act === "detach" ? { atOnce: able.length } : {}),
    onChange: () => void (timer ??= setTimeout(tell, tellMs))
  })
  work = { act, target, robots, run }
  tell()
  await run.run()
}

/** Forgets an act that is over. */
export const forgetBulk = (): void => {
  if (work?.run.isOver !== true) return
  work = undefined
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What is done with several robots, now or last. */
export const useBulkWork = (): BulkWork | undefined => {
  useSyncExternalStore(subscribe, () => revision)
  return work
}
