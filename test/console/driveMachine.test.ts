import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Drive, limits, mostUnanswered, tickMs } from "../../packages/console/src/features/live/drive/machine.ts"
import { type Act, ahead, aPad, rules, shown } from "./support/drivePad.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))
const Anything = Schema.Union([
  Schema.Struct({ type: Schema.Literal("press"), axes: Schema.Literal("ahead"), isBlind: Schema.Boolean }),
  Schema.Struct({ type: Schema.Literal("steer"), axes: Schema.Literal("ahead") }),
  Schema.Struct({
    type: Schema.Literal("release"),
    cause: Schema.NullOr(Schema.Literals(["blurred", "hidden", "stopped"]))
  }),
  Schema.Struct({ type: Schema.Literal("tick") }),
  Schema.Struct({ type: Schema.Literal("answered"), seq: between(0, 3) }),
  Schema.Struct({ type: Schema.Literal("refused"), seq: between(0, 3), busyMs: Schema.NullOr(Schema.Literal(2000)) }),
  Schema.Struct({ type: Schema.Literal("picture"), ageMs: Schema.Literals(["none", "unknown", 50, 500, 1500]) }),
  Schema.Struct({ type: Schema.Literal("link"), isConnected: Schema.Boolean }),
  Schema.Struct({ type: Schema.Literal("robot"), isOnline: Schema.Boolean }),
  Schema.Struct({ type: Schema.Literal("reconfigured") }),
  Schema.Struct({ type: Schema.Literal("gamepad"), shows: Schema.Literals(["gone", "up", "down", "left"]) }),
  Schema.Struct({ type: Schema.Literal("wait"), ms: Schema.Literals([10, 50, 100, 450, 1000]) })
])
type Anything = typeof Anything.Type

/** Answers and refusals name one of the messages that wait, the oldest first. */
const actOf = (each: Exclude<Anything, { type: "wait" | "gamepad" }>, drive: Drive): Act => {
  if (each.type === "picture")
    return { type: "picture", picture: typeof each.ageMs === "number" ? { ageMs: each.ageMs } : each.ageMs }
  if (each.type === "press" || each.type === "steer") return { ...each, axes: ahead }
  if (each.type === "answered" || each.type === "refused")
    return { ...each, seq: drive.unanswered[each.seq]?.seq ?? each.seq + 1_000_000 }
  return each
}

describe("driving", () => {
  for (const hasZero of [true, false])
    it.prop(
      `leaves the robot stopped or to its failsafe after any sequence of events${hasZero ? "" : ", without a message of zeros too"}`,
      [Schema.Array(Anything).check(Schema.isMaxLength(120))],
      ([events]) => {
        const pad = aPad({ ...rules, hasZero })
        // Half of the runs begin where a press would drive.
        if (events.length % 2 === 0) pad.ready()
        for (const each of events) {
          const before = pad.sent.length
          if (each.type === "wait") pad.wait(each.ms)
          else if (each.type === "gamepad") pad.look(shown[each.shows])
          else pad.on(actOf(each, pad.drive))
          const { drive } = pad
          assert.isAtMost(drive.unanswered.length, mostUnanswered)
          const sent = pad.sent.slice(before)
          assert.isAtMost(sent.length, 1)
          // Never over a link that is lost.
          if (sent.length > 0) assert.isTrue(drive.isConnected)
          // What moves the robot leaves only while it is held, and only a press begins that.
          if (sent[0]?.axes != null) {
            assert.strictEqual(drive.phase, "held")
            assert.isTrue(each.type === "press" || each.type === "tick" || each.type === "gamepad")
            assert.isTrue(drive.isOnline)
            if (!drive.isBlind) assert.isObject(drive.picture)
          }
          if (!hasZero) assert.isFalse(sent.some(({ axes }) => axes === null))
        }
        // A gamepad that is gone, or a button that is up, is enough to let go of what the gamepad held.
        if (events.length % 3 === 0) pad.look(null)
        // The driver does nothing more, the service answers nothing more.
        const before = pad.sent.length
        for (let count = 0; count < 40; count++) {
          pad.wait(50)
          pad.on({ type: "release", cause: null })
          pad.on({ type: "tick" })
        }
        const after = pad.sent.slice(before)
        assert.isTrue(after.every(({ axes }) => axes === null))
        assert.notStrictEqual(pad.drive.phase, "held")
        assert.notStrictEqual(pad.drive.phase, "stopping")
        // Two seconds of silence after the last message, where it was not the one that stops.
        if (pad.last !== undefined && pad.last.axes !== null) assert.isEmpty(after)
      }
    )

  it("sends as often as the failsafe asks while held, and one message that stops when let go", () => {
    const pad = aPad().ready()
    pad.press()
    pad.run(1000)
    const moving = pad.sent.length
    assert.isAtLeast(moving, 9)
    pad.on({ type: "release", cause: null })
    assert.isNull(pad.last!.axes)
    pad.run(1000)
    assert.strictEqual(pad.sent.length, moving + 1)
    assert.strictEqual(pad.drive.phase, "ready")
    assert.strictEqual(tickMs({ failsafeMs: 200, hasZero: true }), 50)
  })

  for (const cause of ["blurred", "hidden", "stopped"] as const)
    it(`lets go when the page is ${cause}, and a held key does not resume`, () => {
      const pad = aPad().ready()
      pad.press()
      pad.run(300)
      pad.on({ type: "release", cause })
      assert.isNull(pad.last!.axes)
      const count = pad.sent.length
      pad.on({ type: "steer", axes: ahead })
      pad.run(2000)
      assert.strictEqual(pad.sent.length, count)
      assert.strictEqual(pad.drive.cause, cause)
      pad.press()
      assert.strictEqual(pad.drive.phase, "held")
    })

  it("sends no third message while two are unanswered, and lets go when the oldest is 400 ms old", () => {
    const pad = aPad().ready()
    pad.press()
    for (let passed = 0; passed < 400; passed += 50) {
      pad.wait(50)
      pad.on({ type: "tick" })
    }
    assert.lengthOf(pad.drive.unanswered, 2)
    assert.lengthOf(pad.sent, 2)
    assert.strictEqual(pad.drive.phase, "held")
    pad.wait(50)
    pad.on({ type: "tick" })
    assert.strictEqual(pad.drive.phase, "stopping")
    assert.strictEqual(pad.drive.cause, "late")
    // The stop leaves with the first answer: there is room for it then.
    pad.on({ type: "answered", seq: pad.drive.unanswered[0]!.seq })
    assert.isNull(pad.last!.axes)
  })

  it("counts what was not answered while the page hung, whatever came when it went on", () => {
    const pad = aPad().ready()
    pad.press()
    pad.wait(2000)
    pad.answerAll()
    assert.strictEqual(pad.drive.phase, "stopping")
    const second = aPad().ready()
    second.press()
    second.answerAll()
    second.wait(2000)
    second.on({ type: "tick" })
    assert.strictEqual(second.drive.cause, "hung")
    assert.isNull(second.last!.axes)
  })

  it("locks over an old picture, and unlocks half a second after pictures are fresh, for a new press", () => {
    const pad = aPad().ready()
    pad.press()
    pad.run(200)
    pad.on({ type: "picture", picture: { ageMs: limits.oldPicture + 1 } })
    assert.isNull(pad.last!.axes)
    pad.run(600, 1800)
    assert.deepStrictEqual([pad.drive.phase, pad.drive.lock], ["locked", "picture"])
    pad.press()
    assert.strictEqual(pad.drive.phase, "locked")
    pad.run(400)
    assert.strictEqual(pad.drive.phase, "locked")
    pad.run(250)
    assert.strictEqual(pad.drive.phase, "ready")
    const count = pad.sent.length
    pad.run(1000)
    assert.strictEqual(pad.sent.length, count)
    pad.press()
    assert.strictEqual(pad.drive.phase, "held")
  })

  it("drives without a picture only by a press that says so", () => {
    const pad = aPad()
    pad.on({ type: "link", isConnected: true })
    pad.on({ type: "robot", isOnline: true })
    pad.press()
    assert.isEmpty(pad.sent)
    pad.press(true)
    assert.strictEqual(pad.drive.phase, "held")
    pad.on({ type: "picture", picture: "unknown" })
    assert.strictEqual(pad.drive.phase, "held")
    pad.on({ type: "release", cause: null })
    assert.isNull(pad.last!.axes)
  })

  it("sends nothing over a lost link, and waits for its return and a new press", () => {
    const pad = aPad().ready()
    pad.press()
    const count = pad.sent.length
    pad.on({ type: "link", isConnected: false })
    pad.run(1000)
    assert.strictEqual(pad.sent.length, count)
    assert.deepStrictEqual([pad.drive.phase, pad.drive.lock], ["locked", "link"])
    pad.on({ type: "link", isConnected: true })
    pad.run(1000)
    assert.strictEqual(pad.sent.length, count)
    assert.strictEqual(pad.drive.phase, "ready")
  })

  it("lets go when the configuration changes, and goes on by a new press alone", () => {
    const pad = aPad().ready()
    pad.press()
    pad.run(200)
    pad.on({ type: "reconfigured" })
    assert.isNull(pad.last!.axes)
    assert.strictEqual(pad.drive.cause, "configuration")
    const count = pad.sent.length
    pad.on({ type: "steer", axes: ahead })
    pad.run(1000)
    assert.strictEqual(pad.sent.length, count)
    pad.press()
    assert.strictEqual(pad.drive.phase, "held")
  })

  it("waits while somebody else holds the publisher", () => {
    const pad = aPad().ready()
    pad.press()
    pad.on({ type: "refused", seq: pad.last!.seq, busyMs: 2000 })
    assert.strictEqual(pad.drive.cause, "busy")
    pad.run(1500)
    assert.strictEqual(pad.drive.lock, "busy")
    pad.press()
    assert.lengthOf(pad.sent, 1)
    pad.run(600)
    assert.strictEqual(pad.drive.phase, "ready")
  })

  it("sends nothing after a hold that has no message that stops", () => {
    const pad = aPad({ failsafeMs: 400, hasZero: false })
    pad.on({ type: "link", isConnected: true })
    pad.on({ type: "robot", isOnline: true })
    pad.press(true)
    for (let passed = 0; passed < 500; passed += 50) {
      pad.wait(50)
      pad.on({ type: "tick" })
      pad.answerAll()
    }
    const count = pad.sent.length
    assert.isAtLeast(count, 5)
    pad.on({ type: "release", cause: null })
    pad.run(2000)
    assert.strictEqual(pad.sent.length, count)
    pad.press(true)
    assert.strictEqual(pad.drive.phase, "held")
  })
})
