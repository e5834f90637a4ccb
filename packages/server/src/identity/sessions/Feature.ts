import { feature } from "../../platform/features/feature.ts"
import { SessionStore } from "./SessionStore.ts"
import { SessionSweep } from "./SessionSweep.ts"
import { Sessions } from "./Sessions.ts"

/** Sign-ins that last: refresh families and their ends. */
export const sessions = feature({
  stores: SessionStore.layer,
  services: Sessions.layer,
  background: SessionSweep
})
