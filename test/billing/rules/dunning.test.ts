import { assert, describe, it } from "@effect/vitest"
import { dayOf, plusDays } from "@fleet/server/billing/rules/calendar"
import { dunningAt, type Owed, stepAt } from "@fleet/server/billing/rules/dunning"
import { DateTime } from "effect"
import { randomOf } from "./random.ts"

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const ms = (text: string) => Date.parse(text)
const owed = (dayZero: string, rest: Partial<Owed> = {}): Owed => ({
  dayZero,
  tried: true,
  lastTryAt: null,
  pending: false,
  ...rest
})

/** What a server does that looks at the given moments. Each retry is declined at once. */
const run = (first: Owed, looks: ReadonlyArray<number>) => {
  let lastTryAt = first.lastTryAt
  const retries: Array<number> = []
  for (const now of looks) {
    const { lock, retry } = dunningAt({ ...first, lastTryAt }, now)
    if (lock) return { retries, lockedAt: now }
    if (!retry) continue
    retries.push(now)
    lastTryAt = now
  }
  return { retries, lockedAt: null }
}

describe("dunning", () => {
  it("steps lie in the morning of the Berlin days 3, 7 and 14, over both changes of clocks", () => {
    for (const [dayZero, hours] of [
      ["2026-01-10", ["08", "08", "08"]],
      ["2026-03-26", ["07", "07", "07"]],
      ["2026-03-24", ["08", "07", "07"]],
      ["2026-10-22", ["08", "08", "08"]],
      ["2026-10-20", ["07", "08", "08"]]
    ] as const) {
      const steps = [3, 7, 14].map((days) => new Date(stepAt(dayZero, days)).toISOString())
      assert.deepStrictEqual(
        steps,
        [3, 7, 14].map((days, at) => `${plusDays(dayZero, days)}T${hours[at]}:00:00.000Z`),
        dayZero
      )
    }
  })

  it("a step is due at its moment, not a millisecond before", () => {
    const first = ms("2026-01-13T08:00:00Z")
    const at = (now: number, rest: Partial<Owed> = {}) => dunningAt(owed("2026-01-10", rest), now)
    assert.deepInclude(at(first - 1), { retry: false, lock: false, nextRetryAt: first, nextAt: first })
    assert.deepInclude(at(first), { retry: true, lock: false, nextRetryAt: ms("2026-01-17T08:00:00Z") })
    assert.deepInclude(at(first, { lastTryAt: first }), { retry: false, nextAt: ms("2026-01-17T08:00:00Z") })
    assert.deepInclude(at(first, { lastTryAt: first - 1 }), { retry: true })
    const lockAt = ms("2026-01-24T08:00:00Z")
    const tried = { lastTryAt: ms("2026-01-17T08:00:00Z") }
    assert.deepInclude(at(lockAt - 1, tried), { lock: false, lockAt, nextRetryAt: null, nextAt: lockAt })
    assert.deepInclude(at(lockAt, tried), { retry: false, lock: true, lockAt, nextAt: null })
  })

  it("a server that was away runs the latest retry alone, and locks 24 hours after it", () => {
    const back = ms("2026-02-20T12:00:00Z")
    const { lockedAt, retries } = run(owed("2026-01-10"), [back, back + hourMs, back + dayMs - 1, back + dayMs])
    assert.deepStrictEqual(retries, [back])
    assert.strictEqual(lockedAt, back + dayMs)
  })

  it("what is held or charged back is never tried, and locks on day 14", () => {
    const looks = Array.from({ length: 30 * 24 }, (_, hour) => ms("2026-01-10T08:00:00Z") + hour * hourMs)
    assert.deepStrictEqual(run(owed("2026-01-10", { tried: false }), looks), {
      retries: [],
      lockedAt: ms("2026-01-24T08:00:00Z")
    })
    assert.strictEqual(dunningAt(owed("2026-01-10", { tried: false }), looks[0]!).nextRetryAt, null)
  })

  it("a payment that is open takes the place of a retry and puts off the lock", () => {
    const late = ms("2026-01-25T08:00:00Z")
    const waiting = owed("2026-01-10", { pending: true, lastTryAt: ms("2026-01-17T08:00:00Z") })
    assert.deepInclude(dunningAt(waiting, ms("2026-01-13T08:00:00Z")), { retry: false })
    assert.deepInclude(dunningAt(waiting, late), { lock: false, retry: false, nextAt: late + hourMs })
    assert.deepInclude(dunningAt({ ...waiting, pending: false }, late), { lock: true })
  })

  it("over random outages: at most two retries, the latest of those missed, and a lock not before its day or 24 hours", () => {
    const random = randomOf(14)
    for (let turn = 0; turn < 400; turn += 1) {
      const dayZero = plusDays("2026-01-01", random.below(1000))
      const begin = DateTime.toEpochMillis(DateTime.makeUnsafe(`${dayZero}T12:00:00Z`))
      const looks: Array<number> = []
      for (
        let now = begin;
        now < begin + 60 * dayMs;
        now += random.below(12) === 0 ? random.below(20) * dayMs + 1 : 1 + random.below(8 * hourMs)
      )
        looks.push(now)
      const { lockedAt, retries } = run(owed(dayZero, { lastTryAt: begin - 1 }), looks)
      const story = JSON.stringify({ turn, dayZero, retries, lockedAt })
      const due = [stepAt(dayZero, 3), stepAt(dayZero, 7)]
      const firstAfter = (moment: number) => looks.find((look) => look >= moment)
      const expected = [...new Set(due.map(firstAfter))]
      assert.deepStrictEqual<unknown>(retries, expected, story)
      const lockAt = Math.max(stepAt(dayZero, 14), retries.at(-1)! + dayMs)
      assert.strictEqual(lockedAt, firstAfter(lockAt) ?? null, story)
      assert.isAtLeast(dayOf(DateTime.makeUnsafe(lockedAt!)) >= plusDays(dayZero, 14) ? 1 : 0, 1, story)
    }
  })

  it("what is next is always ahead, until nothing is left but the lock", () => {
    const random = randomOf(3)
    for (let turn = 0; turn < 2000; turn += 1) {
      const now = ms("2026-01-10T00:00:00Z") + random.below(30 * 24) * hourMs
      const lastTryAt = random.of([null, now - random.below(20 * 24) * hourMs])
      const state = owed("2026-01-10", {
        tried: random.of([true, false]),
        pending: random.of([true, false]),
        lastTryAt
      })
      const { lock, lockAt, nextAt } = dunningAt(state, now)
      assert.isTrue(nextAt === null ? lock : nextAt > now, JSON.stringify({ state, now, nextAt }))
      assert.isAtLeast(lockAt, stepAt("2026-01-10", 14))
    }
  })
})
