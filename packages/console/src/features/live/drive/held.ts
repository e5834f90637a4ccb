import type { Axes } from "./machine.ts"

export type Direction = "forward" | "back" | "left" | "right"

const axesOf: Readonly<Record<Direction, Axes>> = {
  forward: { forward: 1, turn: 0 },
  back: { forward: -1, turn: 0 },
  left: { forward: 0, turn: 1 },
  right: { forward: 0, turn: -1 }
}

/** Directions that are held at once are added; ahead and back together cancel out. */
export const sumOf = (held: Iterable<Direction>): Axes => {
  const sum = { forward: 0, turn: 0 }
  for (const direction of new Set(held)) {
    sum.forward += axesOf[direction].forward
    sum.turn += axesOf[direction].turn
  }
  return sum
}

const keys: Readonly<Record<string, Direction>> = {
  KeyW: "forward",
  ArrowUp: "forward",
  KeyS: "back",
  ArrowDown: "back",
  KeyA: "left",
  ArrowLeft: "left",
  KeyD: "right",
  ArrowRight: "right"
}

/** The direction of a key by its place on the keyboard, so that W A S D are where they are on every layout. */
export const directionOf = ({ code, key }: { readonly code: string; readonly key: string }): Direction | undefined =>
  keys[code] ?? keys[`Key${key.toUpperCase()}`] ?? keys[key]
