import { assert, describe, it } from "@effect/vitest"
import { Transport, knownTransports } from "@fleet/server/identity/factors/PasskeyCredential"
import { NotVerified, verifyAssertion, verifyRegistration } from "@fleet/server/identity/factors/PasskeyCeremony"
import { isoCBOR } from "@simplewebauthn/server/helpers"
import { Effect, Option, Schema } from "effect"
import { cbor, EdDSA } from "../../support/cose.ts"
import { portalOrigin, SoftAuthenticator } from "../../support/SoftAuthenticator.ts"

const party = { rpID: "localhost", origins: [portalOrigin] }
const challenge = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
const options = {
  challenge,
  rp: { id: "localhost" },
  user: { id: "AAAA" },
  // Its signatures have one encoding: no bit of them may be turned over.
  pubKeyCredParams: [{ alg: EdDSA }],
  excludeCredentials: []
}
const assertionOptions = { challenge, rpId: "localhost" }

const authenticator = new SoftAuthenticator()
const created = authenticator.create(options)
const asserted = authenticator.get(assertionOptions)

const registered = (credential: unknown) => verifyRegistration(party, challenge, credential)
const registeredKey = Effect.cached(Effect.orDie(registered(created)))
const signedIn = Effect.fnUntraced(function* (credential: unknown) {
  const { credential_id, public_key } = yield* yield* registeredKey
  const known = { credential_id, public_key, counter: 0, userHandle: Buffer.from("AAAA", "base64url") }
  return yield* verifyAssertion(party, challenge, credential, () => Effect.succeed(Option.some(known)))
})

/** Refused in the ordinary way: a defect would fail the test. */
const refuses = Effect.fnUntraced(function* <A, E>(verifying: Effect.Effect<A, E>) {
  yield* Effect.flip(verifying)
})

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")
const Bytes = Schema.Uint8Array.check(Schema.isMaxLength(600))
const Position = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))
const Bit = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 7 }))

/** The bytes with one bit turned over. */
const turned = (text: string, position: number, bit: number) => {
  const bytes = Buffer.from(text, "base64url")
  bytes[position % bytes.length]! ^= 1 << bit
  return base64url(bytes)
}

describe("a credential", () => {
  it.effect("a credential verifies as it was made", () =>
    Effect.gen(function* () {
      const { counter, credential_id, synced, transports } = yield* registered(created)
      assert.deepStrictEqual(
        { counter, credential_id, synced, transports },
        { counter: 0, credential_id: created.id, synced: false, transports: ["hybrid", "internal"] }
      )
      assert.strictEqual((yield* signedIn(asserted)).counter, 0)
    })
  )

  it.effect.prop("a credential of any JSON is refused", [Schema.Json], ([credential]) =>
    Effect.andThen(refuses(registered(credential)), refuses(signedIn(credential)))
  )

  it.effect.prop("a credential of any bytes is refused", [Bytes, Bytes, Bytes], ([first, second, third]) =>
    Effect.gen(function* () {
      const response = { attestationObject: base64url(first), clientDataJSON: base64url(second) }
      yield* refuses(registered({ ...created, response }))
      yield* refuses(registered({ ...created, response: { ...created.response, attestationObject: base64url(first) } }))
      const assertion = { authenticatorData: base64url(first), signature: base64url(third) }
      yield* refuses(signedIn({ ...asserted, response: { ...asserted.response, ...assertion } }))
    })
  )

  it.effect.prop(
    "a credential with any one bit of the client data turned over is refused",
    [Position, Bit],
    ([position, bit]) =>
      Effect.gen(function* () {
        const clientDataJSON = turned(asserted.response.clientDataJSON, position, bit)
        yield* refuses(signedIn({ ...asserted, response: { ...asserted.response, clientDataJSON } }))
      })
  )

  it.effect.prop(
    "a credential with any one bit of what was signed turned over is refused",
    [Position, Bit],
    ([position, bit]) =>
      Effect.gen(function* () {
        const authenticatorData = turned(asserted.response.authenticatorData, position, bit)
        yield* refuses(signedIn({ ...asserted, response: { ...asserted.response, authenticatorData } }))
        const signature = turned(asserted.response.signature, position, bit)
        yield* refuses(signedIn({ ...asserted, response: { ...asserted.response, signature } }))
      })
  )

  it.effect("a credential is refused where the library fails", () =>
    Effect.gen(function* () {
      const response = { ...created.response, attestationObject: base64url(cbor(["not", "a", "map"])) }
      assert.instanceOf(yield* Effect.flip(registered({ ...created, response })), NotVerified)
    })
  )
})

describe("the ways to reach an authenticator", () => {
  const Named = Schema.Array(Schema.Union([Transport, Schema.Json])).check(Schema.isMaxLength(12))
  it.prop("the ways to reach an authenticator are the known ones among those named, each once", [Named], ([named]) => {
    const known = knownTransports(named)
    assert.isTrue(known.every(Schema.is(Transport)) && known.every((transport) => named.includes(transport)))
    assert.strictEqual(new Set(known).size, known.length)
    assert.isTrue(named.filter(Schema.is(Transport)).every((transport) => known.includes(transport)))
  })
})

describe("the tests' CBOR", () => {
  const Whole = Schema.Int.check(Schema.isBetween({ minimum: -4_294_967_296, maximum: 4_294_967_295 }))
  const Leaf = Schema.Union([Whole, Schema.String, Schema.Boolean])
  it.prop("the tests' CBOR is read back by the library", [Schema.Array(Leaf), Bytes], ([list, bytes]) => {
    const value = new Map<number | string, any>([
      ["list", list.map((leaf) => (typeof leaf === "string" ? leaf.toWellFormed() : leaf))],
      [-1, bytes]
    ])
    assert.deepStrictEqual<unknown>(isoCBOR.decodeFirst(Uint8Array.from(cbor(value))), value)
  })
})
