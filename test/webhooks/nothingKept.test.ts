import { assert, describe, it } from "@effect/vitest"
import { OrgId, WebhookId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { makeInProcessBus } from "@fleet/server/platform/bus/InProcessBus"
import { OrgShares } from "@fleet/server/platform/work/OrgShares"
import { makeSubscribers } from "@fleet/server/webhooks/Subscribers"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { recordMaps } from "../support/recordMaps.ts"

const orgs = Array.from({ length: 10_001 }, () => OrgId.make(randomUUID()))
const subscriber = {
  id: WebhookId.make(randomUUID()),
  events: ["job.ended" as const],
  robot_ids: null,
  is_listener: false
}

/** The memory of who wants what, which counts what it reads. */
const aMemory = Effect.gen(function* () {
  const read = { times: 0 }
  const subscribersOf = yield* makeSubscribers(() => Effect.sync(() => (read.times++, [subscriber])))
  // Its sweep runs once at the start.
  yield* TestClock.adjust(1)
  return { read, subscribersOf }
})

describe("nothing is kept of who has webhooks", () => {
  it.effect("ten thousand organisations are remembered and no further one, and none after ten minutes", () =>
    Effect.gen(function* () {
      const { entries, result } = yield* recordMaps(aMemory)
      const { read, subscribersOf } = result
      const none = entries()
      for (let turn = 0; turn < 2; turn++) for (const org of orgs.slice(0, 10_000)) yield* subscribersOf(org)
      assert.strictEqual(read.times, 10_000)
      assert.isAtLeast(entries() - none, 10_000)
      yield* subscribersOf(orgs[10_000]!)
      // Others keep little beside it.
      assert.isAtMost(entries() - none, 10_999)
      yield* TestClock.adjust("10 minutes")
      assert.isAtMost(entries() - none, 999)
    }).pipe(Effect.provide(Bus.layer), Effect.scoped)
  )

  it.effect("an organisation is read again after its webhooks changed, every one after a gap", () => {
    const bus = makeInProcessBus()
    return Effect.gen(function* () {
      const { read, subscribersOf } = yield* aMemory
      const [one, two] = [orgs[0]!, orgs[1]!]
      const both = Effect.andThen(subscribersOf(one), subscribersOf(two))
      yield* both
      yield* bus.broadcastAndWait({ type: "webhooks_changed", orgId: one })
      yield* both
      assert.strictEqual(read.times, 3)
      bus.gap()
      yield* both
      assert.strictEqual(read.times, 5)
    }).pipe(Effect.provideService(Bus, Bus.of(bus)), Effect.scoped)
  })

  it.effect("what was read while webhooks changed is not remembered", () => {
    const bus = makeInProcessBus()
    return Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      let reads = 0
      const subscribersOf = yield* makeSubscribers(() =>
        Effect.as(++reads === 1 ? Deferred.await(gate) : Effect.void, [subscriber])
      )
      const reading = yield* Effect.forkChild(subscribersOf(orgs[0]!))
      yield* Effect.yieldNow
      yield* bus.broadcastAndWait({ type: "webhooks_changed", orgId: orgs[0]! })
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(reading)
      yield* subscribersOf(orgs[0]!)
      yield* subscribersOf(orgs[0]!)
      assert.strictEqual(reads, 2)
    }).pipe(Effect.provideService(Bus, Bus.of(bus)), Effect.scoped)
  })

  it("an organisation has no turn while its share is under way, and nothing is kept of one whose items ended", () => {
    const turns = new OrgShares(2)
    turns.add("a")
    const ends = [turns.begin("a"), turns.begin("a"), turns.begin(null)]
    assert.isUndefined(turns.next())
    turns.add("b")
    assert.strictEqual(turns.next()?.orgId, "b")
    ends[0]!()
    assert.strictEqual(turns.next()?.orgId, "a")
    for (const end of ends.slice(1)) end()
    turns.drop(turns.next()!)
    turns.drop(turns.next()!)
    assert.strictEqual(turns.size, 0)
  })
})
