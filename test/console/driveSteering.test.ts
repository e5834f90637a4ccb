import { assert, describe, it } from "@effect/vitest"
import type { DescribedExposure } from "@fleet/sdk"
import { PictureClock } from "../../packages/console/src/features/live/camera/PictureClock.ts"
import { directionOf, sumOf } from "../../packages/console/src/features/live/drive/held.ts"
import { driveOf, hasZero, parametersFor } from "../../packages/console/src/features/live/drive/publisherDrive.ts"

const number = (minimum: number, maximum: number) => ({ type: "number", minimum, maximum })

const publisher = (properties: Readonly<Record<string, object>>): DescribedExposure => ({
  slug: "drive",
  kind: "publisher",
  description: null,
  unit: null,
  decimals: null,
  input_schema: { type: "object", properties, required: Object.keys(properties) },
  failsafe_timeout_ms: 500
})

const rover = publisher({ forward: number(-0.5, 1), turn: number(-2, 2) })

describe("steering", () => {
  it("adds what is held: diagonals combine, opposites cancel out, one direction counts once", () => {
    assert.deepStrictEqual(sumOf(["forward", "left"]), { forward: 1, turn: 1 })
    assert.deepStrictEqual(sumOf(["back", "right"]), { forward: -1, turn: -1 })
    assert.deepStrictEqual(sumOf(["forward", "back", "left"]), { forward: 0, turn: 1 })
    assert.deepStrictEqual(sumOf(["forward", "forward"]), { forward: 1, turn: 0 })
    assert.deepStrictEqual(sumOf([]), { forward: 0, turn: 0 })
  })

  it("knows W A S D by their place on any keyboard, and the arrows", () => {
    // The key of W writes Z in France.
    assert.strictEqual(directionOf({ code: "KeyW", key: "z" }), "forward")
    assert.strictEqual(directionOf({ code: "KeyA", key: "q" }), "left")
    assert.strictEqual(directionOf({ code: "ArrowDown", key: "ArrowDown" }), "back")
    assert.strictEqual(directionOf({ code: "", key: "d" }), "right")
    assert.isUndefined(directionOf({ code: "KeyX", key: "x" }))
  })

  it("scales each direction by the part of its own range that the sliders leave", () => {
    const drive = driveOf(rover)!
    assert.isTrue(hasZero(drive))
    assert.strictEqual(drive.failsafeMs, 500)
    const half = { forward: 0.5, turn: 0.5 }
    assert.deepStrictEqual(parametersFor(drive, { forward: 1, turn: -1 }, half), { forward: 0.5, turn: -1 })
    // Back is slower than ahead where the range says so.
    assert.deepStrictEqual(parametersFor(drive, { forward: -1, turn: 0 }, half), { forward: -0.25, turn: 0 })
    assert.deepStrictEqual(parametersFor(drive, null, half), { forward: 0, turn: 0 })
  })

  it("takes for a velocity one or two numbers around zero, and nothing that has to be given beside them", () => {
    assert.strictEqual(driveOf(publisher({ speed: number(-1, 1) }))?.turn, null)
    assert.isUndefined(driveOf(publisher({ volume: number(0, 1) })))
    assert.isUndefined(driveOf(publisher({ speed: number(-1, 1), mode: { type: "string" } })))
    // What turns is known by where its value goes.
    const message = { linear: { x: "${b}" }, angular: { z: "${a}" } }
    const named = driveOf(publisher({ a: number(-1, 1), b: number(-1, 1) }), undefined, message)
    assert.deepStrictEqual([named?.forward.name, named?.turn?.name], ["b", "a"])
    const three = driveOf(publisher({ x: number(-1, 1), yaw: number(-1, 1), lift: number(-1, 1) }))!
    assert.deepStrictEqual(parametersFor(three, { forward: 1, turn: 1 }, { forward: 1, turn: 1 }), {
      x: 1,
      yaw: 1,
      lift: 0
    })
  })
})

describe("the age of the picture", () => {
  const clockAt = (now: number, uncertaintyMs: number | null = 5) => new PictureClock({ now: () => now, uncertaintyMs })

  it("counts from the capture by the service's clock, and on from the paint", () => {
    const clock = clockAt(10_000)
    assert.strictEqual(clock.picture, "none")
    clock.isLive = true
    clock.painted(9800)
    const { picture } = clock
    assert.isTrue(typeof picture === "object" && picture.ageMs >= 200 && picture.ageMs < 1200)
    clock.clear()
    assert.strictEqual(clock.picture, "none")
  })

  it("is too old to drive by for stills, and unknown with a clock that nobody can trust", () => {
    const stills = clockAt(10_000)
    stills.painted(9990)
    assert.deepStrictEqual(stills.picture, { ageMs: Infinity })
    const unsure = clockAt(10_000, null)
    unsure.isLive = true
    unsure.painted(9990)
    assert.strictEqual(unsure.picture, "unknown")
    for (const capturedMs of [12_000, -60_000]) {
      const off = clockAt(10_000)
      off.isLive = true
      off.painted(capturedMs)
      assert.strictEqual(off.picture, "unknown")
    }
    const said = clockAt(10_000)
    said.isLive = true
    said.isOff = true
    said.painted(9990)
    assert.strictEqual(said.picture, "unknown")
  })
})
