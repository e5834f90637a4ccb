import { assert, layer } from "@effect/vitest"
import type { Developer } from "@fleet/domain/Caller"
import { InvalidCredentials } from "@fleet/domain/Errors"
import { Passkeys } from "@fleet/server/identity/factors/Passkeys"
import { DateTime, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { EdDSA, ES256, RS256 } from "../../support/cose.ts"
import { makeOrg } from "../../support/people.ts"
import { SoftAuthenticator, type Twists } from "../../support/SoftAuthenticator.ts"
import { TestApp } from "../../support/TestApp.ts"

/** Somebody with a passkey. */
const enrolled = Effect.fnUntraced(function* (developer: Developer, twists: Twists = {}, counts = false) {
  const passkeys = yield* Passkeys
  const authenticator = new SoftAuthenticator({ counts })
  const credential = authenticator.create(yield* passkeys.registrationOptions(developer), twists)
  const passkey = yield* passkeys.register(developer, { name: "Key", credential })
  return { authenticator, credential, passkey }
})

/** A whole sign-in, bent as told: whom it is, or that it is refused. */
const signIn = Effect.fnUntraced(function* (authenticator: SoftAuthenticator, twists: Twists = {}) {
  const passkeys = yield* Passkeys
  const interaction = randomUUID()
  const options = yield* passkeys.signInOptions(interaction)
  return yield* outcome(interaction, authenticator.get(options, twists))
})

const outcome = Effect.fnUntraced(function* (interaction: string, credential: unknown) {
  const result = yield* Effect.result((yield* Passkeys).signIn(interaction, credential))
  if (Result.isSuccess(result)) return result.success
  assert.instanceOf(result.failure, InvalidCredentials)
  return "refused"
})

layer(TestApp, { timeout: "60 seconds" })("a passkey sign-in", (it) => {
  it.effect("a passkey sign-in asks for any passkey of a verified user", () =>
    Effect.gen(function* () {
      const { challenge, ...options } = yield* (yield* Passkeys).signInOptions(randomUUID())
      assert.match(String(challenge), /^[A-Za-z0-9_-]{43}$/)
      assert.deepStrictEqual(options, { rpId: "localhost", timeout: 300_000, userVerification: "required" })
    })
  )

  it.effect.each([ES256, EdDSA, RS256])(
    "a passkey sign-in answers whose it is, and records its use (%d)",
    (algorithm) =>
      Effect.gen(function* () {
        const { developer, owner } = yield* makeOrg
        const { authenticator, passkey } = yield* enrolled(developer.caller, { algorithm })
        yield* enrolled(owner.caller)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* signIn(authenticator, { synced: true }), developer.caller.id)
        const used = { ...passkey, last_used_at: yield* DateTime.now, synced: true }
        assert.deepStrictEqual(yield* (yield* Passkeys).list(developer.caller.id), [used])
      })
  )

  it.effect("a passkey sign-in needs no user handle, and refuses another person's", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller)
      const bytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex")
      assert.strictEqual(yield* signIn(authenticator, { userHandle: null }), developer.caller.id)
      assert.strictEqual(yield* signIn(authenticator, { userHandle: bytes(developer.caller.id) }), developer.caller.id)
      assert.strictEqual(yield* signIn(authenticator, { userHandle: bytes(owner.caller.id) }), "refused")
      assert.strictEqual(
        yield* signIn(authenticator, { userHandle: bytes(developer.caller.id).subarray(1) }),
        "refused"
      )
    })
  )

  const bent: ReadonlyArray<readonly [string, Twists]> = [
    ["a signature by another key", { forged: true }],
    ["another origin", { origin: "https://localhost:8787" }],
    ["a page in another site's frame", { crossOrigin: true }],
    ["another domain", { rpId: "example.com" }],
    ["a challenge of its own", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["a registration's client data", { type: "webauthn.create" }],
    ["no verified user", { userVerified: false }],
    ["nobody there", { userPresent: false, userVerified: false }]
  ]
  it.effect.each(bent)("a passkey sign-in refuses %s", ([, twists]) =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller)
      assert.strictEqual(yield* signIn(authenticator, twists), "refused")
      assert.isNull((yield* (yield* Passkeys).list(developer.caller.id))[0]!.last_used_at)
      assert.strictEqual(yield* signIn(authenticator), developer.caller.id)
    })
  )

  it.effect("a passkey sign-in refuses what was changed after it was signed", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const { developer } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller, {}, true)
      const interaction = randomUUID()
      const credential = authenticator.get(yield* passkeys.signInOptions(interaction))
      const data = Buffer.from(credential.response.authenticatorData, "base64url")
      data.writeUInt32BE(1_000_000, 33)
      credential.response.authenticatorData = data.toString("base64url")
      assert.strictEqual(yield* outcome(interaction, credential), "refused")
    })
  )

  it.effect("a passkey sign-in refuses a counter that did not go up, once there is one", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller, { counter: 7 })
      const me = developer.caller.id
      for (const [counter, expected] of [
        [7, "refused"],
        [6, "refused"],
        [0, "refused"],
        [8, me],
        [8, "refused"],
        [4_294_967_295, me]
      ] as const) {
        assert.strictEqual(yield* signIn(authenticator, { counter }), expected)
      }
    })
  )

  it.effect("a passkey sign-in does not mind a counter that stays 0, or begins late", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller)
      const me = developer.caller.id
      for (const [counter, expected] of [
        [0, me],
        [0, me],
        [5, me],
        [0, "refused"]
      ] as const) {
        assert.strictEqual(yield* signIn(authenticator, { counter }), expected)
      }
    })
  )

  it.effect("a passkey sign-in of two at once with the same counter lets one in", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller, { counter: 1 })
      const attempts = Array.from({ length: 20 }, () => signIn(authenticator, { counter: 2 }))
      const results = yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.lengthOf(
        results.filter((result) => result !== "refused"),
        1
      )
    })
  )

  it.effect("a passkey sign-in has one challenge, good for one try of its own interaction", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const { developer } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller)
      const [interaction, other] = [randomUUID(), randomUUID()]
      const first = yield* passkeys.signInOptions(interaction)
      yield* passkeys.signInOptions(other)
      assert.strictEqual(yield* outcome(other, authenticator.get(first)), "refused")
      assert.strictEqual(yield* outcome(interaction, authenticator.get(first)), developer.caller.id)
      assert.strictEqual(yield* outcome(interaction, authenticator.get(first)), "refused")

      const second = yield* passkeys.signInOptions(interaction)
      assert.strictEqual(yield* outcome(interaction, "nonsense"), "refused")
      assert.strictEqual(yield* outcome(interaction, authenticator.get(second)), "refused")
    })
  )

  it.effect("a passkey sign-in of fifty answers to one challenge at once lets one in", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const { developer } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller)
      const interaction = randomUUID()
      const credential = authenticator.get(yield* passkeys.signInOptions(interaction))
      const attempts = Array.from({ length: 50 }, () => outcome(interaction, credential))
      const results = yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.deepStrictEqual(
        results.filter((result) => result !== "refused"),
        [developer.caller.id]
      )
    })
  )

  it.effect("a passkey sign-in is open for five minutes", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const { developer } = yield* makeOrg
      const { authenticator } = yield* enrolled(developer.caller)
      const interaction = randomUUID()
      const early = yield* passkeys.signInOptions(interaction)
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual(yield* outcome(interaction, authenticator.get(early)), developer.caller.id)
      const late = yield* passkeys.signInOptions(interaction)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* outcome(interaction, authenticator.get(late)), "refused")
    })
  )

  it.effect("a passkey sign-in does not take a registration's challenge, and no passkey that is gone", () =>
    Effect.gen(function* () {
      const passkeys = yield* Passkeys
      const { developer } = yield* makeOrg
      const { authenticator, passkey } = yield* enrolled(developer.caller)
      const me = developer.caller.id
      const { challenge } = yield* passkeys.registrationOptions(developer.caller)
      const assertion = authenticator.get({ challenge, rpId: "localhost" })
      assert.strictEqual(yield* outcome(me, assertion), "refused")
      yield* passkeys.remove(me, passkey.id)
      assert.strictEqual(yield* signIn(authenticator), "refused")
    })
  )
})
