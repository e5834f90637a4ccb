import type { JobStatus, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import type { JobQuery } from "@fleet/bridge-protocol/CloudMessages"
import type { JobId } from "@fleet/domain/Ids"
import { Clock, Effect } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { ExternalGoals, updateOf as externalUpdateOf } from "./ExternalGoals.ts"
import { Jobs, type OwnJob, updateOf } from "./Jobs.ts"

type Status = (typeof JobStatus.Type)["jobs"][number]

const statusOf = ({ job_id, state, feedback, progress, result, error }: JobUpdate): Status => ({
  job_id,
  state,
  feedback,
  progress,
  result,
  error
})

/** Characters of the robot's own words in an answer that leaves out what is large. */
const shortMessage = 200

/** A status without what the robot had to say. */
const stateAlone = ({ error, ...status }: Status): Status => ({
  ...status,
  feedback: null,
  result: null,
  error: error === null ? null : { code: error.code, message: error.message.slice(0, shortMessage).toWellFormed() }
})

/**
 * Says of each asked job how it is, or that it is not known here. Where their results are more than a frame takes, each end
 * is sent again in a frame of its own, and the answer follows without them.
 */
export const answerQuery = Effect.fnUntraced(function* ({ request_id, job_ids }: typeof JobQuery.Type) {
  const own = yield* Jobs
  const external = yield* ExternalGoals
  const statuses: Array<Status> = []
  const unknown: Array<JobId> = []
  const ended: Array<OwnJob> = []
  for (const jobId of new Set(job_ids)) {
    const mine = own.get(jobId)
    const foreign = external.find(jobId)
    if (mine !== undefined) {
      statuses.push(statusOf(updateOf(mine, 0)))
      if (mine.record.ending !== null) ended.push(mine)
    } else if (foreign !== undefined) statuses.push(statusOf(externalUpdateOf(foreign, 0)))
    else unknown.push(jobId)
  }
  const answer: typeof JobStatus.Type = { type: "job_status", request_id, jobs: statuses, unknown_job_ids: unknown }
  if (Buffer.byteLength(JSON.stringify(answer)) <= maxFrame) return answer
  const outbox = yield* Outbox
  const nowMs = yield* Clock.currentTimeMillis
  for (const job of ended) outbox.send(updateOf(job, nowMs))
  return { ...answer, jobs: statuses.map(stateAlone) }
})
