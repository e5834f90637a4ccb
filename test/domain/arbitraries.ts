import type { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { Arbitrary, Schema } from "effect"

type Arb<A> = Arbitrary.Arbitrary<A>

const int = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))
// JSON has no negative zero.
const number = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Finite.check(Schema.isBetween({ minimum, maximum }))).pipe(
    Arbitrary.map((value) => (value === 0 ? 0 : value))
  )
const boolean = Arbitrary.schema(Schema.Boolean)
const text = (max: number) =>
  Arbitrary.schema(Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(Math.min(max, 40)))).pipe(
    Arbitrary.filter((value) => value.isWellFormed() && !value.includes("\0") && !value.startsWith("${"))
  )
const oneOf = <A>(...choices: ReadonlyArray<Arb<A>>): Arb<A> =>
  int(0, choices.length - 1).pipe(Arbitrary.flatMap((index) => choices[index]!))
const literal = <const A extends ReadonlyArray<unknown>>(...values: A): Arb<A[number]> =>
  oneOf(...values.map((value) => Arbitrary.Constant(value)))

const absent = Symbol("absent")

/** An object of the required fields and any of the optional ones. */
const object = (required: Record<string, Arb<unknown>>, optional: Record<string, Arb<unknown>> = {}) =>
  Arbitrary.all({
    ...required,
    ...Object.fromEntries(
      Object.entries(optional).map(([key, arb]) => [key, oneOf<unknown>(Arbitrary.Constant(absent), arb)])
    )
  }).pipe(Arbitrary.map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== absent))))

/** A map of up to `max` entries whose keys are slugs beginning with `prefix`. */
const slugMap = (prefix: string, value: Arb<unknown>, max = 3) =>
  Arbitrary.array(Arbitrary.all([int(0, 1_000_000), value]), { maxLength: max }).pipe(
    Arbitrary.map((entries) =>
      Object.fromEntries(entries.map(([salt, item], index) => [`${prefix}_${index}_${salt.toString(36)}`, item]))
    )
  )

const rosName = literal("/battery", "/a", "/_hidden/b__c", "/Robot1/cmd_vel")
const field = literal("data", "pose.position.x", "ranges[0]", "a_b.c[12].d")
const description = text(2000)

const body: Arb<Record<string, unknown>> = Arbitrary.array(
  Arbitrary.all([
    text(8),
    oneOf<unknown>(
      text(20),
      boolean,
      number(-1e9, 1e9),
      int(-100, 100).pipe(Arbitrary.map((value) => ({ x: value, list: [value, "a"] })))
    )
  ]),
  { maxLength: 4 }
).pipe(Arbitrary.map((entries) => Object.fromEntries(entries)))

const condition = oneOf<unknown>(
  Arbitrary.all({ fire_at: oneOf<unknown>(number(-100, 100), text(10), boolean) }),
  Arbitrary.all({ fire_at: int(-100, 0), resolve_at: int(1, 100) }),
  Arbitrary.all({ fire_at: int(1, 100), resolve_at: int(-100, 0) })
)

const alert = object({ condition }, { severity: literal("warning", "error"), name: text(120), enabled: boolean })

const datapointBase = { topic: rosName, type: literal("std_msgs/msg/Float64", "a_b/msg/C9") }
const retention = object({}, { enabled: boolean, interval_seconds: int(1, 3600), max_buffer_values: int(1, 100_000) })
const datapointOptions = {
  rate_throttle_hz: number(0, 20),
  low_bandwidth: Arbitrary.Constant("keep"),
  description,
  retention
}
const datapoint = oneOf(
  object(datapointBase, datapointOptions),
  object(
    { ...datapointBase, field },
    {
      ...datapointOptions,
      numeric: object({}, { scale: number(-5, 5), offset: number(-5, 5), unit: text(32), decimals: int(0, 6) }),
      chart: object(
        {},
        {
          y_min: number(-10, 0),
          y_max: number(0, 10),
          style: literal("line", "step"),
          default_window_minutes: int(1, 43_200)
        }
      ),
      alerts: slugMap("al", alert)
    }
  )
)

const parameter = oneOf(
  object({ type: literal("bool") }, { default: boolean, description: text(500) }),
  object(
    { type: literal("byte", "char", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64") },
    { default: int(10, 20), min_value: int(0, 10), max_value: int(20, 100) }
  ),
  object({ type: literal("int8") }, { default: literal(1, 2), enum: Arbitrary.Constant([1, 2, -3]) }),
  object({ type: literal("float32", "float64") }, { default: number(-1, 1), min_value: number(-9, -1) }),
  object({ type: literal("string", "wstring") }, { default: literal("ab", "abc"), regex: literal("^ab", "b") }),
  object({ type: literal("string") }, { default: literal("x"), enum: Arbitrary.Constant(["x", "y"]) })
)

/** A command whose message uses exactly the parameters it declares. */
const command = (required: Record<string, Arb<unknown>>, optional: Record<string, Arb<unknown>> = {}) =>
  Arbitrary.all([object(required, optional), slugMap("pa", parameter), body]).pipe(
    Arbitrary.map(([fields, parameters, written]) => ({
      ...fields,
      message: { ...written, used: Object.keys(parameters).map((name) => ({ value: `\${${name}}` })) },
      parameters
    }))
  )

const action = command({ ros_name: rosName, type: literal("nav2_msgs/action/Go") }, { description })
const service = command({ ros_name: rosName, type: literal("std_srvs/srv/SetBool") }, { description })
const publisher = command(
  {
    topic: rosName,
    type: literal("geometry_msgs/msg/Twist"),
    failsafe: object({ timeout_ms: int(1, 60_000), message: body }),
    quiet_timeout_ms: int(0, 600_000)
  },
  { description }
)

const credentials = Arbitrary.all({ username: text(128), password: text(128) })
const source = oneOf<unknown>(
  Arbitrary.all({ kind: literal("ros"), topic: rosName, type: literal("sensor_msgs/msg/Image") }),
  object(
    { kind: literal("rtsp"), url: literal("rtsp://cam/1", "rtsps://[::1]:554/x?y") },
    { transport: literal("tcp", "udp"), credentials }
  ),
  object({ kind: literal("mjpeg"), url: literal("http://cam", "https://cam:8080/v?a=b") }, { credentials }),
  Arbitrary.all({ kind: literal("v4l2"), device: literal("/dev/video0", "/dev/v4l/by-id/cam-1..2") })
)
const camera = object(
  {
    source,
    width: int(1, 7680),
    height: int(1, 4320),
    fps: int(1, 60),
    bitrate_kbps: int(1, 50_000),
    snapshot_interval_seconds: int(1, 3600)
  },
  { description }
)

const lowBandwidth = object(
  {},
  {
    mode: literal("auto", "on", "off"),
    enter_lag_ms: int(1000, 9000),
    enter_after_s: int(1, 99),
    exit_lag_ms: int(0, 1000),
    exit_after_s: int(1, 99),
    datapoint_max_hz: number(0.1, 20),
    camera: literal("reduce", "stop"),
    camera_bitrate_kbps: int(50, 20_000)
  }
)

/** Any valid document, with everything the grammar allows. */
export const validDocument = object(
  { platform: literal(1) },
  {
    messages: slugMap("me", body),
    datapoints: slugMap("dp", datapoint),
    actions: slugMap("ac", action),
    services: slugMap("se", service),
    publishers: slugMap("pu", publisher),
    cameras: slugMap("ca", camera),
    low_bandwidth: lowBandwidth
  }
) as unknown as Arb<RobotConfigDocument>

/** A large number to choose a place with. */
export const choice = int(0, 1_000_000)
