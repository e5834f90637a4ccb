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

  it("spreads drawings that are slow over frames, and leaves none out", () => {
    const { loop, run } = aLoop(() => 8)
    const drawn = [0, 0, 0, 0]
    for (const index of drawn.keys()) loop.drawing({ write: () => drawn[index]!++ })
    run(frameMs)
    assert.strictEqual(
      drawn.reduce((sum, count) => sum + count, 0),
      2
    )
    run(5000)
    assert.isAtMost(Math.max(...drawn) - Math.min(...drawn), 1)
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
