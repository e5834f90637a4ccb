import type { Viewers } from "./camera/SceneCamera.ts"
import type { RosGraph } from "./ros/Graph.ts"

/** What a robot may use of the program around it. */
export interface RobotContext {
  readonly graph: RosGraph
  readonly seed: number
  /** Whether action servers refuse goals and cancels now. */
  readonly rejects: () => boolean
  /** Whether somebody is subscribed to the topic. */
  readonly isWatched: (topic: string) => boolean
  /** Who watches the robot's camera over HTTP. */
  readonly viewers: Viewers
  /** Pictures a second of its camera. */
  readonly cameraHz: number
}

/** A robot on its graph; `step` advances it by the fixed step. */
export interface Robot {
  readonly step: () => void
  /** Files of its packages, by package URI. */
  readonly assets?: ReadonlyMap<string, Uint8Array>
}

/** The fixed step of every world, in seconds. */
export const stepSeconds = 0.02

/** Runs `run` at `hz`, counted in steps. */
export const every = (hz: number, run: () => void): (() => void) => {
  const steps = Math.round(1 / (hz * stepSeconds))
  let count = 0
  return () => {
    if (count++ % steps === 0) run()
  }
}

/** The same for a rate that whole steps do not make: as evenly as they allow. */
export const evenly = (hz: number, run: () => void): (() => void) => {
  const share = hz * stepSeconds
  let due = 1 - share
  return () => {
    due += share
    if (due < 1 - 1e-9) return
    due = Math.min(due - 1, 1 - share)
    run()
  }
}
