import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto"
import { type Attestation, none } from "./attestations.ts"
import { type Cbor, cbor, EdDSA, ES384, RS256 } from "./cose.ts"
import { rsaKeyPair } from "./rsaKeys.ts"

const keyPair = (algorithm: number) => {
  if (algorithm === EdDSA) return generateKeyPairSync("ed25519")
  if (algorithm === RS256) return rsaKeyPair()
  return generateKeyPairSync("ec", { namedCurve: algorithm === ES384 ? "P-384" : "P-256" })
}

const numbered = (...entries: ReadonlyArray<readonly [number, Cbor]>): ReadonlyMap<number, Cbor> => new Map(entries)

const coseKey = (algorithm: number, publicKey: KeyObject): ReadonlyMap<number, Cbor> => {
  const { e, n, x, y } = publicKey.export({ format: "jwk" })
  const bytes = (text: string | undefined) => Buffer.from(text!, "base64url")
  if (algorithm === EdDSA) return numbered([1, 1], [3, EdDSA], [-1, 6], [-2, bytes(x)])
  if (algorithm === RS256) return numbered([1, 3], [3, RS256], [-1, bytes(n)], [-2, bytes(e)])
  return numbered([1, 2], [3, algorithm], [-1, algorithm === ES384 ? 2 : 1], [-2, bytes(x)], [-3, bytes(y)])
}

/** How a ceremony is bent away from what an honest browser and authenticator do. */
export interface Twists {
  /** The page's. */
  readonly origin?: string
  /** Whether the page stands in another site's frame. */
  readonly crossOrigin?: boolean
  readonly rpId?: string
  readonly challenge?: string
  /** Of the client data. */
  readonly type?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  /** Whether the credential is backed up. */
  readonly synced?: boolean
  readonly counter?: number
  readonly algorithm?: number
  readonly credentialId?: Uint8Array
  readonly attestation?: Attestation
  /** Null: none is sent. */
  readonly userHandle?: Uint8Array | null
  /** Signs with a key that nobody registered. */
  readonly forged?: boolean
}

interface Credential {
  readonly id: Buffer
  readonly algorithm: number
  readonly privateKey: KeyObject
  readonly userHandle: Buffer
  readonly synced: boolean
  counter: number
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")
const sha256 = (data: Uint8Array | string) => createHash("sha256").update(data).digest()
const digestOf = (algorithm: number) => (algorithm === EdDSA ? null : algorithm === ES384 ? "sha384" : "sha256")

/** The origin that the tests' settings give the portal. */
export const portalOrigin = "http://localhost:8787"

const clientData = (type: string, challenge: string, twists: Twists) =>
  Buffer.from(
    JSON.stringify({
      type: twists.type ?? type,
      challenge: twists.challenge ?? challenge,
      origin: twists.origin ?? portalOrigin,
      crossOrigin: twists.crossOrigin ?? false
    })
  )

const authenticatorData = (rpId: string, counter: number, twists: Twists, attested?: Uint8Array) => {
  const { synced = false, userPresent = true, userVerified = true } = twists
  const flags =
    (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (synced ? 0x18 : 0) | (attested === undefined ? 0 : 0x40)
  const rest = Buffer.alloc(5, flags)
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest, ...(attested === undefined ? [] : [attested])])
}

/** What a browser throws when the authenticator has one of the excluded credentials. */
export class AlreadyRegistered extends Error {}

/** An authenticator and the browser before it, in software: answers WebAuthn's JSON forms with their JSON forms. */
export class SoftAuthenticator {
  readonly #credentials: Array<Credential> = []
  readonly #counts: boolean

  /** `counts`: whether its counters go up; those of synced passkeys stay 0. */
  constructor({ counts = false }: { readonly counts?: boolean } = {}) {
    this.#counts = counts
  }

  create(options: any, twists: Twists = {}) {
    const excluded: ReadonlyArray<string> = options.excludeCredentials.map(({ id }: { id: string }) => id)
    if (this.#credentials.some(({ id }) => excluded.includes(base64url(id)))) throw new AlreadyRegistered()
    const offered: ReadonlyArray<number> = options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg)
    const algorithm = twists.algorithm ?? offered[0]!
    const { privateKey, publicKey } = keyPair(algorithm) as { privateKey: KeyObject; publicKey: KeyObject }
    const id = Buffer.from(twists.credentialId ?? randomBytes(16))
    const counter = twists.counter ?? (this.#counts ? 1 : 0)
    const userHandle = Buffer.from(options.user.id, "base64url")
    this.#credentials.push({ id, algorithm, privateKey, userHandle, counter, synced: twists.synced === true })

    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, id, cbor(coseKey(algorithm, publicKey))])
    const authData = authenticatorData(twists.rpId ?? options.rp.id, counter, twists, attested)
    const data = clientData("webauthn.create", options.challenge, twists)
    const signed = Buffer.concat([authData, sha256(data)])
    const { attStmt, fmt } = (twists.attestation ?? none)(signed, () => sign(digestOf(algorithm), signed, privateKey))
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ["fmt", fmt],
        ["attStmt", attStmt],
        ["authData", authData]
      ])
    )
    return {
      id: base64url(id),
      rawId: base64url(id),
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: { credProps: { rk: true } },
      response: {
        clientDataJSON: base64url(data),
        attestationObject: base64url(attestationObject),
        transports: ["internal", "hybrid", "telepathy"]
      }
    }
  }

  /** Answers with the newest of its credentials that the options allow. */
  get(options: any, twists: Twists = {}) {
    const allowed: ReadonlyArray<string> | undefined = options.allowCredentials?.map(({ id }: { id: string }) => id)
    const credential = this.#credentials.findLast(({ id }) => allowed?.includes(base64url(id)) ?? true)!
    if (this.#counts) credential.counter += 1
    const counter = twists.counter ?? credential.counter
    const authData = authenticatorData(twists.rpId ?? options.rpId, counter, { synced: credential.synced, ...twists })
    const data = clientData("webauthn.get", options.challenge, twists)
    const key = twists.forged === true ? (keyPair(credential.algorithm).privateKey as KeyObject) : credential.privateKey
    const signature = sign(digestOf(credential.algorithm), Buffer.concat([authData, sha256(data)]), key)
    const handle = twists.userHandle === undefined ? credential.userHandle : twists.userHandle
    return {
      id: base64url(credential.id),
      rawId: base64url(credential.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(handle === null ? {} : { userHandle: base64url(handle) })
      }
    }
  }
}
