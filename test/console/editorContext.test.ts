import { assert, describe, it } from "@effect/vitest"
import { stringify } from "yaml"
import { suggestionsAt } from "../../packages/console/src/features/config/editor/completions.ts"
import { noRobot, type Robot } from "../../packages/console/src/features/config/ros.ts"
import { contextAt } from "../../packages/console/src/features/config/text/context.ts"
import { validDocument } from "../domain/arbitraries.ts"
import { placesOf } from "../domain/places.ts"

/** The text up to the sign | and the cursor there. */
const at = (marked: string) => {
  const lines = marked.slice(0, marked.indexOf("|")).split("\n")
  return contextAt((line) => lines[line] ?? "", lines.length - 1, lines.at(-1)!)
}
const whereIn = (marked: string) => {
  const context = at(marked)
  return context === null
    ? null
    : `${context.part} ${[...context.keys, ...(context.key === null ? [] : [context.key])].join(".")} <${context.word}>`
}

const robot: Robot = {
  graph: {
    captured_at_ms: 0,
    topics: [{ name: "/battery", types: ["sensor_msgs/msg/BatteryState"] }],
    services: [],
    actions: [{ name: "/dock", types: ["sim/action/Dock"] }]
  },
  types: new Map([
    [
      "sensor_msgs/msg/BatteryState",
      {
        name: "sensor_msgs/msg/BatteryState",
        kind: "msg",
        fields: [{ name: "percentage", type: "float32", array: false, fields: null }]
      }
    ],
    [
      "sim/action/Dock",
      {
        name: "sim/action/Dock",
        kind: "action",
        goal: [{ name: "speed", type: "float32", array: false, fields: null }],
        result: [],
        feedback: []
      }
    ]
  ])
}

const offered = (
  marked: string,
  texts: Readonly<Record<string, string>> = {},
  siblings: Readonly<Record<string, ReadonlyArray<string>>> = {}
) =>
  suggestionsAt(at(marked)!, robot, {
    text: (keys) => texts[keys.join(".")],
    siblings: (keys) => siblings[keys.join(".")] ?? []
  }).map(({ text }) => text)

describe("the cursor's place in a text", () => {
  it("is known within maps, lists, brackets and half-written lines", () => {
    assert.strictEqual(whereIn("pla|"), "key  <pla>")
    assert.strictEqual(whereIn("platform: 1\ndatapoints:\n  battery:\n    to|"), "key datapoints.battery <to>")
    assert.strictEqual(whereIn("datapoints:\n  battery:\n    topic: /ba|"), "value datapoints.battery.topic </ba>")
    assert.strictEqual(
      whereIn("datapoints:\n  battery:\n    numeric: { scale: 100, un|"),
      "key datapoints.battery.numeric <un>"
    )
    assert.strictEqual(
      whereIn("datapoints:\n  battery:\n    numeric: { scale: 1|"),
      "value datapoints.battery.numeric.scale <1>"
    )
    assert.strictEqual(whereIn('actions:\n  go:\n    message: { x: "${a}", y: |'), "value actions.go.message.y <>")
    assert.strictEqual(whereIn("recorder:\n  topics:\n    - topic: /a\n      ty|"), "key recorder.topics.0 <ty>")
    assert.strictEqual(whereIn("recorder:\n  topics:\n    - topic: /a\n    - to|"), "key recorder.topics.1 <to>")
    assert.strictEqual(whereIn("datapoints:\n  a:\n    topic: /a\n  b:\n    |"), "key datapoints.b <>")
    assert.isNull(at("# a comm|"))
  })

  it.prop(
    "is what the document says, at every key that is written on a line of its own",
    { doc: validDocument },
    ({ doc }) => {
      const source = stringify(doc, { aliasDuplicateObjects: false, lineWidth: 0 })
      if (
        /[^\n -~]|: [|>]/.test(source) ||
        placesOf(doc).some(({ keys }) => !/^[a-z0-9_]+$/i.test(String(keys.at(-1))))
      )
        return
      const lines = source.split("\n")
      const found = lines.flatMap((line, index) => {
        const key = /^\s*(?:- )*([a-z0-9_]+):/.exec(line)
        if (key === null) return []
        const context = contextAt((each) => lines[each] ?? "", index, line.slice(0, key[0].length - 1))
        return [[...(context?.keys ?? ["?"]), key[1]!].join(".")]
      })
      const known = new Set(placesOf(doc).map(({ keys }) => keys.join(".")))
      for (const place of found) assert.isTrue(known.has(place), `${place}\n${source}`)
    }
  )
})

describe("what is offered there", () => {
  it("are the keys of the grammar that are not there yet", () => {
    assert.deepStrictEqual(offered("datapoints:\n  b:\n    |", {}, { "datapoints.b": ["topic", "type"] }), [
      "field",
      "rate_throttle_hz",
      "low_bandwidth",
      "description",
      "numeric",
      "retention",
      "chart",
      "alerts"
    ])
    assert.includeMembers(offered("|"), ["platform", "datapoints", "recorder"])
    assert.deepStrictEqual(offered("cameras:\n  f:\n    source:\n      |", { "cameras.f.source.kind": "v4l2" }), [
      "kind",
      "device"
    ])
  })

  it("are names, types, fields and parameters of the robot and the command", () => {
    assert.deepStrictEqual(offered("datapoints:\n  b:\n    topic: |"), ["/battery"])
    assert.deepStrictEqual(offered("datapoints:\n  b:\n    type: |", { "datapoints.b.topic": "/battery" }), [
      "sensor_msgs/msg/BatteryState"
    ])
    assert.deepStrictEqual(
      offered("datapoints:\n  b:\n    field: |", { "datapoints.b.type": "sensor_msgs/msg/BatteryState" }),
      ["percentage"]
    )
    assert.deepStrictEqual(offered("actions:\n  d:\n    ros_name: |"), ["/dock"])
    assert.deepStrictEqual(offered("actions:\n  d:\n    message: { |", { "actions.d.type": "sim/action/Dock" }), [
      "speed"
    ])
    assert.deepStrictEqual(
      offered("actions:\n  d:\n    message: { speed: |", {}, { "actions.d.parameters": ["fast"] }),
      ["${fast}"]
    )
    assert.deepStrictEqual(offered("datapoints:\n  b:\n    alerts:\n      low:\n        severity: |"), [
      "warning",
      "error"
    ])
    assert.deepStrictEqual(
      suggestionsAt(at("datapoints:\n  b:\n    topic: |")!, noRobot, { text: () => undefined, siblings: () => [] }),
      []
    )
  })
})
