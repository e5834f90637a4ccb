import type { Hello } from "@fleet/bridge-protocol/BridgeMessages"
import { BridgeClose } from "@fleet/bridge-protocol/CloseCodes"
import { type BridgeTimeout, RobotOffline } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Context, type Duration, Effect, Layer, Scope } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { everySync } from "../../platform/schedule/every.ts"
import type { BridgedRobot } from "../bridges/BridgeRecords.ts"
import type { Published } from "../config/PublishedConfigs.ts"
import type { Answer, Question } from "./BridgeQuestion.ts"
import { type BridgeLink, RobotHome } from "./RobotHome.ts"
import type { PartDefinition } from "./PartDefinition.ts"
import type { RobotPart } from "./RobotPart.ts"

/** Finds one feature's part of a robot. */
export interface Parts<Part> {
  /** Undefined where the robot has no home here. */
  readonly of: (robotId: RobotId) => Part | undefined
  readonly in: (home: RobotHome) => Part
  readonly all: () => ReadonlyArray<Part>
}

/**
 * The robots that this process keeps state of: those whose bridges are connected to it, and for a while those that
 * were. Deletion, a rename, a hand-over and the end of a connection reach every part from here.
 */
export class RobotHomes extends Context.Service<
  RobotHomes,
  {
    /** Adds a part to every home that is opened from now on. What waits is written when the scope closes. */
    readonly register: <Part extends RobotPart>(
      definition: PartDefinition<Part>
    ) => Effect.Effect<Parts<Part>, never, Scope.Scope>
    readonly get: (robotId: RobotId) => RobotHome | undefined
    readonly all: () => ReadonlyArray<RobotHome>
    /** The robot was deleted: its bridge's connection ends, and its home is dropped. */
    readonly forget: (robotId: RobotId) => void
    /** The connection to the robot's bridge. */
    readonly link: (robotId: RobotId) => BridgeLink | undefined
    /** The robot's home, opened where there is none. It is dropped once it is vacant. */
    readonly open: (robot: BridgedRobot) => RobotHome
    /** The same, kept until the scope closes: while a hello is served. */
    readonly connecting: (robot: BridgedRobot) => Effect.Effect<RobotHome, never, Scope.Scope>
    /** Makes the link its robot's, in place of the one before. False where the robot was deleted meanwhile. */
    readonly attach: (link: BridgeLink, hello: typeof Hello.Type, published: Published) => boolean
    /** Sends a question to the robot's bridge (see RobotHome.ask). */
    readonly ask: (
      robotId: RobotId,
      question: (requestId: string) => Question,
      deadline: Duration.Input
    ) => Effect.Effect<Answer, RobotOffline | BridgeTimeout>
    /** Writes what the parts have not written yet. */
    readonly flush: Effect.Effect<void>
  }
>()("@fleet/server/RobotHomes") {
  static readonly layer = Layer.effect(
    RobotHomes,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const homes = new Map<RobotId, RobotHome>()
      const openings: Array<(home: RobotHome) => RobotPart> = []
      const flushes: Array<Effect.Effect<void>> = []
      let epoch = 0

      const open = (robot: BridgedRobot) => {
        let home = homes.get(robot.robotId)
        if (home === undefined) homes.set(robot.robotId, (home = new RobotHome(robot, openings)))
        return home
      }

      const forget = (robotId: RobotId) => {
        homes.get(robotId)?.forget()
        homes.delete(robotId)
      }

      // HomeProofs compares all homes with their robots' rows where facts may have been missed.
      yield* bus.onFact(
        (event) => {
          switch (event.type) {
            case "robot_renamed": {
              const home = homes.get(event.robotId)
              if (home !== undefined) home.robotName = event.name
              return
            }
            case "slug_renamed":
              return homes.get(event.robotId)?.renameSlug(event)
            case "token_rotated":
              return homes.get(event.robotId)?.link?.end(BridgeClose.tokenRotated, "CLOSE_TOKEN_ROTATED")
            case "robot_deleted":
              forget(event.robotId)
          }
        },
        () => undefined
      )

      yield* everySync("250 millis", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        let fault: { readonly error: unknown } | null = null
        for (const home of homes.values()) {
          // A part that throws does not stop the others' time. The sweep logs the first error of a round.
          try {
            home.tick(nowMs)
          } catch (error) {
            fault ??= { error }
          }
          if (home.isVacant) homes.delete(home.robotId)
        }
        if (fault !== null) throw fault.error
      })

      return RobotHomes.of({
        register: Effect.fnUntraced(function* <Part extends RobotPart>({ flush, open }: PartDefinition<Part>) {
          // The accessors below rely on every home having every part.
          if (homes.size > 0) return yield* Effect.die("a part was registered after a home was opened")
          const index = openings.push(open) - 1
          if (flush !== undefined) {
            const safely = Effect.ignoreCause(flush, { log: true })
            flushes.push(safely)
            yield* Effect.addFinalizer(() => safely)
          }
          const partIn = (home: RobotHome) => home.parts[index] as Part
          return {
            in: partIn,
            of: (robotId: RobotId) => {
              const home = homes.get(robotId)
              return home === undefined ? undefined : partIn(home)
            },
            all: () => Array.from(homes.values(), partIn)
          }
        }),
        get: (robotId) => homes.get(robotId),
        all: () => [...homes.values()],
        forget,
        link: (robotId) => homes.get(robotId)?.link ?? undefined,
        open,
        connecting: (robot) =>
          // Effect.acquireRelease would copy the process's services when it releases.
          Effect.uninterruptible(
            Effect.flatMap(Effect.scope, (scope) => {
              const home = open(robot)
              home.connecting++
              return Effect.as(
                Scope.addFinalizer(
                  scope,
                  Effect.sync(() => home.connecting--)
                ),
                home
              )
            })
          ),
        attach: (link, hello, published) => {
          if (link.home.isForgotten) return false
          link.home.attach(link, ++epoch, hello, published)
          return true
        },
        ask: (robotId, question, deadline) =>
          Effect.suspend(() => homes.get(robotId)?.ask(question, deadline) ?? Effect.fail(new RobotOffline())),
        flush: Effect.suspend(() => Effect.all(flushes, { concurrency: "unbounded", discard: true }))
      })
    })
  )
}
