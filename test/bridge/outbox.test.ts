import type { BridgeMessage, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Backlog } from "@fleet/bridge/cloud/Backlog"
import { Dwell, percentile95 } from "@fleet/bridge/cloud/Dwell"
import { OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { newJobId } from "./support/jobIds.ts"

/** A socket that writes only when the test lets it. */
class Wire {
  readonly sent: Array<any> = []
  readonly #waiting: Array<{ readonly bytes: number; readonly written: () => void }> = []
  isBlocked = false

  readonly send = (text: string, written: () => void) => {
    this.sent.push(JSON.parse(text))
    this.#waiting.push({ bytes: text.length, written })
    if (!this.isBlocked) this.write()
  }

  readonly bufferedAmount = () => (this.isBlocked ? 1 << 20 : this.#waiting.reduce((sum, { bytes }) => sum + bytes, 0))

  write() {
    this.isBlocked = false
    for (const { written } of this.#waiting.splice(0)) written()
  }

  get types() {
    return this.sent.map((frame) => frame.slug ?? frame.type)
  }
}

const make = () => {
  const time = { now: 0 }
  const refused: Array<string> = []
  const outbox = new OutboxQueue(
    () => time.now,
    (what) => refused.push(what)
  )
  const wire = new Wire()
  return { outbox, wire, time, refused }
}

const blocked = () => {
  const made = make()
  made.outbox.attach(made.wire)
  made.wire.isBlocked = true
  return made
}

const sample = (slug: string, value: unknown, timestampMs = 0) => ({ slug, json: JSON.stringify(value), timestampMs })

const update = (state: JobUpdate["state"], job_id = newJobId()): JobUpdate => ({
  type: "job_update",
  job_id,
  slug: "dock",
  state,
  origin: "platform",
  goal_id: null,
  feedback: null,
  progress: null,
  result: null,
  error: null,
  timestamp_ms: 0
})

const oneOfEach: ReadonlyArray<BridgeMessage> = [
  { type: "introspect", request_id: "r", graph: { topics: [], services: [], actions: [], captured_at_ms: 0 } },
  { type: "config_applied", version: 1, ok: true, errors: [] },
  { type: "link_mode", low_bandwidth: false, reason: "recovered", at_ms: 0 },
  { type: "pong", ts_ms: 1 }
]

describe("the outbox", () => {
  it("the outbox sends at once while the link keeps up", () => {
    const { outbox, wire } = make()
    outbox.attach(wire)
    outbox.sample(sample("battery", 1))
    outbox.send({ type: "pong", ts_ms: 1 })
    assert.deepStrictEqual(wire.types, ["battery", "pong"])
  })

  it("the outbox sends by importance once the link takes frames again, whatever came first", () => {
    const { outbox, wire } = blocked()
    outbox.backlog.keep(sample("old", 1))
    outbox.sample(sample("battery", 1))
    oneOfEach.forEach((message) => outbox.send(message))
    outbox.replay(10)
    assert.isEmpty(wire.sent)
    wire.isBlocked = false
    outbox.send(update("running"))
    outbox.replay(10)
    assert.deepStrictEqual(wire.types, ["link_mode", "pong", "config_applied", "dock", "battery", "introspect", "old"])
    assert.isTrue(wire.sent.at(-1).backfill)
  })

  it("the outbox keeps only the newest sample of a datapoint and the newest report of a job while it waits", () => {
    const { outbox, wire } = blocked()
    const jobId = newJobId()
    for (const value of [1, 2, 3]) outbox.sample(sample("battery", value))
    outbox.sample(sample("pose", 9))
    outbox.send({ ...update("running", jobId), progress: 0.1 })
    outbox.send({ ...update("running", jobId), progress: 0.2 })
    wire.isBlocked = false
    outbox.send({ type: "pong", ts_ms: 1 })
    assert.deepStrictEqual(
      wire.sent.map((frame) => frame.value ?? frame.progress ?? frame.type),
      ["pong", 0.2, 3, 9]
    )
  })

  it("the outbox keeps ends of jobs over a lost connection until they are written, and drops what will be asked for again", () => {
    const { outbox, wire } = blocked()
    oneOfEach.forEach((message) => outbox.send(message))
    outbox.send(update("running"))
    outbox.send(update("succeeded"))
    outbox.detach()
    outbox.send(update("failed"))
    outbox.send(update("running"))
    outbox.send({ type: "job_lost", job_ids: [newJobId()] })
    const next = new Wire()
    outbox.attach(next)
    assert.deepStrictEqual(
      next.sent.map((frame) => frame.state ?? frame.type),
      ["succeeded", "failed", "job_lost"]
    )
    assert.isEmpty(wire.sent)
  })

  it("the outbox sends again what was handed over and never written", () => {
    const { outbox } = make()
    const dead = new Wire()
    outbox.attach({ send: (text) => dead.sent.push(JSON.parse(text)), bufferedAmount: () => 0 })
    outbox.send(update("succeeded"))
    outbox.sample(sample("battery", 5, 77))
    outbox.detach()
    const next = new Wire()
    outbox.attach(next)
    outbox.replay(10)
    assert.deepStrictEqual(
      next.sent.map(({ state, value, timestamp_ms }) => state ?? [value, timestamp_ms]),
      ["succeeded", [5, 77]]
    )
  })

  it("the outbox keeps samples while there is no connection and replays them as backfill, oldest first", () => {
    const { outbox, wire } = make()
    outbox.backlog.retain("battery", 3)
    for (const value of [1, 2, 3, 4]) outbox.sample(sample("battery", value, value))
    outbox.attach(wire)
    assert.isEmpty(wire.sent)
    outbox.replay(2)
    assert.deepStrictEqual(
      wire.sent.map(({ value }) => value),
      [2, 3]
    )
    outbox.replay(10)
    assert.deepStrictEqual(wire.sent.at(-1), {
      type: "datapoint",
      slug: "battery",
      value: 4,
      timestamp_ms: 4,
      backfill: true
    })
  })

  it("the outbox refuses a frame over 2 MiB and says so; of a running job over 1 MiB it gives up the feedback instead", () => {
    const { outbox, wire, refused } = make()
    outbox.attach(wire)
    const huge = "x".repeat(1_048_577)
    outbox.sample(sample("map", huge + huge))
    outbox.send({ ...update("running"), feedback: huge })
    assert.deepStrictEqual(refused, ["datapoint map", "job_update"])
    assert.deepStrictEqual(
      wire.sent.map(({ state, feedback }) => [state, feedback]),
      [["running", null]]
    )
  })

  it("the outbox measures how long frames waited, those that still wait included, the backlog apart", () => {
    const { outbox, wire, time } = blocked()
    assert.isNull(outbox.dwellP95())
    outbox.sample(sample("battery", 1))
    time.now = 3000
    outbox.sample(sample("battery", 2))
    assert.strictEqual(outbox.dwellP95(), 3000)
    wire.isBlocked = false
    outbox.send({ type: "pong", ts_ms: 1 })
    assert.strictEqual(outbox.dwellP95(), 3000)
    outbox.backlog.keep(sample("battery", 1))
    outbox.replay(1)
    time.now = 9000
    assert.isNull(outbox.dwellP95())
  })
})

const Pushes = Schema.Array(Schema.Tuple([Schema.Literals(["aa", "bb", "cc"]), Schema.Int]))

describe("the backlog", () => {
  it.effect.prop(
    "the backlog holds the newest of each datapoint up to its bound and gives them back in their order",
    [Pushes, Schema.Literals([1, 2, 5])],
    ([pushes, bound]) =>
      Effect.sync(() => {
        const backlog = new Backlog()
        for (const slug of ["aa", "bb", "cc"]) backlog.retain(slug, bound)
        pushes.forEach(([slug, value]) => backlog.keep(sample(slug, value)))
        const replayed = Array.from({ length: backlog.size }, () => backlog.take()!)
        assert.isUndefined(backlog.take())
        for (const slug of ["aa", "bb", "cc"]) {
          const expected = pushes.filter(([own]) => own === slug).slice(-bound)
          assert.deepStrictEqual(
            replayed.filter((one) => one.slug === slug).map(({ json }) => Number(json)),
            expected.map(([, value]) => (value === 0 ? 0 : value))
          )
        }
      })
  )
})

describe("the dwell", () => {
  it.effect.prop("the dwell is the 95th percentile by nearest rank", [Schema.Array(Schema.Int)], ([values]) =>
    Effect.sync(() => {
      const p95 = percentile95(values)
      if (values.length === 0) return assert.isNull(p95)
      const notAbove = values.filter((value) => value <= p95!).length
      const below = values.filter((value) => value < p95!).length
      assert.isAtLeast(notAbove, values.length * 0.95)
      assert.isBelow(below, values.length * 0.95)
    })
  )

  it("the dwell forgets what is older than five seconds", () => {
    const dwell = new Dwell()
    dwell.record(900, 0)
    dwell.record(10, 2000)
    assert.strictEqual(dwell.p95(4999, []), 900)
    assert.strictEqual(dwell.p95(5000, []), 10)
    assert.isNull(dwell.p95(7000, []))
  })
})
