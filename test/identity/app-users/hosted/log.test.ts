import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { assert, layer } from "@effect/vitest"
import { App, Services, Stores } from "@fleet/server/App"
import { oneProcess } from "@fleet/server/Platform"
import { Upgrades } from "@fleet/server/platform/http/Upgrades"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer, Logger, References } from "effect"
import { randomBytes } from "node:crypto"
import { TestDatabase } from "../../../support/Database.ts"
import { password } from "../../../support/people.ts"
import { call } from "../../../support/wire.ts"
import { makePages, send } from "./world.ts"

const lines: Array<string> = []
const Told = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])

const Server = Layer.unwrap(
  Effect.map(Upgrades, ({ server }) => NodeHttpServer.layer(() => server, { host: "127.0.0.1", port: 0 }))
)

/** The whole service, telling all it has to tell. */
const LoggedApp = App.pipe(
  Layer.provideMerge(Server),
  Layer.provideMerge(Services),
  Layer.provide(Upgrades.layer),
  Layer.provide(Stores),
  Layer.provideMerge(oneProcess),
  Layer.provideMerge(TestDatabase),
  Layer.provideMerge(Settings.layerTest()),
  Layer.provide(Told),
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "All"))
)

layer(LoggedApp, { excludeTestServices: true, timeout: "60 seconds" })("the log of hosted pages", (it) => {
  it.effect("the log of hosted pages has no token, challenge, code, password or address of a form", () =>
    Effect.gen(function* () {
      const { page, user } = yield* makePages
      const secret = () => randomBytes(32).toString("base64url")
      const [token, challenge] = [secret(), secret()]
      for (const path of [
        `verify/${token}`,
        `reset/${token}`,
        `invite/${token}`,
        `verfy/${token}`,
        `verify/${token}/`
      ]) {
        yield* call("GET", page(path))
        yield* call("HEAD", page(`${path}?token=${token}`))
        yield* call("POST", page(path), { body: { token } })
      }
      yield* call("GET", `/accept-invite/${token}`)
      yield* call("GET", `//app/${token}`)
      for (const path of ["verify", "reset", "invite"]) yield* send(page(path), { token, new_password: password })
      for (const path of ["two-factor", "two-factor/setup/confirm"]) {
        yield* send(page(path), { challenge, code: "918273" })
      }
      yield* send(page("sign-in"), { email: user.email, password })
      yield* send(page("sign-in"), `email=${token}&password=%FF`)

      const told = lines.join("\n")
      assert.include(told, page("sign-in"))
      assert.include(told, page("verify/…"))
      for (const hidden of [token, challenge, "918273", password, user.email]) assert.notInclude(told, hidden)
    })
  )
})
