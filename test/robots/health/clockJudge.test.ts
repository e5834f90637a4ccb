import { assert, describe, it } from "@effect/vitest"
import { ClockJudge } from "@fleet/server/robots/datapoints/ClockJudge"

const nowMs = Date.UTC(2026, 0, 1)
const year = 365 * 86_400_000

const judged = (timestampMs: number): ClockJudge => {
  const clock = new ClockJudge()
  clock.stamped(timestampMs, nowMs)
  return clock
}

describe("the judge of a clock", () => {
  it.each([
    ["just within the bound behind", nowMs - 300_000, false],
    ["just over it", nowMs - 300_001, true],
    ["just within the bound ahead", nowMs + 5_000, false],
    ["just over it", nowMs + 5_001, true]
  ])("the judge of a clock that is %s", (_, timestampMs, isOff) => {
    assert.strictEqual(judged(timestampMs).isOff(nowMs), isOff)
  })

  it.each([
    [1_000, "56 years behind"],
    [nowMs - 3 * year, "3 years behind"],
    [nowMs - 40 * 86_400_000, "40 days behind"],
    [nowMs - 2 * 3_600_000, "2 hours behind"],
    [nowMs - 3_600_000, "60 minutes behind"],
    [nowMs + 7_000, "7 seconds ahead of"]
  ])("the judge of a clock says of %d how far that is off", (timestampMs, words) => {
    assert.strictEqual(judged(timestampMs).reason, `The robot's stamps are ${words} the cloud's clock.`)
  })

  it("the judge of a clock keeps its mind while both kinds of stamps come, and when none do", () => {
    const clock = judged(1)
    clock.stamped(nowMs, nowMs)
    assert.isNull(clock.isOff(nowMs))
    assert.isNull(clock.isOff(nowMs + 10_000))
    clock.stamped(nowMs + 10_000, nowMs + 10_000)
    assert.isFalse(clock.isOff(nowMs + 10_000))
  })
})
