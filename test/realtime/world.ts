import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { publish, source } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { homeOf, say } from "../support/homes.ts"
import { grant, makeEveryone } from "../support/people.ts"
import { connectRealtime, type RealtimeClient } from "../support/RealtimeClient.ts"

/** Orgs of the robots of stages: what a sample is told with may be asked for while the database is locked. */
const orgs = new Map<RobotId, OrgId>()

/**
 * A published robot in an app, and callers of every kind; the user is granted a datapoint, an action, a publisher and a
 * slug that does not exist.
 */
export const aStage = Effect.gen(function* () {
  const world = yield* makeEveryone
  const { app, observe, orgId, owner, robot } = world
  orgs.set(robot.id, orgId)
  yield* publish(owner.caller, robot.id, source)
  yield* grant(owner.caller, app, observe.id, { [robot.id]: ["battery", "dock", "drive", "gone"] })
  return { ...world, path: `/api/robots/${robot.id}` }
})
export type Stage = Effect.Success<typeof aStage>

/** The same with a connected bridge. */
export const aLiveStage = Effect.gen(function* () {
  const stage = yield* aStage
  const bridge = yield* connectBridge(stage.bridgeToken)
  yield* bridge.next("config")
  return { ...stage, bridge }
})

/** A developer's socket on a fresh stage. */
export const aWatchedStage = Effect.gen(function* () {
  const stage = yield* aStage
  return { ...stage, client: yield* connectRealtime(stage.developer.token) }
})

const orgOf = Effect.fnUntraced(function* (robotId: RobotId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly org_id: OrgId }>`SELECT org_id FROM robots WHERE id = ${robotId}`
  return row!.org_id
})

/** What the robot's bridge said, past the bridge: kept and spread. `value` is sent as its JSON. */
export const sample = Effect.fnUntraced(function* (
  robotId: RobotId,
  slug: string,
  value: unknown,
  timestampMs: number
) {
  const json = JSON.stringify(value)
  say(yield* homeOf(robotId, orgs.get(robotId) ?? (yield* orgOf(robotId))), slug, json, timestampMs)
  ;(yield* Bus).publishRobot({ type: "sample", robotId, slug, json, timestampMs })
})

/** The frame of a sample. */
export const datapoint = (robotId: string, slug: string, value: unknown, timestampMs: number) => ({
  type: "datapoint",
  robot_id: robotId,
  slug,
  value,
  timestamp_ms: timestampMs
})

/** A frame without its words, which no test is about. */
export const plain = ({ message, ...frame }: any): any => {
  if (typeof message !== "string" || message === "") throw new Error(`No message in ${JSON.stringify(frame)}`)
  return frame
}

/** The refusal or end of a subscription. */
export const refused = (robotId: string | null, slug: string | null, code: string) => ({
  type: "subscribe_error",
  robot_id: robotId,
  slug,
  code
})

/** Lets the test's time pass while the clients answer their pings. */
export const pass = Effect.fnUntraced(function* (clients: ReadonlyArray<RealtimeClient>, seconds: number) {
  for (let passed = 0; passed < seconds; passed += 15) {
    yield* TestClock.adjust(Math.min(15, seconds - passed) * 1_000)
    for (const client of clients) yield* client.served
  }
})

/** A configuration of datapoints alone. */
export const manyPoints = (slugs: ReadonlyArray<string>) =>
  ["platform: 1", "datapoints:", ...slugs.map((slug) => `  ${slug}: {topic: /${slug}, type: a/msg/B}`)].join("\n")
