import { Config } from "effect"
import { Flag } from "effect/cli"

/** For a bridge and its doctor. */
export const recordingsDirFlag = Flag.String("recordings-dir").pipe(
  Flag.withFallbackConfig(Config.String("FLEET_RECORDINGS_DIR")),
  Flag.optional,
  Flag.withDescription("Where recordings wait for their upload; below --state-dir by default (or FLEET_RECORDINGS_DIR)")
)
