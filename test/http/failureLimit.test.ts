import { assert, describe, it } from "@effect/vitest"
import { FailureLimit } from "@fleet/server/http/FailureLimit"

const minute = 60_000
const hour = 60 * minute

describe("a limit on failures", () => {
  it("bars after so many within its window, until the oldest of them is out of it", () => {
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

  it("bars for no longer than its window where the clock is set back", () => {
    const failures = new FailureLimit(3, minute)
    for (const after of [0, 1000, 2000]) failures.failed("a", hour + after)
    assert.strictEqual(failures.barredForMs("a", 0), minute)
    assert.strictEqual(failures.barredForMs("a", 1000), minute - 1000)
    assert.isNull(failures.barredForMs("a", minute))
  })
})
