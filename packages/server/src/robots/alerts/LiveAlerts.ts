import type { AlertId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, FiberSet, Layer, Schedule } from "effect"
import type { AlertValue } from "@fleet/domain/AlertMachine"
import { RobotHomes } from "../home/RobotHomes.ts"
import { type AlertsContext, AlertsPart } from "./AlertsPart.ts"
import { AlertWriter } from "./AlertWriter.ts"
import { AlertStore } from "./AlertStore.ts"

/** The alerts of every robot whose bridge this process holds. */
export class LiveAlerts extends Context.Service<
  LiveAlerts,
  {
    /** The newest evaluated value, where it is in memory. */
    readonly valueOf: (robotId: RobotId, id: AlertId) => AlertValue | undefined
  }
>()("@fleet/server/LiveAlerts") {
  static readonly layer = Layer.effect(
    LiveAlerts,
    Effect.gen(function* () {
      const store = yield* AlertStore
      const writer = yield* AlertWriter
      const homes = yield* RobotHomes
      const run = yield* FiberSet.makeRuntime()

      const reload = (part: AlertsPart) =>
        void run(
          store.ofRobot(part.home.robotId).pipe(
            Effect.tap((rows) => Effect.sync(() => part.adopt(rows))),
            Effect.tapCause((cause) => Effect.logError("alerts could not be read; retrying", cause)),
            Effect.sandbox,
            Effect.retry({ schedule: Schedule.spaced("1 second"), while: () => !part.home.isForgotten }),
            Effect.ignore
          )
        )

      const context: AlertsContext = {
        queue: writer.queue,
        load: ({ robotId }) => store.ofRobot(robotId),
        reload,
        flush: writer.flushOf
      }
      const parts = yield* homes.register({ open: (home) => new AlertsPart(home, context), flush: writer.flush })
      writer.onRefused(({ home }) => {
        const part = parts.of(home.robotId)
        if (part !== undefined) reload(part)
      })

      return LiveAlerts.of({ valueOf: (robotId, id) => parts.of(robotId)?.valueOf(id) })
    })
  )
}
