import { assert, describe, it } from "@effect/vitest"
import {
  afterSilence,
  type AttemptStatus,
  isEnded,
  raised,
  ranks,
  resendMs
} from "@fleet/server/billing/rules/attempts"

const statuses = Object.keys(ranks) as Array<AttemptStatus>
const words = [
  "open",
  "pending",
  "authorized",
  "paid",
  "failed",
  "canceled",
  "expired",
  "settled",
  "",
  "lost",
  "created",
  "constructor"
]

describe("attempts", () => {
  it("a rank never falls, whatever the provider says in whatever order", () => {
    for (const status of statuses) {
      for (const word of words) assert.isAtLeast(ranks[raised(status, word)], ranks[status], `${status} then ${word}`)
    }
  })

  it("what has ended ends no other way, but that money came after all", () => {
    for (const status of statuses.filter((status) => isEnded({ status }))) {
      for (const word of words)
        assert.strictEqual(raised(status, word), word === "paid" ? "paid" : status, `${status} then ${word}`)
    }
  })

  it("an unknown word changes nothing, and authorized pends", () => {
    for (const status of statuses) {
      for (const word of ["settled", "", "lost", "created", "constructor"])
        assert.strictEqual(raised(status, word), status)
    }
    assert.strictEqual(raised("created", "authorized"), "pending")
    assert.strictEqual(raised("unknown", "open"), "open")
  })

  it("a request is sent again for less than 55 minutes", () => {
    assert.strictEqual(afterSilence(1000, 1000 + resendMs - 1), "resend")
    assert.strictEqual(afterSilence(1000, 1000 + resendMs), "look_up")
    assert.strictEqual(resendMs, 3_300_000)
  })
})
