import { countExposures, exposuresOf, findExposure, findOfKind } from "@fleet/domain/RobotConfig/Exposures"
import { RosGraph, TypeDefinition, type TypeField } from "@fleet/domain/RobotConfig/RosGraph"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"

const graph: RosGraph = {
  topics: [
    { name: "/pose", types: ["geometry_msgs/msg/PoseStamped"] },
    { name: "/scan", types: ["sensor_msgs/msg/LaserScan"] },
    { name: "/cmd", types: ["demo/msg/Cmd"] }
  ],
  services: [{ name: "/reset", types: ["std_srvs/srv/SetBool"] }],
  actions: [{ name: "/dock", types: ["demo/action/Dock"] }],
  captured_at_ms: 1
}

const field = (
  name: string,
  type: string,
  array = false,
  fields: ReadonlyArray<TypeField> | null = null
): TypeField => ({
  name,
  type,
  array,
  fields
})

const position = ["x", "y", "z"].map((name) => field(name, "float64"))
const poses = field("poses", "geometry_msgs/msg/Point", true, position)
const definitions: ReadonlyArray<TypeDefinition> = [
  {
    name: "geometry_msgs/msg/PoseStamped",
    kind: "msg",
    fields: [
      field("position", "geometry_msgs/msg/Point", false, position),
      field("frame", "string<=20"),
      field("valid", "bool"),
      field("raw", "demo/msg/Opaque")
    ]
  },
  { name: "sensor_msgs/msg/LaserScan", kind: "msg", fields: [field("ranges", "float32", true), poses] },
  {
    name: "demo/msg/Cmd",
    kind: "msg",
    fields: [
      field("speed", "float64"),
      field("count", "int64"),
      field("name", "string"),
      field("data", "uint8", true),
      poses
    ]
  },
  { name: "std_srvs/srv/SetBool", kind: "srv", request: [field("data", "bool")], response: [] },
  { name: "demo/action/Dock", kind: "action", goal: [field("station", "int32")], result: [], feedback: [] }
]
const types = new Map(definitions.map((definition) => [definition.name, definition]))

const found = (sections: object) =>
  validate({ platform: 1, ...sections }, { graph, types }).issues.map(
    ({ code, path, severity }) => `${severity} ${code} ${path}`
  )

const pose = (rest: object) => ({
  datapoints: { pose: { topic: "/pose", type: "geometry_msgs/msg/PoseStamped", ...rest } }
})
const scan = (path: string, rest: object = {}) => ({
  datapoints: { scan: { topic: "/scan", type: "sensor_msgs/msg/LaserScan", field: path, ...rest } }
})
const dock = (rest: object) => ({ actions: { dock: { ros_name: "/dock", type: "demo/action/Dock", ...rest } } })
const cmd = (message: object, parameters: object = {}) => ({
  publishers: {
    cmd: {
      topic: "/cmd",
      type: "demo/msg/Cmd",
      message,
      parameters,
      failsafe: { timeout_ms: 1, message: {} },
      quiet_timeout_ms: 0
    }
  }
})

const alert = (path: string, fireAt: unknown) =>
  found(pose({ field: path, alerts: { low: { condition: { fire_at: fireAt } } } }))

describe("against the robot's graph", () => {
  it("against the robot's graph what the robot offers is fine", () => {
    assert.isEmpty(
      found({ ...pose({ field: "position.x", numeric: {}, chart: {} }), ...dock({ message: { station: 3 } }) })
    )
  })

  it("a name it does not offer is a warning in every kind", () => {
    const camera = { width: 1, height: 1, fps: 1, bitrate_kbps: 1, snapshot_interval_seconds: 1 }
    const source = { kind: "ros", topic: "/nope", type: "demo/msg/Cmd" }
    assert.deepStrictEqual(
      found({
        datapoints: { dp: { topic: "/nope", type: "demo/msg/Cmd" } },
        actions: { ac: { ros_name: "/nope", type: "demo/action/Dock" } },
        services: { se: { ros_name: "/nope", type: "std_srvs/srv/SetBool" } },
        cameras: { ca: { source, ...camera }, usb: { source: { kind: "v4l2", device: "/dev/video0" }, ...camera } }
      }),
      [
        "warning unknown_topic datapoints.dp.topic",
        "warning unknown_topic actions.ac.ros_name",
        "warning unknown_topic services.se.ros_name",
        "warning unknown_topic cameras.ca.source.topic"
      ]
    )
  })

  it("against the robot's graph another type than the robot's is an error", () => {
    assert.deepStrictEqual(found(pose({ type: "demo/msg/Cmd" })), ["error type_mismatch datapoints.pose.type"])
  })

  it("a type the robot neither offers nor defined is an error, and a warning where the name is not there either", () => {
    assert.deepStrictEqual(found(pose({ type: "no_msgs/msg/Such" })), [
      "error type_mismatch datapoints.pose.type",
      "error unknown_type datapoints.pose.type"
    ])
    assert.deepStrictEqual(found(pose({ topic: "/nope", type: "no_msgs/msg/Such" })), [
      "warning unknown_topic datapoints.pose.topic",
      "warning unknown_type datapoints.pose.type"
    ])
  })

  it("an offered type without a definition is fine", () => {
    const { issues } = validate({ platform: 1, ...pose({ field: "no.such" }) }, { graph })
    assert.isEmpty(issues)
  })
})

describe("against a known type", () => {
  it("a field path leads to a field", () => {
    for (const path of ["position", "position.x", "frame", "raw", "raw.anything[0]"]) {
      assert.isEmpty(found(pose({ field: path })), path)
    }
    for (const path of ["ranges", "ranges[3]", "poses[0].x", "poses"]) assert.isEmpty(found(scan(path)), path)
    for (const path of ["nope", "position.w", "position[0]", "frame.x", "constructor"]) {
      assert.deepStrictEqual(found(pose({ field: path })), ["error unknown_field_path datapoints.pose.field"], path)
    }
    for (const path of ["poses.x", "ranges[0].x"]) {
      assert.deepStrictEqual(found(scan(path)), ["error unknown_field_path datapoints.scan.field"], path)
    }
  })

  it("against a known type numeric and chart need a number", () => {
    for (const path of ["position", "frame", "valid"]) {
      assert.deepStrictEqual(
        found(pose({ field: path, numeric: {}, chart: {} })),
        ["error requires_numeric_field datapoints.pose.numeric", "error requires_numeric_field datapoints.pose.chart"],
        path
      )
    }
    assert.isEmpty(found(scan("ranges[0]", { numeric: {} })))
    assert.deepStrictEqual(found(scan("ranges", { numeric: {} })), [
      "error requires_numeric_field datapoints.scan.numeric"
    ])
  })

  it("an alert compares with what the field holds", () => {
    const at = "datapoints.pose.alerts.low.condition.fire_at"
    assert.isEmpty([...alert("position.x", 1), ...alert("frame", "map"), ...alert("valid", true)])
    assert.deepStrictEqual(alert("frame", 1), [`error requires_numeric_field ${at}`])
    assert.deepStrictEqual(alert("frame", true), [`error type_mismatch ${at}`])
    assert.deepStrictEqual(alert("valid", "true"), [`error type_mismatch ${at}`])
    assert.deepStrictEqual(alert("position.x", "1"), [`error type_mismatch ${at}`])
  })

  it("a message has its fields, with values of their kind", () => {
    assert.isEmpty(
      found(
        cmd(
          { speed: 1, count: "9223372036854775807", name: "${nn}", data: "aGk=", poses: [{ x: "${pp}" }, { y: 1.5 }] },
          { nn: { type: "string" }, pp: { type: "int8" } }
        )
      )
    )
    assert.deepStrictEqual(
      found(cmd({ speed: "1", count: 1.5, name: 1, data: 1, nope: 1, poses: [1, { w: 1 }] })).toSorted(),
      [
        "error type_mismatch publishers.cmd.message.count",
        "error type_mismatch publishers.cmd.message.data",
        "error type_mismatch publishers.cmd.message.name",
        "error type_mismatch publishers.cmd.message.poses[0]",
        "error type_mismatch publishers.cmd.message.speed",
        "error unknown_field_path publishers.cmd.message.nope",
        "error unknown_field_path publishers.cmd.message.poses[1].w"
      ]
    )
  })

  it("a parameter has the kind of its field", () => {
    assert.deepStrictEqual(found(dock({ message: { station: "${st}" }, parameters: { st: { type: "string" } } })), [
      "error type_mismatch actions.dock.message.station"
    ])
  })

  it("a shared body is reported where it is inserted", () => {
    assert.deepStrictEqual(found({ messages: { go_there: { nope: 1 } }, ...dock({ message: "${go_there}" }) }), [
      "error unknown_field_path actions.dock.message"
    ])
  })
})

describe("what a robot says of itself", () => {
  it("what a robot says of itself is read whole, nested types included", () => {
    assert.deepStrictEqual(Schema.decodeUnknownSync(RosGraph)(graph), graph)
    for (const definition of definitions) {
      assert.deepStrictEqual(Schema.decodeUnknownSync(TypeDefinition)(definition), definition)
    }
  })

  it("what a robot says of itself is refused where a name is relative, a type misspelt or a list of types empty", () => {
    const decodes = Schema.is(RosGraph)
    for (const topic of [
      { name: "pose", types: ["a/msg/B"] },
      { name: "/pose", types: ["a/B"] },
      { name: "/pose", types: [] }
    ]) {
      assert.isFalse(decodes({ ...graph, topics: [topic] }))
    }
  })
})

describe("the exposures of a document", () => {
  const { doc } = validate({ platform: 1, ...pose({}), ...dock({}) })

  it("the exposures of a document are listed, counted and found by slug", () => {
    assert.deepStrictEqual(
      exposuresOf(doc!).map(({ slug, kind }) => `${kind} ${slug}`),
      ["datapoint pose", "action dock"]
    )
    assert.deepStrictEqual(countExposures(doc!), { datapoints: 1, actions: 1, services: 0, publishers: 0, cameras: 0 })
    assert.strictEqual(findExposure(doc!, "dock")?.kind, "action")
    assert.strictEqual(findOfKind(doc!, "datapoint", "pose")?.config.topic, "/pose")
    assert.isUndefined(findOfKind(doc!, "datapoint", "dock"))
    assert.isUndefined(findExposure(doc!, "constructor"))
  })

  it("the exposures of a document are none where nothing is published", () => {
    assert.isEmpty(exposuresOf({}))
    assert.strictEqual(countExposures({}).datapoints, 0)
  })
})
