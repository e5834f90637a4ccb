/** The parts of a `sensor_msgs/LaserScan` that a picture of it needs; lengths in metres, angles in radians. */
export interface Scan {
  readonly angleMin: number
  readonly angleStep: number
  readonly rangeMax: number
  readonly ranges: ReadonlyArray<unknown>
}

const numberOr = (value: unknown, otherwise: number) => (typeof value === "number" ? value : otherwise)

/** A scan's message, where the value is one. */
export const scanOf = (value: unknown): Scan | undefined => {
  if (typeof value !== "object" || value === null || !("ranges" in value) || !Array.isArray(value.ranges))
    return undefined
  const message = value as Readonly<Record<string, unknown>> & { readonly ranges: ReadonlyArray<unknown> }
  const { ranges } = message
  const angleMin = numberOr(message.angle_min, -Math.PI)
  const farthest = ranges.reduce<number>((most, range) => (typeof range === "number" && range > most ? range : most), 0)
  const rangeMax = numberOr(message.range_max, farthest)
  return {
    angleMin,
    angleStep: numberOr(message.angle_increment, (2 * Math.PI) / Math.max(1, ranges.length)),
    rangeMax: rangeMax > 0 && rangeMax < 1e6 ? rangeMax : Math.max(1, farthest),
    ranges
  }
}

/** More beams than a picture of this size shows: the nearest of each group stands for it. */
const mostBeams = 720

/** The nearest thing: its distance in metres and its angle; undefined where nothing is within range. */
export const nearestOf = ({
  angleMin,
  angleStep,
  ranges
}: Scan): { readonly metres: number; readonly angle: number } | undefined => {
  let nearest: { metres: number; angle: number } | undefined
  for (const [index, range] of ranges.entries())
    if (typeof range === "number" && range > 0 && (nearest === undefined || range < nearest.metres))
      nearest = { metres: range, angle: angleMin + index * angleStep }
  return nearest
}

/** The outline of a scan as an SVG path about 0 0, forward up; `radius` is the range's end. A beam without an echo leaves it open. */
export const scanPath = ({ angleMin, angleStep, rangeMax, ranges }: Scan, radius: number): string => {
  const each = Math.max(1, Math.ceil(ranges.length / mostBeams))
  let path = ""
  let isOpen = false
  for (let index = 0; index < ranges.length; index += each) {
    let range = Infinity
    for (let beam = index; beam < Math.min(index + each, ranges.length); beam++) {
      const value = ranges[beam]
      if (typeof value === "number" && value < range) range = value
    }
    if (range === Infinity) {
      isOpen = false
      continue
    }
    const angle = angleMin + index * angleStep
    const length = (Math.min(range, rangeMax) / rangeMax) * radius
    path += `${isOpen ? "L" : "M"}${(-Math.sin(angle) * length).toFixed(1)} ${(-Math.cos(angle) * length).toFixed(1)}`
    isOpen = true
  }
  return path
}

export type Side = "ahead" | "behind" | "left" | "right"

/** Where an angle is, seen from the robot: counterclockwise from ahead. */
export const sideOf = (angle: number): Side => {
  const turned = Math.atan2(Math.sin(angle), Math.cos(angle))
  if (Math.abs(turned) <= Math.PI / 4) return "ahead"
  if (Math.abs(turned) >= (3 * Math.PI) / 4) return "behind"
  return turned > 0 ? "left" : "right"
}
