import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { certified, noneWithStatement, self, selfForged, unknownFormat } from "../../support/attestations.ts"
import { EdDSA, ES256, ES384, RS256 } from "../../support/cose.ts"
import { makeOrg } from "../../support/people.ts"
import { AlreadyRegistered, SoftAuthenticator, type Twists } from "../../support/SoftAuthenticator.ts"
import { TestApp, testApp } from "../../support/TestApp.ts"
import { type Answer, call, invalid, refusal } from "../../support/wire.ts"

const refused = invalid("credential", "invalid_value")

const beginning = Effect.fnUntraced(function* (as: string) {
  const { body, status } = yield* call("POST", "/api/auth/passkeys/options", { as })
  assert.strictEqual(status, 200)
  return body.options
})
const create = (as: string, credential: unknown, name = "Laptop") =>
  call("POST", "/api/auth/passkeys", { as, body: { name, credential } })

/** A whole registration, bent as told. */
const register = Effect.fnUntraced(function* (
  as: string,
  twists: Twists = {},
  authenticator = new SoftAuthenticator()
) {
  return yield* create(as, authenticator.create(yield* beginning(as), twists))
})

const passkeys = Effect.fnUntraced(function* (as: string) {
  return (yield* call("GET", "/api/auth/two-factor", { as })).body.passkeys as ReadonlyArray<any>
})

layer(TestApp, { timeout: "60 seconds" })("passkey registration", (it) => {
  it.effect("passkey registration begins with options for a discoverable credential and a verified user", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const answer = yield* call("POST", "/api/auth/passkeys/options", { as: developer.token })
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      const { challenge, ...options } = answer.body.options
      assert.match(challenge, /^[A-Za-z0-9_-]{43}$/)
      assert.deepStrictEqual(options, {
        rp: { name: "Robot Fleet Cloud", id: "localhost" },
        user: {
          id: Buffer.from(developer.caller.id.replaceAll("-", ""), "hex").toString("base64url"),
          name: developer.email,
          displayName: developer.email
        },
        pubKeyCredParams: [ES256, EdDSA, RS256].map((alg) => ({ alg, type: "public-key" })),
        timeout: 300_000,
        attestation: "none",
        excludeCredentials: [],
        authenticatorSelection: { residentKey: "required", userVerification: "required", requireResidentKey: true },
        extensions: { credProps: true },
        hints: []
      })
    })
  )

  it.effect.each([
    ["ES256", ES256],
    ["EdDSA", EdDSA],
    ["RS256", RS256]
  ] as const)("passkey registration takes a key of %s", ([, algorithm]) =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { body, headers, status } = yield* register(developer.token, { algorithm })
      assert.strictEqual(status, 201)
      assert.strictEqual(headers.get("cache-control"), "no-store")
      const { created_at, id, ...rest } = body.passkey
      assert.match(id, /^[0-9a-f-]{36}$/)
      assert.strictEqual(new Date(created_at).toISOString(), created_at)
      assert.deepStrictEqual(rest, { name: "Laptop", last_used_at: null, synced: false })
      assert.lengthOf(body.recovery_codes, 10)
      assert.deepStrictEqual(yield* passkeys(developer.token), [body.passkey])
    })
  )

  it.effect("passkey registration takes a key whose transports the browser does not tell", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const credential: any = new SoftAuthenticator().create(yield* beginning(developer.token))
      delete credential.response.transports
      assert.strictEqual((yield* create(developer.token, credential)).status, 201)
      const { excludeCredentials } = yield* beginning(developer.token)
      assert.deepStrictEqual(excludeCredentials, [{ id: credential.id, type: "public-key", transports: [] }])
    })
  )

  it.effect("passkey registration takes a key that attests itself, as some authenticators do unasked", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      assert.strictEqual((yield* register(developer.token, { attestation: self })).status, 201)
    })
  )

  it.effect("passkey registration trims the name and answers whether the passkey is backed up", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const authenticator = new SoftAuthenticator()
      const credential = authenticator.create(yield* beginning(developer.token), { synced: true })
      const { body } = yield* create(developer.token, credential, "  My phone ")
      assert.deepInclude(body.passkey, { name: "My phone", synced: true })
    })
  )

  it.effect("passkey registration excludes existing passkeys, with their known transports", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const authenticator = new SoftAuthenticator()
      const credential = authenticator.create(yield* beginning(developer.token))
      yield* create(developer.token, credential)
      const { excludeCredentials } = yield* beginning(developer.token)
      assert.deepStrictEqual(excludeCredentials, [
        { id: credential.id, type: "public-key", transports: ["hybrid", "internal"] }
      ])
      const again = yield* beginning(developer.token)
      assert.throws(() => authenticator.create(again), AlreadyRegistered)
      assert.deepStrictEqual((yield* beginning(owner.token)).excludeCredentials, [])
    })
  )

  const bent: ReadonlyArray<readonly [string, Twists]> = [
    ["another origin", { origin: "https://localhost:8787" }],
    ["a page on the domain's other port", { origin: "http://localhost:9999" }],
    ["a page in another site's frame", { crossOrigin: true }],
    ["another domain", { rpId: "example.com" }],
    ["a challenge of its own", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
    ["an assertion's client data", { type: "webauthn.get" }],
    ["no verified user", { userVerified: false }],
    ["nobody there", { userPresent: false, userVerified: false }],
    ["an algorithm that was not offered", { algorithm: ES384 }],
    ["an empty credential id", { credentialId: new Uint8Array(0) }],
    ["an attestation of an unknown format", { attestation: unknownFormat }],
    ["a statement where there is none", { attestation: noneWithStatement }],
    ["a wrong signature of its own", { attestation: selfForged }],
    ["certificates, which would have to be followed", { attestation: certified }]
  ]
  it.effect.each(bent)("passkey registration refuses %s", ([, twists]) =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      assert.deepStrictEqual(refusal(yield* register(developer.token, twists)), refused)
      assert.deepStrictEqual(yield* passkeys(developer.token), [])
    })
  )

  it.effect("passkey registration has one challenge at a time, good for one try and for the developer who asked", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const authenticator = new SoftAuthenticator()
      const attempt = (options: unknown) => create(developer.token, authenticator.create(options))

      assert.deepStrictEqual(refusal(yield* attempt(yield* beginning(owner.token))), refused)

      const first = yield* beginning(developer.token)
      const second = yield* beginning(developer.token)
      assert.notStrictEqual(first.challenge, second.challenge)
      assert.deepStrictEqual(refusal(yield* attempt(first)), refused)
      assert.deepStrictEqual(refusal(yield* attempt(second)), refused)

      const third = yield* beginning(developer.token)
      assert.deepStrictEqual(refusal(yield* create(developer.token, { id: "nonsense" })), refused)
      assert.deepStrictEqual(refusal(yield* attempt(third)), refused)

      const fourth = yield* beginning(developer.token)
      assert.strictEqual((yield* attempt(fourth)).status, 201)
      assert.deepStrictEqual(refusal(yield* attempt(fourth)), refused)
      assert.lengthOf(yield* passkeys(developer.token), 1)
    })
  )

  it.effect("passkey registration of fifty answers to one challenge at once makes one passkey", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const options = yield* beginning(developer.token)
      const attempts = Array.from({ length: 50 }, () =>
        create(developer.token, new SoftAuthenticator().create(options, { algorithm: EdDSA }))
      )
      const answers = yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.lengthOf(
        answers.filter(({ status }) => status === 201),
        1
      )
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        assert.deepStrictEqual(refusal(answer), refused)
      }
      assert.lengthOf(yield* passkeys(developer.token), 1)
    })
  )

  it.effect("passkey registration is over with a wrong answer, however many come at once", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const options = yield* beginning(developer.token)
      const attempt = (twists: Twists) =>
        create(developer.token, new SoftAuthenticator().create(options, { algorithm: EdDSA, ...twists }))
      const bad = Array.from({ length: 50 }, () => attempt({ userVerified: false }))
      for (const answer of yield* Effect.all(bad, { concurrency: "unbounded" })) {
        assert.deepStrictEqual(refusal(answer), refused)
      }
      assert.deepStrictEqual(refusal(yield* attempt({})), refused)
      assert.deepStrictEqual(yield* passkeys(developer.token), [])
    })
  )

  it.effect("passkey registration is open for five minutes", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const authenticator = new SoftAuthenticator()
      const early = authenticator.create(yield* beginning(developer.token))
      yield* TestClock.adjust("299 seconds")
      assert.strictEqual((yield* create(developer.token, early)).status, 201)
      const late = new SoftAuthenticator().create(yield* beginning(developer.token))
      yield* TestClock.adjust("5 minutes")
      assert.deepStrictEqual(refusal(yield* create(developer.token, late)), refused)
    })
  )

  it.effect("passkey registration that is not finished leaves no challenge behind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, owner } = yield* makeOrg
      yield* beginning(developer.token)
      yield* TestClock.adjust("6 minutes")
      yield* beginning(owner.token)
      const left = yield* sql<{ owner: string }>`SELECT owner FROM passkey_challenges`
      assert.deepStrictEqual(
        left.map(({ owner }) => owner),
        [owner.caller.id]
      )
    })
  )

  it.effect("passkey registration takes no credential that is registered already", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const twists = { credentialId: Buffer.from(`only once, ${developer.caller.id}`) }
      assert.strictEqual((yield* register(developer.token, twists)).status, 201)
      for (const as of [developer.token, owner.token]) {
        assert.deepStrictEqual(refusal(yield* register(as, twists)), refused)
      }
      assert.deepStrictEqual(yield* passkeys(owner.token), [])
      assert.lengthOf(yield* passkeys(developer.token), 1)
    })
  )

  it.effect("passkey registration looks at the credential's shape before anything is decoded", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const answerTo = Effect.fnUntraced(function* (change: (credential: any) => void) {
        const credential: any = new SoftAuthenticator().create(yield* beginning(developer.token))
        change(credential)
        return refusal(yield* create(developer.token, credential))
      })
      const changes: ReadonlyArray<(credential: any) => void> = [
        (credential) => delete credential.response,
        (credential) => (credential.response = []),
        (credential) => (credential.type = "password"),
        (credential) => (credential.rawId = "AAAA"),
        (credential) => (credential.id = credential.rawId = "AAAA"),
        (credential) => (credential.id = credential.rawId = "A".repeat(2000)),
        (credential) => (credential.response.clientDataJSON = { toString: "x" }),
        (credential) => (credential.response.clientDataJSON = Buffer.from("[".repeat(6000)).toString("base64url")),
        (credential) => (credential.response.clientDataJSON = Buffer.from("null").toString("base64url")),
        (credential) => (credential.response.attestationObject = ""),
        (credential) => (credential.response.attestationObject = "A".repeat(1_000_000)),
        // Lists within lists, and a list that claims four thousand million entries.
        (credential) => (credential.response.attestationObject = Buffer.alloc(12_000, 0x81).toString("base64url")),
        (credential) =>
          (credential.response.attestationObject = Buffer.from("9affffffff", "hex").toString("base64url")),
        (credential) => (credential.response.transports = "usb"),
        (credential) => (credential.response.transports = Array.from({ length: 1000 }, () => "usb"))
      ]
      for (const change of changes) assert.deepStrictEqual(yield* answerTo(change), refused)
      yield* beginning(developer.token)
      const deep = `{"name":"Deep","credential":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`
      assert.deepStrictEqual(
        refusal(yield* call("POST", "/api/auth/passkeys", { as: developer.token, body: deep })),
        // Its depth is counted before it is parsed.
        [400, "validation_error", { field: "body", rule: "too_large" }]
      )
      assert.deepStrictEqual(yield* passkeys(developer.token), [])
    })
  )

  it.effect("passkey registration wants a name and an object", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const send = (body: unknown): Effect.Effect<ReadonlyArray<unknown>, never, any> =>
        Effect.map(call("POST", "/api/auth/passkeys", { as: developer.token, body }), (answer: Answer) =>
          refusal(answer)
        )
      assert.deepStrictEqual(yield* send({ credential: {} }), invalid("name", "required"))
      assert.deepStrictEqual(yield* send({ name: "  ", credential: {} }), invalid("name", "too_short"))
      assert.deepStrictEqual(yield* send({ name: "x".repeat(81), credential: {} }), invalid("name", "too_long"))
      assert.deepStrictEqual(yield* send({ name: "x" }), invalid("credential", "required"))
      for (const credential of [null, "text", 1, []]) {
        assert.deepStrictEqual(yield* send({ name: "x", credential }), invalid("credential", "type"))
      }
      assert.deepStrictEqual(
        yield* send({ name: "x", credential: {}, transports: [] }),
        invalid("transports", "unknown")
      )
    })
  )
})

layer(testApp({ consoleOrigin: "http://console.localhost:8787" }), { timeout: "60 seconds" })(
  "passkeys of a console elsewhere",
  (it) => {
    it.effect("passkey registration takes pages of the portal and of the console, and of no other", () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        for (const [origin, status] of [
          ["http://localhost:8787", 201],
          ["http://console.localhost:8787", 201],
          ["http://127.0.0.1:8787", 400]
        ] as const) {
          assert.strictEqual((yield* register(developer.token, { origin })).status, status, origin)
        }
      })
    )
  }
)
