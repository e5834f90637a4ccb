import { type FleetClient, FleetError } from "@fleet/sdk"
import { serviceNow } from "../format/ticking.ts"
import { Slots } from "./Slots.ts"

const made = new WeakMap<FleetClient, Slots>()

/** The slots behind a client: one set for the page, so that a list and a robot's page share what both show. */
export const slotsOf = (fleet: FleetClient): Slots => {
  const known = made.get(fleet)
  if (known !== undefined) return known
  const slots = new Slots({
    now: serviceNow,
    source: {
      subscribe: (robotId, slug, { fail, next }) => {
        const values = fleet.robot(robotId).datapoint(slug).subscribe()
        values.on(
          (sample) => next({ value: sample.value, atMs: sample.at.getTime() }),
          (error) => fail(error, FleetError.is(error) && error.code === "limit_reached")
        )
        return () => values.close()
      }
    }
  })
  fleet.realtime.onState(() => slots.interrupt())
  // What is on a page whose session ended stays, as old, until somebody signs in again.
  let isOut = false
  fleet.auth.onChange((_, session) => {
    if (session === null) slots.interrupt()
    else if (isOut) slots.renewAll()
    isOut = session === null
  })
  made.set(fleet, slots)
  return slots
}
