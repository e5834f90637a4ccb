import { Effect } from "effect"
import {
  cancel,
  doc,
  dockIsBack,
  endOf,
  endsOf,
  invoke,
  newJobId,
  query,
  startDrive,
  stop,
  updatesOf
} from "../jobScripts.ts"
import type { Rule } from "../Rule.ts"

const callsInRow = 7
/** 3 s, with room for a clock that another computer has. */
const leastGoneMs = 2800

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
    id: "job.end_at_once",
    section: "13.1",
    sentence: "The end of an own job is told at once, and not with the next report of what runs.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure(doc)
      const tookMs: Array<number> = []
      for (let call = 0; call < callsInRow; call++) {
        const askedMs = kit.cloud.nowMs
        const jobId = newJobId()
        invoke(kit, jobId, "reset")
        yield* endOf(kit, jobId)
        tookMs.push(kit.cloud.nowMs - askedMs)
      }
      // A bridge that reports each second ends one call a second.
      const medianMs = tookMs.toSorted((a, b) => a - b)[(callsInRow - 1) / 2]!
      yield* kit.must(medianMs < 700, `Of ${callsInRow} calls one after the other half took over ${medianMs} ms each.`)
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
    sentence:
      "A missing action server loses its jobs after 3 s, and job_lost says so; once it is back it is used again.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const { change } = kit.robot
      const jobId = yield* startDrive(kit)
      const from = kit.mark
      yield* change({ vanish: "/dock" })
      const vanishedMs = kit.cloud.nowMs
      const lost = yield* Effect.result(kit.sees("job_lost", from, ({ job_ids }) => job_ids.includes(jobId), 20_000))
      yield* change({ vanish: null })
      const report = yield* Effect.fromResult(lost)
      yield* dockIsBack(kit)
      yield* kit.must(report.error?.code === "action_server_lost", `The error was ${report.error?.code}.`)
      const tookMs = kit.cloud.frames.find(({ message }) => message === report)!.atMs - vanishedMs
      yield* kit.must(tookMs >= leastGoneMs, `It was lost after ${tookMs} ms: a server may come back within 3 s.`)
    })
  }
]
