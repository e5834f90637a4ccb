import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto"

/** More than any test holds at once. */
const kept = 8

const made: Array<KeyPairKeyObjectResult> = []
let next = 0

/**
 * An RSA key of 2048 bits, another one than the seven before it. To make one takes a quarter of a second of processor time: a
 * process makes eight, and hands them out by turns.
 */
export const rsaKeyPair = (): KeyPairKeyObjectResult => {
  const at = next++ % kept
  return (made[at] ??= generateKeyPairSync("rsa", { modulusLength: 2048 }))
}
