import { Backlog } from "@fleet/bridge/cloud/Backlog"
import { OutboxQueue } from "@fleet/bridge/cloud/Outbox"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const slugs = ["aa", "bb", "cc"] as const
const capacities = { aa: 1, bb: 3, cc: 1000 } as const
type Slug = keyof typeof capacities

interface Sent {
  readonly slug: Slug
  readonly value: number
  readonly backfill: boolean
}

/** A socket that takes frames while it is open, and writes them when it is told. */
class Line {
  readonly #written: Array<() => void> = []
  readonly sent: Array<Sent> = []
  isOpen = true

  readonly send = (text: string, written: () => void) => {
    const { slug, value, backfill = false } = JSON.parse(text) as Sent & { readonly type: string }
    this.sent.push({ slug, value, backfill })
    this.#written.push(written)
  }

  readonly bufferedAmount = () => (this.isOpen ? 0 : 1 << 20)

  write(count: number): number {
    const now = this.#written.splice(0, count)
    for (const written of now) written()
    return now.length
  }
}

/** What the outbox should hold, written as plainly as it goes. */
class Model {
  readonly shelves = new Map<Slug, Array<number>>(slugs.map((slug) => [slug, []]))
  readonly waiting = new Map<Slug, number>()
  inFlight: Array<Sent> = []

  #bound(slug: Slug) {
    const shelf = this.shelves.get(slug)!
    shelf.splice(0, Math.max(0, shelf.length - capacities[slug]))
  }

  keep(slug: Slug, value: number) {
    this.shelves.get(slug)!.push(value)
    this.#bound(slug)
  }

  /** Every frame that left must be the oldest of its kind. */
  sent(frame: Sent) {
    if (frame.backfill) assert.strictEqual(this.shelves.get(frame.slug)!.shift(), frame.value)
    else {
      assert.strictEqual(this.waiting.get(frame.slug), frame.value)
      this.waiting.delete(frame.slug)
    }
    this.inFlight.push(frame)
  }

  cut() {
    for (const slug of slugs) {
      const back = this.inFlight.filter((frame) => frame.backfill && frame.slug === slug).map(({ value }) => value)
      this.shelves.get(slug)!.unshift(...back)
      this.#bound(slug)
    }
    for (const { slug, value, backfill } of this.inFlight) if (!backfill) this.keep(slug, value)
    for (const [slug, value] of this.waiting) this.keep(slug, value)
    this.inFlight = []
    this.waiting.clear()
  }

  get size() {
    return [...this.shelves.values()].reduce((sum, shelf) => sum + shelf.length, 0)
  }
}

const Step = Schema.Tuple([
  Schema.Literals(["push", "push", "push", "cut", "connect", "write", "replay", "block", "open"]),
  Schema.Literals(slugs),
  Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 6 }))
])

const run = (steps: ReadonlyArray<typeof Step.Type>) => {
  const outbox = new OutboxQueue(
    () => 0,
    () => assert.fail("nothing is too big")
  )
  const model = new Model()
  for (const slug of slugs) outbox.backlog.retain(slug, capacities[slug])
  let line: Line | undefined
  let seen = 0
  const observe = () => {
    for (const frame of line?.sent.slice(seen) ?? []) model.sent(frame)
    seen = line?.sent.length ?? 0
  }
  const connect = () => {
    model.cut()
    line = new Line()
    seen = 0
    outbox.attach(line)
  }

  steps.forEach(([what, slug, count], index) => {
    if (what === "push") {
      if (line === undefined) model.keep(slug, index)
      else model.waiting.set(slug, index)
      outbox.sample({ slug, json: String(index), timestampMs: index })
    }
    if (what === "cut") {
      outbox.detach()
      model.cut()
      line = undefined
    }
    if (what === "connect") connect()
    if (what === "replay") outbox.replay(count)
    if (line !== undefined && (what === "block" || what === "open")) line.isOpen = what === "open"
    if (what === "write") model.inFlight.splice(0, line?.write(count) ?? 0)
    observe()
    assert.strictEqual(outbox.backlog.size, model.size)
    if (line?.isOpen === true && what === "push") assert.strictEqual(model.waiting.size, 0)
  })

  outbox.detach()
  connect()
  outbox.replay(1_000_000)
  observe()
  assert.strictEqual(model.size, 0)
  assert.strictEqual(outbox.backlog.size, 0)
}

describe("the outbox, whatever happens to its connection", () => {
  it.effect.prop(
    "the outbox, whatever happens to its connection keeps each datapoint's order and bound, and loses nothing else",
    [Schema.Array(Step)],
    ([steps]) => Effect.sync(() => (run(steps), true)),
    { arbitrary: { runs: 500, size: 60 } }
  )

  it("the outbox, whatever happens to its connection replays what was handed over and never written in its order", () => {
    const push = ([1, 2, 3] as const).map((count) => ["push", "cc", count] as const)
    run([...push, ["connect", "aa", 1], ["replay", "aa", 3], ["write", "aa", 1], ["cut", "aa", 1], ...push])
  })
})

const mebibyte = 1_048_576
const big = { json: "x".repeat(mebibyte), timestampMs: 0 }

/** A backlog with so many samples of 1 MiB of each datapoint; 64 MiB fit. */
const filled = (counts: Readonly<Record<string, number>>) => {
  const backlog = new Backlog()
  backlog.retain("empty", 1000)
  for (const [slug, count] of Object.entries(counts)) {
    for (let index = 0; index < count; index++) backlog.keep({ ...big, slug, timestampMs: index })
  }
  return backlog
}

/** What is kept of each datapoint: how many, and the first. */
const contents = (backlog: Backlog) => {
  const counts: Record<string, readonly [count: number, firstMs: number]> = {}
  for (let sample = backlog.take(); sample !== undefined; sample = backlog.take()) {
    const [count, firstMs] = counts[sample.slug] ?? [0, sample.timestampMs]
    counts[sample.slug] = [count + 1, firstMs]
  }
  return counts
}

describe("the backlog", () => {
  const one = { slug: "bb", json: "1", timestampMs: 7 }

  it("the backlog drops nothing of a datapoint of which little is kept", () => {
    const backlog = new Backlog()
    for (let at = 0; at < 62; at++) backlog.keep({ ...big, slug: "aa", timestampMs: at })
    for (let at = 0; at < 3; at++) backlog.keep({ ...big, slug: "bb", timestampMs: at })
    assert.deepStrictEqual(contents(backlog), { aa: [61, 1], bb: [3, 0] })
  })

  it("the backlog holds 64 MiB together", () => {
    assert.deepStrictEqual(contents(filled({ aa: 40, bb: 24 })), { aa: [40, 0], bb: [24, 0] })
  })

  it("the backlog drops the oldest of the largest datapoint for the first character above 64 MiB", () => {
    const backlog = filled({ aa: 40, bb: 24 })
    backlog.keep(one)
    assert.deepStrictEqual(contents(backlog), { aa: [39, 1], bb: [25, 0] })
  })

  it("the backlog drops of two datapoints that are equally large the one whose turn comes first", () => {
    const backlog = filled({ aa: 32, bb: 32 })
    backlog.keep({ ...one, slug: "cc" })
    assert.deepStrictEqual(contents(backlog), { aa: [31, 1], bb: [32, 0], cc: [1, 7] })
  })

  it("the backlog takes for the largest datapoint the one of which most is kept now", () => {
    const backlog = filled({ aa: 33, bb: 31 })
    backlog.retain("aa", 20)
    for (let index = 0; index < 13; index++) backlog.keep({ ...big, slug: "cc" })
    backlog.keep(one)
    assert.deepStrictEqual(contents(backlog), { aa: [20, 13], bb: [31, 1], cc: [13, 0] })
  })

  it("the backlog holds its bound after a datapoint was forgotten that it never had", () => {
    const backlog = filled({ aa: 64 })
    backlog.forget("never")
    backlog.keep(one)
    assert.deepStrictEqual(contents(backlog), { aa: [63, 1], bb: [1, 7] })
  })

  it("the backlog drops as much as it must, for what comes back too", () => {
    const backlog = filled({ aa: 60 })
    backlog.keep({ slug: "bb", json: "x".repeat(5 * mebibyte), timestampMs: 0 })
    backlog.giveBack({ slug: "cc", json: "x".repeat(mebibyte), timestampMs: 0 })
    assert.deepStrictEqual(contents(backlog), { aa: [58, 2], bb: [1, 0], cc: [1, 0] })
  })

  it.each([
    ["taken", (backlog: Backlog) => void backlog.take()],
    ["forgotten", (backlog: Backlog) => backlog.forget("bb")],
    ["dropped for its datapoint's bound", (backlog: Backlog) => backlog.retain("bb", 23)]
  ])("the backlog has room again for what was %s", (_, leave) => {
    const backlog = filled({ bb: 24, aa: 40 })
    leave(backlog)
    backlog.keep({ ...big, slug: "cc" })
    assert.deepStrictEqual(contents(backlog)["aa"], [40, 0])
    assert.strictEqual(backlog.size, 0)
  })

  it("the backlog keeps 1000 samples of a datapoint that says nothing else, and drops the oldest", () => {
    const backlog = new Backlog()
    for (let at = 0; at < 1000; at++) backlog.keep({ slug: "aa", json: "0", timestampMs: at })
    assert.strictEqual(backlog.size, 1000)
    backlog.keep({ slug: "aa", json: "0", timestampMs: 1000 })
    assert.deepStrictEqual(contents(backlog), { aa: [1000, 1] })
  })

  it("the backlog lets the datapoints take turns", () => {
    const backlog = new Backlog()
    for (const slug of ["aa", "aa", "aa", "bb", "bb", "cc"]) backlog.keep({ slug, json: "0", timestampMs: 0 })
    assert.deepStrictEqual(
      Array.from({ length: 6 }, () => backlog.take()?.slug),
      ["aa", "bb", "cc", "aa", "bb", "aa"]
    )
  })
})
