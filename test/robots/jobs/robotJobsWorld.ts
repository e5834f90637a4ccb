import { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import { RobotJobs, type TrackedJob, neverMs, type OnChange, type Report } from "@fleet/server/robots/jobs/RobotJobs"
import { randomUUID } from "node:crypto"

const kindOf = (slug: string) => (slug === "reset" ? "service" : "action")

/** A job that was begun now, and of which nothing was heard unless it is external. */
export const job = (slug: string, nowMs: number, origin: TrackedJob["origin"] = "platform"): TrackedJob => ({
  id: JobId.make(randomUUID()),
  slug,
  kind: kindOf(slug),
  origin,
  startedAtMs: nowMs,
  seq: 1,
  patienceMs: 15_000,
  target: null,
  state: "running",
  updatedAtMs: nowMs,
  invokedAtMs: nowMs,
  result: null,
  error: null,
  feedback: null,
  progress: null,
  reportedAtMs: nowMs,
  isReported: origin === "external",
  stateAtMs: nowMs,
  askedAtMs: neverMs,
  ending: false
})

/** What a bridge says of a job. */
export const report = (state: Report["state"], rest: Partial<Report> = {}): Report => ({
  state,
  feedback: null,
  progress: null,
  result: null,
  error: null,
  ...rest
})

/** Jobs of a robot that is connected at 0. */
export const newRobotJobs = (onChange: OnChange = () => undefined) => {
  const robotJobs = new RobotJobs(RobotId.make(randomUUID()), OrgId.make(randomUUID()), 0, onChange)
  robotJobs.online(0)
  return robotJobs
}
