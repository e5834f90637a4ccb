import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Scope } from "effect"
import type { Fact, Notice } from "./Facts.ts"
import { makeInProcessBus } from "./InProcessBus.ts"
import type { OrgMessage, OrgMessageOf } from "./OrgMessages.ts"
import type { RobotEvent } from "./RobotEvents.ts"

/**
 * Publish and subscribe between processes, in three channels: facts, which every process receives; a robot's events and
 * messages to an org's sockets, which their followers receive. Delivery is at most once, in order per publisher and robot or org.
 * Listeners run in the publisher's turn of the event loop and must not throw or block.
 */
export class Bus extends Context.Service<
  Bus,
  {
    /**
     * Publishes facts to every process. Ends when all have acted on the revocations among them, or after a second. To be run
     * after the commit of the change and before its answer: see Transaction.afterCommit.
     */
    readonly broadcastAndWait: (...facts: ReadonlyArray<Fact>) => Effect.Effect<void>
    /** Publishes a fact to every process, without waiting. */
    readonly broadcast: (notice: Notice) => void
    /**
     * Receives facts until the scope closes. `missed` is called when facts may have been missed: what the listener keeps of
     * facts is dropped or read again. No listener may rely on being called before or after another.
     */
    readonly onFact: (onEach: (fact: Fact) => void, missed: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** Messages to followers of a robot or an org may have been missed. */
    readonly onGap: (missed: () => void) => Effect.Effect<void, never, Scope.Scope>
    /** Publishes to the followers of the robot. */
    readonly publishRobot: (event: RobotEvent) => void
    /** Receives a robot's events from the end of the effect until the scope closes. */
    readonly follow: (
      robotId: RobotId,
      listener: (event: RobotEvent) => void
    ) => Effect.Effect<void, never, Scope.Scope>
    /** Receives a robot's events until the returned function is called; for the data plane, which counts its followers. */
    readonly followUnsafe: (robotId: RobotId, listener: (event: RobotEvent) => void) => () => void
    /** Publishes to the followers of messages of this type to the org's sockets. */
    readonly publishOrg: (orgId: OrgId, message: OrgMessage) => void
    /** Receives an org's messages of a type until the returned function is called. */
    readonly followOrg: <Type extends OrgMessage["type"]>(
      orgId: OrgId,
      type: Type,
      listener: (message: OrgMessageOf<Type>) => void
    ) => () => void
    /** Whether messages of the type have followers: those that are costly to make are made only then. */
    readonly isFollowed: (orgId: OrgId, type: OrgMessage["type"]) => boolean
  }
>()("@fleet/server/Bus") {
  /** One process: plain calls. */
  static readonly layer = Layer.sync(Bus, () => Bus.of(makeInProcessBus()))
}
