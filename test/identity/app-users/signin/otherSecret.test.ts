import { assert, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Sealing } from "@fleet/server/platform/crypto/Sealing"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../../../support/TestApp.ts"
import { codeNow, nextCode } from "../../../support/Totp.ts"
import { call, refusal } from "../../../support/wire.ts"
import { challengeOf, confirm, enrol, login, remove, setup, spent, verify, world, wrong } from "./twoFactorWorld.ts"

/** Seals as a server with another FLEET_SECRET did. */
const sealedElsewhere = (text: string, context: string) =>
  Effect.map(Sealing, ({ seal }) => seal(text, context)).pipe(
    Effect.provide(
      Layer.fresh(Sealing.layer).pipe(
        Layer.provide(Settings.layerTest({ secret: Redacted.make("the key of a server that was here before") }))
      )
    )
  )

layer(TestApp, { timeout: "60 seconds" })("an authenticator of another FLEET_SECRET", (it) => {
  it.effect("an authenticator of another FLEET_SECRET refuses every code until it is reset and set up anew", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, owner, user } = yield* world("optional")
      const { secret, session } = yield* enrol(user)
      const sealed = yield* sealedElsewhere(secret, `authenticator app_user ${user.user.id}`)
      yield* sql`UPDATE authenticators SET secret = ${sealed} WHERE app_user_id = ${user.user.id}`

      const code = yield* nextCode(secret)
      assert.deepStrictEqual(refusal(yield* verify({ challenge: yield* challengeOf(app, user), code })), wrong(4))
      assert.deepStrictEqual(refusal(yield* remove({ code }, session.access_token)), [400, "invalid_code"])

      const reset = yield* call("DELETE", `/api/apps/${app.id}/users/${user.user.id}/two-factor`, { as: owner.token })
      assert.strictEqual(reset.status, 204)
      const { access_token } = (yield* login(app, user)).body
      yield* enrol({ token: access_token })
    })
  )

  it.effect("an authenticator of another FLEET_SECRET is begun with again where it was not confirmed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { user } = yield* world("optional")
      const { secret } = (yield* setup({}, user.token)).body
      const sealed = yield* sealedElsewhere(secret, `authenticator app_user ${user.user.id}`)
      yield* sql`UPDATE authenticators SET pending_secret = ${sealed} WHERE app_user_id = ${user.user.id}`
      assert.deepStrictEqual(refusal(yield* confirm({ code: yield* codeNow(secret) }, user.token)), spent)
      yield* enrol(user)
    })
  )
})
