import type { TypeDefinition } from "../types.gen.ts"

interface Numeric {
  readonly scale?: number
  readonly unit?: string
  readonly decimals?: number
}

interface Shape {
  readonly field?: string
  readonly numeric?: Numeric
  readonly rate_throttle_hz: number
  readonly retention?: { readonly enabled: true; readonly interval_seconds: number }
}

const kept = { enabled: true, interval_seconds: 10 } as const
const measured = (field: string, unit: string, decimals: number): Shape => ({
  field,
  numeric: { unit, decimals },
  rate_throttle_hz: 1,
  retention: kept
})

/** Types whose one value of interest, unit and pace are known. */
const known: { readonly [type: string]: Shape } = {
  "sensor_msgs/msg/BatteryState": {
    field: "percentage",
    numeric: { scale: 100, unit: "%", decimals: 1 },
    rate_throttle_hz: 1,
    retention: kept
  },
  "sensor_msgs/msg/Temperature": measured("temperature", "°C", 1),
  "sensor_msgs/msg/FluidPressure": measured("fluid_pressure", "Pa", 0),
  "sensor_msgs/msg/RelativeHumidity": {
    ...measured("relative_humidity", "%", 1),
    numeric: { scale: 100, unit: "%", decimals: 1 }
  },
  "sensor_msgs/msg/Illuminance": measured("illuminance", "lx", 0),
  "sensor_msgs/msg/Range": { field: "range", numeric: { unit: "m", decimals: 2 }, rate_throttle_hz: 5 },
  "sensor_msgs/msg/LaserScan": { rate_throttle_hz: 1 },
  "sensor_msgs/msg/NavSatFix": { rate_throttle_hz: 1 },
  "sensor_msgs/msg/JointState": { rate_throttle_hz: 5 },
  "nav_msgs/msg/Odometry": { rate_throttle_hz: 5 },
  "geometry_msgs/msg/PoseStamped": { rate_throttle_hz: 5 },
  "geometry_msgs/msg/PoseWithCovarianceStamped": { rate_throttle_hz: 5 }
}

const numberTypes = /^(?:byte|char|u?int(?:8|16|32|64)|float32|float64)$/

/** How to watch a topic of this type: one field where the message is one value, otherwise all of it. */
export const shapeOf = (type: string, definition: TypeDefinition | undefined): Shape => {
  const shape = known[type]
  const fields = definition?.kind === "msg" ? definition.fields : undefined
  if (shape !== undefined) {
    const isThere =
      shape.field === undefined ||
      fields === undefined ||
      fields.some(({ array, name, type }) => name === shape.field && !array && numberTypes.test(type))
    return isThere ? shape : { rate_throttle_hz: shape.rate_throttle_hz }
  }
  const values = fields?.filter(({ name, type }) => !(name === "header" && type.endsWith("Header")))
  const [only] = values ?? []
  const isSingle = values?.length === 1 && only!.fields === null && !only!.array
  if (!isSingle || !/^[a-z_][a-z0-9_]*$/.test(only!.name)) return { rate_throttle_hz: 2 }
  const decimals = numberTypes.test(only!.type) && only!.type.startsWith("float") ? { numeric: { decimals: 2 } } : {}
  return { field: only!.name, ...decimals, rate_throttle_hz: 2 }
}
