import { browserStorage, createClient, type FleetClient } from "@fleet/sdk"
import { recordCall } from "./calls.ts"
import { configuration } from "./configuration.ts"

const client = createClient({ baseUrl: configuration.apiUrl, storage: browserStorage() })

/** The one client of the page: its session is shared with the other tabs. Its calls are shown under "Show me the API". */
export const fleet: FleetClient = {
  ...client,
  request: ((...[route, input]: Parameters<FleetClient["request"]>) =>
    recordCall(route, (input ?? {}) as Readonly<Record<string, unknown>>, () =>
      client.request(route, input as never)
    )) as FleetClient["request"]
}
