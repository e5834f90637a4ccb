import { goalIdFromBytes, goalIdToBytes } from "@fleet/bridge/ros/GoalIds"
import { feedbackSpellings, readFeedback, readGoalList } from "@fleet/bridge/ros/rosbridge/GoalList"
import { readOperation } from "@fleet/bridge/ros/rosbridge/Operations"
import { acceptWithin } from "@fleet/bridge/ros/rosbridge/SendGoal"
import { Sending } from "@fleet/bridge/ros/rosbridge/Sending"
import { throttleOf } from "@fleet/bridge/ros/rosbridge/Topics"
import { typeFromDetails } from "@fleet/bridge/ros/rosbridge/TypeDetails"
import { makeReader } from "@fleet/bridge/ros/rosbridge/Wire"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

describe("what rosbridge is asked for", () => {
  it("a throttle is a whole number of milliseconds, at least 1, and none when anybody wants everything", () => {
    assert.strictEqual(throttleOf([30]), 17)
    assert.strictEqual(throttleOf([1, 10]), 50)
    assert.strictEqual(throttleOf([5000]), 1)
    assert.strictEqual(throttleOf([10, 0]), 0)
  })

  const Rates = Schema.NonEmptyArray(Schema.Finite.check(Schema.isBetween({ minimum: 0.001, maximum: 100_000 })))
  it.prop("a throttle is whole and positive at any rate", [Rates], ([hz]) => {
    assert.isTrue(Number.isInteger(throttleOf(hz)) && throttleOf(hz) >= 1)
  })

  it("a feedback type is spelled as its Python module and by its name", () => {
    assert.deepStrictEqual(feedbackSpellings("nav2_msgs/action/NavigateToPose"), [
      "nav2_msgs/action._navigate_to_pose/NavigateToPose_FeedbackMessage",
      "nav2_msgs/action/NavigateToPose_FeedbackMessage"
    ])
    assert.include(feedbackSpellings("a/action/HTTPGet2D")[0], "._http_get2_d/")
  })

  it.each([
    [15_000, 5000],
    [8700, 5000],
    [8699, 4999],
    [5000, 1300],
    [3000, 750],
    [40, 10]
  ])("acceptance within %d ms is waited for %d ms, the rest is for a probe", (timeout, accept) => {
    assert.strictEqual(acceptWithin(timeout), accept)
  })
})

describe("a type that rosapi describes", () => {
  const typedefs = [
    {
      type: "demo_msgs/Thing_Request",
      fieldnames: ["_header", "_big", "_ok", "_raw", "_cov", "_list", "_poses", "_when", "_name"],
      fieldtypes: [
        "std_msgs/msg/Header",
        "long long",
        "boolean",
        "octet",
        "double",
        "float",
        "geometry_msgs/Pose",
        "builtin_interfaces/Time",
        "string<8>"
      ],
      fieldarraylen: [-1, -1, -1, 0, 9, 0, 0, -1, -1]
    },
    { type: "std_msgs/Header", fieldnames: ["_frame_id"], fieldtypes: ["string"], fieldarraylen: [-1] }
  ]

  it("has the names and types of definition texts", () => {
    const type = typeFromDetails("demo_msgs/srv/Thing", { typedefs })
    assert.deepStrictEqual(type?.fields, [
      { name: "header", type: "std_msgs/Header", isComplex: true },
      { name: "big", type: "int64" },
      { name: "ok", type: "bool" },
      { name: "raw", type: "uint8", isArray: true },
      { name: "cov", type: "float64", isArray: true, arrayLength: 9 },
      { name: "list", type: "float32", isArray: true },
      { name: "poses", type: "geometry_msgs/Pose", isComplex: true, isArray: true },
      { name: "when", type: "time" },
      { name: "name", type: "string", upperBound: 8 }
    ])
    assert.deepStrictEqual([...(type?.nested ?? [])], [["std_msgs/Header", [{ name: "frame_id", type: "string" }]]])
  })

  it("is unknown when there is none, and empty when it only has what IDL demands", () => {
    assert.isUndefined(typeFromDetails("a/msg/B", { typedefs: [] }))
    const empty = { type: "a/B", fieldnames: ["_structure_needs_at_least_one_member"], fieldtypes: ["uint8"] }
    assert.deepStrictEqual(typeFromDetails("a/msg/B", { typedefs: [{ ...empty, fieldarraylen: [-1] }] })?.fields, [])
  })
})

const idOf = (byte: number) => goalIdFromBytes(new Uint8Array(16).fill(byte))
const [old, one, two] = [idOf(1), idOf(2), idOf(3)]

describe("the search for a goal's id", () => {
  it("takes the first new goal of the list", () => {
    const sending = new Sending([old])
    sending.onList(new Map([[old, 2]]))
    assert.isUndefined(sending.best)
    sending.onList(new Map([[old, 4], [one, 1]])) // prettier-ignore
    assert.strictEqual(sending.best, one)
    assert.isTrue(sending.isClear)
  })

  it("prefers among several the one whose feedback came over its own connection too", () => {
    const sending = new Sending([])
    sending.onList(new Map([[one, 1], [two, 1]])) // prettier-ignore
    assert.isFalse(sending.isClear)
    assert.strictEqual(sending.best, one)
    sending.onTopicFeedback(one, { left: 2 })
    sending.onTopicFeedback(two, { left: 1 })
    sending.onOwnFeedback({ left: 1 })
    assert.strictEqual(sending.best, two)
  })
})

describe("what rosbridge sends", () => {
  it("is ignored when it is malformed, unknown or only noise", () => {
    const read = makeReader()
    for (const text of ["", "{", "[]", "5", "null", '{"op":"png"}', '{"op":"publish","topic":5,"msg":{}}']) {
      assert.isUndefined(read(text), text)
    }
    for (const text of ['{"op":"service_response","id":1,"result":true}', '{"op":"action_result","id":"g"}']) {
      assert.isUndefined(read(text), text)
    }
    for (let byte = 0; byte < 256; byte++) assert.isUndefined(read(Uint8Array.of(byte, byte, 1)))
  })

  it("is read as text and as fragments", () => {
    const read = makeReader()
    const text = '{"op":"action_feedback","id":"g","values":{"a":[NaN,9007199254740993]}}'
    const operation = { op: "action_feedback", id: "g", values: { a: [null, 9_007_199_254_740_993n] } }
    assert.deepStrictEqual(read(text) as unknown, operation)
    const part = (num: number, data: string) => JSON.stringify({ op: "fragment", id: "f", num, total: 2, data })
    assert.isUndefined(read(part(1, text.slice(20))))
    assert.deepStrictEqual(read(part(0, text.slice(0, 20))) as unknown, operation)
  })

  it("may be a list of goals as JSON, and feedback with the goal's id in base64", () => {
    const uuid = Buffer.from(goalIdToBytes(one) ?? []).toString("base64")
    const list = { status_list: [{ goal_info: { goal_id: { uuid } }, status: 2 }] }
    assert.deepStrictEqual([...(readGoalList(list) ?? [])], [[one, 2]])
    assert.deepStrictEqual(readFeedback({ goal_id: { uuid }, feedback: 5 }), { goalId: one, feedback: 5 })
    for (const odd of [null, {}, { status_list: 1 }, { secs: 1, nsecs: 1, bytes: Uint8Array.of(0, 1) }]) {
      assert.isUndefined(readGoalList(odd))
      assert.isUndefined(readFeedback(odd))
    }
    assert.isUndefined(readOperation(undefined))
  })
})
