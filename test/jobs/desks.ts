import { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Desk, type DeskJob, neverMs, type OnChange, type Report } from "@fleet/server/robots/jobs/Desk"
import { randomUUID } from "node:crypto"

const kindOf = (slug: string) => (slug === "reset" ? "service" : "action")

/** A job that was begun now, and of which nothing was heard unless it is external. */
export const job = (slug: string, nowMs: number, origin: DeskJob["origin"] = "platform"): DeskJob => ({
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
  result: null,
  error: null,
  feedback: null,
  progress: null,
  heardAtMs: nowMs,
  heard: origin === "external",
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

/** The desk of a robot that is connected at 0. */
export const aDesk = (onChange: OnChange = () => undefined) => {
  const desk = new Desk(RobotId.make(randomUUID()), OrgId.make(randomUUID()), 0, onChange)
  desk.online(0)
  return desk
}
