import type { JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import { Outbox, OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { newJobId } from "./support/jobIds.ts"

const sample = (slug: string, json = "0") => ({ slug, json, timestampMs: 0 })

const ended: JobUpdate = {
  type: "job_update",
  job_id: newJobId(),
  slug: "dock",
  state: "succeeded",
  origin: "platform",
  goal_id: null,
  feedback: null,
  progress: null,
  result: null,
  error: null,
  timestamp_ms: 0
}

/** An outbox at a time the test sets, on a line that takes so much and writes when it is told. */
const timed = () => {
  const time = { now: 0 }
  const outbox = new OutboxQueue(
    () => time.now,
    () => assert.fail("nothing is too big")
  )
  const line = { buffered: 0 }
  const written: Array<() => void> = []
  const sent: Array<string> = []
  outbox.attach({
    send: (text, done) => {
      sent.push(text)
      written.push(done)
    },
    bufferedAmount: () => line.buffered
  })
  return { outbox, time, line, sent, written }
}

describe("the time that frames spend in the outbox", () => {
  it("the time that frames spend in the outbox counts from when they were queued until they are written", () => {
    const { outbox, time, written } = timed()
    time.now = 1000
    outbox.sample(sample("aa"))
    time.now = 1700
    assert.strictEqual(outbox.dwellP95(), 700)
    written[0]!()
    assert.strictEqual(outbox.dwellP95(), 700)
    time.now = 2000
    assert.strictEqual(outbox.dwellP95(), 700)
  })

  it("the time that frames spend in the outbox counts for those that wait their turn", () => {
    const { outbox, time, line } = timed()
    line.buffered = 40_000
    time.now = 1000
    outbox.sample(sample("aa"))
    time.now = 1300
    assert.strictEqual(outbox.dwellP95(), 300)
  })

  it("the time that frames spend in the outbox counts anew on a new connection", () => {
    const { outbox, time, line } = timed()
    line.buffered = 40_000
    outbox.send(ended)
    time.now = 5000
    outbox.attach({ send: () => undefined, bufferedAmount: () => 40_000 })
    assert.strictEqual(outbox.dwellP95(), 0)
    time.now = 5001
    assert.strictEqual(outbox.dwellP95(), 1)
  })

  it("the time that frames spend in the outbox leaves the backlog out, waiting or written", () => {
    const { outbox, time, written } = timed()
    outbox.backlog.keep(sample("aa"))
    outbox.replay(1)
    time.now = 100
    assert.isNull(outbox.dwellP95())
    written[0]!()
    assert.isNull(outbox.dwellP95())
  })

  it("the time that frames spend in the outbox counts for a frame whose datapoint was forgotten", () => {
    const { outbox, time, written } = timed()
    outbox.sample(sample("aa"))
    time.now = 100
    outbox.forget("aa")
    assert.strictEqual(outbox.dwellP95(), 100)
    written[0]!()
    assert.strictEqual(outbox.dwellP95(), 100)
  })
})

describe("a frame that waits", () => {
  it("a frame that waits leaves as soon as another was written and the line takes it", () => {
    const { outbox, line, sent, written } = timed()
    outbox.sample(sample("aa"))
    line.buffered = 40_000
    outbox.sample(sample("bb"))
    outbox.sample(sample("cc"))
    assert.lengthOf(sent, 1)
    line.buffered = 0
    written[0]!()
    assert.lengthOf(sent, 3)
  })

  it("a frame that waits that no newer one can stand for leaves with all others of its type, in order", () => {
    const { outbox, line, sent } = timed()
    line.buffered = 40_000
    for (const ts_ms of [1, 2, 3]) outbox.send({ type: "pong", ts_ms })
    line.buffered = 0
    outbox.send({ type: "pong", ts_ms: 4 })
    assert.deepStrictEqual(
      sent.map((text) => JSON.parse(text).ts_ms),
      [1, 2, 3, 4]
    )
  })

  it("a frame that waits is not made of what nobody takes: without a connection only ends of jobs wait", () => {
    const { outbox, time } = timed()
    outbox.detach()
    outbox.send({ type: "pong", ts_ms: 1 })
    assert.isNull(outbox.dwellP95())
    outbox.send(ended)
    time.now = 100
    assert.strictEqual(outbox.dwellP95(), 100)
  })
})

describe("a datapoint that is forgotten", () => {
  it("a datapoint that is forgotten is not sent any more, waiting or kept; others are", () => {
    const { outbox, line, sent } = timed()
    line.buffered = 40_000
    for (const slug of ["aa", "bb"]) {
      outbox.sample(sample(slug))
      outbox.backlog.keep(sample(slug, "1"))
    }
    outbox.forget("aa")
    line.buffered = 0
    outbox.send({ type: "pong", ts_ms: 1 })
    outbox.replay(10)
    assert.deepStrictEqual(
      sent.map((text) => JSON.parse(text)).map(({ slug, backfill, type }) => [slug ?? type, backfill]),
      [
        ["pong", undefined],
        ["bb", undefined],
        ["bb", true]
      ]
    )
  })

  it("a datapoint that is forgotten does not come back from a connection that was lost; others do, and so do ends of jobs", () => {
    const { outbox } = timed()
    outbox.send(ended)
    outbox.backlog.keep(sample("aa", "0"))
    outbox.backlog.keep(sample("bb", "0"))
    outbox.replay(2)
    outbox.sample(sample("aa", "1"))
    outbox.sample(sample("bb", "1"))
    outbox.forget("aa")
    const sent: Array<string> = []
    outbox.attach({ send: (text) => sent.push(text), bufferedAmount: () => 0 })
    outbox.replay(10)
    assert.deepStrictEqual(
      sent.map((text) => JSON.parse(text)).map(({ slug, value }) => [slug, value]),
      [
        ["dock", undefined],
        ["bb", 0],
        ["bb", 1]
      ]
    )
  })

  it("a datapoint that is forgotten that was never known changes nothing", () => {
    const { outbox } = timed()
    outbox.backlog.keep(sample("bb"))
    outbox.forget("aa")
    assert.strictEqual(outbox.backlog.size, 1)
  })
})

describe("the program's outbox", () => {
  it.effect("the program's outbox goes by the program's clock and logs what it refuses", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const log = Logger.layer([Logger.make(({ logLevel, message }) => said.push(`${logLevel}: ${String(message)}`))])
      const outbox = yield* Effect.provide(Outbox, Layer.provide(Outbox.layer, log))
      outbox.attach({ send: () => undefined, bufferedAmount: () => 0 })
      outbox.sample(sample("aa", JSON.stringify("x".repeat(2_097_152))))
      yield* Effect.yieldNow
      assert.deepStrictEqual(said, ["Warn: Frame not sent, too large: datapoint aa, 2097212 bytes"])
      outbox.send({ type: "pong", ts_ms: 1 })
      yield* TestClock.adjust(40)
      assert.strictEqual(outbox.dwellP95(), 40)
    })
  )
})
