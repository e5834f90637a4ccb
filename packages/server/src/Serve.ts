import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Data, Effect, Layer, Logger, Option, Redacted, References } from "effect"
import { join } from "node:path"
import { App, Services, Stores } from "./App.ts"
import { oneProcess } from "./Platform.ts"
import { requestTenants } from "./platform/http/requestTenants.ts"
import { Upgrades } from "./platform/http/Upgrades.ts"
import { Settings } from "./platform/settings/Settings.ts"
import { headersOf } from "./platform/settings/otlpHeaders.ts"
import { otlp } from "./platform/telemetry/OtlpHttp.ts"
import { Database } from "./platform/sql/Database.ts"
import { SingleServerLock } from "./platform/nodes/SingleServerLock.ts"

/** The address cannot be listened on; says what to do about it. */
class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly message: string }> {}

const listenFailed = (cause: unknown, host: string, port: number): ListenFailed => {
  const code = (cause as NodeJS.ErrnoException).code
  const where = `Port ${port} on ${host}`
  if (code === "EADDRINUSE") {
    return new ListenFailed({
      message: `${where} is in use by another program: stop that one, or choose another port with PORT.`
    })
  }
  if (code === "EACCES") {
    return new ListenFailed({ message: `${where} may not be listened on: choose one from 1024 on with PORT.` })
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new ListenFailed({ message: `HOST is ${host}, which is no address of this machine.` })
  }
  return new ListenFailed({ message: `${where} cannot be listened on: ${String(cause)}` })
}

/**
 * Connections that the operating system holds until the process gets round to them; what comes beyond them is dropped
 * without a word, and tried again after seconds. The system may hold fewer.
 */
const backlog = 4096

const Server = Layer.unwrap(
  Effect.gen(function* () {
    const { server } = yield* Upgrades
    const { drainSeconds, host, port } = yield* Settings
    return NodeHttpServer.layer(() => server, {
      host,
      port,
      backlog,
      gracefulShutdownTimeout: `${drainSeconds} seconds`
    }).pipe(
      Layer.catchTag("ServeError", ({ cause }) => Layer.effectContext(Effect.fail(listenFailed(cause, host, port))))
    )
  })
)

const Logging = Layer.unwrap(
  Effect.gen(function* () {
    const { logFormat, logLevel, otlpEndpoint, otlpHeaders, serviceName } = yield* Settings
    const lines = Layer.mergeAll(
      Logger.layer([logFormat === "json" ? Logger.consoleJson : Logger.consolePretty()]),
      Layer.succeed(References.MinimumLogLevel, logLevel)
    )
    // Where nothing collects traces, spans would only cost every request.
    if (Option.isNone(otlpEndpoint)) return Layer.mergeAll(lines, Layer.succeed(References.TracerEnabled, false))
    const headers = Option.match(otlpHeaders, { onNone: () => ({}), onSome: (text) => headersOf(Redacted.value(text)) })
    return otlp({ endpoint: otlpEndpoint.value, headers, serviceName }).pipe(Layer.provideMerge(lines))
  })
)

const Warnings = Layer.effectDiscard(
  Effect.gen(function* () {
    const { databaseUrl, dataFolder, secretIsGiven } = yield* Settings
    if (secretIsGiven || Option.isNone(databaseUrl)) return
    yield* Effect.logWarning(
      `FLEET_SECRET is not set: this server signs with the key in ${join(dataFolder, "secret")}, ` +
        "and tokens will not be accepted by other servers on the same database."
    )
  })
)

/** The whole service, listening; it gives its services to the program that runs it. It asks for settings. */
export const Serve = App.pipe(
  Layer.provideMerge(Server),
  Layer.provideMerge(Services),
  Layer.provide(Upgrades.layer),
  Layer.provide(Stores),
  Layer.provideMerge(oneProcess),
  Layer.provideMerge(Database.layer.pipe(Layer.provide(requestTenants))),
  Layer.provideMerge(SingleServerLock.layer),
  Layer.provide(Warnings),
  Layer.provideMerge(Logging)
)
