/** Metres, seen from above; the origin is the middle of the room. */
export interface Point {
  readonly x: number
  readonly y: number
}

interface Wall {
  readonly from: Point
  readonly to: Point
}

interface Box {
  readonly min: Point
  readonly max: Point
}

const room: Box = { min: { x: -5, y: -4 }, max: { x: 5, y: 4 } }
const furniture: ReadonlyArray<Box> = [
  { min: { x: 2, y: 1.5 }, max: { x: 3.5, y: 3 } },
  { min: { x: 1, y: -3.5 }, max: { x: 2, y: -2 } }
]

/** Where the robot charges. */
export const dock: Point = { x: -4, y: 0 }

const wallsOf = ({ min, max }: Box): ReadonlyArray<Wall> => {
  const corners = [min, { x: max.x, y: min.y }, max, { x: min.x, y: max.y }] as const
  return corners.map((from, index) => ({ from, to: corners[(index + 1) % 4] ?? min }))
}

const walls = [room, ...furniture].flatMap(wallsOf)

/** How far along the ray the wall is, or infinity. */
const distanceTo = (wall: Wall, from: Point, cos: number, sin: number): number => {
  const dx = wall.to.x - wall.from.x
  const dy = wall.to.y - wall.from.y
  const across = cos * dy - sin * dx
  if (across === 0) return Infinity
  const ox = wall.from.x - from.x
  const oy = wall.from.y - from.y
  const along = (ox * dy - oy * dx) / across
  const onWall = (ox * sin - oy * cos) / across
  return along >= 0 && onWall >= 0 && onWall <= 1 ? along : Infinity
}

/** The distance to the nearest wall in one direction. */
export const castRay = (from: Point, angle: number): number => {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  return walls.reduce((nearest, wall) => Math.min(nearest, distanceTo(wall, from, cos, sin)), Infinity)
}

const isInside = ({ min, max }: Box, { x, y }: Point, margin: number) =>
  x > min.x - margin && x < max.x + margin && y > min.y - margin && y < max.y + margin

/** Whether a round robot fits at a place. */
export const isFree = (place: Point, radius: number): boolean =>
  isInside(room, place, -radius) && !furniture.some((box) => isInside(box, place, radius))
