import type { Effect } from "effect"
import type { RobotHome } from "./RobotHome.ts"
import type { RobotPart } from "./RobotPart.ts"

/** How a feature takes part in the home of every robot. */
export interface PartDefinition<Part extends RobotPart> {
  /** The home is empty when this is called: keep it, ask it later. */
  readonly open: (home: RobotHome) => Part
  /** Writes what waits, of all robots. Done when the server stops. */
  readonly flush?: Effect.Effect<void>
}
