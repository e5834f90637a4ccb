import { assert, describe, it } from "@effect/vitest"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Effect, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import { configure, doc, started } from "./support/bridge.ts"
import { passUntil, settle } from "./support/FakeCloud.ts"

/** A value whose frame, captured at 1 ms, has so many bytes. */
const filling = (bytes: number) =>
  "x".repeat(bytes - JSON.stringify({ type: "datapoint", slug: "pose", value: "", timestamp_ms: 1 }).length)

const statesOf = (cloud: {
  readonly all: (type: "datapoint_state") => ReadonlyArray<{
    readonly slug: string
    readonly error: { readonly code: string } | null
  }>
}) => cloud.all("datapoint_state").map(({ error, slug }) => [slug, error?.code ?? null])

const text = { ...doc, datapoints: { pose: { topic: "/pose", type: "std_msgs/msg/String", field: "data" } } }

describe("the state of a datapoint", () => {
  it.effect("the state of a datapoint is failed for a sample above a frame, with its size and the limit", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      yield* configure(cloud, 2, text)
      robot.emit("/pose", { data: filling(maxFrame) }, 1)
      yield* cloud.sees("datapoint")
      yield* settle
      assert.deepStrictEqual(statesOf(cloud), [])
      robot.emit("/pose", { data: filling(maxFrame + 1) }, 1)
      const { at_ms, ...state } = yield* cloud.sees("datapoint_state")
      assert.isAtLeast(at_ms, 0)
      assert.deepStrictEqual(state, {
        type: "datapoint_state",
        slug: "pose",
        state: "failed",
        error: {
          code: "too_large",
          message: "A sample of 2097153 bytes was dropped: a frame takes at most 2097152 bytes."
        }
      })
      assert.lengthOf(cloud.all("datapoint"), 1)
    })
  )

  it.effect("the state of a datapoint is told on change, ten seconds apart, and is ok once samples pass again", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      yield* configure(cloud, 2, text)
      for (let at = 0; at < 5; at++) robot.emit("/pose", { data: filling(maxFrame + 1 + at) }, 1)
      yield* cloud.sees("datapoint_state")
      robot.emit("/pose", { data: "fits" }, 2)
      yield* cloud.sees("datapoint")
      for (let passed = 0; passed < 9; passed++) yield* TestClock.adjust("1 second")
      yield* settle
      assert.deepStrictEqual(statesOf(cloud), [["pose", "too_large"]])
      const ok = yield* passUntil("that it is ok", () => cloud.all("datapoint_state")[1])
      assert.deepStrictEqual([ok.state, ok.error], ["ok", null])
      assert.isAtLeast(ok.at_ms, cloud.all("datapoint_state")[0]!.at_ms + 10_000)
    })
  )

  it.effect("the state of a datapoint is failed while nothing passes, however long that takes", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      yield* configure(cloud, 2, text)
      robot.unfit.add("/pose")
      robot.emit("/pose", { data: "" }, 1, new Uint8Array(7))
      const { error } = yield* cloud.sees("datapoint_state")
      assert.deepStrictEqual(error, {
        code: "undecodable",
        message: "A message of 7 bytes does not fit std_msgs/msg/String."
      })
      for (let passed = 0; passed < 25; passed++) yield* TestClock.adjust("1 second")
      yield* settle
      assert.lengthOf(cloud.all("datapoint_state"), 1)
    })
  )

  it.effect(
    "the state of a datapoint says which field a message does not have, and what was thrown at its reading",
    () =>
      Effect.gen(function* () {
        const { cloud, robot } = yield* started
        robot.emit("/battery", { voltage: 1 }, 1)
        robot.emit("/pose", new Error("the reader broke at http://admin:secret@host/"), 1)
        const { error: missing } = yield* cloud.sees("datapoint_state", ({ slug }) => slug === "battery")
        const { error: thrown } = yield* cloud.sees("datapoint_state", ({ slug }) => slug === "pose")
        assert.deepStrictEqual(
          [missing?.code, missing?.message, thrown?.code, thrown?.message],
          [
            "undecodable",
            "A message of /battery has no percentage.",
            "undecodable",
            "A message of /pose could not be read: the reader broke at http://host/"
          ]
        )
        // One datapoint's fault is its own.
        robot.emit("/battery", { percentage: 0.5 }, 2)
        yield* cloud.sees("datapoint")
      })
  )

  it.effect("the state of a datapoint follows the type of its topic", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      yield* SubscriptionRef.set(robot.topicState, "type_mismatch")
      const { error } = yield* cloud.sees("datapoint_state", ({ slug }) => slug === "pose")
      assert.deepStrictEqual(error, {
        code: "type_changed",
        message: "/pose is no geometry_msgs/msg/Pose at the robot."
      })
      yield* SubscriptionRef.set(robot.topicState, "live")
      yield* passUntil("that it is ok", () =>
        cloud.all("datapoint_state").find(({ slug, state }) => slug === "pose" && state === "ok")
      )
    })
  )

  it.effect("the state of a datapoint is throttled where the link takes fewer samples, and while it does", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      yield* configure(cloud, 2, { ...doc, low_bandwidth: { mode: "on", datapoint_max_hz: 1 } })
      for (let at = 0; at < 3; at++) robot.emit("/pose", {}, at)
      const { error } = yield* cloud.sees("datapoint_state")
      assert.deepStrictEqual(error, {
        code: "throttled",
        message: "The link is slow: on average 1 samples a second are sent."
      })
      const ok = yield* passUntil("that it is ok", () => cloud.all("datapoint_state")[1])
      assert.strictEqual(ok.state, "ok")
    })
  )

  it.effect("the state of a datapoint tells after an outage that its buffer was full, and of a fault that lasts", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.emit("/battery", { voltage: 1 }, 1)
      yield* cloud.sees("datapoint_state")
      cloud.close(1012)
      yield* settle
      for (const at of [1, 2, 3, 4]) robot.emit("/pose", { at }, at)
      const full = yield* passUntil("that the buffer was full", () =>
        cloud.all("datapoint_state").find(({ slug }) => slug === "pose")
      )
      assert.deepStrictEqual(full.error, {
        code: "throttled",
        message: "Samples were dropped: at most 3 are kept while the cloud cannot be reached."
      })
      yield* passUntil(
        "the fault again",
        () => cloud.all("datapoint_state").filter(({ slug }) => slug === "battery")[1]
      )
    })
  )
})

describe("the robot's clock", () => {
  it.effect("the robot's clock is told after the hello, and on change at most each ten seconds", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      assert.deepStrictEqual(yield* cloud.sees("clock_state"), {
        type: "clock_state",
        sim_time: false,
        offset_ms: null
      })
      yield* SubscriptionRef.update(robot.status, (status) => ({ ...status, simulatedTime: "yes" as const }))
      for (let passed = 0; passed < 9; passed++) yield* TestClock.adjust("1 second")
      yield* settle
      assert.lengthOf(cloud.all("clock_state"), 1)
      const told = yield* passUntil("the change", () => cloud.all("clock_state")[1])
      assert.isTrue(told.sim_time)
      robot.emit("/pose", {}, 1000, undefined, undefined, 3_601_000)
      const behind = yield* passUntil("how far it is behind", () => cloud.all("clock_state")[2])
      assert.deepStrictEqual(behind, { type: "clock_state", sim_time: true, offset_ms: -3_600_000 })
    })
  )

  it.effect("the robot's clock is simulated where it perhaps is and its stamps are far from this computer's", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      yield* SubscriptionRef.update(robot.status, (status) => ({ ...status, simulatedTime: "perhaps" as const }))
      robot.emit("/pose", {}, 10_000, undefined, undefined, 14_000)
      const near = yield* passUntil("the offset", () => cloud.all("clock_state")[1])
      assert.deepStrictEqual([near.sim_time, near.offset_ms], [false, -4000])
      robot.emit("/pose", {}, 10_000, undefined, undefined, 15_000)
      const far = yield* passUntil("the offset", () => cloud.all("clock_state")[2])
      assert.deepStrictEqual([far.sim_time, far.offset_ms], [true, -5000])
    })
  )
})
