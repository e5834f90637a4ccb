import type { FleetClient } from "../createClient.ts"
import type { FleetError } from "../FleetError.ts"
import type { OrgEventGap } from "../realtime/OrgEvents.ts"
import type { OrgEvent } from "../types.gen.ts"
import { useFleet } from "./FleetProvider.ts"
import { makeStore } from "./Store.ts"
import { throttle } from "./throttle.ts"
import { useStore } from "./useStore.ts"

/** The organisation's events. */
export interface OrgEventsState {
  /** The newest, the oldest of them first. */
  readonly events: ReadonlyArray<OrgEvent>
  /** What did not come, the oldest first; the newest 20. */
  readonly gaps: ReadonlyArray<OrgEventGap>
  /** Why none come any more: `forbidden` for anybody but developers. */
  readonly error: FleetError | undefined
}

const none: OrgEventsState = { events: [], gaps: [], error: undefined }
const keptGaps = 20

const eventsStore = (fleet: FleetClient, limit: number, throttleMs: number) =>
  makeStore<OrgEventsState>(none, (set) => {
    let events: ReadonlyArray<OrgEvent> = []
    let gaps: ReadonlyArray<OrgEventGap> = []
    const { run, stop } = throttle(throttleMs, () => set({ events, gaps, error: undefined }))
    const subscription = fleet.events.subscribe({
      onGap: (gap) => {
        gaps = [...gaps, gap].slice(-keptGaps)
        run()
      }
    })
    subscription.on(
      (event) => {
        events = [...events, event].slice(-limit)
        run()
      },
      (error) => set({ events, gaps, error })
    )
    return () => {
      stop()
      subscription.close()
    }
  })

/**
 * What happens in the organisation, for developers: the newest `limit` events, 200 by default. The component renders at
 * most every `throttleMs` milliseconds, 100 by default.
 */
export const useOrgEvents = ({
  limit = 200,
  throttleMs = 100
}: { readonly limit?: number; readonly throttleMs?: number } = {}): OrgEventsState => {
  const fleet = useFleet()
  return useStore(() => eventsStore(fleet, limit, throttleMs), [fleet, limit, throttleMs])
}
