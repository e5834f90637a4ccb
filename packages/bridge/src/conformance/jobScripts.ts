import { JobId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { actions, datapoints, services } from "./documents.ts"
import type { Kit } from "./Kit.ts"

/** What jobs are tried with. */
export const doc = { actions, services, datapoints: { light: datapoints.light } }

/** Seconds that the return of an action server may take to be seen. */
const backAttempts = 30

let made = 0
/** An id that no other job of the run has. */
export const newJobId = (): JobId => JobId.make(`00000000-0000-4000-8000-${String(++made).padStart(12, "0")}`)

/** The updates of one job, oldest first. */
export const updatesOf = (kit: Kit, jobId: JobId, from = 0) =>
  kit.cloud.all("job_update", from).filter(({ job_id }) => job_id === jobId)
/** Every end of a job that was reported. */
export const endsOf = (kit: Kit, jobId: JobId) => updatesOf(kit, jobId).filter(({ state }) => state !== "running")

/** Starts a job; it says nothing of whether the bridge takes it. */
export const invoke = (
  kit: Kit,
  jobId: JobId,
  slug: string,
  params: Readonly<Record<string, number>> = {},
  patience_ms = 10_000
) => kit.cloud.send({ type: "invoke", job_id: jobId, slug, params, patience_ms })

/** The first end of a job. */
export const endOf = (kit: Kit, jobId: JobId, ms = 15_000) =>
  kit.until(`end of the job`, () => endsOf(kit, jobId)[0], ms)

/** Resets the robot, which ends what drives. */
export const reset = Effect.fnUntraced(function* (kit: Kit) {
  const jobId = newJobId()
  invoke(kit, jobId, "reset")
  yield* endOf(kit, jobId)
})

/** Resets the robot and starts a slow drive to the dock, as a job that runs. */
export const startDrive = Effect.fnUntraced(function* (kit: Kit) {
  yield* kit.configure(doc)
  yield* reset(kit)
  const jobId = newJobId()
  invoke(kit, jobId, "dock", { speed: 0.05 })
  yield* kit.until("running job", () => updatesOf(kit, jobId).length > 0, 15_000)
  return jobId
})

/** Sends a cancel, and waits for its answer. */
export const cancel = Effect.fnUntraced(function* (
  kit: Kit,
  request_id: string,
  slug: string,
  job_id: JobId | null,
  own?: { readonly own_only: boolean }
) {
  const from = kit.mark
  kit.cloud.send({ type: "cancel", request_id, slug, job_id, ...own })
  return yield* kit.sees("cancel_result", from, (answer) => answer.request_id === request_id)
})

/** Asks for the state of jobs, and waits for the answer. */
export const query = Effect.fnUntraced(function* (kit: Kit, request_id: string, job_ids: ReadonlyArray<JobId>) {
  const from = kit.mark
  kit.cloud.send({ type: "job_query", request_id, job_ids })
  return yield* kit.sees("job_status", from, (answer) => answer.request_id === request_id)
})

/** Waits until the dock takes a goal: a bridge may need a while to see that its server is back. */
export const dockIsBack = Effect.fnUntraced(function* (kit: Kit) {
  for (let attempt = 0; attempt < backAttempts; attempt++) {
    const jobId = newJobId()
    invoke(kit, jobId, "dock", { speed: 0.05 })
    const first = yield* kit.until("update of the job", () => updatesOf(kit, jobId)[0], 15_000)
    if (first.state === "running") return yield* stop(kit, jobId)
    yield* Effect.sleep("1 second")
  }
  return yield* kit.broken("Its server came back, and no goal was taken: look for action servers again.")
})

/** Cancels whatever drives, so that the next script finds the robot free. */
export const stop = Effect.fnUntraced(function* (kit: Kit, jobId: JobId) {
  yield* cancel(kit, `stop-${jobId}`, "dock", null)
  yield* endOf(kit, jobId)
})
