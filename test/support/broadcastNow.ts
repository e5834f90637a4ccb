import type { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect } from "effect"

/** Tells facts on a bus of one process, where everybody has heard when this returns. */
export const broadcastNow = (bus: Bus["Service"], ...facts: ReadonlyArray<Fact>) =>
  Effect.runSync(bus.broadcastAndWait(...facts))
