import { Effect, Stream, SubscriptionRef } from "effect"
import type { RosGateway } from "../../ros/RosGateway.ts"

/**
 * Where an action's server is. `settled`: back, or there, for long enough to have listed its goals. `away`: it left a
 * connected graph. `unreachable`: nothing is known without the graph, its goals may well run on. `lost`: either lasted.
 */
export type Presence = "present" | "settled" | "away" | "unreachable" | "lost"

/** Whether the server can be asked. */
export const isThere = (presence: Presence): boolean => presence === "present" || presence === "settled"

/** What follows when nothing changes, and after how long. */
const next = {
  present: ["settled", 3000],
  away: ["lost", 3000],
  unreachable: ["lost", 60_000]
} as const

/** Where the server is, now and on each change. */
export const presenceOf = (gateway: RosGateway["Service"], action: string): Stream.Stream<Presence> => {
  const connected = Stream.map(SubscriptionRef.changes(gateway.status), (status) => status.connected)
  return gateway.actionServerPresent(action).pipe(
    Stream.zipLatestWith(connected, (present, isConnected) =>
      present ? "present" : isConnected ? "away" : "unreachable"
    ),
    Stream.changes,
    Stream.switchMap((now) => {
      const [then, afterMs] = next[now]
      const later = Stream.fromEffect(Effect.as(Effect.sleep(afterMs), then))
      return Stream.concat(Stream.succeed<Presence>(now), later)
    })
  )
}
