import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { rowWindow } from "../../packages/console/src/kit/rowWindow.ts"

const Int = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

describe("the rows of a long list that are in the document", () => {
  it.prop(
    "are all that can be seen, and few beyond",
    [Schema.Struct({ count: Int(0, 5000), rowHeight: Int(20, 60), top: Int(-2000, 400_000), height: Int(200, 3000) })],
    ([list]) => {
      const { count, height, rowHeight, top } = list
      const { end, first } = rowWindow(list)
      assert.isTrue(first >= 0 && first <= end && end <= count)
      const seenFirst = Math.max(0, Math.floor(top / rowHeight))
      const seenLast = Math.min(count - 1, Math.floor((top + height - 1) / rowHeight))
      if (seenFirst <= seenLast) assert.isTrue(first <= seenFirst && end > seenLast)
      assert.isAtMost(end - first, height / rowHeight + 2 * 12 + 2 * 8 + 2)
    }
  )

  it("stay the same while a few rows pass", () => {
    const at = (top: number) => rowWindow({ count: 1000, rowHeight: 40, top, height: 800 })
    assert.deepStrictEqual(at(40 * 100), at(40 * 101))
    assert.notDeepEqual(at(40 * 100), at(40 * 110))
  })
})
