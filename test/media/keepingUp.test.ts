import { assert, describe, it } from "@effect/vitest"
import { Gop, maxGopBytes, maxGopMs } from "@fleet/server/media/Gop"
import { leastRate, RateControl } from "@fleet/domain/media/RateControl"
import { LinkRate, longestWayMs } from "@fleet/domain/media/LinkRate"
import { SentPictures } from "@fleet/domain/media/SentPictures"
import { AckWindow, lagMs, unackedMs } from "@fleet/domain/media/AckWindow"

const unit = (seq: number, isKey = false, ptsMs = 0, bytes = 1) => ({
  isKey,
  seq,
  ptsMs,
  bytes,
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
    // It took no time: the way is short.
    reader.ack(1, 0)
    // The second was sent at 350.
    assert.isFalse(reader.takes(unit(5, true), lagMs.skip + lagMs.resume))
    assert.isFalse(reader.takes(unit(6), lagMs.skip + lagMs.resume - 1))
    assert.isTrue(reader.takes(unit(7, true), lagMs.skip + lagMs.resume - 1))
    assert.isNull(reader.skippingSinceMs)
  })

  it("a reader that is far away is behind by what is beyond the way to it, up to 250 ms of it", () => {
    for (const [wayMs, countedMs] of [
      [200, 200],
      [2_000, longestWayMs]
    ] as const) {
      const reader = new AckWindow()
      reader.takes(unit(1, true), 0)
      reader.ack(1, wayMs)
      assert.isTrue(reader.takes(unit(2), 10_000))
      assert.isTrue(reader.takes(unit(3), 10_000 + lagMs.skip + countedMs))
      assert.isFalse(reader.takes(unit(4), 10_001 + lagMs.skip + countedMs))
    }
  })

  it("a reader gets pictures again after the clock was set back between a picture and its ack", () => {
    const reader = new AckWindow()
    reader.takes(unit(1, true), 10_000)
    reader.ack(1, 10_020)
    reader.takes(unit(2), 10_040)
    reader.ack(2, 9_060)
    assert.strictEqual(reader.link.wayMs, 0)
    assert.isTrue(reader.takes(unit(3), 9_080))
    reader.ack(3, 9_110)
    assert.strictEqual(reader.link.wayMs, 30)
    assert.isTrue(reader.takes(unit(4), 9_120))
  })

  it("a reader is too slow 10 s after the oldest picture without an ack was sent, however many acks repeat", () => {
    const reader = new AckWindow()
    reader.takes(unit(65_535, true), 0)
    reader.takes(unit(0), 100)
    reader.ack(65_534, 200)
    assert.isFalse(reader.isTooSlow(unackedMs - 1))
    assert.isTrue(reader.isTooSlow(unackedMs))
    reader.ack(65_535, 200)
    assert.isFalse(reader.isTooSlow(unackedMs + 99))
    assert.isTrue(reader.isTooSlow(unackedMs + 100))
    // A number that was never sent says nothing.
    reader.ack(7, 200)
    assert.isTrue(reader.isTooSlow(unackedMs + 100))
    reader.ack(0, 60_000)
    assert.strictEqual(reader.lagMs(60_000), 0)
  })
})

describe("a rate", () => {
  const ceiling = 1_000_000
  const skipping = (...since: ReadonlyArray<number | null>) =>
    since.map((skippingSinceMs) => ({ skippingSinceMs, narrowBps: null }))
  const narrow = (...rates: ReadonlyArray<number | null>) =>
    rates.map((narrowBps) => ({ skippingSinceMs: null, narrowBps }))

  it("a rate falls by 0.7 once every viewer has skipped for 3 s, at most once in 5 s, to a floor", () => {
    const rate = new RateControl(ceiling, 0)
    assert.isNull(rate.next([], 3000))
    assert.isNull(rate.next(skipping(0, null), 3000))
    assert.isNull(rate.next(skipping(0, 1), 3000))
    assert.strictEqual(rate.next(skipping(0, 1), 3001), 700_000)
    assert.isNull(rate.next(skipping(0, 1), 8000))
    assert.strictEqual(rate.next(skipping(0, 1), 8001), 490_000)
    let last = 490_000
    for (let nowMs = 13_001; nowMs < 200_000; nowMs += 5000) last = rate.next(skipping(0, 1), nowMs) ?? last
    assert.strictEqual(last, leastRate)
  })

  it("a rate rises by 1.25 after 20 s in which nobody skipped, to the configured one", () => {
    const rate = new RateControl(ceiling, 0)
    assert.strictEqual(rate.next(skipping(0), 3000), 700_000)
    assert.isNull(rate.next(skipping(null), 22_999))
    assert.strictEqual(rate.next(skipping(null), 23_000), 875_000)
    assert.isNull(rate.next(skipping(22_000, null), 42_000))
    assert.isNull(rate.next(skipping(null), 61_999))
    assert.strictEqual(rate.next(skipping(null), 62_000), ceiling)
    assert.isNull(rate.next(skipping(null), 200_000))
  })

  it("a rate below the floor stays as it is configured", () => {
    assert.isNull(new RateControl(10_000, 0).next(skipping(0), 3000))
  })

  it("a rate falls to what the widest link of its viewers takes, once all are too narrow, and by half at most", () => {
    const rate = new RateControl(ceiling, 0)
    assert.isNull(rate.next(narrow(300_000, null), 0))
    assert.strictEqual(rate.next(narrow(300_000, 600_000), 0), 510_000)
    assert.isNull(rate.next(narrow(100_000), 1_999))
    assert.strictEqual(rate.next(narrow(100_000), 2_000), 255_000)
    assert.strictEqual(rate.next(narrow(100_000), 4_000), 127_500)
    assert.strictEqual(rate.next(narrow(100_000), 6_000), 85_000)
    assert.isNull(rate.next(narrow(100_000), 8_000))
    assert.isNull(rate.next(narrow(null), 27_999))
    assert.strictEqual(rate.next(narrow(null), 28_000), 106_250)
  })

  it("a rate does not follow a narrow link below the floor", () => {
    const rate = new RateControl(60_000, 0)
    assert.strictEqual(rate.next(narrow(1), 0), leastRate)
  })

  it("a rate falls by 0.7 where some viewers have narrow links and others have got nothing for 3 s", () => {
    const rate = new RateControl(ceiling, 0)
    assert.strictEqual(rate.next([...narrow(300_000), ...skipping(0)], 3_000), 700_000)
  })
})

describe("a link", () => {
  /** A link that takes so long for each picture of 1,000 bytes at 20 a second, and nothing before its turn. */
  const sent = (link: LinkRate, pictures: number, eachMs: number, begunMs = 0) => {
    let freeMs = begunMs
    for (let index = 0; index < pictures; index++) {
      const sentMs = begunMs + index * 50
      freeMs = Math.max(freeMs, sentMs) + eachMs
      link.acked(1_000, sentMs, freeMs)
    }
    return freeMs
  }

  it("a link that is as wide as the stream is not narrow, however long it is", () => {
    const link = new LinkRate()
    for (let index = 0; index < 100; index++) link.acked(1_000, index * 50, index * 50 + 300)
    assert.isNull(link.narrowBps)
  })

  it("a link that is narrower than the stream is found out by its queue, and measured", () => {
    const link = new LinkRate()
    sent(link, 20, 10)
    assert.isNull(link.narrowBps)
    sent(link, 6, 80, 10_000)
    assert.isNull(link.narrowBps)
    sent(link, 30, 80, 20_000)
    assert.strictEqual(link.narrowBps, 100_000)
  })

  it("a link that holds up some pictures, as where packets are lost, is not narrow", () => {
    const link = new LinkRate()
    for (let index = 0; index < 200; index++) link.acked(1_000, index * 50, index * 50 + (index % 10 === 9 ? 20 : 200))
    assert.isNull(link.narrowBps)
  })

  it("a link that became longer is taken to be narrow once, and not after the rate has changed", () => {
    const link = new LinkRate()
    sent(link, 20, 10)
    const acks = (fromMs: number) => {
      for (let atMs = fromMs; atMs < fromMs + 5_000; atMs += 50) link.acked(1_000, atMs - 400, atMs)
    }
    acks(2_000)
    assert.isNotNull(link.narrowBps)
    link.restart()
    acks(7_000)
    assert.isNull(link.narrowBps)
  })

  it("a link that is still too narrow after the rate has changed is found out again", () => {
    const link = new LinkRate()
    sent(link, 20, 10)
    sent(link, 30, 80, 10_000)
    link.restart()
    sent(link, 30, 80, 20_000)
    assert.strictEqual(link.narrowBps, 100_000)
  })

  it("a link's shortest way is forgotten within a minute", () => {
    const link = new LinkRate()
    sent(link, 20, 10)
    assert.strictEqual(link.wayMs, 10)
    for (let atMs = 1_000; atMs < 62_000; atMs += 50) link.acked(1_000, atMs - 200, atMs)
    assert.strictEqual(link.wayMs, 200)
    assert.isNull(link.narrowBps)
  })
})

describe("pictures that were sent", () => {
  it("pictures that were sent are kept in their order, however many, while others are taken out", () => {
    const sent = new SentPictures()
    let next = 0
    let oldest = 0
    for (const [added, taken] of [
      [20, 15],
      [60, 30],
      [300, 335]
    ] as const) {
      for (let index = 0; index < added; index++, next++) sent.add(next, next * 10, next)
      let bytes = 0
      for (let index = 0; index < taken; index++) bytes += oldest + index
      assert.strictEqual(sent.take(taken), bytes)
      oldest += taken
      assert.strictEqual(sent.count, next - oldest)
      if (sent.count > 0) {
        assert.deepStrictEqual([sent.seq(0), sent.sentMs(0)], [oldest, oldest * 10])
        assert.deepStrictEqual([sent.seq(sent.count - 1), sent.sentMs(sent.count - 1)], [next - 1, (next - 1) * 10])
      }
    }
  })
})
