const datapoint = (rest: string) => `platform: 1\ndatapoints:\n  battery: {topic: /battery, type: a/msg/B, ${rest}}`
export const action = (rest: string) => `platform: 1\nactions:\n  dock: {ros_name: /dock, type: a/action/B, ${rest}}`
const parameter = (rest: string) => action(`message: {v: "\${speed}"}, parameters: {speed: {${rest}}}`)
export const publisher = (failsafe: string, rest = "message: {}") =>
  `platform: 1\npublishers:\n  drive: {topic: /v, type: a/msg/B, quiet_timeout_ms: 0, failsafe: {timeout_ms: 1, message: ${failsafe}}, ${rest}}`
const camera = (source: string) =>
  `platform: 1\ncameras:\n  front: {source: {${source}}, width: 1, height: 1, fps: 1, bitrate_kbps: 1, snapshot_interval_seconds: 1}`

/** A text, and every error it has: code, path, slug. */
export const examples: ReadonlyArray<readonly [name: string, source: string, ...errors: ReadonlyArray<string>]> = [
  ["an unknown section", "platform: 1\nrobots: {}", "unknown_key robots null"],
  ["a blank key", 'platform: 1\n"": {}', 'unknown_key "" null'],
  ["an unknown key of a datapoint", datapoint("color: red"), "unknown_key datapoints.battery.color battery"],
  ["a merge key", "platform: 1\n<<: {x: 1}", "unknown_key << null"],
  [
    "keys of Object.prototype",
    "platform: 1\n__proto__: {x: 1}\nconstructor: 2",
    "unknown_key __proto__ null",
    "unknown_key constructor null"
  ],
  ["an empty text", "", "explicit_null (document) null"],
  ["only a comment", "# later\n", "explicit_null (document) null"],
  ["a null section", "platform: 1\nactions:", "explicit_null actions null"],
  ["a null key", datapoint("field:"), "explicit_null datapoints.battery.field battery"],
  ["a null deep in a message", action("message: {a: [{b: ~}]}"), "explicit_null actions.dock.message.a[0].b dock"],
  ["a null below an unknown key", "platform: 1\nx: [~]", "unknown_key x null", "explicit_null x[0] null"],
  ["a rate below zero", datapoint("rate_throttle_hz: -1"), "invalid_rate datapoints.battery.rate_throttle_hz battery"],
  ["a rate over 20", datapoint("rate_throttle_hz: 20.1"), "invalid_rate datapoints.battery.rate_throttle_hz battery"],
  [
    "a numeric, a chart and alerts without a field",
    datapoint("numeric: {}, chart: {}, alerts: {low: {condition: {fire_at: 1}}}"),
    "requires_single_field datapoints.battery.numeric battery",
    "requires_single_field datapoints.battery.chart battery",
    "requires_single_field datapoints.battery.alerts battery"
  ],
  [
    "a threshold that is no number",
    datapoint("field: f, alerts: {low: {condition: {fire_at: x, resolve_at: 1}}}"),
    "invalid_condition datapoints.battery.alerts.low.condition battery"
  ],
  [
    "a threshold that resolves where it fires",
    datapoint("field: f, alerts: {low: {condition: {fire_at: 1, resolve_at: 1}}}"),
    "invalid_condition datapoints.battery.alerts.low.condition battery"
  ],
  [
    "limits of a string",
    parameter("type: string, min_value: 1, max_value: 2"),
    "constraint_not_allowed_for_type actions.dock.parameters.speed.min_value dock",
    "constraint_not_allowed_for_type actions.dock.parameters.speed.max_value dock"
  ],
  [
    "an enum of floats",
    parameter("type: float64, enum: [1.5]"),
    "constraint_not_allowed_for_type actions.dock.parameters.speed.enum dock"
  ],
  [
    "an enum of booleans",
    parameter("type: bool, enum: [1]"),
    "constraint_not_allowed_for_type actions.dock.parameters.speed.enum dock"
  ],
  [
    "a regex of a number",
    parameter("type: int32, regex: a"),
    "constraint_not_allowed_for_type actions.dock.parameters.speed.regex dock"
  ],
  [
    "a default of another type",
    parameter("type: int32, default: '1'"),
    "value_type_mismatch actions.dock.parameters.speed.default dock"
  ],
  [
    "a default outside its type",
    parameter("type: uint8, default: 256"),
    "value_type_mismatch actions.dock.parameters.speed.default dock"
  ],
  [
    "a default beyond what JSON carries",
    parameter("type: int64, default: 9007199254740992"),
    "value_type_mismatch actions.dock.parameters.speed.default dock"
  ],
  [
    "an enum of mixed types",
    parameter("type: int32, enum: [1, two]"),
    "value_type_mismatch actions.dock.parameters.speed.enum[1] dock"
  ],
  [
    "a limit of another type",
    parameter("type: int32, min_value: 1.5, max_value: '2'"),
    "value_type_mismatch actions.dock.parameters.speed.min_value dock",
    "value_type_mismatch actions.dock.parameters.speed.max_value dock"
  ],
  [
    "a placeholder in a failsafe",
    publisher('{x: {y: ["${stop}"]}}'),
    "failsafe_has_parameters publishers.drive.failsafe.message.x.y[0] drive"
  ],
  [
    "a failsafe that shares a body with placeholders",
    `${publisher('"${halt}"', 'message: "${halt}", parameters: {vv: {type: int8}}')}\nmessages: {halt: {x: "\${vv}"}}`,
    "failsafe_has_parameters publishers.drive.failsafe.message drive"
  ],
  [
    "a default over the limit",
    parameter("type: int8, max_value: 3, default: 4"),
    "too_big actions.dock.parameters.speed.default dock"
  ],
  [
    "a default below the limit",
    parameter("type: int8, min_value: 3, default: 2"),
    "too_small actions.dock.parameters.speed.default dock"
  ],
  ["an empty description", datapoint("description: ''"), "too_small datapoints.battery.description battery"],
  ["an empty enum", parameter("type: int8, enum: []"), "too_small actions.dock.parameters.speed.enum dock"],
  ["another type", datapoint("field: [a]"), "invalid_type datapoints.battery.field battery"],
  [
    "a rate that is no number",
    datapoint("rate_throttle_hz: fast"),
    "invalid_type datapoints.battery.rate_throttle_hz battery"
  ],
  [
    "a fraction",
    datapoint("field: f, numeric: {decimals: 1.5}"),
    "invalid_type datapoints.battery.numeric.decimals battery"
  ],
  [
    "not a number",
    datapoint("field: f, numeric: {scale: .nan}"),
    "invalid_type datapoints.battery.numeric.scale battery"
  ],
  ["infinity in a message", action("message: {x: [-.inf]}"), "invalid_type actions.dock.message.x[0] dock"],
  ["a list for a document", "- platform: 1", "invalid_type (document) null"],
  ["a string for a document", "hello", "invalid_type (document) null"],
  ["a shared message that is no map", "platform: 1\nmessages: {halt: 1}", "invalid_type messages.halt null"],
  ["another platform", "platform: 2", "invalid_value platform null"],
  ["a platform in quotes", "platform: '1'", "invalid_value platform null"],
  [
    "a word that is not listed",
    datapoint("low_bandwidth: drop"),
    "invalid_value datapoints.battery.low_bandwidth battery"
  ],
  ["a source of no kind", camera("kind: webcam"), "invalid_value cameras.front.source.kind front"],
  [
    "a default outside the enum",
    parameter("type: string, enum: [a], default: b"),
    "invalid_value actions.dock.parameters.speed.default dock"
  ],
  [
    "a bad slug",
    "platform: 1\ndatapoints:\n  Bad-Slug: {topic: /b, type: a/msg/B}",
    "invalid_format datapoints.Bad-Slug Bad-Slug"
  ],
  [
    "a relative topic",
    "platform: 1\ndatapoints: {bat: {topic: b, type: a/msg/B}}",
    "invalid_format datapoints.bat.topic bat"
  ],
  ["a ROS 1 type", "platform: 1\ndatapoints: {bat: {topic: /b, type: a/B}}", "invalid_format datapoints.bat.type bat"],
  [
    "a service type on a datapoint",
    "platform: 1\ndatapoints: {bat: {topic: /b, type: a/srv/B}}",
    "invalid_format datapoints.bat.type bat"
  ],
  ["two indices in a segment", datapoint("field: 'a[0][1]'"), "invalid_format datapoints.battery.field battery"],
  ["text at message", action("message: hello"), "invalid_format actions.dock.message dock"],
  [
    "a regex that does not compile",
    parameter("type: string, regex: '('"),
    "invalid_format actions.dock.parameters.speed.regex dock"
  ],
  [
    "a regex that could run away",
    parameter("type: string, regex: '^(?!x)(a+)+$'"),
    "invalid_format actions.dock.parameters.speed.regex dock"
  ],
  [
    "a default the regex refuses",
    parameter("type: string, regex: '^b', default: ab"),
    "invalid_format actions.dock.parameters.speed.default dock"
  ],
  ["a url of another scheme", camera("kind: rtsp, url: 'http://x'"), "invalid_format cameras.front.source.url front"],
  ["a missing header", "datapoints: {}", "missing_key platform null"],
  ["a source without a kind", camera("url: 'http://x'"), "missing_key cameras.front.source.kind front"],
  ["a header below another key", "datapoints: {}\nplatform: 1", "custom platform null"],
  ["a header below a comment", "# mine\nplatform: 1", "custom platform null"],
  [
    "a chart upside down",
    datapoint("field: f, chart: {y_min: 2, y_max: 1}"),
    "custom datapoints.battery.chart.y_max battery"
  ],
  [
    "limits the wrong way round",
    parameter("type: int8, min_value: 2, max_value: 1"),
    "custom actions.dock.parameters.speed.max_value dock"
  ],
  [
    "an exit above the entry",
    "platform: 1\nlow_bandwidth: {enter_lag_ms: 100, exit_lag_ms: 101}",
    "custom low_bandwidth.exit_lag_ms null"
  ],
  ["a recorder without topics", "platform: 1\nrecorder: {before_seconds: 5}", "missing_key recorder.topics null"],
  [
    "a recorder with unknown keys, a topic that is none and a cause that is none",
    "platform: 1\nrecorder: {topics: [{topic: odom, type: a/srv/B, rate: 1}], cut_on: [boot], every: 1}",
    "invalid_format recorder.topics[0].topic null",
    "invalid_format recorder.topics[0].type null",
    "unknown_key recorder.topics[0].rate null",
    "invalid_value recorder.cut_on[0] null",
    "unknown_key recorder.every null"
  ],
  [
    "a topic that is twice in a recorder",
    "platform: 1\nrecorder: {topics: [{topic: /a, type: a/msg/B}, {topic: /b, type: a/msg/B}, {topic: /a, type: a/msg/C}]}",
    "custom recorder.topics[2].topic null"
  ],
  [
    "reserved slugs",
    "platform: 1\ndatapoints: {history: &d {topic: /b, type: a/msg/B}, bridge_state: *d, robot_details: *d}",
    "reserved_slug datapoints.history history",
    "reserved_slug datapoints.bridge_state bridge_state",
    "reserved_slug datapoints.robot_details robot_details"
  ],
  [
    "a slug in two sections",
    `${action("description: x")}\nservices: {dock: {ros_name: /dock, type: a/srv/B}}`,
    "duplicate_slug services.dock dock"
  ],
  [
    "a placeholder nobody declares",
    action('message: {a: ["${goal}"]}'),
    "undeclared_parameter actions.dock.message.a[0] dock"
  ],
  [
    "a placeholder of Object.prototype",
    action('message: {a: "${constructor}"}'),
    "undeclared_parameter actions.dock.message.a dock"
  ],
  [
    "a shared body that needs parameters",
    `${action('message: "${halt}"')}\nmessages: {halt: {x: "\${vv}"}}`,
    "undeclared_parameter actions.dock.message dock"
  ],
  [
    "a parameter nobody uses",
    action("message: {a: x}, parameters: {pa: {type: bool}}"),
    "unused_parameter actions.dock.parameters.pa dock"
  ],
  [
    "a parameter without a message",
    action("parameters: {pa: {type: bool}}"),
    "unused_parameter actions.dock.parameters.pa dock"
  ],
  [
    "a placeholder inside a longer text",
    action('message: {a: "to ${pa}"}, parameters: {pa: {type: string}}'),
    "unused_parameter actions.dock.parameters.pa dock"
  ],
  ["a shared message that is not there", action('message: "${halt}"'), "unknown_message actions.dock.message dock"],
  [
    "a shared message named like a method",
    action('message: "${constructor}"'),
    "unknown_message actions.dock.message dock"
  ],
  [
    "a failsafe's shared message that is not there",
    publisher('"${halt}"'),
    "unknown_message publishers.drive.failsafe.message drive"
  ],
  [
    "a shared message that is another",
    'platform: 1\nmessages: {halt: {x: 1}, stop: "${halt}"}',
    "nested_message_reference messages.stop null"
  ],
  [
    "a shared message that inserts another",
    'platform: 1\nmessages: {halt: {x: 1}, stop: {inner: {message: "${halt}"}}}',
    "nested_message_reference messages.stop.inner.message null"
  ]
]
