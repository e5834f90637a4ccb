/** Where an arm is in taking an item. Seconds. */
export interface Pick {
  readonly shelf: number
  readonly elapsed: number
}

/** The arm's whole state: six joint angles in radians, and what it is doing. */
export interface ArmState {
  readonly joints: ReadonlyArray<number>
  readonly gripperClosed: boolean
  readonly pick: Pick | undefined
}

export const jointNames = ["base", "shoulder", "elbow", "wrist_roll", "wrist_pitch", "wrist_yaw"].map(
  (name) => `${name}_joint`
)

const home: ReadonlyArray<number> = [0, -0.8, 1.6, 0, -0.8, 0]
const jointSpeed = 2.5

export const initialArm: ArmState = { joints: home, gripperClosed: false, pick: undefined }

export type Phase = "reach" | "grip" | "return"

const phases: ReadonlyArray<{ readonly phase: Phase; readonly until: number }> = [
  { phase: "reach", until: 1.2 },
  { phase: "grip", until: 1.6 },
  { phase: "return", until: 2.8 }
]

/** How long taking an item lasts. */
export const pickSeconds = 2.8

export const phaseOf = (pick: Pick): Phase => phases.find(({ until }) => pick.elapsed < until)?.phase ?? "return"

/** Shelves 0 to 99 stand around the arm, ten to a row. */
const atShelf = (shelf: number): ReadonlyArray<number> => [
  ((shelf % 10) - 4.5) * 0.3,
  0.3 + Math.floor(shelf / 10) * 0.05,
  0.5,
  0,
  -0.8,
  ((shelf % 10) - 4.5) * 0.1
]

const target = (pick: Pick | undefined): ReadonlyArray<number> =>
  pick === undefined || phaseOf(pick) === "return" ? home : atShelf(pick.shelf)

/** The state after `seconds`: every joint moves towards its target at its own speed. */
export const stepArm = (state: ArmState, seconds: number): ArmState => {
  const pick = state.pick && { ...state.pick, elapsed: state.pick.elapsed + seconds }
  const goal = target(pick)
  const reach = jointSpeed * seconds
  return {
    joints: state.joints.map((joint, index) => {
      const way = (goal[index] ?? joint) - joint
      return joint + Math.min(reach, Math.max(-reach, way))
    }),
    gripperClosed: pick === undefined ? state.gripperClosed : phaseOf(pick) !== "reach",
    pick
  }
}
