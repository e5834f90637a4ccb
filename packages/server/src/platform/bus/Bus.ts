import type { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Scope } from "effect"
import type { ControlEvent, RobotEvent } from "./Events.ts"

/**
 * How processes tell each other things. Delivery is at most once and in order per publisher and robot; listeners are
 * called in the publisher's turn of the event loop and must not throw or block.
 */
export class Bus extends Context.Service<
  Bus,
  {
    /** Tells everybody who follows the robot. */
    readonly publish: (event: RobotEvent) => void
    /** Tells every process. Publish after the commit of what it tells of. */
    readonly control: (event: ControlEvent) => void
    /** Hears a robot until the scope closes. */
    readonly follow: (
      robotId: RobotId,
      listener: (event: RobotEvent) => void
    ) => Effect.Effect<void, never, Scope.Scope>
    /** Hears a robot until the returned function is called; for the data plane, which counts its followers itself. */
    readonly followUnsafe: (robotId: RobotId, listener: (event: RobotEvent) => void) => () => void
    /** Hears control events until the scope closes. */
    readonly onControl: (listener: (event: ControlEvent) => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("@fleet/server/Bus") {
  /** One process: plain calls. */
  static readonly layer = Layer.sync(Bus, () => {
    const robots = new Map<RobotId, Set<(event: RobotEvent) => void>>()
    const controls = new Set<(event: ControlEvent) => void>()

    const followUnsafe = (robotId: RobotId, listener: (event: RobotEvent) => void) => {
      let listeners = robots.get(robotId)
      if (listeners === undefined) robots.set(robotId, (listeners = new Set()))
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && robots.get(robotId) === listeners) robots.delete(robotId)
      }
    }

    return Bus.of({
      publish: (event) => {
        const listeners = robots.get(event.robotId)
        if (listeners !== undefined) for (const listener of listeners) listener(event)
      },
      control: (event) => {
        for (const listener of controls) listener(event)
      },
      followUnsafe,
      follow: (robotId, listener) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => followUnsafe(robotId, listener)),
            (stop) => Effect.sync(stop)
          )
        ),
      onControl: (listener) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => controls.add(listener)),
            () => Effect.sync(() => controls.delete(listener))
          )
        )
    })
  })
}
