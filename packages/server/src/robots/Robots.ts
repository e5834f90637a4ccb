import type { Developer } from "@fleet/domain/Caller"
import { NotFound, type OrgLocked, type PlanLimit, QuotaExceeded } from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { countExposures } from "@fleet/domain/RobotConfig/Exposures"
import { offline, type Robot, type RobotDetailResponse, type RobotDetails } from "@fleet/domain/Robots"
import { Clock, Context, DateTime, Effect, Layer, type Option } from "effect"
import { AccessVersions } from "../access/AccessVersions.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { type Actor, AuditLog } from "../audit/AuditLog.ts"
import { robotEntry } from "../audit/robotEntry.ts"
import { Plans } from "../plans/Plans.ts"
import { Quotas } from "../plans/Quotas.ts"
import { refuseLocked } from "../org/refuseLocked.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { makeIsoText } from "../platform/http/isoText.ts"
import { BridgeStates, type Known } from "./bridges/BridgeStates.ts"
import { mintBridgeToken } from "./BridgeTokens.ts"
import { robotListBytes } from "./robotListBytes.ts"
import { type Listed, readRunning, readVersions, RobotStore, type Running } from "./RobotStore.ts"

const none = countExposures({})

/** The members of a robot that follow its bridge's state, in the order of the schema. */
const runningOf = ({ exposes, protocol_status, protocol_version }: Running) => {
  const status = protocol_status ?? "current"
  return {
    exposes: exposes ?? none,
    protocol_status: status,
    protocol_version,
    protocol: { status, sunset_at: null }
  }
}

/**
 * Most robots of a fleet run the same, so that the text of each kind is made once. It is compared with that of the robot
 * before first: a text is looked up by its hash, which takes longer.
 */
const keptTexts = (textOf: (key: string) => string) => {
  const made = new Map<string, string>()
  let [last, lastText] = ["", ""]
  return (key: string): string => {
    if (key === last) return lastText
    let text = made.get(key)
    if (text === undefined) made.set(key, (text = textOf(key)))
    last = key
    return (lastText = text)
  }
}

const runningText = (running: string) => JSON.stringify(runningOf(readRunning(running))).slice(1, -1)

/** The members of `config` around the draft's time, as JSON. */
const versionsText = (versions: string) => {
  const { applied_ok, applied_version, published_version } = readVersions(versions)
  return `"published_version":${published_version},"applied_version":${applied_version},"applied_ok":${applied_ok}`
}

/** When a bridge of the robot was connected last: now while one is. The row may not have yet when the last one left. */
const lastSeenMs = (known: Known | null, seenMs: number | null, nowMs: number): number | null => {
  if (known === null) return seenMs
  return known.state.online ? nowMs : Math.max(known.timestampMs, seenMs ?? 0)
}

/** Writes what follows the bridge's state of a robot in the list. */
const makeRest = (knownOf: (id: RobotId) => Known | null, nowMs: number) => {
  const [running, versions, isoText] = [keptTexts(runningText), keptTexts(versionsText), makeIsoText()]
  const timeText = (ms: number | null | undefined) => (ms === null || ms === undefined ? "null" : `"${isoText(ms)}"`)
  return (row: Listed, id: RobotId): string => {
    const seen = timeText(lastSeenMs(knownOf(id), row.seen_at?.getTime() ?? null, nowMs))
    const drafted = timeText(row.draft_updated_at?.getTime())
    const published = timeText(row.published_at?.getTime())
    return `${running(row.running)},"last_seen_at":${seen},"config":{${versions(row.versions)},"draft_updated_at":${drafted},"published_at":${published}}`
  }
}

/**
 * What developers do with the robots of their org. A robot given as an argument is known to be the developer's; a change
 * fails with `not_found` if it was deleted meanwhile.
 */
export class Robots extends Context.Service<
  Robots,
  {
    /** The token is answered here and never again. */
    readonly create: (
      orgId: OrgId,
      actor: Actor,
      name: string
    ) => Effect.Effect<{ readonly robot: Robot; readonly token: string }, OrgLocked | QuotaExceeded | PlanLimit>
    /** The JSON of a RobotListResponse. */
    readonly listBytes: (developer: Developer) => Effect.Effect<Uint8Array>
    readonly get: (developer: Pick<Developer, "orgId">, id: RobotId) => Effect.Effect<Robot, NotFound>
    readonly detail: (developer: Developer, id: RobotId) => Effect.Effect<RobotDetailResponse, NotFound>
    readonly rename: (developer: Developer, robot: Robot, name: string) => Effect.Effect<Robot, NotFound>
    /** Ends the live bridge connection; the old token is refused from now on. */
    readonly rotateToken: (developer: Developer, robot: Robot) => Effect.Effect<string, NotFound>
    /** The same again writes nothing. */
    readonly putDetails: (developer: Developer, robot: Robot, details: RobotDetails) => Effect.Effect<void, NotFound>
  }
>()("@fleet/server/Robots") {
  static readonly layer = Layer.effect(
    Robots,
    Effect.gen(function* () {
      const store = yield* RobotStore
      const states = yield* BridgeStates
      const transaction = yield* Transaction
      const accessVersions = yield* AccessVersions
      const audit = yield* AuditLog
      const bus = yield* Bus
      const plans = yield* Plans
      const quotas = yield* Quotas

      const record = (orgId: OrgId, actor: Actor, action: string, robot: Robot) =>
        audit.record(robotEntry(robot, { orgId, actor, action }))

      return Robots.of({
        create: Effect.fn("Robots.create")(function* (orgId, actor, name) {
          const { max_robots: limit } = quotas(orgId)
          const { count, locked } = yield* store.lockOrgAndCount(orgId)
          yield* refuseLocked(locked)
          if (count >= limit) return yield* new QuotaExceeded({ details: { quota: "max_robots", limit } })
          yield* plans.admit(orgId, "robots")
          const { hash, token } = yield* mintBridgeToken
          const robot = yield* store.insert({ orgId, name, tokenHash: hash })
          yield* record(orgId, actor, "robot.created", robot)
          return { robot, token }
        }, transaction.run),
        listBytes: Effect.fn("Robots.listBytes")(function* (developer) {
          const rows = yield* store.list(developer.orgId)
          const knownOf = yield* states.knownReader
          const rest = makeRest(knownOf, yield* Clock.currentTimeMillis)
          return robotListBytes(rows, { stateOf: (id) => knownOf(id)?.state ?? offline, rest })
        }),
        get: Effect.fn("Robots.get")((developer, id) => found(store.find({ orgId: developer.orgId, id }))),
        detail: Effect.fn("Robots.detail")(function* (developer, id) {
          const row = yield* found(store.findDetailed({ orgId: developer.orgId, id }))
          const known = yield* states.known(row.id)
          const seenMs = lastSeenMs(known, row.seen_at?.epochMilliseconds ?? null, yield* Clock.currentTimeMillis)
          return {
            id: row.id,
            name: row.name,
            created_at: row.created_at,
            bridge_state: known?.state ?? offline,
            ...runningOf(row),
            last_seen_at: seenMs === null ? null : DateTime.makeUnsafe(seenMs),
            bridge_version: row.bridge_version,
            last_hello_error: row.last_hello_error,
            config: {
              published_version: row.published_version,
              published_at: row.published_at,
              draft_updated_at: row.draft_updated_at,
              applied_version: row.applied_version,
              applied_ok: row.applied_ok,
              applied_errors: row.applied_errors
            }
          }
        }),
        rename: Effect.fn("Robots.rename")(function* (developer, robot, name) {
          const before = yield* found(store.lockForUpdate({ orgId: developer.orgId, id: robot.id }))
          if (before.name === name) return before
          const renamed = { ...before, name }
          yield* store.rename({ orgId: developer.orgId, id: robot.id, name })
          yield* record(developer.orgId, developer, "robot.renamed", renamed)
          yield* accessVersions.raiseOrg(developer.orgId)
          yield* transaction.afterCommit(bus.broadcastAndWait({ type: "robot_renamed", robotId: robot.id, name }))
          return renamed
        }, transaction.run),
        rotateToken: Effect.fn("Robots.rotateToken")(function* (developer, robot) {
          const { hash, token } = yield* mintBridgeToken
          yield* found(store.lockForUpdate({ orgId: developer.orgId, id: robot.id }))
          yield* store.setToken({ orgId: developer.orgId, id: robot.id, tokenHash: hash })
          yield* record(developer.orgId, developer, "robot.token_rotated", robot)
          yield* transaction.afterCommit(bus.broadcastAndWait({ type: "token_rotated", robotId: robot.id }))
          return token
        }, transaction.run),
        putDetails: Effect.fn("Robots.putDetails")(function* (developer, robot, details) {
          const at = yield* DateTime.now
          yield* found(store.lockForUpdate({ orgId: developer.orgId, id: robot.id }))
          if (!(yield* store.setDetails({ orgId: developer.orgId, id: robot.id, details, at }))) return
          yield* record(developer.orgId, developer, "robot.details_set", robot)
          yield* transaction.afterCommit(
            Effect.sync(() =>
              bus.publishRobot({
                type: "robot_details",
                robotId: robot.id,
                details,
                timestampMs: DateTime.toEpochMillis(at)
              })
            )
          )
        }, transaction.run)
      })
    })
  )
}

const found = <A>(row: Effect.Effect<Option.Option<A>>) =>
  Effect.flatMap(row, (option) => Effect.mapError(Effect.fromOption(option), () => new NotFound()))
