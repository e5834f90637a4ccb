import { createHash } from "node:crypto"

/** The S256 code challenge of a verifier (RFC 7636). */
export const codeChallenge = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url")
