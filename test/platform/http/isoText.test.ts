import { assert, describe, it } from "@effect/vitest"
import { lastEpochMs } from "@fleet/domain/Wire"
import { makeIsoText } from "@fleet/server/platform/http/isoText"
import { Schema } from "effect"

const Moment = Schema.Int.check(Schema.isBetween({ minimum: -lastEpochMs, maximum: lastEpochMs }))

describe("moments as text", () => {
  it.prop("are what Date writes, whatever the moment and the ones before it", [Schema.Array(Moment)], ([moments]) => {
    const isoText = makeIsoText()
    for (const moment of [...moments, ...moments]) assert.strictEqual(isoText(moment), new Date(moment).toISOString())
  })

  it("are what Date writes around the ends of days and years", () => {
    const isoText = makeIsoText()
    for (const end of ["1970-01-01", "2024-03-01", "2026-12-31", "9999-12-31"].map((day) => Date.parse(day))) {
      for (const moment of [end - 1, end, end + 1, end + 86_399_999]) {
        assert.strictEqual(isoText(moment), new Date(moment).toISOString())
      }
    }
  })
})
