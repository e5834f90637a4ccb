import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { App, Services, Stores } from "@fleet/server/App"
import { oneProcess } from "@fleet/server/Platform"
import { Upgrades } from "@fleet/server/platform/http/Upgrades"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { onPostgres, TestDatabase } from "./Database.ts"
import { SharedProcesses } from "./sharedProcesses.ts"
import { temporaryFolder } from "./Temporary.ts"

const Server = Layer.unwrap(
  Effect.gen(function* () {
    const { server } = yield* Upgrades
    const { port } = yield* Settings
    return NodeHttpServer.layer(() => server, { host: "127.0.0.1", port, gracefulShutdownTimeout: "5 seconds" })
  })
)

/** Servers on a Postgres share it: that is what the address says, and nothing connects to it here. */
const databaseUrl = onPostgres ? Option.some(Redacted.make("postgres://the-test-database")) : Option.none()

type Changed = Parameters<typeof Settings.layerTest>[0]

/** Each has a folder of its own: what one finds there that its database does not know, it deletes. */
const inFolder = (settings: Changed) =>
  Layer.unwrap(
    Effect.map(temporaryFolder, (dataFolder) => Settings.layerTest({ databaseUrl, dataFolder, ...settings }))
  )

/**
 * The whole service on a free port (or on `settings.port`), over a database of its own, with its services for tests to set things up.
 * `settings` replaces some of them; another `database`, `stores` or `process` are taken as they are. It logs nothing where
 * no `log` is given.
 */
export const testApp = (
  settings: Changed = {},
  database = TestDatabase,
  log: Layer.Layer<never> = Logger.layer([]),
  stores: typeof Stores = Stores,
  process: typeof oneProcess = oneProcess
) =>
  App.pipe(
    Layer.provideMerge(Server),
    Layer.provideMerge(Services),
    Layer.provide(Upgrades.layer),
    Layer.provide(stores),
    Layer.provideMerge(process),
    Layer.provideMerge(database),
    Layer.provideMerge(inFolder(settings)),
    Layer.provide(SharedProcesses),
    Layer.provide(log)
  )

export const TestApp = testApp()
