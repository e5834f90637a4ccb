import { NodeHttpServer } from "@effect/platform-node"
import { App, Services, Stores } from "@fleet/server/App"
import { Upgrades } from "@fleet/server/http/Upgrades"
import { Settings } from "@fleet/server/Settings"
import { Effect, Layer, Logger } from "effect"
import { TestDatabase } from "./Database.ts"

const Server = Layer.unwrap(
  Effect.map(Upgrades, ({ server }) =>
    NodeHttpServer.layer(() => server, { host: "127.0.0.1", port: 0, gracefulShutdownTimeout: "5 seconds" })
  )
)

/**
 * The whole service on a free port, over a database of its own, with its services for tests to set things up. Logs
 * nothing. `settings` replaces some of them; another `database` is taken as it is.
 */
export const testApp = (settings: Parameters<typeof Settings.layerTest>[0] = {}, database = TestDatabase) =>
  App.pipe(
    Layer.provideMerge(Server),
    Layer.provideMerge(Services),
    Layer.provide(Upgrades.layer),
    Layer.provide(Stores),
    Layer.provideMerge(database),
    Layer.provideMerge(Settings.layerTest(settings)),
    Layer.provide(Logger.layer([]))
  )

export const TestApp = testApp()
