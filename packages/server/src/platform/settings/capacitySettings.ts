import { setting } from "./Setting.ts"
import { whole } from "./texts.ts"

/** What one process takes at once, and how it ends. */
export const capacitySettings = {
  maxSockets: setting(
    {
      name: "MAX_SOCKETS",
      type: "a whole number from 1 to 1000000",
      fallback: "20000",
      meaning:
        "How many WebSockets this server holds at most, of clients and bridges together; a further one is answered 503. Each takes a file descriptor."
    },
    whole(1, 1_000_000)
  ),
  maxRequests: setting(
    {
      name: "MAX_REQUESTS",
      type: "a whole number from 1 to 1000000",
      fallback: "2000",
      meaning: "How many HTTP requests this server answers at once at most; a further one is answered 503."
    },
    whole(1, 1_000_000)
  ),
  keepAliveSeconds: setting(
    {
      name: "KEEP_ALIVE_SECONDS",
      type: "a whole number from 1 to 3600",
      fallback: "75",
      meaning:
        "How long a connection without a request is kept open. Longer than the balancer in front keeps its own, or requests meet a connection that was just closed."
    },
    whole(1, 3600)
  ),
  unreadOfCaller: setting(
    {
      name: "UNREAD_MB_OF_CALLER",
      type: "a whole number from 1 to 100000",
      fallback: "64",
      meaning:
        "Megabytes of answers that may be under way to one caller and not taken yet; a further large answer is 503. All callers together have a quarter of the heap."
    },
    whole(1, 100_000)
  ),
  unreadOfOrg: setting(
    {
      name: "UNREAD_MB_OF_ORG",
      type: "a whole number from 1 to 100000",
      fallback: "256",
      meaning: "The same of all callers of an organisation together."
    },
    whole(1, 100_000)
  ),
  drainSeconds: setting(
    {
      name: "DRAIN_SECONDS",
      type: "a whole number from 0 to 600",
      fallback: "8",
      meaning: "How long a stopping server waits for open requests and sockets."
    },
    whole(0, 600)
  )
}
