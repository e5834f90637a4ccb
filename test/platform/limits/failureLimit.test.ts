import { assert, describe, it } from "@effect/vitest"
import { FailureLimit } from "@fleet/server/platform/limits/FailureLimit"

const minute = 60_000
const hour = 60 * minute

describe("a limit on failures", () => {
  it("a limit on failures bars after so many within its window, until the oldest of them is out of it", () => {
    const failures = new FailureLimit(3, minute)
    for (const at of [0, 1000, 2000]) {
      assert.isNull(failures.barredForMs("a", at))
      failures.failed("a", at)
    }
    assert.strictEqual(failures.barredForMs("a", 3000), 57_000)
    assert.isNull(failures.barredForMs("b", 3000))
    assert.isNull(failures.barredForMs("a", minute))
    failures.failed("a", minute)
    assert.strictEqual(failures.barredForMs("a", minute), 1000)
  })

  it("a limit on failures bars for no longer than its window where the clock is set back", () => {
    const failures = new FailureLimit(3, minute)
    for (const after of [0, 1000, 2000]) failures.failed("a", hour + after)
    assert.strictEqual(failures.barredForMs("a", 0), minute)
    assert.strictEqual(failures.barredForMs("a", 1000), minute - 1000)
    assert.isNull(failures.barredForMs("a", minute))
  })

  it("a limit on failures remembers a key for as long as its failures count, and no longer", () => {
    const failures = new FailureLimit(2, minute)
    for (let key = 0; key < 10_000; key++) failures.failed(String(key), hour + (key % 1000))
    assert.strictEqual(failures.size, 10_000)
    failures.failed("late", hour + minute - 1)
    assert.strictEqual(failures.size, 10_001)
    assert.isNull(failures.barredForMs("late", hour + minute + 999))
    assert.strictEqual(failures.size, 1, "the last of them failed a window ago")
    failures.failed("late", hour + 2 * minute - 2)
    assert.strictEqual(failures.barredForMs("late", hour + 2 * minute - 2), 1)
    assert.isNull(failures.barredForMs("late", hour + 4 * minute))
    assert.strictEqual(failures.size, 0)
  })

  it("a limit on failures bars from the limit on, not one before it, and for the newest failures alone", () => {
    const failures = new FailureLimit(3, minute)
    for (let at = 0; at < 2; at++) failures.failed("a", at)
    assert.isNull(failures.barredForMs("a", 2))
    for (let at = 2; at < 10; at++) failures.failed("a", at)
    assert.strictEqual(failures.barredForMs("a", 10), minute - 3)
    assert.isNull(failures.barredForMs("a", minute + 7))
  })
})
