import { randomBytes } from "node:crypto"

const alphabet = "abcdefghijklmnopqrstuvwxyz234567"
const length = 10

/** How many are given out at a time. */
const recoveryCodeCount = 10

/** `xxxxx-xxxxx`: the low five bits of each of ten bytes as a letter or digit. */
export const writeRecoveryCode = (bytes: Uint8Array): string => {
  const letters = [...bytes.subarray(0, length)].map((byte) => alphabet[byte & 31]).join("")
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Ten codes of 50 random bits. */
export const mintRecoveryCodes = (): ReadonlyArray<string> => {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(writeRecoveryCode(randomBytes(length)))
  return [...codes]
}

/** The one way a code is compared in: it may be typed in any case. */
export const readRecoveryCode = (code: string): string => code.toLowerCase()
