import { FleetError } from "@fleet/sdk"

/** A wait that is not longer is kept by itself, in milliseconds; a longer one is told and counted down. */
const soonMs = 3000
const mostTries = 3

/** How long the service asks to wait, in milliseconds; 0 where it does not. */
export const waitOf = (error: unknown): number =>
  FleetError.is(error) && error.is("rate_limited") ? error.details.retry_after_ms : 0

/** Whether a reading that failed `count` times before is tried again by itself. */
export const isSoon = (count: number, error: unknown): boolean => {
  const waitMs = waitOf(error)
  return count < mostTries && waitMs > 0 && waitMs <= soonMs
}
