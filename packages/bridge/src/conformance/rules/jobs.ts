import { JobId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { actions, datapoints, services } from "../documents.ts"
import type { Kit } from "../Kit.ts"
import type { Rule } from "../Rule.ts"

const doc = { actions, services, datapoints: { light: datapoints.light } }

let made = 0
/** An id that no other job of the run has. */
export const newJobId = (): JobId => JobId.make(`00000000-0000-4000-8000-${String(++made).padStart(12, "0")}`)

/** The updates of one job, oldest first. */
export const updatesOf = (kit: Kit, jobId: JobId, from = 0) =>
  kit.cloud.all("job_update", from).filter(({ job_id }) => job_id === jobId)
const endsOf = (kit: Kit, jobId: JobId) => updatesOf(kit, jobId).filter(({ state }) => state !== "running")

const invoke = (kit: Kit, jobId: JobId, slug: string, params: Readonly<Record<string, number>> = {}) =>
  kit.cloud.send({ type: "invoke", job_id: jobId, slug, params, patience_ms: 10_000 })

const endOf = (kit: Kit, jobId: JobId, ms = 15_000) => kit.until(`end of the job`, () => endsOf(kit, jobId)[0], ms)

/** Resets the robot and starts a slow drive to the dock, as a job that runs. */
export const startDrive = Effect.fnUntraced(function* (kit: Kit) {
  yield* kit.configure(doc)
  const reset = newJobId()
  invoke(kit, reset, "reset")
  yield* endOf(kit, reset)
  const jobId = newJobId()
  invoke(kit, jobId, "dock", { speed: 0.05 })
  yield* kit.until("running job", () => updatesOf(kit, jobId).length > 0, 15_000)
  return jobId
})

const cancel = Effect.fnUntraced(function* (kit: Kit, request_id: string, slug: string, job_id: JobId | null) {
  const from = kit.mark
  kit.cloud.send({ type: "cancel", request_id, slug, job_id })
  return yield* kit.sees("cancel_result", from, (answer) => answer.request_id === request_id)
})

const query = Effect.fnUntraced(function* (kit: Kit, request_id: string, job_ids: ReadonlyArray<JobId>) {
  const from = kit.mark
  kit.cloud.send({ type: "job_query", request_id, job_ids })
  return yield* kit.sees("job_status", from, (answer) => answer.request_id === request_id)
})

/** Cancels whatever drives, so that the next script finds the robot free. */
const stop = Effect.fnUntraced(function* (kit: Kit, jobId: JobId) {
  yield* cancel(kit, `stop-${jobId}`, "dock", null)
  yield* endOf(kit, jobId)
})

export const jobs: ReadonlyArray<Rule> = [
  {
    id: "job.service",
    section: "13.1",
    sentence: "A service's job ends succeeded with its result, and has no goal_id.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure(doc)
      const jobId = newJobId()
      invoke(kit, jobId, "reset")
      const end = yield* endOf(kit, jobId)
      yield* kit.must(end.state === "succeeded", `It ended ${end.state}: ${end.error?.message}`)
      yield* kit.must(
        end.goal_id === null && end.origin === "platform" && end.slug === "reset",
        "goal_id, origin or slug is wrong."
      )
      yield* kit.must(JSON.stringify(end.result).includes('"success":true'), "The result is not the service's.")
    })
  },
  {
    id: "job.unknown_slug",
    section: "13.1",
    sentence: "An invoke of a slug that is not configured ends failed with unknown_slug.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = newJobId()
      invoke(kit, jobId, "nothing_here")
      const end = yield* endOf(kit, jobId)
      yield* kit.must(
        end.state === "failed" && end.error?.code === "unknown_slug",
        `It ended ${end.state}, ${end.error?.code}.`
      )
    })
  },
  {
    id: "job.rejected",
    section: "13.1",
    sentence: "A goal that the robot refuses ends failed with goal_rejected.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure(doc)
      const jobId = newJobId()
      invoke(kit, jobId, "dock", { speed: -1 })
      const end = yield* endOf(kit, jobId)
      yield* kit.must(
        end.state === "failed" && end.error?.code === "goal_rejected",
        `It ended ${end.state}, ${end.error?.code}.`
      )
    })
  },
  {
    id: "job.progress",
    section: "13.1",
    sentence: "A running job is reported once a second, with its goal_id and newest feedback.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      const from = kit.mark
      yield* Effect.sleep("6 seconds")
      const seen = updatesOf(kit, jobId, from)
      yield* stop(kit, jobId)
      yield* kit.must(seen.length >= 4 && seen.length <= 8, `In 6 s there were ${seen.length} updates.`)
      yield* kit.must(
        seen.every(({ goal_id }) => goal_id !== null),
        "goal_id is missing."
      )
      yield* kit.must(seen.at(-1)!.feedback !== null, "feedback is missing.")
    })
  },
  {
    id: "job.once",
    section: "13.3",
    sentence: "An invoke of a job id that the bridge holds starts nothing, and a job ends once.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      invoke(kit, jobId, "dock", { speed: 0.05 })
      yield* Effect.sleep("2 seconds")
      const goals = new Set(updatesOf(kit, jobId).map(({ goal_id }) => goal_id))
      yield* stop(kit, jobId)
      invoke(kit, jobId, "dock", { speed: 0.05 })
      yield* Effect.sleep("2 seconds")
      yield* kit.must(goals.size === 1, `It had ${goals.size} goals.`)
      const ends = endsOf(kit, jobId).length
      yield* kit.must(ends === 1, `Its end was reported ${ends} times.`)
      yield* kit.must(updatesOf(kit, jobId).at(-1)!.state !== "running", "It runs again after its end.")
    })
  },
  {
    id: "job.cancel",
    section: "13.1",
    sentence: "cancel is answered by cancel_result with the goal's return code, and the job ends cancelled.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      const answer = yield* cancel(kit, "cancel-1", "dock", jobId)
      const [goal] = answer.goals
      yield* kit.must(answer.error === null && answer.goals.length === 1, "There was not one goal.")
      yield* kit.must(goal!.job_id === jobId && goal!.return_code === 0, `The goal was ${JSON.stringify(goal)}.`)
      const end = yield* endOf(kit, jobId)
      yield* kit.must(end.state === "cancelled", `It ended ${end.state}.`)
      const again = yield* cancel(kit, "cancel-2", "dock", jobId)
      yield* kit.must(
        again.goals.every(({ return_code }) => return_code === 3),
        "An ended goal is not code 3."
      )
    })
  },
  {
    id: "job.cancel_all",
    section: "13.2",
    sentence: "A cancel without job_id is for every goal of the slug; no goals is no error, an unknown slug is.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      const all = yield* cancel(kit, "cancel-3", "dock", null)
      yield* kit.must(
        all.goals.some((goal) => goal.job_id === jobId),
        "The job was not among the goals."
      )
      yield* endOf(kit, jobId)
      const none = yield* cancel(kit, "cancel-4", "dock", null)
      yield* kit.must(none.goals.length === 0 && none.error === null, "Without goals the answer was not empty.")
      const unknown = yield* cancel(kit, "cancel-5", "nothing_here", null)
      yield* kit.must(unknown.error?.code === "unknown_slug", `The error was ${unknown.error?.code}.`)
    })
  },
  {
    id: "job.query",
    section: "13.1",
    sentence: "job_query is answered by job_status with each asked id in exactly one list.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const running = yield* startDrive(kit)
      const stranger = newJobId()
      const first = yield* query(kit, "query-1", [running, stranger])
      yield* stop(kit, running)
      const second = yield* query(kit, "query-2", [running])
      yield* kit.must(first.unknown_job_ids.join() === stranger, `Unknown were: ${first.unknown_job_ids.join()}`)
      const states = first.jobs.map(({ job_id, state }) => `${job_id} ${state}`).join()
      yield* kit.must(states === `${running} running`, `Known were: ${states}`)
      yield* kit.must(second.jobs[0]?.state === "cancelled", `After its end it is ${second.jobs[0]?.state}.`)
    })
  },
  {
    id: "job.lost",
    section: "13.3",
    sentence: "A missing action server loses its jobs after 3 s, and job_lost says so.",
    needs: ["robot", "faults"],
    check: Effect.fnUntraced(function* (kit) {
      const change = kit.settings.change!
      const jobId = yield* startDrive(kit)
      const from = kit.mark
      yield* change({ vanish: "/dock" })
      const lost = yield* Effect.result(kit.sees("job_lost", from, ({ job_ids }) => job_ids.includes(jobId), 20_000))
      yield* change({ vanish: null })
      const told = yield* Effect.fromResult(lost)
      yield* kit.must(told.error?.code === "action_server_lost", `The error was ${told.error?.code}.`)
    })
  }
]
