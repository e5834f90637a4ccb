import { Data, Effect, type Option, Schema } from "effect"
import { Assertion, knownTransports, NewCredential, type Transport } from "./PasskeyCredential.ts"

/** The library is loaded at the first ceremony: it has some 250 modules, a tenth of what a start loads. */
export const loadWebAuthn = () => import("@simplewebauthn/server")
const loadHelpers = () => import("@simplewebauthn/server/helpers")
type Helpers = Awaited<ReturnType<typeof loadHelpers>>

/** ES256, EdDSA and RS256, in this order of preference. */
export const algorithms = [-7, -8, -257] as const

/** Whom passkeys are for: the domain they belong to, and the origins of the pages that may ask for them. */
export interface RelyingParty {
  readonly rpID: string
  readonly origins: ReadonlyArray<string>
}

/** A ceremony that does not verify, for any reason. */
export class NotVerified extends Data.TaggedError("NotVerified") {}

/** What is kept of a passkey. */
export interface NewPasskey {
  readonly credential_id: string
  readonly public_key: Uint8Array
  readonly counter: number
  readonly transports: ReadonlyArray<Transport>
  readonly synced: boolean
}

/** What is known of a passkey before it is used. */
export interface KnownPasskey {
  readonly credential_id: string
  readonly public_key: Uint8Array
  readonly counter: number
  readonly userHandle: Uint8Array
}

/** The library answers a mistaken ceremony with exceptions of any kind. */
const verified = <A>(verify: () => Promise<A | undefined>) =>
  Effect.filterOrFail(
    Effect.tryPromise({ try: verify, catch: () => new NotVerified() }),
    (result): result is NonNullable<typeof result> => result !== undefined,
    () => new NotVerified()
  )

/**
 * Browsers strip the attestation when none is asked for, or leave a signature by the passkey itself. Anything else would
 * have the library follow certificates, and fetch addresses that they name.
 */
const isUnattested = ({ decodeAttestationObject, isoBase64URL }: Helpers, attestationObject: string): boolean => {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get("fmt")
  return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined)
}

/** Whether the page that asked stood in a frame of another site; ours never do. */
const isFramed = ({ decodeClientDataJSON }: Helpers, clientDataJSON: string): boolean =>
  decodeClientDataJSON(clientDataJSON).crossOrigin === true

/** The passkey that a registration makes. */
export const verifyRegistration = Effect.fnUntraced(function* (
  { origins, rpID }: RelyingParty,
  challenge: string,
  credential: unknown
) {
  const { id, rawId, response, type } = yield* Schema.decodeUnknownEffect(NewCredential)(credential)
  const { attestationObject, clientDataJSON } = response
  const transports = knownTransports(response.transports ?? [])
  return yield* verified(async (): Promise<NewPasskey | undefined> => {
    const helpers = await loadHelpers()
    if (isFramed(helpers, clientDataJSON) || !isUnattested(helpers, attestationObject)) return undefined
    const { verifyRegistrationResponse } = await loadWebAuthn()
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpID,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms]
    })
    if (registrationInfo === undefined || registrationInfo.credential.id !== id) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports,
      synced: credentialBackedUp
    }
  })
})

const sameBytes = (handle: string, bytes: Uint8Array) => Buffer.from(handle, "base64url").equals(bytes)

/** The passkey that signed, with its counter now. Refused when a counter above 0 did not go up. */
export const verifyAssertion = Effect.fnUntraced(function* <Passkey extends KnownPasskey>(
  { origins, rpID }: RelyingParty,
  challenge: string,
  credential: unknown,
  find: (credentialId: string) => Effect.Effect<Option.Option<Passkey>>
) {
  const { id, rawId, response, type } = yield* Schema.decodeUnknownEffect(Assertion)(credential)
  const { authenticatorData, clientDataJSON, signature, userHandle } = response
  const passkey = yield* Effect.fromOption(yield* find(id))
  if (typeof userHandle === "string" && !sameBytes(userHandle, passkey.userHandle)) return yield* new NotVerified()
  return yield* verified(async () => {
    if (isFramed(await loadHelpers(), clientDataJSON)) return undefined
    const { verifyAuthenticationResponse } = await loadWebAuthn()
    const { authenticationInfo, verified } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {}
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(passkey.public_key), counter: passkey.counter }
    })
    if (!verified) return undefined
    return { passkey, counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
  })
})
