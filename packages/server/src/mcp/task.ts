import { Job, type JobState } from "@fleet/domain/Jobs"
import { DateTime, Schema } from "effect"
import { isFinal } from "../robots/jobs/JobStateMachine.ts"
import type { LiveJob } from "../robots/jobs/JobsRpc.ts"
import { contentOf } from "./content.ts"

/** The name of the extension, as clients and this server declare it. */
export const tasksExtension = "io.modelcontextprotocol/tasks"

/** How long a task is found after its job has ended. */
const keptMs = 24 * 60 * 60_000

/** How often a client should ask. */
const pollIntervalMs = 1000

/** A job as a task: an end that is no success is a result that says so, since `failed` is for errors of the protocol. */
const statuses = {
  running: "working",
  unknown: "working",
  succeeded: "completed",
  failed: "completed",
  lost: "completed",
  cancelled: "cancelled"
} as const satisfies Record<JobState, string>

/** Words of our own: what a robot says stands in results alone. */
const messageOf = ({ job: { slug, state }, progress }: Pick<LiveJob, "job" | "progress">) => {
  if (state === "unknown") return `The robot is silent: how ${slug} fares is not known.`
  if (state !== "running" || progress === null) return `${slug} is ${state}.`
  return `${slug} is running, ${Math.round(progress * 100)} % done.`
}

const encode = Schema.encodeSync(Schema.toCodecJson(Job)) as (job: Job) => Readonly<Record<string, unknown>>

/** Whether a task of a job is still found. */
export const isKept = ({ state, updated_at }: Job, nowMs: number): boolean =>
  !isFinal(state) || updated_at.epochMilliseconds + keptMs > nowMs

/** As the extension has it. */
export type Task = ReturnType<typeof taskOf>

/** The task of a job, with the result that `start_action` would have answered once there is one. */
export const taskOf = (live: Pick<LiveJob, "job" | "progress">, nowMs: number) => {
  const { job } = live
  const status = statuses[job.state]
  const isError = job.state !== "succeeded"
  const isOfRobot = (job.result ?? job.error ?? null) !== null
  const lastMs = isFinal(job.state) ? job.updated_at.epochMilliseconds : nowMs
  return {
    taskId: job.id,
    status,
    statusMessage: messageOf(live),
    createdAt: DateTime.formatIso(job.started_at),
    lastUpdatedAt: DateTime.formatIso(job.updated_at),
    ttlMs: Math.max(0, lastMs - job.started_at.epochMilliseconds) + keptMs,
    pollIntervalMs,
    ...(status === "completed"
      ? {
          result: {
            resultType: "complete",
            ...contentOf({ type: "result", isError, json: { job: encode(job) } }, isOfRobot)
          }
        }
      : {})
  }
}
