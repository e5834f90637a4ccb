import { TestClock } from "effect/testing"
import { Effect } from "effect"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { connectRealtime, type RealtimeClient } from "../../support/RealtimeClient.ts"
import { call } from "../../support/wire.ts"
import { auditOf as auditRowsOf, eventually } from "../jobs/world.ts"

/** Alerts of each datapoint. */
export type Document = Readonly<Record<string, Readonly<Record<string, object>>>>

const datapoint = (alerts: object) => ({
  topic: "/battery",
  type: "std_msgs/msg/Float32",
  field: "data",
  retention: { enabled: true, interval_seconds: 1 },
  alerts
})

/** A configuration text with these alerts. */
export const sourceOf = (document: Document): string =>
  `platform: 1\ndatapoints: ${JSON.stringify(
    Object.fromEntries(Object.entries(document).map(([slug, alerts]) => [slug, datapoint(alerts)]))
  )}`

export const low = { condition: { fire_at: 20, resolve_at: 30 }, name: "Battery low" }

interface Robot {
  readonly as: string
  readonly path: string
}

/** Publishes these alerts. */
export const publish = Effect.fnUntraced(function* ({ as, path }: Robot, document: Document) {
  yield* call("PUT", `${path}/config/draft`, { as, body: { source: sourceOf(document) } })
  const { body, status } = yield* call("POST", `${path}/config/publish`, { as })
  if (status !== 200) return yield* Effect.die(new Error(JSON.stringify(body)))
  return body.version as number
})

/** A robot with these alerts, and a console of its org. */
export const aRobotWith = Effect.fnUntraced(function* (document: Document) {
  const { developer, orgId, owner } = yield* makeOrg
  const { robot, token: bridgeToken } = yield* makeRobot(owner.caller)
  const world = { as: developer.token, path: `/api/robots/${robot.id}` }
  yield* publish(world, document)
  const console = yield* connectRealtime(developer.token)
  console.send({ type: "org_event_subscribe" })
  yield* console.next("org_event_replay")
  return { ...world, console, developer, orgId, owner, robot, bridgeToken }
})

/** The same with its bridge, which has the configuration. */
export const aConnectedRobotWith = Effect.fnUntraced(function* (document: Document) {
  const world = yield* aRobotWith(document)
  const bridge = yield* connectBridge(world.bridgeToken)
  yield* bridge.next("config")
  return { ...world, bridge }
})
export type World = Effect.Success<ReturnType<typeof aConnectedRobotWith>>

/** A sample, read by the cloud when this ends. */
export const say = Effect.fnUntraced(function* (
  bridge: FakeBridge,
  value: unknown,
  timestamp_ms: number,
  { backfill = false, slug = "battery" }: { readonly backfill?: boolean; readonly slug?: string } = {}
) {
  bridge.send({ type: "datapoint", slug, value, timestamp_ms, backfill })
  yield* bridge.sync
})

export const alertsOf = ({ as, path }: Robot) =>
  Effect.map(call("GET", `${path}/alerts`, { as }), ({ body }) => body.alerts as ReadonlyArray<any>)

/** The only alert, once it is in the state. */
export const inState = (world: Robot, state: "ok" | "firing") =>
  Effect.map(
    eventually(alertsOf(world), ([alert]) => alert.state === state),
    ([alert]) => alert
  )

export const movesOf = ({ as, path }: Robot, query = "") =>
  Effect.map(call("GET", `${path}/alerts/history${query}`, { as }), ({ body }) => body)

/** State and value of each move, oldest first. */
export const movedOf = (world: Robot) =>
  Effect.map(movesOf(world), ({ transitions }) =>
    transitions
      .map(({ state, value }: { readonly state: string; readonly value: unknown }) => [state, value])
      .toReversed()
  )

/** Org events about alerts that came since. */
export const eventsOf = (console: RealtimeClient) =>
  Effect.map(console.settled, (frames) => frames.filter(({ kind }) => kind === "alert"))

/** Audit rows about alerts, oldest first. */
export const auditOf = (world: Parameters<typeof auditRowsOf>[0]) => auditRowsOf(world, "alert.fired", "alert.resolved")

/** Lets the second pass in which no further move is stored. */
export const aSecond = TestClock.adjust("1100 millis")
