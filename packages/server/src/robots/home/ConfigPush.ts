import { Context, Effect, FiberSet, Layer, Schedule } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import type { BridgeLink } from "./BridgeLink.ts"
import { RobotHomes } from "./RobotHomes.ts"

/** Gives connected bridges what is published for their robots. */
export class ConfigPush extends Context.Service<
  ConfigPush,
  {
    /** Gives the bridge the published configuration, where that is newer than its own. */
    readonly push: (link: BridgeLink) => Effect.Effect<void>
  }
>()("@fleet/server/ConfigPush") {
  static readonly layer = Layer.effect(
    ConfigPush,
    Effect.gen(function* () {
      const homes = yield* RobotHomes
      const configs = yield* PublishedConfigs
      const bus = yield* Bus
      const run = yield* FiberSet.makeRuntime()

      const push = Effect.fnUntraced(function* (link: BridgeLink) {
        const { home } = link
        const published = yield* configs.current(home.robotId)
        if (home.link === link && published.version > home.published.version) home.configure(published)
      })

      /** As long as the bridge is there, and the configuration could not be read. */
      const pushPatiently = (link: BridgeLink) =>
        push(link).pipe(
          Effect.tapCause((cause) =>
            Effect.logError("published configuration could not be pushed to the bridge; retrying", cause)
          ),
          Effect.sandbox,
          Effect.retry({ schedule: Schedule.spaced("1 second"), while: () => link.home.link === link }),
          Effect.ignore
        )

      yield* bus.onFact((event) => {
        if (event.type !== "config_published") return
        const link = homes.link(event.robotId)
        if (link !== undefined) run(pushPatiently(link))
      })

      return ConfigPush.of({ push })
    })
  )
}
