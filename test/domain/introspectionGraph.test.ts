import { namedTypes } from "@fleet/domain/RobotConfig/GraphRules"
import type { RosGraph, TypeDefinition, TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"

const field = (name: string, type: string, fields: ReadonlyArray<TypeField> | null = null): TypeField => ({
  name,
  type,
  array: false,
  fields
})

const definitions: ReadonlyArray<TypeDefinition> = [
  { name: "demo/msg/Cmd", kind: "msg", fields: [field("speed", "float64"), field("name", "string<=8")] },
  { name: "demo/srv/Set", kind: "srv", request: [field("on", "bool")], response: [field("done", "bool")] },
  {
    name: "demo/action/Go",
    kind: "action",
    goal: [field("place", "string")],
    result: [field("done", "bool")],
    feedback: [field("left", "float64")]
  }
]
const graph: RosGraph = {
  topics: [
    { name: "/cmd", types: ["demo/msg/Cmd"] },
    { name: "/image", types: ["demo/msg/Image", "demo/msg/Small"] }
  ],
  services: [{ name: "/set", types: ["demo/srv/Set", "demo/srv/Unset"] }],
  actions: [{ name: "/go", types: ["demo/action/Go"] }],
  captured_at_ms: 1
}
const types = new Map(definitions.map((definition) => [definition.name, definition]))

const said = (sections: object) =>
  validate({ platform: 1, ...sections }, { graph, types }).issues.map(
    ({ code, message, path, severity }) => `${severity} ${code} ${path}: ${message}`
  )

const cmd = { topic: "/cmd", type: "demo/msg/Cmd" }
const datapoint = (rest: object) => said({ datapoints: { dp: { ...cmd, ...rest } } })
const action = (rest: object, more: object = {}) =>
  said({ actions: { ac: { ros_name: "/go", type: "demo/action/Go", ...rest } }, ...more })
const service = (rest: object) => said({ services: { se: { ros_name: "/set", type: "demo/srv/Set", ...rest } } })
const publisher = (rest: object, failsafe: unknown = {}, more: object = {}) =>
  said({
    publishers: {
      pub: { ...cmd, message: {}, failsafe: { timeout_ms: 1, message: failsafe }, quiet_timeout_ms: 0, ...rest }
    },
    ...more
  })
const camera = (source: object) =>
  said({
    cameras: { ca: { source, width: 1, height: 1, fps: 1, bitrate_kbps: 1, snapshot_interval_seconds: 1 } }
  })

describe("the topics of a recorder", () => {
  it("the topics of a recorder are held against the robot's as those of datapoints are", () => {
    const recorder = (...topics: ReadonlyArray<object>) => said({ recorder: { topics } })
    assert.isEmpty(recorder(cmd, { topic: "/image", type: "demo/msg/Small" }))
    assert.deepStrictEqual(recorder(cmd, { topic: "/set", type: "demo/msg/Cmd" }), [
      "warning unknown_topic recorder.topics[1].topic: /set is not among the robot's topics."
    ])
    assert.deepStrictEqual(recorder({ topic: "/cmd", type: "demo/msg/Image" }), [
      "error type_mismatch recorder.topics[0].type: /cmd has the type demo/msg/Cmd."
    ])
    assert.deepStrictEqual(recorder({ topic: "/later", type: "demo/msg/Later" }), [
      "warning unknown_topic recorder.topics[0].topic: /later is not among the robot's topics.",
      "warning unknown_type recorder.topics[0].type: The robot does not know demo/msg/Later."
    ])
    const doc = { platform: 1, datapoints: { dp: cmd }, recorder: { topics: [cmd, { topic: "/a", type: "a/msg/B" }] } }
    assert.deepStrictEqual(namedTypes(doc as never), ["demo/msg/Cmd", "a/msg/B"])
  })
})

describe("the name and the type of an exposure", () => {
  it("the name and the type of an exposure are sought among the robot's own of that kind", () => {
    assert.isEmpty([...datapoint({}), ...action({}), ...service({}), ...publisher({})])
    assert.isEmpty(camera({ kind: "ros", topic: "/image", type: "demo/msg/Small" }))
    assert.deepStrictEqual(action({ ros_name: "/set" }), [
      "warning unknown_topic actions.ac.ros_name: /set is not among the robot's actions."
    ])
    assert.deepStrictEqual(service({ ros_name: "/go" }), [
      "warning unknown_topic services.se.ros_name: /go is not among the robot's services."
    ])
    assert.deepStrictEqual(publisher({ topic: "/set" }), [
      "warning unknown_topic publishers.pub.topic: /set is not among the robot's topics."
    ])
    assert.deepStrictEqual(camera({ kind: "ros", topic: "/go", type: "demo/msg/Image" }), [
      "warning unknown_topic cameras.ca.source.topic: /go is not among the robot's topics."
    ])
  })

  it("the name and the type of an exposure go together, as the robot offers them", () => {
    assert.deepStrictEqual(camera({ kind: "ros", topic: "/cmd", type: "demo/msg/Image" }), [
      "error type_mismatch cameras.ca.source.type: /cmd has the type demo/msg/Cmd."
    ])
    assert.deepStrictEqual(datapoint({ topic: "/image" }), [
      "error type_mismatch datapoints.dp.type: /image has the type demo/msg/Image, demo/msg/Small."
    ])
  })

  it("the name and the type of an exposure go together where a bridge names a topic once for each of its types", () => {
    const topics = graph.topics.flatMap(({ name, types }) => types.map((type) => ({ name, types: [type] })))
    for (const type of ["demo/msg/Image", "demo/msg/Small"]) {
      const doc = { platform: 1, datapoints: { dp: { topic: "/image", type } } }
      assert.isEmpty(validate(doc, { graph: { ...graph, topics }, types }).issues)
    }
  })

  it("the name and the type of an exposure are known where the robot offers the type with any name of any kind", () => {
    const srv = "demo/srv/Unset"
    assert.deepStrictEqual(service({ ros_name: "/nope", type: srv }), [
      "warning unknown_topic services.se.ros_name: /nope is not among the robot's services."
    ])
    assert.deepStrictEqual(datapoint({ topic: "/nope", type: "demo/msg/Small" }), [
      "warning unknown_topic datapoints.dp.topic: /nope is not among the robot's topics."
    ])
  })

  it("the name and the type of an exposure may be of a type with a definition that the robot does not offer", () => {
    const { issues } = validate(
      { platform: 1, datapoints: { dp: { ...cmd, field: "nope" } } },
      { graph: { ...graph, topics: [] }, types }
    )
    assert.deepStrictEqual(
      issues.map(({ code, path, severity }) => `${severity} ${code} ${path}`),
      ["warning unknown_topic datapoints.dp.topic", "error unknown_field_path datapoints.dp.field"]
    )
  })

  it("the name and the type of an exposure of a camera without ROS are not sought", () => {
    assert.isEmpty(camera({ kind: "v4l2", device: "/dev/video0" }))
    assert.isEmpty(camera({ kind: "rtsp", url: "rtsp://x" }))
  })

  it("the name and the type of an exposure are searched to the last exposure", () => {
    const dp = { topic: "/nope", type: "demo/msg/Small" }
    const usb = { kind: "v4l2", device: "/dev/video0" }
    const shape = { width: 1, height: 1, fps: 1, bitrate_kbps: 1, snapshot_interval_seconds: 1 }
    const source = { kind: "ros", ...dp }
    const issues = said({
      datapoints: { aa: { topic: "/cmd", type: "demo/msg/Wrong" }, bb: dp },
      cameras: { usb: { ...shape, source: usb }, ros: { ...shape, source } }
    })
    assert.deepStrictEqual(
      issues.map((line) => line.split(":")[0]),
      [
        "error type_mismatch datapoints.aa.type",
        "error unknown_type datapoints.aa.type",
        "warning unknown_topic datapoints.bb.topic",
        "warning unknown_topic cameras.ros.source.topic"
      ]
    )
  })
})

describe("the field of a datapoint", () => {
  it("the field of a datapoint is read against the message, and none is the whole of it", () => {
    assert.isEmpty([...datapoint({}), ...datapoint({ field: "speed", numeric: {}, chart: {}, alerts: {} })])
    assert.deepStrictEqual(datapoint({ field: "place", numeric: {} }), [
      "error unknown_field_path datapoints.dp.field: The type has no field place."
    ])
  })

  it("the field of a datapoint of a bounded text takes alerts on texts alone", () => {
    const alerts = { aa: { condition: { fire_at: 1 } }, bb: { condition: { fire_at: "x" } } }
    assert.deepStrictEqual(datapoint({ field: "name", alerts, chart: {} }), [
      "error requires_numeric_field datapoints.dp.chart: name is string, not a number.",
      "error requires_numeric_field datapoints.dp.alerts.aa.condition.fire_at: A number cannot be compared with string."
    ])
  })

  it("the field of a datapoint with numbers takes alerts on numbers alone", () => {
    const alerts = { aa: { condition: { fire_at: 1 } }, bb: { condition: { fire_at: true } } }
    assert.deepStrictEqual(datapoint({ field: "speed", alerts }), [
      "error type_mismatch datapoints.dp.alerts.bb.condition.fire_at: A boolean cannot be compared with float64."
    ])
  })
})

describe("a message is read against", () => {
  it("the goal of an action", () => {
    assert.isEmpty(action({ message: { place: "x" } }))
    for (const key of ["done", "left"]) {
      assert.deepStrictEqual(action({ message: { [key]: 1 } }), [
        `error unknown_field_path actions.ac.message.${key}: The type has no field ${key}.`
      ])
    }
  })

  it("the request of a service", () => {
    assert.isEmpty(service({ message: { on: true } }))
    assert.deepStrictEqual(service({ message: { done: true } }), [
      "error unknown_field_path services.se.message.done: The type has no field done."
    ])
  })

  it("the type of a publisher, and so is its failsafe", () => {
    assert.isEmpty(publisher({ message: { speed: 1 } }, { speed: 0 }))
    assert.deepStrictEqual(publisher({ message: { speed: "1" } }, { name: 0, nope: 1 }), [
      "error type_mismatch publishers.pub.message.speed: speed is float64.",
      "error unknown_field_path publishers.pub.failsafe.message.nope: The type has no field nope.",
      "error type_mismatch publishers.pub.failsafe.message.name: name is string<=8."
    ])
  })

  it("a message is read against its type where it is shared, in the message and in the failsafe", () => {
    const shared = { messages: { halt: { speed: "0" } } }
    assert.deepStrictEqual(publisher({ message: "${halt}" }, "${halt}", shared), [
      "error type_mismatch publishers.pub.message: speed is float64.",
      "error type_mismatch publishers.pub.failsafe.message: speed is float64."
    ])
  })

  it("a message is read against nothing where there is no such shared message", () => {
    assert.deepStrictEqual(action({ message: "${halt}" }), [
      "error unknown_message actions.ac.message: There is no shared message halt."
    ])
  })

  it("a message is read against its declared parameters", () => {
    const parameters = { pa: { type: "string" } }
    assert.isEmpty(action({ message: { place: "${pa}" }, parameters }))
    assert.deepStrictEqual(publisher({ message: { speed: "${pa}" }, parameters }), [
      "error type_mismatch publishers.pub.message.speed: speed is float64."
    ])
  })
})
