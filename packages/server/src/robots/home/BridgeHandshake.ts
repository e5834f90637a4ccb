import type { Hello } from "@fleet/bridge-protocol/BridgeMessages"
import { BridgeClose, LATEST_BRIDGE_VERSION, PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import type { HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import { Clock, Context, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { spanned, tracing } from "../../platform/telemetry/spans.ts"
import { type BridgedRobot, BridgeRecords } from "../bridges/BridgeRecords.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import { type BridgeLink, superseded } from "./RobotHome.ts"
import type { BridgeConnection } from "./BridgeConnection.ts"
import { RobotHomes } from "./RobotHomes.ts"

/** Why a hello was refused, and the robot whose bridge it was, where that is known. */
export interface Refusal {
  readonly code: HelloErrorCode
  readonly message: string
  readonly robot: BridgedRobot | null
}

const versionRefusal = (version: number): Omit<Refusal, "robot"> | null => {
  if (version === PROTOCOL_VERSION) return null
  return version < PROTOCOL_VERSION
    ? {
        code: "bridge_too_old",
        message: `Protocol ${version} is no longer served; install bridge ${LATEST_BRIDGE_VERSION}.`
      }
    : {
        code: "protocol_mismatch",
        message: `Protocol ${version} is not served; this cloud speaks ${PROTOCOL_VERSION}.`
      }
}

const orgLocked: Omit<Refusal, "robot"> = { code: "org_locked", message: "The organisation is locked." }

const unknownToken: Refusal = { code: "invalid_token", message: "No robot has this token.", robot: null }

/** Accepts or refuses the hello of a bridge. */
export class BridgeHandshake extends Context.Service<
  BridgeHandshake,
  {
    /** Answers with the refusal, if any. The session has its link from the moment the robot's bridge is this one. */
    readonly accept: (session: BridgeConnection, hello: typeof Hello.Type) => Effect.Effect<Refusal | null>
  }
>()("@fleet/server/BridgeHandshake") {
  static readonly layer = Layer.effect(
    BridgeHandshake,
    Effect.gen(function* () {
      const records = yield* BridgeRecords
      const homes = yield* RobotHomes
      const configs = yield* PublishedConfigs
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      let hellos = 0
      /** Which hello each link is of, in the order they came. */
      const placeOf = new WeakMap<BridgeLink, number>()
      /** Changes of robots that a look-up from before does not know. */
      let changes = 0
      yield* bus.onFact(
        ({ type }) => {
          if (type === "token_rotated" || type === "robot_deleted" || type === "robot_renamed") changes++
        },
        () => void changes++
      )

      /**
       * False where the robot was deleted or its token rotated meanwhile: since `seen`, what was told of robots when the token
       * was looked up. Nothing is sent by then. Whatever is told later finds the link, and ends it.
       */
      const attach = Effect.fnUntraced(function* (
        session: BridgeConnection,
        robot: BridgedRobot,
        hello: typeof Hello.Type,
        { place, seen }: { readonly place: number; readonly seen: number }
      ) {
        const home = yield* homes.connecting(robot)
        yield* records.connected(robot, hello)
        const published = yield* configs.current(robot.robotId)
        if (!session.isOpen) return true
        yield* home.prepare(hello, published)
        for (let known = seen; known !== changes;) {
          known = changes
          const again = yield* records.prove(hello.token)
          if (again === null) {
            if (!home.isForgotten) yield* records.disconnected(robot, clock.currentTimeMillisUnsafe())
            return false
          }
          // The robot may have been renamed before there was a home to hear of it.
          home.robotName = again.robot.robotName
        }
        if (!session.isOpen) return true
        // The database may answer an older hello last: the bridge that came later stays.
        if (home.link !== null && placeOf.get(home.link)! > place) {
          session.end(BridgeClose.superseded, superseded)
          return true
        }
        const link: BridgeLink = {
          home,
          send: (message) => session.send(message),
          end: (code, reason) => session.end(code, reason)
        }
        placeOf.set(link, place)
        if (!session.together(() => homes.attach(link, hello, published))) return false
        session.link = link
        return true
      }, Effect.scoped)

      return BridgeHandshake.of({
        accept: spanned(
          yield* tracing,
          "BridgeHandshake.accept"
        )(function* (session: BridgeConnection, hello: typeof Hello.Type) {
          const [place, seen] = [++hellos, changes]
          const proven = yield* records.prove(hello.token)
          if (proven === null) return unknownToken
          const { locked, robot } = proven
          const refusal = versionRefusal(hello.protocol_version) ?? (locked ? orgLocked : null)
          if (refusal !== null) {
            yield* records.refused(robot, hello, refusal)
            return { ...refusal, robot }
          }
          return (yield* attach(session, robot, hello, { place, seen })) ? null : unknownToken
        })
      })
    })
  )
}
