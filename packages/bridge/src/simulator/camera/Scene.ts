import { dock, type Point } from "../mobile/Room.ts"

/** Pixels of the simulator's camera. */
export const sceneSize = { width: 320, height: 240 }

/** Where the robot is, and where it looks. */
export interface Seen extends Point {
  readonly yaw: number
}

/**
 * Where the capture time stands in a picture, for programs that measure how old it is: 48 bits of milliseconds since the
 * epoch, the most significant first, a block each, white for 1, in rows from the left.
 */
export const timeBlocks = { bits: 48, perRow: 24, size: 8, x: 8, y: 8 }

/** The time that is painted in a picture; `brightness` of the middle of each block, 0 to 255. */
export const paintedTime = (brightness: (x: number, y: number) => number): number => {
  let time = 0
  for (let bit = 0; bit < timeBlocks.bits; bit++) {
    const { x, y } = blockAt(bit)
    time = time * 2 + (brightness(x + timeBlocks.size / 2, y + timeBlocks.size / 2) > 127 ? 1 : 0)
  }
  return time
}

const blockAt = (bit: number) => ({
  x: timeBlocks.x + (bit % timeBlocks.perRow) * timeBlocks.size,
  y: timeBlocks.y + Math.floor(bit / timeBlocks.perRow) * timeBlocks.size
})

type Colour = readonly [red: number, green: number, blue: number]

/** A colour as a pixel of RGBA that is written as one number: the first byte is the lowest. */
const pixel = ([red, green, blue]: Colour): number => (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0

const wall: Colour = [226, 232, 240]
const foot: Colour = [196, 206, 220]
const floor: Colour = [92, 108, 131]
const tile: Colour = [128, 144, 167]
const goal: Colour = [34, 197, 94]
const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]

/** So much of the first, and the rest of the second. */
const mix = (share: number, one: Colour, other: Colour): Colour =>
  [0, 1, 2].map((at) => Math.round(one[at]! * share + other[at]! * (1 - share))) as unknown as Colour

const middle = mix(0.5, floor, tile)
/** Metres within which tiles are told apart: further away a row of pixels has many of them. */
const clearMetres = 1.2

const horizon = 96
const fieldOfView = Math.PI / 2
const cameraHeight = 0.4

/** Each column's angle from the middle. */
const aside = Array.from({ length: sceneSize.width }, (_, column) => (column / sceneSize.width - 0.5) * fieldOfView)

/** The rows above the horizon, which never change. */
const sky = new Uint32Array(sceneSize.width * horizon)
for (let row = 0; row < horizon; row++)
  sky.fill(pixel(mix(1 - row / horizon, wall, foot)), row * sceneSize.width, (row + 1) * sceneSize.width)

/** Each row of the floor: how far away it is, and the colours of its tiles there. */
const floorRows = Array.from({ length: sceneSize.height - horizon }, (_, below) => {
  const ahead = (cameraHeight * sceneSize.height) / (below + 1)
  const clear = Math.min(1, clearMetres / ahead)
  const haze = Math.min(0.6, ahead / 40)
  const [dark, light] = [floor, tile].map((colour) => pixel(mix(haze, foot, mix(clear, colour, middle))))
  return { ahead, dark: dark!, light: light! }
})

/** What the robot sees at a time, as RGBA: a tiled floor that moves as it drives, the dock, and the time as blocks. */
export const drawScene = ({ x, y, yaw }: Seen, atMs: number): Uint8Array => {
  const { height, width } = sceneSize
  const pixels = new Uint32Array(width * height)
  const fill = (left: number, top: number, across: number, down: number, colour: Colour) => {
    const [from, to] = [Math.max(0, left), Math.min(width, left + across)]
    if (from >= to) return
    for (let row = Math.max(0, top); row < Math.min(height, top + down); row++)
      pixels.fill(pixel(colour), row * width + from, row * width + to)
  }
  pixels.set(sky)
  const across = aside.map((angle) => Math.cos(yaw - angle))
  const along = aside.map((angle) => Math.sin(yaw - angle))
  for (const [below, { ahead, dark, light }] of floorRows.entries()) {
    const from = (horizon + below) * width
    for (let column = 0; column < width; column++) {
      const tileX = Math.floor((x + across[column]! * ahead) * 2)
      const tileY = Math.floor((y + along[column]! * ahead) * 2)
      pixels[from + column] = ((tileX + tileY) & 1) === 0 ? dark : light
    }
  }
  const bearing = Math.atan2(dock.y - y, dock.x - x) - yaw
  const side = Math.atan2(Math.sin(bearing), Math.cos(bearing))
  const far = Math.max(0.3, Math.hypot(dock.x - x, dock.y - y))
  if (Math.abs(side) < fieldOfView / 2) {
    const size = Math.min(80, Math.round(60 / far))
    fill(Math.round((0.5 - side / fieldOfView) * width) - (size >> 1), horizon - size, size, size, goal)
  }
  for (let bit = 0; bit < timeBlocks.bits; bit++) {
    const block = blockAt(bit)
    const isOne = Math.floor(atMs / 2 ** (timeBlocks.bits - 1 - bit)) % 2 === 1
    fill(block.x, block.y, timeBlocks.size, timeBlocks.size, isOne ? white : black)
  }
  return new Uint8Array(pixels.buffer)
}
