import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"
import { type Keys, withValue, written } from "./places.ts"

const many = <A>(count: number, prefix: string, value: A) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}_${index}`, value]))

const datapoint = { topic: "/b", type: "a/msg/B" }
const service = { ros_name: "/b", type: "a/srv/B" }
const publisher = {
  topic: "/b",
  type: "a/msg/B",
  message: {},
  failsafe: { timeout_ms: 1, message: {} },
  quiet_timeout_ms: 0
}
const shape = { width: 1, height: 1, fps: 1, bitrate_kbps: 1, snapshot_interval_seconds: 1 }
const credentials = { username: "u", password: "p" }
const camera = { source: { kind: "ros", topic: "/b", type: "a/msg/B" }, ...shape }

const full = {
  platform: 1,
  messages: {},
  datapoints: {
    bat: {
      ...datapoint,
      field: "f",
      numeric: {},
      retention: {},
      chart: {},
      alerts: { low: { condition: { fire_at: 1 } } }
    }
  },
  actions: {
    dock: { ros_name: "/b", type: "a/action/B", message: { x: "${pa}" }, parameters: { pa: { type: "string" } } }
  },
  services: { reset: service },
  publishers: { drive: publisher },
  cameras: {
    front: camera,
    rtsp_cam: { ...shape, source: { kind: "rtsp", url: "rtsp://x", credentials } },
    mjpeg_cam: { ...shape, source: { kind: "mjpeg", url: "http://x", credentials } },
    v4l2_cam: { ...shape, source: { kind: "v4l2", device: "/dev/video0" } }
  },
  low_bandwidth: {},
  recorder: { topics: [{ topic: "/b", type: "a/msg/B" }] }
}

const recorded = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ topic: `/t_${index}`, type: "a/msg/B" }))

type Edge = readonly [path: string, inside: ReadonlyArray<unknown>, outside: ReadonlyArray<readonly [unknown, string]>]

const text = (path: string, max: number, make: (length: number) => string = (length) => "x".repeat(length)): Edge => [
  path,
  [make(1), make(max)],
  [
    ["", "too_small"],
    [make(max + 1), "too_big"]
  ]
]

const range = (path: string, min: number, max: number): Edge => [
  path,
  [min, max],
  [
    [min - 1, "too_small"],
    [max + 1, "too_big"],
    [min + 0.5, "invalid_type"],
    [String(min), "invalid_type"]
  ]
]

/** A whole number without an upper bound. */
const atLeast = (path: string, min: number): Edge => [
  path,
  [min, Number.MAX_SAFE_INTEGER],
  [
    [min - 1, "too_small"],
    [min + 0.5, "invalid_type"]
  ]
]

const formats = (path: string, good: ReadonlyArray<string>, bad: ReadonlyArray<string>): Edge => [
  path,
  good,
  bad.map((value) => [value, "invalid_format"] as const)
]

const size = (path: string, max: number, prefix: string, value: unknown): Edge => [
  path,
  [{}, many(max, prefix, value)],
  [[many(max + 1, prefix, value), "too_big"]]
]

const rosName = (path: string) =>
  formats(
    path,
    ["/a", "/_a/b__c/D9", `/${"n".repeat(254)}`],
    ["a", "/", "/a/", "//a", "/9a", "/a-b", "/a b", "~/a", "/ä"]
  )

const edges: ReadonlyArray<Edge> = [
  size("messages", 200, "me", {}),
  size("datapoints", 200, "dp", datapoint),
  size("services", 200, "se", service),
  size("actions", 200, "ac", { ros_name: "/b", type: "a/action/B" }),
  size("publishers", 200, "pu", publisher),
  size("cameras", 50, "ca", camera),
  ["datapoints.bat.topic", [], [[`/${"n".repeat(255)}`, "too_big"]]],
  rosName("datapoints.bat.topic"),
  rosName("services.reset.ros_name"),
  formats("datapoints.bat.type", ["a/msg/B", "a_1/msg/Bc9"], ["a/B", "A/msg/B", "a/msg/B_c", "a/action/B", "a/msg/9B"]),
  formats("services.reset.type", ["a/srv/B"], ["a/msg/B"]),
  formats("actions.dock.type", ["a/action/B"], ["a/srv/B"]),
  formats(
    "datapoints.bat.field",
    ["a", "_a.b[0].c", "a[12]"],
    ["A", "a.", ".a", "a[]", "a[-1]", "a[0][1]", "a b", "9a", "a['b']"]
  ),
  ["datapoints.bat.field", ["f".repeat(255)], [["f".repeat(256), "too_big"]]],
  ["services.reset.ros_name", [], [[`/${"n".repeat(255)}`, "too_big"]]],
  ["actions.dock.ros_name", [`/${"n".repeat(254)}`], [[`/${"n".repeat(255)}`, "too_big"]]],
  ["datapoints.bat.type", [`a/msg/${"B".repeat(249)}`], [[`a/msg/${"B".repeat(250)}`, "too_big"]]],
  ["services.reset.type", [`a/srv/${"B".repeat(249)}`], [[`a/srv/${"B".repeat(250)}`, "too_big"]]],
  ["actions.dock.type", [`a/action/${"B".repeat(246)}`], [[`a/action/${"B".repeat(247)}`, "too_big"]]],
  ["publishers.drive.type", [`a/msg/${"B".repeat(249)}`], [[`a/msg/${"B".repeat(250)}`, "too_big"]]],
  ["publishers.drive.topic", [`/${"n".repeat(254)}`], [[`/${"n".repeat(255)}`, "too_big"]]],
  ["cameras.front.source.topic", [`/${"n".repeat(254)}`], [[`/${"n".repeat(255)}`, "too_big"]]],
  ["cameras.front.source.type", [`a/msg/${"B".repeat(249)}`], [[`a/msg/${"B".repeat(250)}`, "too_big"]]],
  [
    "datapoints.bat.rate_throttle_hz",
    [0, 0.1, 20],
    [
      [-0.1, "invalid_rate"],
      [20.5, "invalid_rate"]
    ]
  ],
  ["datapoints.bat.low_bandwidth", ["keep"], [["drop", "invalid_value"]]],
  text("datapoints.bat.description", 2000),
  text("datapoints.bat.numeric.unit", 32),
  range("datapoints.bat.numeric.decimals", 0, 6),
  range("datapoints.bat.retention.interval_seconds", 1, 3600),
  range("datapoints.bat.retention.max_buffer_values", 1, 100_000),
  range("datapoints.bat.chart.default_window_minutes", 1, 43_200),
  ["datapoints.bat.chart.style", ["line", "step"], [["bar", "invalid_value"]]],
  ["datapoints.bat.chart.y_min", [-1e300, 1e300], [[Infinity, "invalid_type"]]],
  text("datapoints.bat.alerts.low.name", 120),
  ["datapoints.bat.alerts.low.severity", ["warning", "error"], [["info", "invalid_value"]]],
  ["datapoints.bat.alerts.low.condition.fire_at", [1, "x", true], [[[], "invalid_type"]]],
  text("actions.dock.description", 2000),
  text("services.reset.description", 2000),
  text("publishers.drive.description", 2000),
  text("cameras.front.description", 2000),
  text("actions.dock.parameters.pa.description", 500),
  ["actions.dock.parameters.pa.regex", ["a", "a".repeat(1000)], [["", "too_small"]]],
  range("publishers.drive.failsafe.timeout_ms", 1, 60_000),
  range("publishers.drive.quiet_timeout_ms", 0, 600_000),
  range("cameras.front.width", 1, 7680),
  range("cameras.front.height", 1, 4320),
  range("cameras.front.fps", 1, 60),
  ["cameras.front.fps", [], [[29.97, "invalid_type"]]],
  range("cameras.front.bitrate_kbps", 1, 50_000),
  range("cameras.front.snapshot_interval_seconds", 1, 3600),
  text("cameras.rtsp_cam.source.url", 2048, (length) => `rtsp://${"x".repeat(Math.max(1, length - 7))}`),
  formats("cameras.rtsp_cam.source.url", ["rtsps://x", "RTSP://x:554/a?b"], ["http://x", "rtsp://", "rtsp:/x", "x"]),
  formats("cameras.mjpeg_cam.source.url", ["https://x/y?z"], ["rtsp://x", "http://", "http:// x", "ftp://x"]),
  ["cameras.rtsp_cam.source.transport", ["tcp", "udp"], [["http", "invalid_value"]]],
  text("cameras.rtsp_cam.source.credentials.username", 128),
  text("cameras.mjpeg_cam.source.credentials.password", 128),
  text("cameras.mjpeg_cam.source.url", 2048, (length) => `http://${"x".repeat(Math.max(1, length - 7))}`),
  formats(
    "cameras.v4l2_cam.source.device",
    ["/dev/video0", "/dev/v4l/by-id/a..b", "/dev/a."],
    ["/dev/", "/dev/../x", "/dev/a/../b", "/dev/a/..", "/dev/a/", "/dev/-a", "/dev/a b", "dev/a", "/etc/passwd"]
  ),
  ["cameras.v4l2_cam.source.device", [`/dev/${"v".repeat(123)}`], [[`/dev/${"v".repeat(124)}`, "too_big"]]],
  ["low_bandwidth.mode", ["auto", "on", "off"], [["never", "invalid_value"]]],
  atLeast("low_bandwidth.enter_lag_ms", 100),
  atLeast("low_bandwidth.enter_after_s", 1),
  atLeast("low_bandwidth.exit_lag_ms", 0),
  atLeast("low_bandwidth.exit_after_s", 1),
  [
    "low_bandwidth.datapoint_max_hz",
    [0.01, 20],
    [
      [0, "too_small"],
      [20.1, "too_big"]
    ]
  ],
  ["low_bandwidth.camera", ["reduce", "stop"], [["drop", "invalid_value"]]],
  range("low_bandwidth.camera_bitrate_kbps", 50, 20_000),
  [
    "recorder.topics",
    [recorded(1), recorded(50)],
    [
      [recorded(0), "too_small"],
      [recorded(51), "too_big"]
    ]
  ],
  range("recorder.before_seconds", 1, 600),
  range("recorder.after_seconds", 0, 120),
  range("recorder.max_bytes", 1_000_000, 500_000_000),
  [
    "recorder.cut_on",
    [[], ["job"], ["alert", "job"]],
    [
      [["job", "job", "job"], "too_big"],
      ["job", "invalid_type"]
    ]
  ]
]

const keysOf = (path: string): Keys => path.split(".")

const command = (count: number) => {
  const parameters = many(count, "pa", { type: "bool" })
  const message = { list: Object.keys(parameters).map((name) => `\${${name}}`) }
  return { platform: 1, actions: { dock: { ros_name: "/b", type: "a/action/B", message, parameters } } }
}

describe("the bounds of a document", () => {
  for (const [path, inside, outside] of edges) {
    it(`the bounds of a document hold at ${path}`, () => {
      for (const value of inside) {
        const { doc, issues } = validate(withValue(full, keysOf(path), value))
        assert.isNotNull(doc, `${path} ${JSON.stringify(value).slice(0, 80)}: ${JSON.stringify(issues)}`)
      }
      for (const [value, code] of outside) {
        const { doc, issues } = validate(withValue(full, keysOf(path), value))
        const codes = issues.filter((issue) => issue.path === written(keysOf(path))).map((issue) => issue.code)
        assert.deepStrictEqual(codes, [code], `${path} ${JSON.stringify(value).slice(0, 80)}`)
        assert.isNull(doc)
      }
    })
  }

  it("the bounds of a document allow fifty parameters and no more", () => {
    assert.isNotNull(validate(command(50)).doc)
    assert.deepInclude(validate(command(51)).issues[0], { path: "actions.dock.parameters", code: "too_big" })
  })
})
