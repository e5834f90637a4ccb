import { browserStorage, createClient, type FleetClient } from "@fleet/sdk"
import { serviceNow, setClockOffset } from "../format/ticking.ts"
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
client.realtime.onStatus(() => {
  if (client.clock.offsetMs !== null) setClockOffset(client.clock.offsetMs)
})

/** Until the link has told the time, what the service writes over an answer does, to the second. */
const learnTime = (headers: Headers) => {
  const toldMs = Date.parse(headers.get("date") ?? "")
  if (client.clock.offsetMs === null && Math.abs(toldMs - serviceNow()) > 2000) setClockOffset(toldMs - Date.now())
}

/** The one client of the page: its session is shared with the other tabs. Its calls are shown under "Show me the API". */
export const fleet: FleetClient = {
  ...client,
  request: ((...[route, input]: Parameters<FleetClient["request"]>) =>
    recordCall(route, (input ?? {}) as Readonly<Record<string, unknown>>, () => {
      const onHeaders = (headers: Headers) => {
        learnTime(headers)
        input?.onHeaders?.(headers)
      }
      // A page says that it has to wait, and how long, instead of standing still.
      return client.request(route, { waitWhenLimited: false, ...input, onHeaders } as never)
    })) as FleetClient["request"]
}
