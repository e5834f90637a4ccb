import { assert, describe, it } from "@effect/vitest"
import { FrameRun } from "@fleet/server/realtime/FrameRun"

const [a, b, c] = ["a", "bb", "ccc"].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]
const none = () => new FrameRun(null, null)

describe("a run of frames", () => {
  it("is its frames one after the other", () => {
    const run = none().with(a).with(b).with(c).with(a)
    assert.strictEqual(run.bytes().toString(), "abbccca")
    assert.deepStrictEqual([none().length, run.length], [0, 7])
  })

  it("of one frame is that frame", () => {
    assert.strictEqual(none().with(a).bytes(), a)
  })

  it("is shared by those who are given the same frames, and its bytes are made once", () => {
    const start = none()
    const run = start.with(a).with(b)
    assert.strictEqual(start.with(a).with(b), run)
    assert.strictEqual(run.bytes(), run.bytes())
    const other = start.with(a).with(c)
    assert.deepStrictEqual([run.bytes().toString(), other.bytes().toString()], ["abb", "accc"])
    assert.notStrictEqual(start.with(Buffer.from("a")), start.with(a), "equal bytes are not the same frame")
  })

  it("lets go of what was made of it", () => {
    const start = none()
    const run = start.with(a)
    start.forget()
    assert.notStrictEqual(start.with(a), run)
  })
})
