import { browserStorage, createClient, type FleetClient } from "@fleet/sdk"
import { setClockOffset } from "../format/ticking.ts"
import { recordCall, recordRequest } from "./calls.ts"
import { configuration } from "./configuration.ts"

/** A link that is gone without a word is noticed within twice of this, in milliseconds. */
const heartbeatMs = 4000

const client = createClient({
  baseUrl: configuration.apiUrl,
  storage: browserStorage(),
  heartbeatMs,
  onRequest: (report) => recordRequest(configuration.apiUrl, report)
})

// Ages are by the service's clock: this machine's may be hours off.
client.realtime.onStatus(() => setClockOffset(client.clock.offsetMs ?? 0))

/** The one client of the page: its session is shared with the other tabs. Its calls are shown under "Show me the API". */
export const fleet: FleetClient = {
  ...client,
  request: ((...[route, input]: Parameters<FleetClient["request"]>) =>
    recordCall(route, (input ?? {}) as Readonly<Record<string, unknown>>, () =>
      client.request(route, input as never)
    )) as FleetClient["request"]
}
