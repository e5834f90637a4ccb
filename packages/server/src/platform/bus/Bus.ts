import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Scope } from "effect"
import type { Fact, Notice } from "./Facts.ts"
import { makeInProcessBus } from "./InProcessBus.ts"
import type { OrgActivityEvent } from "./OrgActivityEvent.ts"
import type { RobotEvent } from "./RobotEvents.ts"

/**
 * Publish and subscribe between processes, in three channels: facts, which every process receives; a robot's events and an
 * org's activity, which their followers receive. Delivery is at most once, in order per publisher and robot or org.
 * Listeners run in the publisher's turn of the event loop and must not throw or block.
 */
export class Bus extends Context.Service<
  Bus,
  {
    /**
     * Publishes facts to every process. Ends when all have acted on the revocations among them, or after a second. To be run
     * after the commit of the change and before its answer: see Transaction.afterCommit.
     */
    readonly tell: (...facts: ReadonlyArray<Fact>) => Effect.Effect<void>
    /** Publishes a fact to every process, without waiting. */
    readonly announce: (notice: Notice) => void
    /** Receives facts until the scope closes. */
    readonly onFact: (listener: (fact: Fact) => void) => Effect.Effect<void, never, Scope.Scope>
    /** Facts may have been missed: caches that rely on them must be dropped. */
    readonly onGap: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** Publishes to the followers of the robot. */
    readonly publish: (event: RobotEvent) => void
    /** Receives a robot's events from the end of the effect until the scope closes. */
    readonly follow: (
      robotId: RobotId,
      listener: (event: RobotEvent) => void
    ) => Effect.Effect<void, never, Scope.Scope>
    /** Receives a robot's events until the returned function is called; for the data plane, which counts its followers. */
    readonly followUnsafe: (robotId: RobotId, listener: (event: RobotEvent) => void) => () => void
    /** Publishes to the followers of the org's activity. */
    readonly publishActivity: (orgId: OrgId, event: OrgActivityEvent) => void
    /** Receives an org's activity until the returned function is called. */
    readonly followActivity: (orgId: OrgId, listener: (event: OrgActivityEvent) => void) => () => void
    /** Whether the org's activity has followers: events that are costly to make are made only then. */
    readonly isActivityFollowed: (orgId: OrgId) => boolean
  }
>()("@fleet/server/Bus") {
  /** One process: plain calls. */
  static readonly layer = Layer.sync(Bus, () => Bus.of(makeInProcessBus()))
}
