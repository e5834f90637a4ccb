import { MessageRing } from "@fleet/bridge/engine/recorder/MessageRing"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"

const noteBytes = 16
const maxBytes = 4096
const maxAgeMs = 100
/** Sixteen segments of 256 bytes. */
const segmentBytes = maxBytes / 16

const aligned = (bytes: number) => Math.ceil(bytes / noteBytes) * noteBytes

interface Kept {
  readonly atMs: number
  readonly channel: number
  readonly text: string
}

/** What the ring should hold: a plain list. */
class Model {
  kept: Array<Kept & { readonly begin: number }> = []
  private end = 0
  private newestMs = 0

  push(channel: number, receivedMs: number, text: string) {
    if (receivedMs < this.newestMs - 1000) this.clear(receivedMs)
    const atMs = Math.max(receivedMs, this.newestMs)
    this.newestMs = atMs
    while (this.kept.length > 0 && this.kept[0]!.atMs < atMs - maxAgeMs) this.kept.shift()
    const size = aligned(noteBytes + Buffer.byteLength(text))
    if (size > maxBytes - segmentBytes) return
    const segments = () => {
      const begin = Math.floor((this.kept[0]?.begin ?? this.end) / segmentBytes)
      return Math.ceil((this.end + size) / segmentBytes) - begin
    }
    while (this.kept.length > 0 && segments() > 16) this.kept.shift()
    this.kept.push({ atMs, channel, text, begin: this.end })
    this.end += size
  }

  clear(nowMs: number) {
    this.kept = []
    this.end = Math.ceil(this.end / segmentBytes) * segmentBytes
    this.newestMs = nowMs
  }
}

const contents = (ring: MessageRing, reader = ring.open()): ReadonlyArray<Kept> => {
  const all: Array<Kept> = []
  for (let note = ring.peek(reader); note !== undefined; note = ring.peek(reader)) {
    all.push({ atMs: note.atMs, channel: note.channel, text: Buffer.from(ring.payload(reader, note)).toString() })
    ring.skip(reader, note)
  }
  ring.close(reader)
  return all
}

const Step = Schema.Tuple([
  Schema.Literals(["push", "push", "push", "push", "large", "back", "clear", "read"]),
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 })),
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 }))
])

const plain = (kept: ReadonlyArray<Kept>) => kept.map(({ atMs, channel, text }) => ({ atMs, channel, text }))

const run = (steps: ReadonlyArray<typeof Step.Type>) => {
  const ring = new MessageRing({ maxBytes, maxAgeMs }, 0)
  const model = new Model()
  let nowMs = 0
  steps.forEach(([what, size, passed], index) => {
    nowMs += passed * 7
    if (what === "clear") {
      ring.clear(nowMs)
      model.clear(nowMs)
    } else if (what === "back") {
      nowMs = Math.max(0, nowMs - size * 40)
      ring.push(9, nowMs, Buffer.from("back"))
      model.push(9, nowMs, "back")
    } else if (what !== "read") {
      const text = String(index).padEnd(what === "large" ? size * 90 : size * 5, "x")
      ring.push(index, nowMs, Buffer.from(text))
      model.push(index, nowMs, text)
    }
    assert.deepStrictEqual(contents(ring), plain(model.kept))
    assert.strictEqual(ring.messages, model.kept.length)
    assert.isAtMost(ring.bytes, maxBytes)
  })
}

describe("the recorder's ring", () => {
  it.effect.prop(
    "the recorder's ring holds what a plain list would, in its order, and never more than its bound",
    [Schema.Array(Step)],
    ([steps]) => Effect.sync(() => (run(steps), true)),
    { arbitrary: { runs: 300, size: 80 } }
  )

  it("the recorder's ring holds messages to the last byte of its bound, and lets the oldest go for one more", () => {
    const ring = new MessageRing({ maxBytes, maxAgeMs }, 0)
    const each = segmentBytes - noteBytes
    for (let index = 0; index < 16; index++) ring.push(index, 0, Buffer.alloc(each, index))
    assert.strictEqual(ring.messages, 16)
    assert.strictEqual(ring.bytes, maxBytes)
    ring.push(16, 0, Buffer.alloc(each, 16))
    assert.deepStrictEqual(
      contents(ring).map(({ channel }) => channel),
      Array.from({ length: 16 }, (_, index) => index + 1)
    )
    assert.strictEqual(ring.bytes, maxBytes)
    assert.strictEqual(ring.sinceMs(0), 1)
  })

  it("the recorder's ring keeps the largest message there is room for, and counts a larger one as dropped", () => {
    const ring = new MessageRing({ maxBytes, maxAgeMs }, 0)
    ring.push(1, 0, Buffer.from("small"))
    ring.push(2, 0, Buffer.alloc(maxBytes - segmentBytes - noteBytes, "b"))
    assert.deepStrictEqual(
      contents(ring).map(({ text }) => text.length),
      [5, maxBytes - segmentBytes - noteBytes]
    )
    ring.push(3, 0, Buffer.alloc(maxBytes - segmentBytes - noteBytes + 1, "b"))
    assert.strictEqual(ring.dropped, 1)
    assert.deepStrictEqual(
      contents(ring).map(({ channel }) => channel),
      [1, 2]
    )
  })

  it("the recorder's ring holds messages of its last seconds, and not a millisecond more", () => {
    const ring = new MessageRing({ maxBytes, maxAgeMs }, 0)
    ring.push(1, 10, Buffer.from("a"))
    ring.push(2, 10 + maxAgeMs, Buffer.from("b"))
    assert.strictEqual(ring.messages, 2)
    ring.push(3, 11 + maxAgeMs, Buffer.from("c"))
    assert.strictEqual(ring.messages, 2)
  })

  it("the recorder's ring keeps for a reader what is too old, until it was read, but never more than its bound", () => {
    const ring = new MessageRing({ maxBytes, maxAgeMs }, 0)
    ring.push(1, 0, Buffer.from("a"))
    const reader = ring.open()
    ring.push(2, 1000, Buffer.from("b"))
    assert.strictEqual(ring.messages, 2)
    ring.skip(reader, ring.peek(reader)!)
    ring.push(3, 1001, Buffer.from("c"))
    assert.strictEqual(ring.messages, 2)
    for (let index = 0; index < 40; index++) ring.push(index, 1002, Buffer.alloc(200, "x"))
    assert.isAtMost(ring.bytes, maxBytes)
    assert.deepStrictEqual(
      contents(ring, reader).map(({ channel }) => channel),
      contents(ring).map(({ channel }) => channel)
    )
  })

  it("the recorder's ring copies what it keeps, and keeps nothing of it once it was cleared", () => {
    const ring = new MessageRing({ maxBytes, maxAgeMs }, 0)
    const bytes = Buffer.from("before")
    ring.push(1, 0, bytes)
    bytes.write("after!")
    assert.deepStrictEqual(plain(contents(ring)), [{ atMs: 0, channel: 1, text: "before" }])
    ring.clear(5)
    assert.deepStrictEqual([ring.messages, ring.bytes, ring.sinceMs(5)], [0, 0, 5])
  })
})
