type Message = Readonly<Record<string, unknown>>

const partOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Message)[key] : undefined

/** The pose inside of `Pose`, `PoseStamped`, `PoseWithCovarianceStamped` and `Odometry`. */
const poseOf = (message: unknown): unknown => {
  let found = message
  for (let depth = 0; depth < 3 && partOf(found, "position") === undefined; depth++) found = partOf(found, "pose")
  return found
}

const axis = (name: string) => (message: unknown) => partOf(partOf(poseOf(message), "position"), name)

/** A position in metres. */
export const positionOf = { x: axis("x"), y: axis("y"), z: axis("z") }

/** Where a robot looks, in degrees counterclockwise from the x axis. */
export const headingOf = (message: unknown): unknown => {
  const turned = partOf(poseOf(message), "orientation")
  const [w, x, y, z] = ["w", "x", "y", "z"].map((name) => partOf(turned, name))
  if (typeof w !== "number" || typeof x !== "number" || typeof y !== "number" || typeof z !== "number") return undefined
  return (Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) * 180) / Math.PI
}

/** The charge of a `sensor_msgs/BatteryState` in percent. */
export const percentageOf = (message: unknown): unknown => {
  const share = partOf(message, "percentage")
  return typeof share === "number" ? share * 100 : share
}

export interface Diagnostic {
  readonly level: number
  readonly name: string
  readonly message: string
}

const mostDiagnostics = 40

/** The parts of a `diagnostic_msgs/DiagnosticArray`, the worst first. */
export const diagnosticsOf = (message: unknown): ReadonlyArray<Diagnostic> => {
  const list = partOf(message, "status")
  if (!Array.isArray(list)) return []
  return list
    .map((each) => ({
      level: Number(partOf(each, "level")) || 0,
      name: String(partOf(each, "name") ?? ""),
      message: String(partOf(each, "message") ?? "")
    }))
    .toSorted((left, right) => right.level - left.level)
    .slice(0, mostDiagnostics)
}
