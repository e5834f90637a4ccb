import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Schema } from "effect"
import type { LiveSample } from "../../packages/console/src/live/Slot.ts"
import { type SampleSource, Slots } from "../../packages/console/src/live/Slots.ts"

/** A source that carries `most` subscriptions at a time. */
const aSource = (most = Infinity) => {
  const sinks = new Map<string, Parameters<SampleSource["subscribe"]>[2]>()
  let asked = 0
  const source: SampleSource = {
    subscribe: (_, slug, sink) => {
      asked += 1
      if (sinks.size >= most) {
        queueMicrotask(() => sink.fail(new Error("limit_reached"), true))
        return () => undefined
      }
      sinks.set(slug, sink)
      return () => {
        if (sinks.get(slug) === sink) sinks.delete(slug)
      }
    }
  }
  return { source, sinks, asked: () => asked }
}

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const slugs = ["a", "b", "c"]
const Act = Schema.Union([
  Schema.Struct({ read: Schema.Literals(slugs) }),
  Schema.Struct({ release: between(0, 20) }),
  Schema.Struct({ waitMs: Schema.Literals([100, 1999, 2000]) })
])

const at = 1_700_000_000_000
const slotsOver = (source: SampleSource, now = () => at) => new Slots({ source, now })

describe("slots", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.prop(
    "hold the newest of the samples so far, whatever order they come in",
    [Schema.Array(between(0, 1000))],
    ([times]) => {
      const { sinks, source } = aSource()
      const slots = slotsOver(source)
      const { slot } = slots.read("r", "a")
      let newest: LiveSample | undefined
      for (const [value, before] of times.entries()) {
        const sample = { value, atMs: at - before }
        sinks.get("a")!.next(sample)
        if (newest === undefined || sample.atMs >= newest.atMs) newest = sample
        assert.deepStrictEqual([slot.value, slot.atMs], [newest.value, newest.atMs])
      }
    }
  )

  it("show two readers the same over one subscription", () => {
    const { asked, sinks, source } = aSource()
    const slots = slotsOver(source)
    const first = slots.read("r", "a")
    const second = slots.read("r", "a")
    assert.strictEqual(first.slot, second.slot)
    assert.strictEqual(asked(), 1)
    sinks.get("a")!.next({ value: 7, atMs: at })
    assert.strictEqual(second.slot.value, 7)
  })

  it("end a subscription two seconds after its last reader, and not when somebody reads again before that", () => {
    const { asked, sinks, source } = aSource()
    const slots = slotsOver(source)
    const first = slots.read("r", "a")
    const second = slots.read("r", "a")
    first.release()
    first.release()
    vi.advanceTimersByTime(5000)
    assert.isTrue(sinks.has("a"))
    second.release()
    vi.advanceTimersByTime(1999)
    const third = slots.read("r", "a")
    vi.advanceTimersByTime(5000)
    assert.isTrue(sinks.has("a"))
    assert.strictEqual(asked(), 1)
    third.release()
    vi.advanceTimersByTime(2000)
    assert.isFalse(sinks.has("a"))
    assert.strictEqual(slots.size, 0)
  })

  it.prop(
    "keep one subscription for each datapoint that is read or was within two seconds, after any sequence of acts",
    [Schema.Array(Act)],
    ([acts]) => {
      const { sinks, source } = aSource()
      const slots = slotsOver(source)
      const reads: Array<{ slug: string; release: () => void }> = []
      const releasedAt = new Map<string, number>()
      let nowMs = 0
      for (const each of acts) {
        if ("read" in each) reads.push({ slug: each.read, release: slots.read("r", each.read).release })
        else if ("release" in each) {
          const [gone] = reads.splice(each.release % Math.max(1, reads.length), 1)
          gone?.release()
          if (gone !== undefined) releasedAt.set(gone.slug, nowMs)
        } else {
          vi.advanceTimersByTime(each.waitMs)
          nowMs += each.waitMs
        }
        const lives = slugs.filter(
          (slug) => reads.some((read) => read.slug === slug) || nowMs - (releasedAt.get(slug) ?? -Infinity) < 2000
        )
        assert.deepStrictEqual([...sinks.keys()].toSorted(), lives)
      }
      slots.clear()
    }
  )

  it("give back what was seen least recently where the socket takes no more, and take it up when it is seen", async () => {
    const { sinks, source } = aSource(2)
    let nowMs = at
    const slots = slotsOver(source, () => nowMs)
    const first = slots.read("r", "a").slot
    const leave = slots.watch(first)
    nowMs += 10
    const second = slots.read("r", "b").slot
    nowMs += 10
    const third = slots.read("r", "c").slot
    await vi.advanceTimersByTimeAsync(0)
    assert.deepStrictEqual([first.state, second.state, third.state], ["waiting", "given-back", "waiting"])
    assert.deepStrictEqual([...sinks.keys()], ["a", "c"])
    leave()
    nowMs += 10
    slots.watch(third)
    slots.watch(second)
    await vi.advanceTimersByTimeAsync(0)
    assert.deepStrictEqual([first.state, second.state, third.state], ["given-back", "waiting", "waiting"])
  })

  it("give back the new one where everything else is on the screen", async () => {
    const { source } = aSource(1)
    const slots = slotsOver(source)
    slots.watch(slots.read("r", "a").slot)
    const second = slots.read("r", "b").slot
    slots.watch(second)
    await vi.advanceTimersByTimeAsync(0)
    assert.strictEqual(second.state, "given-back")
  })

  it("say why a subscription was refused, and try again when asked", () => {
    const { sinks, source } = aSource()
    const slots = slotsOver(source)
    const { slot } = slots.read("r", "a")
    const reason = new Error("forbidden")
    sinks.get("a")!.fail(reason, false)
    assert.strictEqual(slot.state, "refused")
    assert.strictEqual(slot.error, reason)
    slots.renew(slot)
    assert.strictEqual(slot.state, "waiting")
  })

  it("take what comes after a value of the future", () => {
    const { sinks, source } = aSource()
    const { slot } = slotsOver(source).read("r", "a")
    sinks.get("a")!.next({ value: "ahead", atMs: at + 3 * 3_600_000 })
    sinks.get("a")!.next({ value: "now", atMs: at })
    assert.strictEqual(slot.value, "now")
  })

  it("tell the age of values of a robot whose clock is hours off once some came live, and never before", () => {
    let nowMs = at
    const { sinks, source } = aSource()
    const slots = slotsOver(source, () => nowMs)
    const { slot } = slots.read("r", "a")
    const lag = 3 * 3_600_000
    const next = () => sinks.get("a")!.next({ value: 1, atMs: nowMs - lag })
    next()
    assert.strictEqual(slot.ageMs(nowMs), lag)
    for (let count = 0; count < 3; count++) {
      nowMs += 100
      next()
    }
    assert.isBelow(Math.abs(slot.ageMs(nowMs)), 1)
    // After a gap the value may be an old one that the service kept.
    slots.interrupt()
    nowMs += 60_000
    assert.isAtLeast(slot.ageMs(nowMs), 60_000)
  })
})
