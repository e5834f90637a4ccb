import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { assertFailed, describeBroken, nightly, tryOwn } from "./support.ts"

const codes: Readonly<Record<string, string>> = {
  service_timeout: "result_failed",
  goal_timeout: "goal_rejected",
  action_failed: "result_failed"
}

/** A job's end with another code, and a cancel's answer with other return codes. */
const misreported = (frame: BridgeMessage): object => {
  if (frame.type === "job_update" && frame.error !== null) {
    return { ...frame, error: { ...frame.error, code: codes[frame.error.code] ?? frame.error.code } }
  }
  if (frame.type !== "cancel_result") return frame
  return { ...frame, goals: frame.goals.map((goal) => ({ ...goal, return_code: goal.return_code === 0 ? 0 : 2 })) }
}

describeBroken("a bridge that is wrong about jobs", () => {
  it.live("a broken bridge that gives wrong codes fails the rules of ends and refusals", () =>
    Effect.gen(function* () {
      const ids = [
        "job.service",
        "job.succeeded",
        "job.aborted",
        "job.service_timeout",
        "job.goal_timeout",
        "job.cancel_rejected",
        "job.cancel_silent"
      ]
      const results = yield* tryOwn(ids, {
        up: (frame) => [
          frame.type === "job_update" && frame.slug === "dock" && frame.state === "succeeded"
            ? { ...frame, result: null }
            : misreported(frame)
        ]
      })
      assertFailed(results, {
        "job.succeeded": "not the goal's",
        "job.aborted": "report status 6",
        "job.service_timeout": "service_timeout",
        "job.goal_timeout": "goal_timeout",
        "job.cancel_rejected": "pass the server's return code on",
        "job.cancel_silent": "say null"
      })
    })
  )

  nightly("a broken bridge that answers ids twice or not at all fails job.query_repeated and job.query_many", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["job.unknown_slug", "job.query_repeated", "job.query_many"], {
        up: (frame) => {
          if (frame.type !== "job_status") return [frame]
          const some = frame.unknown_job_ids.slice(0, 1000)
          return [{ ...frame, unknown_job_ids: [...some.slice(0, 1), ...some] }]
        }
      })
      assertFailed(results, { "job.query_repeated": "3 unknown", "job.query_many": "1000 were answered" })
    })
  )

  nightly("a broken bridge whose hello has more than 500 jobs fails job.limit, and is told which frame it was", () =>
    Effect.gen(function* () {
      const results = yield* tryOwn(["job.limit"], {
        up: (frame) => {
          const jobs = frame.type === "hello" ? (frame.active_jobs ?? []) : []
          return jobs.length < 500 ? [frame] : [{ ...frame, active_jobs: [...jobs, { ...jobs[0] }] }]
        }
      })
      assertFailed(results, { "job.limit": "The first frame of a connection breaks the contract" })
    })
  )
})
