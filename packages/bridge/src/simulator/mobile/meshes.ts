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
  [wheelMesh, stl(cylinder(0.08, 0.04))],
  [baseMesh, stl(cylinder(0.25, 0.15))]
])
