import { assert, describe, it } from "@effect/vitest"
import type { Caller } from "@fleet/domain/Caller"
import type { AppId, OrgId } from "@fleet/domain/Ids"
import { Nodes } from "@fleet/server/platform/nodes/Nodes"
import { RequestCount } from "@fleet/server/platform/http/RequestCount"
import { countRequests } from "@fleet/server/plans/countRequests"
import { UsageCounters } from "@fleet/server/plans/UsageCounters"
import { type UsageCount, UsageCounterStore } from "@fleet/server/plans/UsageCounterStore"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

const org = "00000000-0000-4000-8000-000000000001" as OrgId
const app = "00000000-0000-4000-8000-000000000002" as AppId
const dayMs = 86_400_000

const aTable = () => {
  const rows = new Map<string, UsageCount>()
  const store = Layer.mock(UsageCounterStore, {
    put: (counts) =>
      Effect.sync(() => {
        for (const each of counts) rows.set(`${each.appId} ${each.metric} ${each.day} ${each.boot}`, each)
      })
  })
  const sums = () => {
    const found: Record<string, number> = {}
    for (const { appId, day, value } of rows.values())
      found[`${day} ${appId}`] = (found[`${day} ${appId}`] ?? 0) + value
    return found
  }
  return {
    sums,
    counting: countRequests.pipe(Layer.provideMerge(UsageCounters.layer), Layer.provide([store, Nodes.alone]))
  }
}

describe("counters of use", () => {
  it.effect("requests are counted by the app of their caller, none that is answered 429 or by a fault", () => {
    const { counting, sums } = aTable()
    return Effect.gen(function* () {
      const { answered } = yield* RequestCount
      const developer = { kind: "developer", orgId: org } as Caller
      const key = { kind: "server_key", orgId: org, appId: app } as Caller
      for (const status of [200, 204, 302, 400, 401, 404, 428, 429, 430, 499, 500, 503, 599]) {
        answered(developer, status)
        if (status !== 200) answered(key, status)
      }
      yield* (yield* UsageCounters).flush
      assert.deepStrictEqual(sums(), { "1970-01-01 null": 9, [`1970-01-01 ${app}`]: 8 })
    }).pipe(Effect.provide(counting))
  })

  it.effect("a span is counted on the UTC days on which it passed, to the millisecond", () => {
    const { counting, sums } = aTable()
    return Effect.gen(function* () {
      const { addSpan, flush } = yield* UsageCounters
      addSpan(org, null, "robot_online_ms", dayMs - 1.5, dayMs + 0.2)
      addSpan(org, null, "robot_online_ms", dayMs + 0.2, 3 * dayMs + 7)
      addSpan(org, null, "robot_online_ms", 100, 50)
      yield* flush
      const expected = {
        "1970-01-01 null": 2,
        "1970-01-02 null": dayMs,
        "1970-01-03 null": dayMs,
        "1970-01-04 null": 7
      }
      assert.deepStrictEqual(sums(), expected)
    }).pipe(Effect.provide(counting))
  })

  it.effect("a day that is counted again, since the clock was set back, loses nothing of what it had", () => {
    const { counting, sums } = aTable()
    return Effect.gen(function* () {
      const { add, flush } = yield* UsageCounters
      add(org, null, "api_calls", 5)
      yield* flush
      yield* TestClock.setTime(dayMs)
      yield* flush
      yield* TestClock.setTime(dayMs - 1000)
      add(org, null, "api_calls", 2)
      yield* flush
      assert.deepStrictEqual(sums(), { "1970-01-01 null": 7 })
    }).pipe(Effect.provide(counting))
  })

  it.effect("nothing is kept of days that are over and written", () => {
    const { counting } = aTable()
    return Effect.gen(function* () {
      const { add, flush, size } = yield* UsageCounters
      for (let day = 0; day < 5; day++) {
        for (const appId of [app, null]) add(org, appId, "api_calls", 1)
        yield* TestClock.adjust("1 day")
        assert.strictEqual(size(), 2)
        yield* flush
        assert.strictEqual(size(), 0)
      }
    }).pipe(Effect.provide(counting))
  })
})
