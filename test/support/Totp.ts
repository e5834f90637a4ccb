import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

export const toBase32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)]).join("")
}

export const fromBase32 = (text: string): Uint8Array => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

/** What an authenticator app shows in a time step: RFC 6238 with SHA-1, 6 digits and 30 seconds, as the RFC writes it. */
export const codeInStep = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest()
  const truncated = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7fffffff
  return String(truncated % 1_000_000).padStart(6, "0")
}

/** The step of a test's clock. */
export const currentStep = Effect.map(Clock.currentTimeMillis, (now) => Math.floor(now / 30_000))

/** The code of now, or of some steps later. */
export const codeNow = (secret: string, later = 0) =>
  Effect.map(currentStep, (step) => codeInStep(secret, step + later))

/** A code that was not spent yet: lets the test's clock go on by a step first. */
export const nextCode = (secret: string) => Effect.andThen(TestClock.adjust("30 seconds"), codeNow(secret))

/** Six digits that are right in none of the steps around now. */
export const wrongCode = Effect.fnUntraced(function* (secret: string) {
  const step = yield* currentStep
  const right = [-2, -1, 0, 1, 2].map((later) => codeInStep(secret, Math.max(0, step + later)))
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !right.includes(code))!
})
