type Point = readonly [x: number, y: number, z: number]
type Triangle = readonly [Point, Point, Point]

const sides = 32

/** The surface of a cylinder around the z axis, in metres. */
const cylinder = (radius: number, length: number): ReadonlyArray<Triangle> =>
  Array.from({ length: sides }, (_, side) => {
    const at = (step: number, z: number): Point => {
      const angle = (2 * Math.PI * step) / sides
      return [radius * Math.cos(angle), radius * Math.sin(angle), z]
    }
    const [low, high] = [-length / 2, length / 2]
    const [a, b, c, d] = [at(side, low), at(side + 1, low), at(side + 1, high), at(side, high)]
    return [
      [a, b, c],
      [a, c, d],
      [b, a, [0, 0, low]],
      [d, c, [0, 0, high]]
    ] as const
  }).flat()

/** The surface of a box around a point, turned about the z axis. */
const box = ([x, y, z]: Point, [width, depth, height]: Point, angle = 0): ReadonlyArray<Triangle> => {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corner = (dx: number, dy: number, dz: number): Point => {
    const [px, py] = [x + (dx * width) / 2, y + (dy * depth) / 2]
    return [px * cos - py * sin, px * sin + py * cos, z + (dz * height) / 2]
  }
  const side = (a: Point, b: Point, c: Point, d: Point): ReadonlyArray<Triangle> => [
    [a, b, c],
    [a, c, d]
  ]
  const [low, high] = [-1, 1].map((dz) => [
    corner(-1, -1, dz),
    corner(1, -1, dz),
    corner(1, 1, dz),
    corner(-1, 1, dz)
  ]) as [Array<Point>, Array<Point>]
  return [
    ...side(low[3]!, low[2]!, low[1]!, low[0]!),
    ...side(high[0]!, high[1]!, high[2]!, high[3]!),
    ...[0, 1, 2, 3].flatMap((at) => side(low[at]!, low[(at + 1) % 4]!, high[(at + 1) % 4]!, high[at]!))
  ]
}

const lugs = 12

/** A wheel with lugs on its tread and a bar across its faces, so that one sees it turn. */
const wheel = (): ReadonlyArray<Triangle> => [
  ...cylinder(0.074, 0.04),
  ...box([0, 0, 0], [0.11, 0.018, 0.052]),
  ...Array.from({ length: lugs }, (_, at) => box([0.075, 0, 0], [0.01, 0.014, 0.04], (2 * Math.PI * at) / lugs)).flat()
]

const headBytes = 84
const triangleBytes = 50

/** Triangles as binary STL. Normals are left to the reader, as the format allows. */
const stl = (triangles: ReadonlyArray<Triangle>): Uint8Array => {
  const bytes = Buffer.alloc(headBytes + triangles.length * triangleBytes)
  bytes.writeUInt32LE(triangles.length, headBytes - 4)
  triangles.forEach((points, index) => {
    points.flat().forEach((value, at) => bytes.writeFloatLE(value, headBytes + index * triangleBytes + 12 + at * 4))
  })
  return bytes
}

export const wheelMesh = "package://fleet_sim_mobile/meshes/wheel.stl"
export const baseMesh = "package://fleet_sim_mobile/meshes/base.stl"

/** The files of the mobile robot's package, by their URI. */
export const mobileAssets: ReadonlyMap<string, Uint8Array> = new Map([
  [wheelMesh, stl(wheel())],
  [baseMesh, stl([...cylinder(0.25, 0.09), ...box([-0.05, 0, 0.07], [0.26, 0.26, 0.05])])]
])
