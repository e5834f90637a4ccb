import { assert, describe, it } from "@effect/vitest"
import { Gop, maxGopBytes, maxGopMs } from "@fleet/server/media/Gop"
import { leastRate, RateControl } from "@fleet/domain/media/RateControl"
import { AckWindow, lagMs, unackedMs } from "@fleet/domain/media/AckWindow"

const unit = (seq: number, isKey = false, ptsMs = 0, bytes = 1) => ({
  isKey,
  seq,
  ptsMs,
  frame: Buffer.alloc(bytes)
})
const seqs = (gop: Gop) => gop.units.map(({ seq }) => seq)

describe("pictures kept for who joins", () => {
  it("pictures kept for who joins begin at the last key picture", () => {
    const gop = new Gop()
    for (const each of [unit(1), unit(2, true), unit(3), unit(4, true), unit(5)]) gop.add(each)
    assert.deepStrictEqual([seqs(gop), gop.bytes], [[4, 5], 2])
  })

  it("pictures kept for who joins are dropped beyond 2 s or 1 MiB, until the next key picture", () => {
    for (const [inside, outside] of [
      [unit(2, false, maxGopMs), unit(3, false, maxGopMs + 1)],
      [unit(2, false, 0, maxGopBytes - 1), unit(3, false, 0, 1)]
    ] as const) {
      const gop = new Gop()
      gop.add(unit(1, true))
      gop.add(inside)
      assert.deepStrictEqual(seqs(gop), [1, 2])
      gop.add(outside)
      gop.add(unit(4))
      assert.deepStrictEqual([seqs(gop), gop.bytes], [[], 0])
      gop.add(unit(5, true))
      assert.deepStrictEqual(seqs(gop), [5])
    }
  })

  it("pictures kept for who joins are told apart by time over the wrap of their stamps", () => {
    const gop = new Gop()
    gop.add(unit(1, true, 4_294_967_295))
    gop.add(unit(2, false, 100))
    assert.deepStrictEqual(seqs(gop), [1, 2])
  })
})

describe("a reader", () => {
  it("a reader begins at a key picture", () => {
    const reader = new AckWindow()
    assert.isFalse(reader.takes(unit(1), 0))
    assert.isTrue(reader.takes(unit(2, true), 0))
    assert.isTrue(reader.takes(unit(3), 0))
  })

  it("a reader that is behind by more than 350 ms skips to a key picture, once it is behind by less than 200 ms", () => {
    const reader = new AckWindow()
    reader.takes(unit(1, true), 0)
    assert.isTrue(reader.takes(unit(2), lagMs.skip))
    assert.isFalse(reader.takes(unit(3), lagMs.skip + 1))
    assert.strictEqual(reader.skippingSinceMs, lagMs.skip + 1)
    assert.isFalse(reader.takes(unit(4, true), 500))
    reader.ack(1)
    // The second was sent at 350.
    assert.isFalse(reader.takes(unit(5, true), lagMs.skip + lagMs.resume))
    assert.isFalse(reader.takes(unit(6), lagMs.skip + lagMs.resume - 1))
    assert.isTrue(reader.takes(unit(7, true), lagMs.skip + lagMs.resume - 1))
    assert.isNull(reader.skippingSinceMs)
  })

  it("a reader is too slow 10 s after the oldest picture without an ack was sent, however many acks repeat", () => {
    const reader = new AckWindow()
    reader.takes(unit(65_535, true), 0)
    reader.takes(unit(0), 100)
    reader.ack(65_534)
    assert.isFalse(reader.isTooSlow(unackedMs - 1))
    assert.isTrue(reader.isTooSlow(unackedMs))
    reader.ack(65_535)
    assert.isFalse(reader.isTooSlow(unackedMs + 99))
    assert.isTrue(reader.isTooSlow(unackedMs + 100))
    // A number that was never sent says nothing.
    reader.ack(7)
    assert.isTrue(reader.isTooSlow(unackedMs + 100))
    reader.ack(0)
    assert.strictEqual(reader.lagMs(60_000), 0)
  })
})

describe("a rate", () => {
  const ceiling = 1_000_000

  it("a rate falls by 0.7 once every viewer has skipped for 3 s, at most once in 5 s, to a floor", () => {
    const rate = new RateControl(ceiling, 0)
    assert.isNull(rate.next([], 3000))
    assert.isNull(rate.next([0, null], 3000))
    assert.isNull(rate.next([0, 1], 3000))
    assert.strictEqual(rate.next([0, 1], 3001), 700_000)
    assert.isNull(rate.next([0, 1], 8000))
    assert.strictEqual(rate.next([0, 1], 8001), 490_000)
    let last = 490_000
    for (let nowMs = 13_001; nowMs < 200_000; nowMs += 5000) last = rate.next([0, 1], nowMs) ?? last
    assert.strictEqual(last, leastRate)
  })

  it("a rate rises by 1.25 after 20 s in which nobody skipped, to the configured one", () => {
    const rate = new RateControl(ceiling, 0)
    assert.strictEqual(rate.next([0], 3000), 700_000)
    assert.isNull(rate.next([null], 22_999))
    assert.strictEqual(rate.next([null], 23_000), 875_000)
    assert.isNull(rate.next([22_000, null], 42_000))
    assert.isNull(rate.next([null], 61_999))
    assert.strictEqual(rate.next([null], 62_000), ceiling)
    assert.isNull(rate.next([null], 200_000))
  })

  it("a rate below the floor stays as it is configured", () => {
    assert.isNull(new RateControl(10_000, 0).next([0], 3000))
  })
})
