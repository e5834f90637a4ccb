import { Unavailable } from "@fleet/domain/Errors"
import { Cause, Effect } from "effect"
import { StoreUnavailable } from "../blobs/StoreUnavailable.ts"
import { isDatabaseAway } from "../sql/isDatabaseAway.ts"
import { comeBackAfterMs } from "./comeBackLater.ts"

const isOutage = (defect: unknown): boolean => defect instanceof StoreUnavailable || isDatabaseAway(defect)

/** Whether work died because the database, its disk or the store of files does not answer, and of nothing else. */
export const isUnavailable = (cause: Cause.Cause<unknown>): boolean => {
  const defects = cause.reasons.filter(Cause.isDieReason)
  return defects.length > 0 && defects.every(({ defect }) => isOutage(defect))
}

/** What such work is answered. `random` is from 0 to 1. */
export const unavailable = (random: number): Unavailable =>
  new Unavailable({ details: { retry_after_ms: comeBackAfterMs(random) } })

/** The line of such work. */
export const logUnavailable = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.logError("the database or the store of files does not answer", cause)
