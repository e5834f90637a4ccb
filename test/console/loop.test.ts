import { assert, describe, it } from "@effect/vitest"
import { Loop } from "../../packages/console/src/live/Loop.ts"

const frameMs = 1000 / 60

const aLoop = (workMs = () => 0) => {
  let clock = 0
  let next: ((nowMs: number) => void) | undefined
  let nowMs = 0
  const loop = new Loop({
    requestFrame: (callback) => {
      next = callback
      return 1
    },
    cancelFrame: () => (next = undefined),
    now: () => (clock += workMs() / 2)
  })
  const run = (ms: number) => {
    for (let passed = 0; passed < ms; passed += frameMs) next?.((nowMs += frameMs))
  }
  return { isRunning: () => next !== undefined, loop, run }
}

describe("the loop", () => {
  it("writes text ten times a second and drawings at most thirty", () => {
    const { loop, run } = aLoop()
    let texts = 0
    let drawings = 0
    loop.text({ write: () => texts++ })
    loop.drawing({ write: () => drawings++ })
    run(10_000)
    assert.isTrue(texts >= 95 && texts <= 101, `${texts}`)
    assert.isTrue(drawings >= 285 && drawings <= 301, `${drawings}`)
  })

  it("spreads texts and drawings evenly over frames", () => {
    const { loop, run } = aLoop()
    let texts = 0
    let drawings = 0
    for (let index = 0; index < 60; index++) {
      loop.text({ write: () => texts++ })
      loop.drawing({ write: () => drawings++ })
    }
    run(1000)
    for (let frame = 0; frame < 60; frame++) {
      texts = drawings = 0
      run(frameMs)
      assert.isAtMost(texts, 11)
      assert.isAtLeast(texts, 9)
      assert.isAtMost(drawings, 32)
    }
  })

  it("leaves what is slow for the frames to come, and nothing out", () => {
    const { loop, run } = aLoop(() => 8)
    const written = [0, 0, 0, 0]
    for (const index of written.keys()) {
      const follower = { write: () => written[index]!++ }
      if (index % 2 === 0) loop.text(follower)
      else loop.drawing(follower)
    }
    run(5000)
    assert.isAtLeast(Math.min(...written), 20)
    assert.isAtMost(Math.abs(written[0]! - written[2]!), 1)
    assert.isAtMost(Math.abs(written[1]! - written[3]!), 1)
  })

  it("writes each that is left once, whoever leaves meanwhile", () => {
    const { loop, run } = aLoop()
    const written = Array.from({ length: 30 }, () => 0)
    const leaves = written.map((_, index) => loop.text({ write: () => written[index]!++ }))
    run(1000)
    for (const index of [0, 29, 14, 15]) leaves[index]!()
    leaves[0]!()
    written.fill(0)
    run(2000)
    assert.deepStrictEqual([written[0], written[29], written[14], written[15]], [0, 0, 0, 0])
    const rest = written.filter((count) => count > 0)
    assert.strictEqual(rest.length, 26)
    assert.isAtMost(Math.max(...rest) - Math.min(...rest), 1)
  })

  it("asks for no frame while nothing follows", () => {
    const { isRunning, loop } = aLoop()
    assert.isFalse(isRunning())
    const stop = loop.text({ write: () => undefined })
    assert.isTrue(isRunning())
    stop()
    assert.isFalse(isRunning())
  })

  it("takes its time while frames are slow, and is quick again afterwards", () => {
    let work = 20
    const { loop, run } = aLoop(() => work)
    let texts = 0
    loop.text({ write: () => texts++ })
    run(4000)
    assert.isTrue(loop.isSlow)
    texts = 0
    run(2000)
    assert.isAtMost(texts, 11)
    work = 1
    run(7000)
    assert.isFalse(loop.isSlow)
  })
})
