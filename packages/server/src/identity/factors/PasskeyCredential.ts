import { Schema } from "effect"

/** The longest credential id is 1023 bytes. */
const idLength = 1364

const Base64Url = (max: number) => Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]+$/), Schema.isMaxLength(max))

const Identified = { id: Base64Url(idLength), rawId: Base64Url(idLength), type: Schema.Literal("public-key") }

/** What a browser may name as the ways to reach an authenticator; other words are not kept. */
const transports = ["ble", "hybrid", "internal", "nfc", "usb"] as const
export const Transport = Schema.Literals(transports)
export type Transport = typeof Transport.Type

/** Those of the named ways that are known. */
export const knownTransports = (named: ReadonlyArray<unknown>): ReadonlyArray<Transport> =>
  transports.filter((transport) => named.includes(transport))

/** WebAuthn's JSON form of a new credential, as far as it is read. The bounds are far above what authenticators send. */
export const NewCredential = Schema.Struct({
  ...Identified,
  response: Schema.Struct({
    clientDataJSON: Base64Url(8192),
    attestationObject: Base64Url(16_384),
    transports: Schema.optionalKey(Schema.Array(Schema.Unknown).check(Schema.isMaxLength(20)))
  })
})

/** WebAuthn's JSON form of an assertion, as far as it is read. */
export const Assertion = Schema.Struct({
  ...Identified,
  response: Schema.Struct({
    clientDataJSON: Base64Url(8192),
    authenticatorData: Base64Url(8192),
    signature: Base64Url(4096),
    /** At most 64 bytes. */
    userHandle: Schema.optionalKey(Schema.NullOr(Base64Url(86)))
  })
})
