import { assert, describe, it } from "@effect/vitest"
import { AppId, AppUserId, OrgId, RobotId } from "@fleet/domain/Ids"
import { makeGrantCache } from "@fleet/server/access/GrantCache"
import type { Granted } from "@fleet/server/access/Granted"
import { RateLimitStore } from "@fleet/server/platform/limits/RateLimitStore"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { makeShownCodes } from "@fleet/server/identity/app-users/hosted/ShownCodes"
import { makeKeyedSemaphore } from "@fleet/server/platform/limits/KeyedSemaphore"
import { Clock, DateTime, Deferred, Effect, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { recordMaps } from "../support/recordMaps.ts"
import { broadcastNow } from "../support/broadcastNow.ts"

const many = 10_000
const keys = Array.from({ length: many }, (_, index) => `key ${index}`)

const orgId = OrgId.make(randomUUID())
const appId = AppId.make(randomUUID())
const robotId = RobotId.make(randomUUID())
const granted: Granted = {
  robot: { id: robotId, orgId, name: "Rover", createdAt: DateTime.makeUnsafe(0) },
  version: 0,
  confirms: () => false,
  confirmsOnPage: () => false,
  hasNamed: () => true,
  has: () => true,
  any: true,
  capabilities: { action_history: false, assets: false }
}
const users = keys.map(() => ({ orgId, appId, userId: AppUserId.make(randomUUID()), roleId: null }))

/** A cache that counts what it asks for. */
const aCache = Effect.gen(function* () {
  const asked = { times: 0 }
  const read = () => Effect.sync(() => (asked.times++, Option.some(granted)))
  return { asked, look: yield* makeGrantCache(read) }
})

describe("nothing is kept of ten thousand keys", () => {
  it.effect("nothing is kept of ten thousand keys by the cache of grants, once unused for twenty minutes", () =>
    Effect.gen(function* () {
      const { asked, look } = yield* aCache
      for (const user of users) yield* look(user, robotId, 0)
      for (const user of users) yield* look(user, robotId, 0)
      assert.strictEqual(asked.times, many)
      yield* TestClock.adjust("10 minutes")
      yield* TestClock.adjust("10 minutes")
      for (const user of users) yield* look(user, robotId, 0)
      assert.strictEqual(asked.times, 2 * many)
    }).pipe(Effect.provide(Bus.layer), Effect.scoped)
  )

  it.effect("the grant cache keeps a caller that is asked for again, and drops it with a change", () =>
    Effect.gen(function* () {
      const { asked, look } = yield* aCache
      const [user] = users
      for (let turn = 0; turn < 6; turn++) {
        yield* look(user!, robotId, 0)
        yield* TestClock.adjust("9 minutes")
      }
      assert.strictEqual(asked.times, 1)
      yield* TestClock.adjust("2 minutes")
      const bus = yield* Bus
      broadcastNow(bus, { type: "app_access_changed", appId })
      yield* look(user!, robotId, 0)
      assert.strictEqual(asked.times, 2)
    }).pipe(Effect.provide(Bus.layer), Effect.scoped)
  )

  it.effect("the grant cache asks anew for a higher access version alone", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const found = { ...granted, version: 5 }
      const look = yield* makeGrantCache(() =>
        Effect.sync(() => (asked.push(found.version), Option.some({ ...found })))
      )
      const [user] = users
      for (const version of [0, 5, 4]) yield* look(user!, robotId, version)
      assert.deepStrictEqual(asked, [5])
      found.version = 6
      for (const version of [5, 6, 6]) {
        assert.isAtLeast(Option.getOrThrow(yield* look(user!, robotId, version)).version, version)
      }
      assert.deepStrictEqual(asked, [5, 6])
      // Nothing that was kept serves this one.
      yield* look(user!, robotId, Number.POSITIVE_INFINITY)
      assert.deepStrictEqual(asked, [5, 6, 6])
    }).pipe(Effect.provide(Bus.layer), Effect.scoped)
  )

  it.effect("nothing is kept of ten thousand keys by rate limits in memory, once their windows are over", () =>
    Effect.gen(function* () {
      const { entries, result: context } = yield* recordMaps(Layer.build(RateLimitStore.memory))
      yield* Effect.gen(function* () {
        const store = yield* RateLimitStore
        const idle = entries()
        const take = (key: string, windowMs: number) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) => store.take(key, { limit: 1, windowMs }, nowMs))
        yield* take("a day", 86_400_000)
        for (const key of keys) assert.strictEqual(yield* take(key, 60_000), 0)
        assert.isAtLeast(entries(), many)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(entries() - idle, 1)
        assert.isAbove(yield* take("a day", 86_400_000), 0)
        yield* TestClock.adjust("2 days")
        assert.isAtMost(entries() - idle, 0)
      }).pipe(Effect.provideContext(context))
    }).pipe(Effect.scoped)
  )

  it.effect("nothing is kept of ten thousand keys by a keyed semaphore, once its works ended", () =>
    Effect.gen(function* () {
      const { entries, result: withPermit } = yield* recordMaps(Effect.sync(() => makeKeyedSemaphore(1)))
      const gate = yield* Deferred.make<void>()
      const works = yield* Effect.forEach(keys, (key, index) =>
        Effect.forkChild(
          withPermit(key)(Effect.andThen(Deferred.await(gate), index % 2 === 0 ? Effect.void : Effect.fail("no")))
        )
      )
      const late = yield* Effect.forEach(keys.slice(0, 100), (key) => Effect.forkChild(withPermit(key)(Effect.never)))
      yield* Effect.yieldNow
      assert.strictEqual(entries(), many)
      yield* Fiber.interruptAll(late)
      yield* Fiber.interruptAll(works.slice(0, 1000))
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(works, (work) => Fiber.await(work))
      assert.strictEqual(entries(), 0)
    })
  )

  it.effect("nothing is kept of ten thousand keys by shown recovery codes, after ten seconds and not sooner", () =>
    Effect.gen(function* () {
      const { entries, result: shown } = yield* recordMaps(makeShownCodes)
      const idle = entries()
      for (const key of keys) yield* shown.oneAtATime(key, Effect.succeed({ recovery_codes: [key] }))
      yield* TestClock.adjust(9_999)
      assert.deepStrictEqual(shown.of(keys.at(-1)!), [keys.at(-1)!])
      assert.isAtLeast(entries(), many)
      yield* TestClock.adjust(1)
      assert.isUndefined(shown.of(keys.at(-1)!))
      assert.isAtMost(entries() - idle, 0)
    }).pipe(Effect.scoped)
  )
})
