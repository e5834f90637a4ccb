import { Context, Effect, FiberSet, Layer, Schedule } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import type { BridgeLink } from "./RobotHome.ts"
import { RobotHomes } from "./RobotHomes.ts"

/** Sends published configurations to connected bridges. */
export class ConfigPush extends Context.Service<
  ConfigPush,
  {
    /** Sends the published configuration if it is newer than the one of the bridge. */
    readonly push: (link: BridgeLink) => Effect.Effect<void>
    /** The same, retried while the bridge is connected and the configuration cannot be read. Does not wait for it. */
    readonly pushPatiently: (link: BridgeLink) => void
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
        if (home.link !== link) return
        if (published.version > home.published.version) home.configure(published)
        // The names of its slugs may be others since it was pushed.
        else if (published.version === home.published.version) home.published = published
      })

      const pushPatiently = (link: BridgeLink) =>
        // Another listener of the same fact may have to drop what it knows first.
        Effect.andThen(Effect.yieldNow, push(link)).pipe(
          Effect.tapCause((cause) =>
            Effect.logError("published configuration could not be pushed to the bridge; retrying", cause)
          ),
          Effect.sandbox,
          Effect.retry({ schedule: Schedule.spaced("1 second"), while: () => link.home.link === link }),
          Effect.ignore,
          (pushed) => void run(pushed)
        )

      // HomeProofs compares all homes with their robots' rows where facts may have been missed.
      yield* bus.onFact(
        (event) => {
          if (event.type !== "config_published" && event.type !== "slug_renamed") return
          const link = homes.link(event.robotId)
          if (link !== undefined) pushPatiently(link)
        },
        () => undefined
      )

      return ConfigPush.of({ push, pushPatiently })
    })
  )
}
