import { Serve } from "@fleet/server/Serve"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Exit, Layer, Option, Redacted, Scope } from "effect"
import { bundledProgram } from "../../support/bundledProgram.ts"
import { startCommand } from "../../support/Child.ts"
import { migratedAddress, migratedData, onPostgres } from "../../support/Database.ts"
import { temporaryFolder } from "../../support/Temporary.ts"
import { prints } from "./server.ts"

/** How long a busy machine may take for anything of a server that is killed. */
export const seconds = 120

const secret = "a signing key that only tests know, and two servers"

/** The database of servers that come one after the other: for one of this process, and for one of its own. */
export const storage = Effect.gen(function* () {
  const url = onPostgres ? yield* migratedAddress : null
  const folder = yield* url === null ? migratedData : temporaryFolder
  const databaseUrl = url === null ? Option.none() : Option.some(Redacted.make(url))
  return {
    folder,
    settings: { dataFolder: folder, databaseUrl, secret: Redacted.make(secret), logLevel: "None" as const },
    env: { FLEET_DATA: folder, FLEET_SECRET: secret, ...(url === null ? {} : { DATABASE_URL: url }) }
  }
})

/** Works with a server of this process, which is stopped again. */
export const served = Effect.fnUntraced(function* <A, E>(
  settings: Parameters<typeof Settings.layerTest>[0],
  work: Effect.Effect<A, E, Layer.Success<typeof Serve> | Scope.Scope>
) {
  const scope = yield* Scope.make()
  const context = yield* Scope.provide(Layer.build(Serve.pipe(Layer.provide(Settings.layerTest(settings)))), scope)
  const result = yield* work.pipe(Effect.scoped, Effect.provide(context))
  yield* Scope.close(scope, Exit.void)
  return result
})

/** A server of a process of its own, so that a kill reaches nothing else. */
export const startKillable = Effect.fnUntraced(function* (env: Record<string, string>) {
  const main = yield* Effect.promise(() => bundledProgram("server", "main"))
  const child = yield* startCommand(process.execPath, [main, "--no-demo"], {
    env: { PATH: process.env.PATH, PORT: "0", ...env }
  })
  const [, base] = yield* prints(child, /is at (http:\S+)/, seconds)
  return { base: base!, kill: child.kill("SIGKILL") }
})
