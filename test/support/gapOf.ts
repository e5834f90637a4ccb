import type { Bus } from "@fleet/server/platform/bus/Bus"
import type { makeInProcessBus } from "@fleet/server/platform/bus/InProcessBus"

/** Tells that facts may have been missed, as a bus of many processes does after a lost connection. */
export const gapOf = (bus: Bus["Service"]) => (bus as ReturnType<typeof makeInProcessBus>).gap()
