import { assert, describe, it } from "@effect/vitest"
import { type DatapointEntry, stalePeriod } from "../../packages/console/src/features/live/liveDocument.ts"

const entry = (type: string, periodMs?: number) => ({ type, periodMs }) as DatapointEntry

describe("the age at which a live value is old", () => {
  it("is that of its rate, where it comes at one", () => {
    assert.strictEqual(stalePeriod(entry("std_msgs/msg/Float32", 200)), 200)
    assert.isUndefined(stalePeriod(entry("std_msgs/msg/Float32")))
  })

  it("is never, for what is sent when it changes: a throttle says how often at most", () => {
    assert.isNull(stalePeriod(entry("std_msgs/msg/Bool")))
    assert.isNull(stalePeriod(entry("std_msgs/msg/Bool", 1000)))
  })
})
