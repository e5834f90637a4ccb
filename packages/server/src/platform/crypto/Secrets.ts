import { createHash, hash, randomBytes } from "node:crypto"

/** 32 random bytes as 43 base64url characters, after an optional prefix that names the kind of credential. */
export const mintSecret = (prefix = "") => prefix + randomBytes(32).toString("base64url")

/** What is kept of a secret. The secret has 256 random bits, so a plain hash is enough. */
export const hashSecret = (secret: string): Uint8Array => createHash("sha256").update(secret).digest()

/** The same as hexadecimal digits. */
export const hashSecretHex = (secret: string): string => hash("sha256", secret, "hex")

/** How a server key begins. */
export const serverKeyPrefix = "srv_"
