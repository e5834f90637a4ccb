import { assert, describe, it } from "@effect/vitest"
import { readGamepad } from "../../packages/console/src/features/live/drive/gamepad.ts"
import { ahead, aPad, shown } from "./support/drivePad.ts"

describe("a gamepad", () => {
  it("drives by a gamepad while its button is held, and stops when the button or the gamepad is gone", () => {
    const pad = aPad().ready()
    // A button that was held before anybody looked begins nothing.
    pad.look(shown.down)
    assert.strictEqual(pad.drive.phase, "ready")
    pad.look(shown.up)
    pad.look(shown.down)
    assert.deepStrictEqual([pad.drive.phase, pad.drive.axes], ["held", ahead])
    pad.look(shown.left)
    assert.deepStrictEqual(pad.drive.axes, { forward: 0, turn: 1 })
    pad.run(300)
    pad.look(shown.up)
    assert.isNull(pad.last!.axes)
    pad.run(600)
    pad.look(shown.down)
    pad.run(200)
    pad.look(null)
    assert.isNull(pad.last!.axes)
    assert.strictEqual(pad.drive.cause, "gamepad")
    const count = pad.sent.length
    // It comes back with the button held.
    pad.look(shown.down)
    pad.run(1000)
    pad.look(shown.down)
    assert.strictEqual(pad.sent.length, count)
  })

  it("does not resume by a gamepad's button that is still held after the robot was let go of", () => {
    const pad = aPad().ready()
    pad.look(shown.up)
    pad.look(shown.down)
    pad.run(200)
    pad.on({ type: "release", cause: "stopped" })
    const count = pad.sent.length
    for (let turn = 0; turn < 40; turn++) {
      pad.run(50)
      pad.look(shown.down)
    }
    assert.strictEqual(pad.sent.length, count)
    pad.look(shown.up)
    pad.look(shown.down)
    assert.strictEqual(pad.drive.phase, "held")
  })

  it("lets go at a dialog or in another window, and begins nothing there", () => {
    const pad = aPad().ready()
    pad.look(shown.up)
    pad.look(shown.down)
    pad.run(200)
    pad.look(shown.down, true)
    assert.strictEqual(pad.drive.cause, "blurred")
    assert.isNull(pad.last!.axes)
    pad.run(600)
    const count = pad.sent.length
    pad.look(shown.up, true)
    pad.look(shown.down, true)
    // Back at the page with the button still held.
    pad.look(shown.down)
    pad.run(200)
    assert.strictEqual(pad.sent.length, count)
    pad.look(shown.up)
    pad.look(shown.down)
    assert.strictEqual(pad.drive.phase, "held")
  })

  it("reads the sticks of a gamepad beyond their rest, and a shoulder button as the dead man's", () => {
    const button = (pressed: boolean) => ({ pressed })
    const buttons = [false, false, false, false, true, false].map(button)
    assert.isNull(readGamepad(null))
    assert.isNull(readGamepad({ connected: false, axes: [0, -1], buttons }))
    assert.deepStrictEqual(readGamepad({ connected: true, axes: [0.1, -1, 0.05], buttons }), {
      isHeld: true,
      axes: { forward: 1, turn: 0 }
    })
    assert.deepStrictEqual(readGamepad({ connected: true, axes: [0, 1, 1], buttons: [] }), {
      isHeld: false,
      axes: { forward: -1, turn: -1 }
    })
    assert.deepStrictEqual(readGamepad({ connected: true, axes: [Number.NaN], buttons: [] })?.axes, {
      forward: 0,
      turn: 0
    })
  })
})
