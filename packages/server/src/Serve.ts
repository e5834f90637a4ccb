import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer, Logger, References } from "effect"
import { App, Services, Stores } from "./App.ts"
import { Upgrades } from "./http/Upgrades.ts"
import { Settings } from "./Settings.ts"
import { Database } from "./sql/Database.ts"

const Server = Layer.unwrap(
  Effect.gen(function* () {
    const { server } = yield* Upgrades
    const { drainSeconds, host, port } = yield* Settings
    return NodeHttpServer.layer(() => server, { host, port, gracefulShutdownTimeout: `${drainSeconds} seconds` })
  })
)

const Logging = Layer.unwrap(
  Effect.gen(function* () {
    const { logFormat, logLevel } = yield* Settings
    return Layer.mergeAll(
      // Nothing collects traces: spans would only cost every request.
      Layer.succeed(References.TracerEnabled, false),
      Logger.layer([logFormat === "json" ? Logger.consoleJson : Logger.consolePretty()]),
      Layer.succeed(References.MinimumLogLevel, logLevel)
    )
  })
)

/** The whole service, listening; it answers with its services for whoever runs it. It asks for settings. */
export const Serve = App.pipe(
  Layer.provideMerge(Server),
  Layer.provideMerge(Services),
  Layer.provide(Upgrades.layer),
  Layer.provide(Stores),
  Layer.provideMerge(Database.layer),
  Layer.provide(Logging)
)
