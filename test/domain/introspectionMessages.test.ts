import type { RosGraph, TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { primitive, resolveField } from "@fleet/domain/RobotConfig/TypeFields"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"

const field = (
  name: string,
  type: string,
  array = false,
  fields: ReadonlyArray<TypeField> | null = null
): TypeField => ({ name, type, array, fields })

const point = [field("x", "float64"), field("y", "float64")]
const fields = [
  field("speed", "float64"),
  field("count", "int64"),
  field("small", "int32"),
  field("name", "string<=20"),
  field("flag", "bool"),
  field("data", "uint8", true),
  field("ranges", "float32", true),
  field("at", "demo/msg/Point", false, point),
  field("poses", "demo/msg/Point", true, point),
  field("opaque", "demo/msg/Opaque")
]
const types = new Map<string, TypeDefinition>([
  ["demo/msg/Cmd", { name: "demo/msg/Cmd", kind: "msg", fields }],
  ["demo/srv/Set", { name: "demo/srv/Set", kind: "srv", request: [field("on", "bool")], response: [] }]
])
const graph: RosGraph = {
  topics: [{ name: "/cmd", types: ["demo/msg/Cmd", "demo/msg/Old"] }],
  services: [{ name: "/set", types: ["demo/srv/Set"] }],
  actions: [],
  captured_at_ms: 1
}

const said = (sections: object) =>
  validate({ platform: 1, ...sections }, { graph, types }).issues.map(
    ({ code, message, path, severity, slug }) => `${severity} ${code} ${path} ${slug}: ${message}`
  )

const datapoint = (rest: object) => said({ datapoints: { dp: { topic: "/cmd", type: "demo/msg/Cmd", ...rest } } })
const body = (message: object, parameters: object = {}) =>
  said({
    publishers: {
      pub: {
        topic: "/cmd",
        type: "demo/msg/Cmd",
        message,
        parameters,
        failsafe: { timeout_ms: 1, message: {} },
        quiet_timeout_ms: 0
      }
    }
  })

describe("against the robot it is said", () => {
  it("against the robot it is said which name it does not offer, and which types it has", () => {
    assert.deepStrictEqual(datapoint({ topic: "/nope" }), [
      "warning unknown_topic datapoints.dp.topic dp: /nope is not among the robot's topics."
    ])
    const service = { ros_name: "/nope", type: "demo/srv/Set" }
    assert.deepStrictEqual(said({ services: { se: service } }), [
      "warning unknown_topic services.se.ros_name se: /nope is not among the robot's services."
    ])
    assert.deepStrictEqual(said({ actions: { ac: { ros_name: "/nope", type: "demo/action/Go" } } }), [
      "warning unknown_topic actions.ac.ros_name ac: /nope is not among the robot's actions.",
      "warning unknown_type actions.ac.type ac: The robot does not know demo/action/Go."
    ])
    assert.deepStrictEqual(datapoint({ type: "demo/msg/New" }), [
      "error type_mismatch datapoints.dp.type dp: /cmd has the type demo/msg/Cmd, demo/msg/Old.",
      "error unknown_type datapoints.dp.type dp: The robot does not know demo/msg/New."
    ])
    assert.isEmpty(datapoint({ type: "demo/msg/Old", field: "whatever" }))
  })

  it("against the robot it is said what a field is, where a number is needed", () => {
    const numeric = (path: string) => datapoint({ field: path, numeric: {} }).map((line) => line.split(": ")[1])
    assert.isEmpty([...numeric("speed"), ...numeric("ranges[0]"), ...numeric("at.x"), ...numeric("opaque.x")])
    assert.deepStrictEqual(numeric("name"), ["name is string, not a number."])
    assert.deepStrictEqual(numeric("ranges"), ["ranges is a list of float32, not a number."])
    assert.deepStrictEqual(numeric("flag"), ["flag is bool, not a number."])
    const charted = datapoint({ field: "flag", chart: {} })
    assert.deepStrictEqual(charted, [
      "error requires_numeric_field datapoints.dp.chart dp: flag is bool, not a number."
    ])
  })

  it("against the robot it is said what an alert cannot be compared with", () => {
    const alert = (path: string, fire_at: unknown) =>
      datapoint({ field: path, alerts: { low: { condition: { fire_at } } } })
    const at = "datapoints.dp.alerts.low.condition.fire_at dp"
    for (const [path, value] of [
      ["speed", 1],
      ["name", "x"],
      ["flag", true]
    ] as const) {
      assert.isEmpty(alert(path, value))
    }
    assert.deepStrictEqual(alert("name", 1), [
      `error requires_numeric_field ${at}: A number cannot be compared with string.`
    ])
    assert.deepStrictEqual(alert("speed", "x"), [
      `error type_mismatch ${at}: A string cannot be compared with float64.`
    ])
    assert.deepStrictEqual(alert("name", true), [
      `error type_mismatch ${at}: A boolean cannot be compared with string.`
    ])
  })

  it("against the robot it is said what a message has no field for, and what its fields are", () => {
    const at = (line: string) => `error ${line}`
    assert.deepStrictEqual(body({ nope: 1, at: { z: 1 } }), [
      at("unknown_field_path publishers.pub.message.nope pub: The type has no field nope."),
      at("unknown_field_path publishers.pub.message.at.z pub: The type has no field z.")
    ])
    for (const fine of [
      { speed: 1.5, count: "-12", small: 3, name: "x", flag: false, data: "AAE=", ranges: [1, 2.5], poses: [{ x: 1 }] },
      { data: [1, 2], count: 5 },
      { opaque: { any: 1 } }
    ]) {
      assert.isEmpty(body(fine))
    }
    for (const [bad, where, message] of [
      [{ speed: "1" }, "speed", "speed is float64."],
      [{ small: "1" }, "small", "small is int32."],
      [{ small: 1.5 }, "small", "small is int32."],
      [{ count: "1.5" }, "count", "count is int64."],
      [{ name: 1 }, "name", "name is string<=20."],
      [{ flag: 1 }, "flag", "flag is bool."],
      [{ ranges: 1 }, "ranges", "ranges is a list of float32."],
      [{ ranges: "x" }, "ranges", "ranges is a list of float32."],
      [{ ranges: [1, "x"] }, "ranges[1]", "ranges is a list of float32."],
      [{ data: 1 }, "data", "data is a list of uint8."],
      [{ at: 1 }, "at", "at is demo/msg/Point."],
      [{ poses: [1] }, "poses[0]", "poses is a list of demo/msg/Point."]
    ] as const) {
      assert.deepStrictEqual(body(bad), [at(`type_mismatch publishers.pub.message.${where} pub: ${message}`)])
    }
  })

  it("against the robot it is said whether a parameter can be the field's value", () => {
    const given = (name: string, type: string) => body({ [name]: "${pa}" }, { pa: { type } }).length === 0
    assert.isTrue(given("speed", "float32") && given("speed", "int8") && given("count", "uint8"))
    assert.isTrue(given("name", "wstring") && given("flag", "bool"))
    assert.isFalse(given("count", "float64") || given("name", "int8") || given("flag", "string"))
    assert.isTrue(given("data", "string"))
    assert.isFalse(given("ranges", "float32") || given("at", "string"))
  })
})

describe("a field path", () => {
  const resolve = (path: string) => resolveField(fields, path, (type) => type !== "demo/msg/Opaque")
  const reason = (path: string) => {
    const found = resolve(path)
    return found.kind === "missing" ? found.reason : found.kind
  }

  it("a field path leads to a field or a list, or is opaque below what is not known", () => {
    assert.deepStrictEqual(resolve("at.x"), { kind: "found", field: point[0]!, list: false })
    assert.deepStrictEqual(resolve("poses[2].y"), { kind: "found", field: point[1]!, list: false })
    assert.deepStrictEqual(resolve("ranges"), { kind: "found", field: fields[6]!, list: true })
    assert.deepStrictEqual(resolve("ranges[1]"), { kind: "found", field: fields[6]!, list: false })
    assert.deepStrictEqual(resolve("opaque.x.y"), { kind: "opaque" })
  })

  it("a field path says where it leads nowhere", () => {
    assert.strictEqual(reason("nope"), "The type has no field nope.")
    assert.strictEqual(reason("at.z"), "The type has no field z.")
    assert.strictEqual(reason("at[0].x"), "at is not a list.")
    assert.strictEqual(reason("poses.x"), "poses is a list: write an index, such as poses[0].")
    assert.strictEqual(reason("speed.x"), "speed is a float64, which has no fields.")
    assert.strictEqual(reason("name.x"), "name is a string<=20, which has no fields.")
  })

  it("a field path of a bounded text is one of a text", () => {
    assert.deepStrictEqual(["string<=20", "wstring<=3", "string"].map(primitive), ["string", "wstring", "string"])
  })
})
