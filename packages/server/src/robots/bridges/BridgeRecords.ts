import type { ConfigApplied, Hello } from "@fleet/bridge-protocol/BridgeMessages"
import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import type { HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer } from "effect"
import { hash } from "node:crypto"
import { type AuditEntry, AuditLog } from "../../audit/AuditLog.ts"
import { robotEntry } from "../../audit/robotEntry.ts"
import { makeBatcher } from "../../platform/sql/makeBatcher.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type BridgeChange, BridgeRecordStore, type Standing } from "./BridgeRecordStore.ts"

/** The robot a bridge token belongs to. */
export interface BridgedRobot {
  readonly robotId: RobotId
  readonly orgId: OrgId
  readonly robotName: string
}

/** The robot of a token, and whether its org is locked. */
export interface ProvenRobot {
  readonly robot: BridgedRobot
  readonly locked: boolean
}

/** The hash that stands for a bridge token at rest. */
export const bridgeTokenHash = (token: string): Uint8Array => hash("sha256", token, "buffer")

const actorOf = (robot: BridgedRobot) => ({ kind: "bridge", id: robot.robotId, label: robot.robotName }) as const

/** A change of a robot's row, and the audit event of it. */
interface Change {
  readonly change: BridgeChange
  readonly entry: AuditEntry | null
}

/** Changes that one transaction writes, at most. */
const changesAtOnce = 200

type Applied = NonNullable<BridgeChange["applied"]>

/** Of two in the order in which they came, the one with the later version; of the same version, the second. */
const newerOf = (first: Applied | null, second: Applied | null): Applied | null =>
  second === null || (first !== null && first.version > second.version) ? first : second

const unchanged = { hello: null, applied: null, connected_at: null, offline_at: null }

/** One change of each robot: of a part that several say, the last one's; of what was applied, the latest version's. */
const mergedByRobot = (items: ReadonlyArray<Change>): ReadonlyArray<BridgeChange> => {
  const byRobot = new Map<RobotId, BridgeChange>()
  for (const { change } of items) {
    const before = byRobot.get(change.id)
    byRobot.set(change.id, {
      id: change.id,
      hello: change.hello ?? before?.hello ?? null,
      applied: newerOf(before?.applied ?? null, change.applied),
      connected_at: change.connected_at ?? before?.connected_at ?? null,
      offline_at: change.offline_at ?? before?.offline_at ?? null
    })
  }
  return [...byRobot.values()]
}

/** Who a bridge is, and the record of its connections. */
export class BridgeRecords extends Context.Service<
  BridgeRecords,
  {
    readonly prove: (token: string) => Effect.Effect<ProvenRobot | null>
    /** Those of the robots that exist, by their ids. */
    readonly standing: (robotIds: ReadonlyArray<RobotId>) => Effect.Effect<ReadonlyMap<RobotId, Standing>>
    readonly connected: (robot: BridgedRobot, hello: typeof Hello.Type) => Effect.Effect<void>
    readonly disconnected: (robot: BridgedRobot, atMs: number) => Effect.Effect<void>
    /** A hello of a known robot was refused. */
    readonly refused: (
      robot: BridgedRobot,
      hello: typeof Hello.Type,
      refusal: { readonly code: HelloErrorCode; readonly message: string }
    ) => Effect.Effect<void>
    /** What a bridge says while an earlier word of its robot is being written is written after it, the newest only. */
    readonly applied: (robotId: RobotId, applied: typeof ConfigApplied.Type) => Effect.Effect<void>
  }
>()("@fleet/server/BridgeRecords") {
  static readonly layer = Layer.effect(
    BridgeRecords,
    Effect.gen(function* () {
      const store = yield* BridgeRecordStore
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const entryOf = (
        robot: BridgedRobot,
        action: string,
        details: Readonly<Record<string, unknown>> | null = null
      ): AuditEntry =>
        robotEntry(
          { id: robot.robotId, name: robot.robotName },
          { orgId: robot.orgId, actor: actorOf(robot), action, ...(details === null ? {} : { details }) }
        )

      /** Writes what is not held up by another transaction; answers for each change whether it was written. */
      const writeFree = Effect.fnUntraced(function* (items: ReadonlyArray<Change>) {
        const prepared = items.map(({ change, entry }) => ({
          id: change.id,
          audit: entry === null ? null : audit.prepare(entry)
        }))
        const rows = prepared.flatMap(({ audit }) => (audit === null ? [] : [audit.row]))
        const { numbers, written } = yield* store.writeFree(mergedByRobot(items), rows)
        let next = 0
        for (const { audit, id } of prepared) if (audit !== null && written.has(id)) audit.committed(numbers[next++]!)
        return items.map(({ change }) => written.has(change.id))
      })

      /** Nothing is known of a statement whose connection was lost; any other that failed is tried change by change. */
      const writeTogether = yield* makeBatcher(changesAtOnce, (items: ReadonlyArray<Change>) =>
        Effect.catchTag(writeFree(items), "SqlError", (error) =>
          error.reason._tag === "ConnectionError" ? Effect.die(error) : Effect.succeed(items.map(() => false))
        )
      )

      const writeAlone = Effect.fnUntraced(function* ({ change, entry }: Change) {
        yield* store.write(change)
        if (entry !== null) yield* audit.record(entry)
      }, transaction.run)

      const write = (change: Partial<BridgeChange> & { readonly id: RobotId }, entry: AuditEntry | null) => {
        const whole = { change: { ...unchanged, ...change }, entry }
        return Effect.flatMap(writeTogether(whole), (written) => (written ? Effect.void : writeAlone(whole)))
      }

      /** Robots of whose bridges such a word is being written, each with the newest that came meanwhile. */
      const applying = new Map<RobotId, Applied | null>()

      const writeApplied = (id: RobotId, first: Applied) =>
        Effect.gen(function* () {
          for (let next: Applied | null = first; next !== null; next = applying.get(id) ?? null) {
            applying.set(id, null)
            const exit = yield* Effect.exit(write({ id, applied: next }, null))
            if (applying.get(id) === null) return yield* exit
          }
        }).pipe(Effect.ensuring(Effect.sync(() => void applying.delete(id))))

      return BridgeRecords.of({
        prove: Effect.fnUntraced(function* (token) {
          const row = yield* store.findByToken(bridgeTokenHash(token))
          if (row === null) return null
          return { robot: { robotId: row.id, orgId: row.org_id, robotName: row.name }, locked: row.locked }
        }),
        standing: store.standing,
        connected: (robot, { bridge_version, protocol_version }) =>
          Effect.flatMap(DateTime.now, (connected_at) =>
            write(
              {
                id: robot.robotId,
                connected_at,
                hello: { protocol_version, protocol_status: "current", bridge_version, last_hello_error: null }
              },
              entryOf(robot, "bridge.connected", { bridge_version })
            )
          ),
        disconnected: (robot, atMs) =>
          write({ id: robot.robotId, offline_at: DateTime.makeUnsafe(atMs) }, entryOf(robot, "bridge.disconnected")),
        refused: (robot, { bridge_version, protocol_version }, refusal) =>
          Effect.flatMap(DateTime.now, (at) =>
            write(
              {
                id: robot.robotId,
                hello: {
                  protocol_version,
                  protocol_status: protocol_version === PROTOCOL_VERSION ? "current" : "refused",
                  bridge_version,
                  last_hello_error: { ...refusal, at }
                }
              },
              entryOf(robot, "bridge.refused", { code: refusal.code })
            )
          ),
        applied: (id, { errors, ok, version }) =>
          Effect.suspend(() => {
            const applied = { version, ok, errors }
            const waiting = applying.get(id)
            if (waiting === undefined) return writeApplied(id, applied)
            applying.set(id, newerOf(waiting, applied))
            return Effect.void
          })
      })
    })
  )
}
