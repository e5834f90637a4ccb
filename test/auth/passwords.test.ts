import { assert, layer } from "@effect/vitest"
import { Passwords } from "@fleet/server/auth/Passwords"
import { Settings } from "@fleet/server/Settings"
import { Effect, Layer, Redacted } from "effect"

layer(Passwords.layer.pipe(Layer.provide(Settings.layerTest())), { excludeTestServices: true })("a password", (it) => {
  const secret = Redacted.make("correct horse battery")

  it.effect("is kept as argon2id with 19 MiB, two passes and one lane, salted", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const [one, two] = yield* Effect.all([passwords.hash(secret), passwords.hash(secret)])
      assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
      assert.notStrictEqual(one, two)
    })
  )

  it.effect("is told from another, and from none", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      const hash = yield* passwords.hash(secret)
      assert.isTrue(yield* passwords.verify(secret, hash))
      assert.isFalse(yield* passwords.verify(Redacted.make("correct horse batterz"), hash))
      assert.isFalse(yield* passwords.verify(secret, null))
    })
  )

  it.effect("is checked by the costs it was hashed with", () =>
    Effect.gen(function* () {
      const passwords = yield* Passwords
      // Made by the reference implementation: argon2id, m=256, t=1, p=1, salt "somesalt".
      const reference = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"
      assert.isTrue(yield* passwords.verify(Redacted.make("password"), reference))
    })
  )
})
