import { assert, describe, it } from "@effect/vitest"
import { type JobEvent, isFinal, transition, type Standing, unstarted } from "@fleet/server/robots/jobs/JobStateMachine"

const reason = { code: "goal_rejected", message: "no" }
const reported = (state: "running" | "succeeded" | "failed" | "cancelled" | "lost", rest: object = {}): JobEvent => ({
  type: "reported",
  state,
  result: null,
  error: null,
  ...rest
})
const standing = (state: Standing["state"], code?: string, message = "", result: unknown = null): Standing => ({
  state,
  result,
  error: code === undefined ? null : { code, message }
})

const bothStates: ReadonlyArray<readonly [event: JobEvent, to: Standing]> = [
  [reported("succeeded", { result: 1, error: reason }), standing("succeeded", undefined, "", 1)],
  [reported("succeeded", { result: undefined }), standing("succeeded")],
  [
    reported("cancelled", { result: { left: 1 }, error: reason }),
    { ...standing("cancelled"), result: { left: 1 }, error: reason }
  ],
  [reported("cancelled", { result: undefined }), standing("cancelled")],
  [reported("failed", { result: 1, error: reason }), { state: "failed", result: 1, error: reason }],
  [reported("failed", { result: undefined }), standing("failed", "action_failed", "The robot reported a failure.")],
  [reported("lost", { result: 1 }), standing("lost", "job_lost", "The job is lost.")],
  [reported("lost", { error: reason }), standing("lost", "job_lost", "no")],
  [{ type: "lost", error: null }, standing("lost", "job_lost", "The job is lost.")],
  [{ type: "lost", error: { code: "action_server_lost", message: "a" } }, standing("lost", "action_server_lost", "a")],
  [
    { type: "lost", error: { code: "goal_uncontrollable", message: "b" } },
    standing("lost", "goal_uncontrollable", "b")
  ],
  [{ type: "config_changed" }, standing("cancelled", "config_changed", "A publish removed or retargeted the slug.")],
  [
    { type: "not_known", kind: "service", occupied: true },
    standing("lost", "job_unknown_to_bridge", "The robot does not know this job.")
  ]
]

describe("the transition table", () => {
  it("the transition table takes a job that runs, or is unknown, to the same end", () => {
    for (const [event, to] of bothStates) {
      assert.deepStrictEqual(transition("running", event), to)
      assert.deepStrictEqual(transition("unknown", event), to)
    }
  })

  it("the transition table makes a silent or disconnected job unknown", () => {
    assert.deepStrictEqual(
      transition("running", { type: "silent" }),
      standing("unknown", "bridge_timeout", "The robot fell silent about this job.")
    )
    assert.deepStrictEqual(
      transition("running", { type: "disconnected" }),
      standing("unknown", "bridge_disconnected", "The robot is not connected.")
    )
    for (const occupied of [true, false]) {
      assert.deepStrictEqual(
        transition("running", { type: "not_known", kind: "action", occupied }),
        standing("unknown")
      )
    }
    assert.isNull(transition("running", reported("running")))
  })

  it("the transition table takes an unknown job back, or leaves it where another goal runs", () => {
    assert.deepStrictEqual(
      transition("unknown", reported("running", { result: 1, error: reason })),
      standing("running")
    )
    assert.isNull(transition("unknown", { type: "not_known", kind: "action", occupied: true }))
    assert.deepStrictEqual(
      transition("unknown", { type: "not_known", kind: "action", occupied: false }),
      standing("lost", "job_unknown_to_bridge", "The robot does not know this job.")
    )
  })

  it("the transition table begins with nothing, which a full queue alone ends", () => {
    assert.deepStrictEqual(unstarted, standing("none"))
    assert.deepStrictEqual(transition("none", { type: "queue_full", limit: 1, queued: 2 }), {
      state: "failed",
      result: null,
      error: {
        code: "job_queue_full",
        message: "The robot holds as many unfinished jobs as it may.",
        details: { limit: 1, queued: 2 }
      }
    })
  })

  it("the transition table ends where nothing moves any more", () => {
    for (const state of ["succeeded", "failed", "cancelled", "lost"] as const) {
      assert.isTrue(isFinal(state))
      for (const [event] of bothStates) assert.isNull(transition(state, event))
    }
    for (const state of ["none", "running", "unknown"] as const) assert.isFalse(isFinal(state))
  })
})
