import type { Hello } from "@fleet/bridge-protocol/BridgeMessages"
import { BridgeClose, LATEST_BRIDGE_VERSION, PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import type { HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import { Context, Effect, Layer } from "effect"
import { LiveJobs } from "../jobs/LiveJobs.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { type BridgedRobot, BridgeRecords } from "../bridges/BridgeRecords.ts"
import { type BridgeLink, Bridges } from "../bridges/Bridges.ts"
import { configFrame } from "../config/configFrame.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import type { BridgeSession } from "./BridgeSession.ts"

/** Why a hello was refused, and the robot whose bridge it was, where that is known. */
export interface Refusal {
  readonly code: HelloErrorCode
  readonly message: string
  readonly robot: BridgedRobot | null
}

const versionRefusal = (version: number): Omit<Refusal, "robot"> | null => {
  if (version === PROTOCOL_VERSION) return null
  return version < PROTOCOL_VERSION
    ? { code: "bridge_too_old", message: `Protocol ${version} is no longer served; update the bridge.` }
    : {
        code: "protocol_mismatch",
        message: `Protocol ${version} is not served; this cloud speaks ${PROTOCOL_VERSION}.`
      }
}

const orgLocked: Omit<Refusal, "robot"> = { code: "org_locked", message: "The organisation is locked." }

const unknownToken: Refusal = { code: "invalid_token", message: "No robot has this token.", robot: null }

/** From a hello to a connected robot, or to a refusal. */
export class BridgeHandshake extends Context.Service<
  BridgeHandshake,
  {
    /** Answers with the refusal, if any. The session has its link from the moment the robot's bridge is this one. */
    readonly accept: (session: BridgeSession, hello: typeof Hello.Type) => Effect.Effect<Refusal | null>
  }
>()("@fleet/server/BridgeHandshake") {
  static readonly layer = Layer.effect(
    BridgeHandshake,
    Effect.gen(function* () {
      const records = yield* BridgeRecords
      const bridges = yield* Bridges
      const liveJobs = yield* LiveJobs
      const configs = yield* PublishedConfigs
      const counters = yield* Counters

      const attach = Effect.fnUntraced(function* (
        session: BridgeSession,
        robot: BridgedRobot,
        hello: typeof Hello.Type
      ) {
        const link: BridgeLink = {
          ...robot,
          send: (message) => session.send(message),
          close: (code, reason) => session.close(code, reason)
        }
        yield* liveJobs.open(link)
        yield* records.connected(robot, hello)
        session.published = yield* configs.current(robot.robotId)
        if (!session.isOpen) return
        const held = hello.active_jobs ?? []
        const ignored = yield* liveJobs.adopt(link, held, session.published.exposures)
        counters.bridge_jobs_ignored_total += ignored
        if (!session.isOpen) return
        session.link = link
        bridges.attach(link)?.close(BridgeClose.superseded, "superseded by a newer bridge of the robot")
        link.send({
          type: "hello_ok",
          robot_id: robot.robotId,
          protocol: { status: "current", sunset_at: null },
          bridge: { latest_version: LATEST_BRIDGE_VERSION }
        })
        const { doc, exposures, version } = session.published
        // A publish while the bridge was away left its jobs for now.
        liveJobs.onConfig(robot.robotId, exposures)
        link.send(configFrame(version, doc))
        yield* liveJobs.resync(link, held)
      }, Effect.scoped)

      return BridgeHandshake.of({
        accept: Effect.fn("BridgeHandshake.accept")(function* (session, hello) {
          const proven = yield* records.prove(hello.token)
          if (proven === null) return unknownToken
          const { locked, robot } = proven
          const refusal = versionRefusal(hello.protocol_version) ?? (locked ? orgLocked : null)
          if (refusal !== null) {
            yield* records.refused(robot, hello, refusal)
            return { ...refusal, robot }
          }
          yield* attach(session, robot, hello)
          // The token may have been rotated, or the robot deleted, while the hello was being served.
          return (yield* records.prove(hello.token)) === null ? unknownToken : null
        })
      })
    })
  )
}
