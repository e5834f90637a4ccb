import type { Axes, Cause, Phase } from "./machine.ts"

/** What of a gamepad counts: as browsers give it. */
export interface GamepadLike {
  readonly connected: boolean
  readonly axes: ReadonlyArray<number>
  readonly buttons: ReadonlyArray<{ readonly pressed: boolean }>
}

/** Whether the dead man's button is held, and where the sticks point. */
export interface GamepadReading {
  readonly isHeld: boolean
  readonly axes: Axes
}

/** Sticks rest beside their centre: less than this is nothing. */
const deadZone = 0.15
/** The shoulder buttons of the standard layout. */
const deadManButtons = [4, 5]

const beyondDeadZone = (value: number | undefined): number => {
  if (value === undefined || !Number.isFinite(value)) return 0
  const size = (Math.min(1, Math.abs(value)) - deadZone) / (1 - deadZone)
  return size <= 0 ? 0 : Math.sign(value) * Number(size.toFixed(3))
}

const stronger = (one: number, other: number) => (Math.abs(one) >= Math.abs(other) ? one : other)

/** Reads a gamepad of the standard layout: the left stick drives and turns, the right one turns. Null where it is gone. */
export const readGamepad = (pad: GamepadLike | null | undefined): GamepadReading | null => {
  if (pad === null || pad === undefined || !pad.connected) return null
  const [x, y, right] = [0, 1, 2].map((index) => beyondDeadZone(pad.axes[index]))
  return {
    isHeld: deadManButtons.some((button) => pad.buttons[button]?.pressed === true),
    // Down is positive for browsers, and so is right. `+ 0` takes the sign of a zero away.
    axes: { forward: -y! + 0, turn: -stronger(right!, x!) + 0 }
  }
}

export interface GamepadState {
  /** The button was held when it was looked at last. One that was never seen up counts as held: it begins nothing. */
  readonly wasHeld: boolean
  /** What is held now is held by this gamepad. */
  readonly owns: boolean
  readonly axes: Axes
}

/** What the machine is told. */
export type GamepadAct =
  | { readonly type: "press"; readonly axes: Axes }
  | { readonly type: "steer"; readonly axes: Axes }
  | { readonly type: "release"; readonly cause: Cause | null }

const still: Axes = { forward: 0, turn: 0 }

export const noGamepad: GamepadState = { wasHeld: true, owns: false, axes: still }

/**
 * Only a press of the button begins to drive: one that is still held after the robot was let go of does not, and neither does
 * one of a gamepad that came back, or one that began while the driver was `away`: at a dialog or in another window. A gamepad
 * that is gone lets go.
 */
export const stepGamepad = (
  state: GamepadState,
  reading: GamepadReading | null,
  phase: Phase,
  isAway = false
): readonly [GamepadState, GamepadAct | null] => {
  if (reading === null) return [noGamepad, state.owns ? { type: "release", cause: "gamepad" } : null]
  if (isAway) return [noGamepad, state.owns ? { type: "release", cause: "blurred" } : null]
  const { axes, isHeld } = reading
  if (!isHeld) {
    const next = { wasHeld: false, owns: false, axes: still }
    return [next, state.owns ? { type: "release", cause: null } : null]
  }
  // Where something else drives already, the gamepad does not interfere.
  if (!state.wasHeld)
    return phase === "held"
      ? [{ wasHeld: true, owns: false, axes: still }, null]
      : [
          { wasHeld: true, owns: true, axes },
          { type: "press", axes }
        ]
  if (!state.owns) return [state, null]
  if (phase !== "held") return [{ wasHeld: true, owns: false, axes: still }, null]
  const isSame = axes.forward === state.axes.forward && axes.turn === state.axes.turn
  return isSame
    ? [state, null]
    : [
        { ...state, axes },
        { type: "steer", axes }
      ]
}
