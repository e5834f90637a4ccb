import type { ConfigApplied, Hello } from "@fleet/bridge-protocol/BridgeMessages"
import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import type { HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { AuditLog } from "../../audit/AuditLog.ts"
import { robotEntry } from "../../audit/robotEntry.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { BridgeRecordStore } from "./BridgeRecordStore.ts"

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
export const bridgeTokenHash = (token: string): Uint8Array => createHash("sha256").update(token).digest()

const actorOf = (robot: BridgedRobot) => ({ kind: "bridge", id: robot.robotId, label: robot.robotName }) as const

/** Who a bridge is, and the record of its connections. */
export class BridgeRecords extends Context.Service<
  BridgeRecords,
  {
    readonly prove: (token: string) => Effect.Effect<ProvenRobot | null>
    readonly connected: (robot: BridgedRobot, hello: typeof Hello.Type) => Effect.Effect<void>
    readonly disconnected: (robot: BridgedRobot, atMs: number) => Effect.Effect<void>
    /** A hello of a known robot was refused. */
    readonly refused: (
      robot: BridgedRobot,
      hello: typeof Hello.Type,
      refusal: { readonly code: HelloErrorCode; readonly message: string }
    ) => Effect.Effect<void>
    readonly applied: (robotId: RobotId, applied: typeof ConfigApplied.Type) => Effect.Effect<void>
  }
>()("@fleet/server/BridgeRecords") {
  static readonly layer = Layer.effect(
    BridgeRecords,
    Effect.gen(function* () {
      const store = yield* BridgeRecordStore
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const record = (robot: BridgedRobot, action: string, details: Readonly<Record<string, unknown>> | null = null) =>
        audit.record(
          robotEntry(
            { id: robot.robotId, name: robot.robotName },
            { orgId: robot.orgId, actor: actorOf(robot), action, ...(details === null ? {} : { details }) }
          )
        )

      return BridgeRecords.of({
        prove: Effect.fn("BridgeRecords.prove")(function* (token) {
          const row = yield* store.findByToken(bridgeTokenHash(token))
          return Option.getOrNull(
            Option.map(row, ({ id, locked, name, org_id }) => ({
              robot: { robotId: id, orgId: org_id, robotName: name },
              locked
            }))
          )
        }),
        connected: Effect.fn("BridgeRecords.connected")(function* (robot, hello) {
          yield* store.hello({
            id: robot.robotId,
            protocolVersion: hello.protocol_version,
            protocolStatus: "current",
            bridgeVersion: hello.bridge_version,
            failure: null
          })
          yield* record(robot, "bridge.connected", { bridge_version: hello.bridge_version })
        }, transaction.run),
        disconnected: Effect.fn("BridgeRecords.disconnected")(function* (robot, atMs) {
          yield* store.left({ id: robot.robotId, at: DateTime.makeUnsafe(atMs) })
          yield* record(robot, "bridge.disconnected")
        }, transaction.run),
        refused: Effect.fn("BridgeRecords.refused")(function* (robot, hello, refusal) {
          yield* store.hello({
            id: robot.robotId,
            protocolVersion: hello.protocol_version,
            protocolStatus: hello.protocol_version === PROTOCOL_VERSION ? "current" : "refused",
            bridgeVersion: hello.bridge_version,
            failure: { ...refusal, at: yield* DateTime.now }
          })
          yield* record(robot, "bridge.refused", { code: refusal.code })
        }, transaction.run),
        applied: (robotId, { errors, ok, version }) => store.applied({ id: robotId, version, ok, errors })
      })
    })
  )
}
