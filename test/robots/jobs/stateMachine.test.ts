import { assert, describe, it } from "@effect/vitest"
import type { JobState } from "@fleet/domain/Jobs"
import { type JobEvent, isFinal, transition, type Standing } from "@fleet/server/robots/jobs/JobStateMachine"
import { Schema } from "effect"

const ReportedStates = ["running", "succeeded", "failed", "cancelled", "lost"] as const
const Failure = Schema.NullOr(
  Schema.Struct({
    code: Schema.Literals(["action_failed", "goal_rejected", "action_server_lost", "goal_uncontrollable", "other"]),
    message: Schema.String
  })
)
const AnyEvent = Schema.Union([
  Schema.Struct({ type: Schema.tag("queue_full"), limit: Schema.Literal(500), queued: Schema.Literal(500) }),
  Schema.Struct({ type: Schema.tag("silent") }),
  Schema.Struct({ type: Schema.tag("disconnected") }),
  Schema.Struct({
    type: Schema.tag("reported"),
    state: Schema.Literals(ReportedStates),
    result: Schema.NullOr(Schema.String),
    error: Failure
  }),
  Schema.Struct({
    type: Schema.tag("not_known"),
    kind: Schema.Literals(["action", "service"]),
    occupied: Schema.Boolean
  }),
  Schema.Struct({ type: Schema.tag("lost"), error: Failure }),
  Schema.Struct({ type: Schema.tag("config_changed") })
])
const State = Schema.Literals(["none", "running", "unknown", "succeeded", "failed", "cancelled", "lost"])

/** What the contract allows, by hand: where an event may take a state. */
const allowed = (from: Standing["state"], event: JobEvent): ReadonlyArray<JobState> => {
  if (from === "none") return event.type === "queue_full" ? ["failed"] : []
  if (from !== "running" && from !== "unknown") return []
  switch (event.type) {
    case "queue_full":
      return []
    case "silent":
    case "disconnected":
      return from === "running" ? ["unknown"] : []
    case "reported":
      return event.state === from ? [] : [event.state]
    case "not_known":
      if (event.kind === "service") return ["lost"]
      return from === "running" ? ["unknown"] : event.occupied ? [] : ["lost"]
    case "lost":
      return ["lost"]
    case "config_changed":
      return ["cancelled"]
  }
}

describe("a job transition", () => {
  it.prop(
    "a job transition is one of the table's, and every one of the table's happens",
    [State, AnyEvent],
    ([from, event]) => {
      const next = transition(from, event)
      assert.deepStrictEqual<ReadonlyArray<string>>(next === null ? [] : [next.state], allowed(from, event))
    }
  )

  it.prop("a job transition never leaves a final state, whatever comes", [Schema.Array(AnyEvent)], ([events]) => {
    let standing: Standing = { state: "running", result: null, error: null }
    let end: Standing | null = null
    for (const event of events) {
      standing = transition(standing.state, event) ?? standing
      if (end !== null) assert.strictEqual(standing, end)
      else if (isFinal(standing.state)) end = standing
    }
  })

  it.prop("a job transition carries an error exactly where the state needs one", [State, AnyEvent], ([from, event]) => {
    const next = transition(from, event)
    if (next === null) return
    if (next.state === "failed" || next.state === "lost") assert.isNotNull(next.error)
    if (next.state === "unknown") assert.strictEqual(next.error === null, event.type === "not_known")
    if (next.state === "running" || next.state === "succeeded") assert.isNull(next.error)
  })

  it("a job transition clears the error when an unknown job is reported to run", () => {
    const report = { type: "reported", state: "running", result: "early", error: { code: "x", message: "y" } } as const
    assert.deepStrictEqual(transition("unknown", report), { state: "running", result: null, error: null })
  })

  it.each([
    ["silent", "bridge_timeout"],
    ["disconnected", "bridge_disconnected"],
    ["config_changed", "config_changed"]
  ] as const)("a job transition by %s is explained as %s", (type, code) => {
    assert.strictEqual(transition("running", { type })?.error?.code, code)
  })

  it.each([
    ["action_server_lost", "action_server_lost"],
    ["goal_uncontrollable", "goal_uncontrollable"],
    ["anything_else", "job_lost"]
  ])("a job transition by a loss with %s is explained as %s", (sent, code) => {
    const next = transition("running", { type: "lost", error: { code: sent, message: "gone" } })
    assert.deepStrictEqual(next, { state: "lost", result: null, error: { code, message: "gone" } })
    assert.strictEqual(transition("unknown", { type: "lost", error: null })?.error?.code, "job_lost")
  })

  it("a job transition to failed keeps the robot's reason, and has one of its own where the robot gives none", () => {
    const failed = (error: Standing["error"]) =>
      transition("running", { type: "reported", state: "failed", result: 1, error })
    const reason = { code: "goal_rejected", message: "no", details: { at: 1 } }
    assert.deepStrictEqual(failed(reason), { state: "failed", result: 1, error: reason })
    assert.strictEqual(failed(null)?.error?.code, "action_failed")
  })

  it("a job transition from nothing names the limit and how many wait", () => {
    const next = transition("none", { type: "queue_full", limit: 500, queued: 500 })
    assert.strictEqual(next?.error?.code, "job_queue_full")
    assert.deepStrictEqual(next?.error?.details, { limit: 500, queued: 500 })
  })

  it("a job transition to lost names a job the bridge does not know", () => {
    const lost = (from: "running" | "unknown", kind: "action" | "service") =>
      transition(from, { type: "not_known", kind, occupied: false })
    assert.deepStrictEqual(lost("running", "action"), { state: "unknown", result: null, error: null })
    for (const next of [lost("unknown", "action"), lost("running", "service"), lost("unknown", "service")]) {
      assert.deepInclude(next, { state: "lost", result: null })
      assert.strictEqual(next?.error?.code, "job_unknown_to_bridge")
    }
  })
})
