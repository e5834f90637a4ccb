import { generateSecret, verifySync } from "otplib"

/** Seconds of a time step; the step before and the one after are accepted too. */
const period = 30
const sixDigits = /^[0-9]{6}$/

/** 20 random bytes in base32. */
export const mintTotpSecret = (): string => generateSecret({ length: 20 })

/**
 * The time step that a code of SHA-1, 6 digits and 30 seconds is right for, at most one step from that of `nowMs`; null
 * where it is right for none.
 */
export const stepOf = (secret: string, code: string, nowMs: number): number | null => {
  if (!sixDigits.test(code)) return null
  const result = verifySync({ secret, token: code, epoch: Math.floor(nowMs / 1000), period, epochTolerance: period })
  return result.valid && "timeStep" in result ? result.timeStep : null
}

/** What an authenticator app reads from a picture. A colon parts issuer and account, so neither may have one. */
export const otpauthUrl = (secret: string, names: { readonly issuer: string; readonly account: string }): string => {
  const [issuer, account] = [names.issuer, names.account].map((name) =>
    encodeURIComponent(name.toWellFormed().replaceAll(":", " "))
  )
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}&algorithm=SHA1&digits=6&period=${period}`
}
