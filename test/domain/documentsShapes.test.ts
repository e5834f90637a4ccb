import { Findings } from "@fleet/domain/RobotConfig/Findings"
import { Path } from "@fleet/domain/RobotConfig/Path"
import { checkShape } from "@fleet/domain/RobotConfig/Shape"
import { assert, describe, it } from "@effect/vitest"

/** What the shape of a value is said to miss, as `code path: message`; nothing exactly for a document. */
const said = (value: unknown): ReadonlyArray<string> => {
  const findings = new Findings()
  assert.strictEqual(checkShape(value, Path.root, findings), findings.issues.length === 0)
  return findings.issues.map(({ code, message, path, severity }) => {
    assert.strictEqual(severity, "error")
    return `${code} ${path}: ${message}`
  })
}

const noNull = (path: string) => `explicit_null ${path}: Null is not allowed; leave the key out.`
const missing = (path: string, key: string) => `missing_key ${path}.${key}: The key ${key} is required.`
const noMap = (path: string) => `invalid_type ${path}: Expected a map of keys and values.`

const dimensions = { width: 1, height: 1, fps: 1, bitrate_kbps: 1, snapshot_interval_seconds: 1 }
const source = (source: unknown) => said({ platform: 1, cameras: { front: { source, ...dimensions } } })
const datapoint = (rest: object) =>
  said({ platform: 1, datapoints: { bat: { topic: "/b", type: "a/msg/B", ...rest } } })
const action = (rest: object) =>
  said({ platform: 1, actions: { dock: { ros_name: "/b", type: "a/action/B", ...rest } } })

describe("the shape of a document", () => {
  it("the shape of a document is a map with the platform", () => {
    assert.isEmpty(said({ platform: 1 }))
    assert.deepStrictEqual(said(null), [noNull("(document)")])
    for (const value of [undefined, [], "x", 1, true]) assert.deepStrictEqual(said(value), [noMap("(document)")])
    assert.deepStrictEqual(said({}), ["missing_key platform: The key platform is required."])
    for (const platform of [2, "1", [], {}]) {
      assert.deepStrictEqual(said({ platform }), ["invalid_value platform: Expected 1."])
    }
  })

  it("the shape of a document has no other keys, which are all said", () => {
    assert.deepStrictEqual(said({ platform: 1, "": 2, robots: null, x: {} }), [
      'unknown_key "": There is no key "" here.',
      noNull("robots"),
      'unknown_key x: There is no key "x" here.'
    ])
  })

  it("the shape of a document has a map for a section, and for each of its entries", () => {
    assert.deepStrictEqual(said({ platform: 1, actions: [], services: null, low_bandwidth: "x" }), [
      noMap("actions"),
      noNull("services"),
      noMap("low_bandwidth")
    ])
    assert.deepStrictEqual(said({ platform: 1, actions: { dock: 5, go: null, to: [] } }), [
      noMap("actions.dock"),
      noNull("actions.go"),
      noMap("actions.to")
    ])
  })

  it("the shape of a document is said at every place that is wrong", () => {
    const lowBandwidth = { mode: "x", camera: 5, enter_lag_ms: 99, datapoint_max_hz: 0, camera_bitrate_kbps: 20_001 }
    assert.deepStrictEqual(said({ platform: 1, low_bandwidth: lowBandwidth }), [
      'invalid_value low_bandwidth.mode: Expected "auto" | "on" | "off".',
      "too_small low_bandwidth.enter_lag_ms: Expected a value greater than or equal to 100.",
      "too_small low_bandwidth.datapoint_max_hz: Expected a value greater than 0.",
      'invalid_value low_bandwidth.camera: Expected "reduce" | "stop".',
      "too_big low_bandwidth.camera_bitrate_kbps: Expected a value less than or equal to 20000."
    ])
  })
})

describe("the shape of a value", () => {
  const at = "datapoints.bat"

  it("the shape of a value is a text of the length and the format that its key takes", () => {
    for (const [topic, finding] of [
      [5, "invalid_type: Expected string."],
      ["b", "invalid_format: Expected an absolute ROS name such as /battery."],
      ["", "too_small: Expected a string with at least 1 code points."],
      [`/${"a".repeat(255)}`, "too_big: Expected a string with at most 255 code points."]
    ] as const) {
      assert.deepStrictEqual(datapoint({ topic }), [finding.replace(":", ` ${at}.topic:`)])
    }
  })

  it("the shape of a value is a number of the kind and the range that its key takes", () => {
    for (const [decimals, finding] of [
      ["1", "invalid_type: Expected number."],
      [NaN, "invalid_type: Expected a finite number."],
      [1.5, "invalid_type: Expected an integer."],
      [-1, "too_small: Expected a value greater than or equal to 0."],
      [7, "too_big: Expected a value less than or equal to 6."]
    ] as const) {
      assert.deepStrictEqual(datapoint({ numeric: { decimals } }), [finding.replace(":", ` ${at}.numeric.decimals:`)])
    }
    assert.deepStrictEqual(datapoint({ rate_throttle_hz: 21 }), [
      `invalid_rate ${at}.rate_throttle_hz: Expected a value between 0 and 20.`
    ])
  })

  it("the shape of a value is one of the listed words, or the only one", () => {
    for (const word of ["bar", 5, []]) {
      const findings = datapoint({ chart: { style: word }, low_bandwidth: word })
      assert.deepStrictEqual(findings, [
        `invalid_value ${at}.low_bandwidth: Expected "keep".`,
        `invalid_value ${at}.chart.style: Expected "line" | "step".`
      ])
    }
  })

  it("the shape of a value is one of several kinds, told by what the kinds have in common", () => {
    const fireAt = (fire_at: unknown) => datapoint({ alerts: { low: { condition: { fire_at } } } })
    const place = `invalid_type ${at}.alerts.low.condition.fire_at`
    for (const value of [[], {}]) {
      assert.deepStrictEqual(fireAt(value), [`${place}: Expected a number, a string or a boolean.`])
    }
    assert.deepStrictEqual(fireAt(NaN), [`${place}: Expected a finite number.`])
    for (const message of [5, [], true]) {
      assert.deepStrictEqual(action({ message }), [
        "invalid_type actions.dock.message: Expected a message body or ${shared}."
      ])
    }
    assert.deepStrictEqual(action({ message: "x" }), [
      "invalid_format actions.dock.message: Expected a placeholder such as ${name}."
    ])
  })
})

describe("the shape of a map of slugs", () => {
  const slug = "Expected a string matching the RegExp ^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$."

  it("the shape of a map of slugs is said of its keys even where its values are wrong", () => {
    const alerts = { Low: { condition: { fire_at: 1 } }, x: { condition: {} } }
    assert.deepStrictEqual(datapoint({ alerts }), [
      missing("datapoints.bat.alerts.x.condition", "fire_at"),
      `invalid_format datapoints.bat.alerts.Low: ${slug}`,
      "too_small datapoints.bat.alerts.x: Expected a string with at least 2 code points."
    ])
    assert.deepStrictEqual(datapoint({ alerts: { Low: 5 } }), [noMap("datapoints.bat.alerts.Low")])
  })

  it("the shape of a map of slugs is said of its size even where its keys and values are wrong", () => {
    const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`pa${index}`, { type: "int8" }]))
    const many = { ...fifty, Bad: { type: "int8" }, pa__b: { type: "int8" }, pa7: {} }
    assert.isEmpty(action({ parameters: fifty }))
    assert.deepStrictEqual(action({ parameters: many }), [
      missing("actions.dock.parameters.pa7", "type"),
      `invalid_format actions.dock.parameters.Bad: ${slug}`,
      `invalid_format actions.dock.parameters.pa__b: ${slug}`,
      "too_big actions.dock.parameters: Expected a value with at most 50 entries."
    ])
  })
})

describe("the shape of a list", () => {
  it("the shape of a list is said of each of its values by its index", () => {
    const listed = (values: unknown) => action({ parameters: { pa: { type: "int8", enum: values } } })
    const at = "actions.dock.parameters.pa.enum"
    assert.deepStrictEqual(listed("x"), [`invalid_type ${at}: Expected array.`])
    assert.deepStrictEqual(listed([]), [`too_small ${at}: Expected a value with a length of at least 1.`])
    assert.deepStrictEqual(listed([null, 1, true, "a", NaN]), [
      noNull(`${at}[0]`),
      `value_type_mismatch ${at}[2]: Expected an integer or a string.`,
      `value_type_mismatch ${at}[4]: Expected a finite number.`
    ])
  })
})

describe("the shape of a camera's source", () => {
  const at = "cameras.front.source"

  it("the shape of a camera's source is that of its kind", () => {
    assert.isEmpty(source({ kind: "ros", topic: "/b", type: "a/msg/B" }))
    assert.deepStrictEqual(source({ kind: "ros" }), [missing(at, "topic"), missing(at, "type")])
    assert.deepStrictEqual(source({ kind: "ros", topic: "/b", type: "a/msg/B", url: 1 }), [
      `unknown_key ${at}.url: There is no key "url" here.`
    ])
    const credentials = { username: "" }
    assert.deepStrictEqual(source({ kind: "rtsp", url: "x", transport: "x", credentials }), [
      `invalid_format ${at}.url: Expected an rtsp or rtsps URL.`,
      `invalid_value ${at}.transport: Expected "tcp" | "udp".`,
      `too_small ${at}.credentials.username: Expected a string with at least 1 code points.`,
      missing(`${at}.credentials`, "password")
    ])
    assert.deepStrictEqual(source({ kind: "v4l2", device: "/dev/../x" }), [
      `invalid_format ${at}.device: Expected a path under /dev/.`
    ])
  })

  it("the shape of a camera's source has a kind that there is", () => {
    for (const other of [{}, { url: "rtsp://x" }]) assert.deepStrictEqual(source(other), [missing(at, "kind")])
    assert.deepStrictEqual(source({ kind: null }), [noNull(`${at}.kind`)])
    for (const kind of ["webcam", 5, ["ros"], {}]) {
      assert.deepStrictEqual(source({ kind }), [`invalid_value ${at}.kind: There is no such kind.`])
    }
  })

  it("the shape of a camera's source is a map", () => {
    for (const value of [[], "x", 5, true]) {
      assert.deepStrictEqual(source(value), [`invalid_type ${at}: Expected a camera source.`])
    }
    assert.deepStrictEqual(source(null), [noNull(at)])
  })
})
