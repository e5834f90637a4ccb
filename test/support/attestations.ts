import { createPrivateKey, sign } from "node:crypto"
import { type Cbor, ES256 } from "./cose.ts"

/** A format and its statement, over the bytes that an attestation signs. `own` signs them with the new key itself. */
export type Attestation = (
  signed: Uint8Array,
  own: () => Uint8Array
) => { readonly fmt: string; readonly attStmt: ReadonlyMap<string, Cbor> }

const statement = (...entries: ReadonlyArray<readonly [string, Cbor]>): ReadonlyMap<string, Cbor> => new Map(entries)

/** What browsers send where no attestation is asked for. */
export const none: Attestation = () => ({ fmt: "none", attStmt: statement() })

/** The new key's own signature. */
export const self: Attestation = (_, own) => ({ fmt: "packed", attStmt: statement(["alg", ES256], ["sig", own()]) })

export const selfForged: Attestation = (_, own) => {
  const sig = Buffer.from(own())
  sig.writeUInt8(sig.readUInt8(sig.length - 1) ^ 1, sig.length - 1)
  return { fmt: "packed", attStmt: statement(["alg", ES256], ["sig", sig]) }
}

export const unknownFormat: Attestation = () => ({ fmt: "compound", attStmt: statement() })

export const noneWithStatement: Attestation = () => ({ fmt: "none", attStmt: statement(["alg", ES256]) })

const makersKey = createPrivateKey({
  key: Buffer.from(
    "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgCE7hwjcwmXEGC9RIWQhtS7ikOwzIw5mAW3LLj32iWZOhRANCAARC+X6+vVHmTrVUH5XBFTQCYIO+7Kyjs7lwgkDh1jTvGJAEhUe7a78fSUV2KQKAjqj/6E/lz+8tFs3LAw8eX3Hm",
    "base64"
  ),
  format: "der",
  type: "pkcs8"
})
const makersCertificate = Buffer.from(
  "MIIB8jCCAZigAwIBAgIURpK0mVEMiyxYBr8KMaioDmNRwIkwCgYIKoZIzj0EAwIwTzELMAkGA1UEBhMCU0UxDTALBgNVBAoMBFRlc3QxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xDTALBgNVBAMMBFRlc3QwIBcNMjYxMTIwMTYyMTQ2WhgPMjEwOTAxMDkxNjIxNDZaME8xCzAJBgNVBAYTAlNFMQ0wCwYDVQQKDARUZXN0MSIwIAYDVQQLDBlBdXRoZW50aWNhdG9yIEF0dGVzdGF0aW9uMQ0wCwYDVQQDDARUZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEQvl+vr1R5k61VB+VwRU0AmCDvuyso7O5cIJA4dY07xiQBIVHu2u/H0lFdikCgI6o/+hP5c/vLRbNywMPHl9x5qNQME4wHQYDVR0OBBYEFGF6uVBOxRbPry9S2SrHiwtprhvmMB8GA1UdIwQYMBaAFGF6uVBOxRbPry9S2SrHiwtprhvmMAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDSAAwRQIgfa0/PEkVpMwkB6WWghUnrQkF1YuUVD6HiDXFWcbIB7cCIQCOT4i3np31g/+drkYNKM9hOqS5G5tgb9ZDVZ0BWJZvpw==",
  "base64"
)

/** A signature by a maker whose certificate the statement carries: right in itself. */
export const certified: Attestation = (signed) => ({
  fmt: "packed",
  attStmt: statement(["alg", ES256], ["sig", sign("sha256", signed, makersKey)], ["x5c", [makersCertificate]])
})
