import type { JobId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import {
  cancel,
  doc,
  endOf,
  endsOf,
  invoke,
  newJobId,
  query,
  reset,
  startDrive,
  stop,
  updatesOf
} from "../jobScripts.ts"
import type { Rule } from "../Rule.ts"

const most = 500
/** Ids that fit into one frame of 1 MiB. */
const manyIds = 20_000

const strangers = (count: number) => Array.from({ length: count }, newJobId)

/** Whether there is an update of each of these jobs. */
const isEach = (jobIds: ReadonlyArray<JobId>, updates: ReadonlyArray<{ readonly job_id: JobId }>) => {
  const reported = new Set(updates.map(({ job_id }) => job_id))
  return jobIds.every((jobId) => reported.has(jobId))
}

/** How jobs end that do not end well, and how many there may be. */
export const jobLimits: ReadonlyArray<Rule> = [
  {
    id: "job.succeeded",
    section: "9.3",
    sentence: "An action's job ends succeeded with the result of its goal.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure(doc)
      yield* reset(kit)
      const jobId = newJobId()
      invoke(kit, jobId, "dock", { speed: 2 })
      const end = yield* endOf(kit, jobId, 30_000)
      yield* kit.must(end.state === "succeeded", `It ended ${end.state}: ${end.error?.message}`)
      yield* kit.must(JSON.stringify(end.result).includes('"docked":true'), "The result is not the goal's.")
    })
  },
  {
    id: "job.aborted",
    section: "9.3",
    sentence: "A goal that the robot gives up ends its job failed with action_failed.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      yield* reset(kit)
      const end = yield* endOf(kit, jobId)
      yield* kit.must(
        end.state === "failed" && end.error?.code === "action_failed",
        `It ended ${end.state}, ${end.error?.code}: report status 6 of a goal as failed with action_failed.`
      )
    })
  },
  {
    id: "job.service_timeout",
    section: "9.3",
    sentence: "patience_ms bounds the whole call of a service: after it the job ends failed with service_timeout.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure(doc)
      const jobId = newJobId()
      const askedMs = kit.cloud.nowMs
      const end = yield* kit.late(
        4000,
        Effect.suspend(() => {
          invoke(kit, jobId, "reset", {}, 1000)
          return endOf(kit, jobId, 3500)
        })
      )
      yield* kit.must(
        end.state === "failed" && end.error?.code === "service_timeout",
        `It ended ${end.state}, ${end.error?.code}: give the call up after patience_ms with service_timeout.`
      )
      const ended = kit.cloud.frames.find(({ message }) => message === end)
      const tookMs = (ended?.atMs ?? askedMs) - askedMs
      yield* kit.must(tookMs >= 950, `It was given up after ${tookMs} ms, patience_ms was 1000.`)
    })
  },
  {
    id: "job.goal_timeout",
    section: "9.3",
    sentence: "patience_ms bounds the time until a goal is accepted: after it the job ends failed with goal_timeout.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure(doc)
      yield* reset(kit)
      const jobId = newJobId()
      const end = yield* kit.late(
        4000,
        Effect.suspend(() => {
          invoke(kit, jobId, "dock", { speed: 0.05 }, 1000)
          return endOf(kit, jobId, 3500)
        })
      )
      yield* kit.must(
        end.state === "failed" && end.error?.code === "goal_timeout",
        `It ended ${end.state}, ${end.error?.code}: wait patience_ms for the goal's acceptance, then end with goal_timeout.`
      )
      const running = updatesOf(kit, jobId).filter(({ state }) => state === "running").length
      yield* kit.must(running === 0, "It was reported running, although nobody had accepted its goal.")
      yield* reset(kit)
    })
  },
  {
    id: "job.cancel_rejected",
    section: "9.3",
    sentence: "A cancel that the robot refuses has return_code 1, and the job runs on.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      const refusing = Effect.andThen(kit.robot.change({ reject: true }), cancel(kit, "refused-1", "dock", jobId))
      const answer = yield* Effect.ensuring(refusing, kit.robot.change({ reject: false }))
      const from = kit.mark
      yield* kit.sees("job_update", from, (update) => update.job_id === jobId)
      const ends = endsOf(kit, jobId).length
      yield* stop(kit, jobId)
      yield* kit.must(
        answer.error === null && answer.goals[0]?.return_code === 1,
        `The answer was ${JSON.stringify(answer.goals)}: pass the server's return code on.`
      )
      yield* kit.must(ends === 0, "The job ended, although the robot goes on.")
    })
  },
  {
    id: "job.cancel_silent",
    section: "9.3",
    sentence: "A cancel that the robot does not answer is answered within 5 s, with return_code null.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      const jobId = yield* startDrive(kit)
      const answer = yield* kit.late(
        7000,
        Effect.timeoutOption(Effect.result(cancel(kit, "silent-1", "dock", jobId)), "5500 millis")
      )
      yield* endOf(kit, jobId)
      if (answer._tag === "None") return yield* kit.broken("There was no cancel_result within 5 s.")
      const { goals } = yield* Effect.fromResult(answer.value)
      yield* kit.must(
        goals.length === 1 && goals[0]!.return_code === null,
        `The goals were ${JSON.stringify(goals)}: say null of a goal whose server is silent.`
      )
    })
  },
  {
    id: "job.query_repeated",
    section: "13.1",
    sentence: "An id that is asked twice in one job_query is in one list, once.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure({})
      const [stranger, other] = [newJobId(), newJobId()]
      const { jobs, unknown_job_ids } = yield* query(kit, "repeated-1", [stranger, other, stranger])
      yield* kit.must(
        jobs.length === 0 && unknown_job_ids.length === 2,
        `Of two ids ${jobs.length} were known and ${unknown_job_ids.length} unknown.`
      )
    })
  },
  {
    id: "job.query_many",
    section: "13.2",
    sentence: "job_query has as many ids as fit into its frame, and each is answered.",
    needs: [],
    check: Effect.fnUntraced(function* (kit) {
      const asked = strangers(manyIds)
      const { unknown_job_ids } = yield* query(kit, "many-1", asked)
      yield* kit.must(
        new Set(unknown_job_ids).size === manyIds,
        `Of ${manyIds} ids ${new Set(unknown_job_ids).size} were answered.`
      )
    })
  },
  {
    id: "job.limit",
    section: "13.1",
    sentence: "active_jobs has at most 500 jobs; one more than a robot may hold ends failed with job_queue_full.",
    needs: ["robot"],
    check: Effect.fnUntraced(function* (kit) {
      yield* kit.configure(doc)
      yield* kit.steady
      const from = kit.mark
      const held = strangers(most)
      const extra = newJobId()
      const reported = yield* kit.late(
        14_000,
        Effect.gen(function* () {
          for (const jobId of held) invoke(kit, jobId, "reset", {}, 120_000)
          yield* kit.until("update of each of 500 jobs", () => isEach(held, kit.cloud.all("job_update", from)), 12_000)
          invoke(kit, extra, "reset", {}, 120_000)
          yield* Effect.sleep("500 millis")
          yield* kit.reconnect()
          return kit.cloud.all("hello").at(-1)?.active_jobs ?? []
        })
      )
      const ends = () => kit.cloud.all("job_update", from).filter(({ state }) => state !== "running")
      yield* kit.until("end of every job", () => isEach([...held, extra], ends()), 30_000)
      const lost = held.filter((jobId) => !reported.some((job) => job.job_id === jobId)).length
      const [end] = endsOf(kit, extra)
      // Who holds more than 500 runs this one, too, and cannot list them all.
      const isRefused = end?.state === "failed" && end.error?.code === "job_queue_full"
      yield* kit.must(isRefused || end?.state === "succeeded", `One job more ended ${end?.state}, ${end?.error?.code}.`)
      yield* kit.must(lost <= (isRefused ? 0 : 1), `${lost} of 500 running jobs were not among active_jobs.`)
      yield* kit.must(ends().length === most + 1, `${most + 1} jobs had ${ends().length} ends.`)
    })
  }
]
