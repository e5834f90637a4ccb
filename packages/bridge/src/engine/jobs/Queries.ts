import type { JobStatus, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { JobQuery } from "@fleet/bridge-protocol/CloudMessages"
import type { JobId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { ExternalGoals, updateOf as externalUpdateOf } from "./ExternalGoals.ts"
import { Jobs, updateOf } from "./Jobs.ts"

type Status = (typeof JobStatus.Type)["jobs"][number]

const statusOf = ({ job_id, state, feedback, progress, result, error }: JobUpdate): Status => ({
  job_id,
  state,
  feedback,
  progress,
  result,
  error
})

/** Says of each asked job how it is, or that it is not known here. */
export const answerQuery = Effect.fnUntraced(function* ({ request_id, job_ids }: typeof JobQuery.Type) {
  const own = yield* Jobs
  const external = yield* ExternalGoals
  const statuses: Array<Status> = []
  const unknown: Array<JobId> = []
  for (const jobId of new Set(job_ids)) {
    const mine = own.get(jobId)
    const foreign = external.find(jobId)
    if (mine !== undefined) statuses.push(statusOf(updateOf(mine, 0)))
    else if (foreign !== undefined) statuses.push(statusOf(externalUpdateOf(foreign, 0)))
    else unknown.push(jobId)
  }
  const answer: typeof JobStatus.Type = { type: "job_status", request_id, jobs: statuses, unknown_job_ids: unknown }
  return answer
})
