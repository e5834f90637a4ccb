import { assert, describe, it } from "@effect/vitest"
import { cancelFailure, reportOf } from "@fleet/server/robots/jobs/robotFailure"

const known = [
  "action_failed",
  "goal_rejected",
  "goal_send_failed",
  "goal_timeout",
  "result_failed",
  "service_timeout",
  "internal_error",
  "unknown_slug",
  "job_queue_full"
]
const unknown = ["", "Action_Failed", "action_failed ", "job_lost", "not_found", "toString", "__proto__"]
const error = (code: string) => ({ code, message: "Why.", details: { at: 1 } })
const report = (state: "running" | "succeeded" | "failed" | "cancelled" | "lost", code: string | null) => ({
  state,
  error: code === null ? null : error(code),
  result: 1
})

describe("a job report of a bridge", () => {
  it.each(known)("a job report of a bridge keeps the code %s", (code) => {
    for (const state of ["failed", "cancelled"] as const) {
      assert.deepStrictEqual(reportOf(report(state, code)), report(state, code))
    }
  })

  it.each(unknown)(
    "a job report of a bridge that failed under the code '%s' is action_failed, with its message and details",
    (code) => {
      assert.deepStrictEqual(reportOf(report("failed", code)), report("failed", "action_failed"))
    }
  )

  it.each(unknown)("a job report of a bridge that was cancelled does not carry the code '%s'", (code) => {
    assert.deepStrictEqual(reportOf(report("cancelled", code)), report("cancelled", null))
  })

  it("a job report of a bridge is as it was where it has no error, or was lost", () => {
    for (const state of ["running", "succeeded", "failed", "cancelled", "lost"] as const) {
      assert.deepStrictEqual(reportOf(report(state, null)), report(state, null))
    }
    assert.deepStrictEqual(reportOf(report("lost", "goal_uncontrollable")), report("lost", "goal_uncontrollable"))
  })
})

describe("the error of a cancel", () => {
  it.each(["unknown_slug", "action_server_lost", "internal_error"])(
    "the error of a cancel keeps the code %s",
    (code) => {
      assert.deepStrictEqual(cancelFailure(error(code)), error(code))
    }
  )

  it.each([...unknown, "action_failed"])("the error of a cancel is internal_error for the code '%s'", (code) => {
    assert.deepStrictEqual(cancelFailure(error(code)), error("internal_error"))
  })
})
