import { assert, layer } from "@effect/vitest"
import { AssetSyncId } from "@fleet/domain/Assets"
import { Sealing } from "@fleet/server/platform/crypto/Sealing"
import { signedIds } from "@fleet/server/platform/crypto/SignedIds"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Exit, Layer, Option, Redacted } from "effect"
import { challengeOf, enrol, me, verify, world } from "../identity/app-users/signin/twoFactorWorld.ts"
import { TestDatabase } from "../support/Database.ts"
import { testApp } from "../support/TestApp.ts"
import { nextCode } from "../support/Totp.ts"
import { call, refusal } from "../support/wire.ts"

const [first, second, third] = ["first", "second", "third"].map((name) =>
  Redacted.make(`the ${name} secret of this fleet of robots`)
) as [Redacted.Redacted, Redacted.Redacted, Redacted.Redacted]

const keyNameOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid

layer(TestDatabase, { timeout: "120 seconds" })("a changed FLEET_SECRET", (it) => {
  it.effect("a changed FLEET_SECRET ends what the old one signed, but not while it is FLEET_SECRET_PREVIOUS", () =>
    Effect.gen(function* () {
      const database = Layer.succeedContext(yield* Effect.context<Layer.Success<typeof TestDatabase>>())
      const runs = (secret: Redacted.Redacted, previous?: Redacted.Redacted) => {
        const settings = { secret, secretPrevious: Option.fromUndefinedOr(previous) }
        return Effect.provide(Layer.fresh(testApp(settings, database)))
      }

      const { app, codes, old, refreshToken, totp, user } = yield* Effect.gen(function* () {
        const { app, user } = yield* world("optional")
        const { recoveryCodes, secret, session } = yield* enrol(user)
        assert.strictEqual((yield* me(session.access_token)).status, 200)
        const { access_token: old, refresh_token: refreshToken } = session
        return { app, user, old, refreshToken, totp: secret, codes: recoveryCodes }
      }).pipe(runs(first))

      const fresh = yield* Effect.gen(function* () {
        assert.strictEqual((yield* me(old)).status, 200)
        const spent = { challenge: yield* challengeOf(app, user), recovery_code: codes[0] }
        assert.strictEqual((yield* verify(spent)).status, 200)
        const again = { challenge: yield* challengeOf(app, user), recovery_code: codes[0] }
        assert.strictEqual((yield* verify(again)).status, 400)
        const { body, status } = yield* verify({
          challenge: yield* challengeOf(app, user),
          code: yield* nextCode(totp)
        })
        assert.strictEqual(status, 200)
        assert.notStrictEqual(keyNameOf(body.access_token), keyNameOf(old))
        return body.access_token as string
      }).pipe(runs(second, first))

      yield* Effect.gen(function* () {
        assert.deepStrictEqual(refusal(yield* me(old)), [401, "unauthorized"])
        assert.strictEqual((yield* me(fresh)).status, 200)
        const sealed = { challenge: yield* challengeOf(app, user), code: yield* nextCode(totp) }
        assert.deepStrictEqual(refusal(yield* verify(sealed)).slice(0, 2), [400, "invalid_code"])
        const renewed = yield* call("POST", "/api/client/refresh", { body: { refresh_token: refreshToken } })
        assert.strictEqual(renewed.status, 200)
        assert.strictEqual((yield* me(renewed.body.access_token)).status, 200)
      }).pipe(runs(second))

      yield* Effect.gen(function* () {
        assert.strictEqual((yield* me(fresh)).status, 200)
        for (const token of [old, `${fresh.slice(0, -2)}AA`]) {
          assert.deepStrictEqual(refusal(yield* me(token)), [401, "unauthorized"])
        }
      }).pipe(runs(third, second))
    })
  )
})

layer(Layer.empty)("a changed FLEET_SECRET", (it) => {
  const sealing = (secret: Redacted.Redacted, previous?: Redacted.Redacted) =>
    Effect.provide(
      Sealing,
      Layer.fresh(Sealing.layer).pipe(
        Layer.provide(Settings.layerTest({ secret, secretPrevious: Option.fromUndefinedOr(previous) }))
      )
    )

  it.effect("a changed FLEET_SECRET opens and reads what the previous one made, for its purpose alone", () =>
    Effect.gen(function* () {
      const before = yield* sealing(first)
      const between = yield* sealing(second, first)
      const after = yield* sealing(third, second)
      const sealed = before.seal("text", "this")
      assert.strictEqual(yield* between.open(sealed, "this"), "text")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(between.open(sealed, "that"))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(after.open(sealed, "this"))))
      assert.isTrue(Exit.isFailure(yield* Effect.exit(before.open(between.seal("text", "this"), "this"))))

      const mac = before.mac("123456", "this")
      assert.isTrue(between.isMac(mac, "123456", "this"))
      for (const [text, context] of [
        ["123457", "this"],
        ["123456", "that"]
      ] as const) {
        assert.isFalse(between.isMac(mac, text, context))
      }
      assert.isFalse(after.isMac(mac, "123456", "this"))

      const id = AssetSyncId.make("00000000-0000-4000-8000-000000000000")
      const [old, now, late] = [before, between, after].map((each) =>
        signedIds(each, AssetSyncId, { prefix: "aut_", purpose: "upload" })
      ) as [
        ReturnType<typeof signedIds<AssetSyncId>>,
        ReturnType<typeof signedIds<AssetSyncId>>,
        ReturnType<typeof signedIds<AssetSyncId>>
      ]
      assert.deepStrictEqual(now.read(old.tokenOf(id)), Option.some(id))
      assert.isTrue(Option.isNone(now.read(`${old.tokenOf(id)}A`)))
      assert.isTrue(Option.isNone(late.read(old.tokenOf(id))))
      assert.isTrue(Option.isNone(old.read(now.tokenOf(id))))
    })
  )
})
