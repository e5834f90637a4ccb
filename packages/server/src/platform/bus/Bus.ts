import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Scope } from "effect"
import type { Fact, Notice } from "./Facts.ts"
import { makeInProcessBus } from "./InProcessBus.ts"
import type { OrgActivityEvent } from "./OrgActivityEvent.ts"
import type { RobotEvent } from "./RobotEvents.ts"

/**
 * How processes tell each other things, in three channels: facts, which every process hears; a robot's events and an
 * org's activity, which go to those who follow it. Delivery is at most once, in order per publisher and robot or org.
 * Listeners are called in the publisher's turn of the event loop and must not throw or block.
 */
export class Bus extends Context.Service<
  Bus,
  {
    /**
     * Tells every process, and ends when all of them have acted on the revocations among the facts, or after a second.
     * To be done after the commit of what it tells of and before the answer: see Transaction.afterCommit.
     */
    readonly tell: (...facts: ReadonlyArray<Fact>) => Effect.Effect<void>
    /** Tells every process of what nobody waits for. */
    readonly announce: (notice: Notice) => void
    /** Hears facts until the scope closes. */
    readonly onFact: (listener: (fact: Fact) => void) => Effect.Effect<void, never, Scope.Scope>
    /** Facts may have been missed: what is kept because of them is to be read again. */
    readonly onGap: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** Tells everybody who follows the robot. */
    readonly publish: (event: RobotEvent) => void
    /** Hears a robot until the scope closes; from the end of the effect on. */
    readonly follow: (
      robotId: RobotId,
      listener: (event: RobotEvent) => void
    ) => Effect.Effect<void, never, Scope.Scope>
    /** Hears a robot until the returned function is called; for the data plane, which counts its followers itself. */
    readonly followUnsafe: (robotId: RobotId, listener: (event: RobotEvent) => void) => () => void
    /** Tells everybody who follows the org's activity. */
    readonly publishActivity: (orgId: OrgId, event: OrgActivityEvent) => void
    /** Hears an org's activity until the returned function is called. */
    readonly followActivity: (orgId: OrgId, listener: (event: OrgActivityEvent) => void) => () => void
    /** Whether anybody follows the org's activity: what is costly to tell is not made for nobody. */
    readonly isActivityFollowed: (orgId: OrgId) => boolean
  }
>()("@fleet/server/Bus") {
  /** One process: plain calls. */
  static readonly layer = Layer.sync(Bus, () => Bus.of(makeInProcessBus()))
}
