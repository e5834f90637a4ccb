import { assert, describe, it } from "@effect/vitest"
import { AlertMachine, stateAfter } from "@fleet/domain/AlertMachine"
import { alertConditionOf } from "@fleet/domain/Alerts"
import { Schema } from "effect"

const Small = Schema.Literals([-2, -1, 0, 0.1, 0.2, 0.3, 1, 2])
const Value = Schema.Union([Small, Small, Schema.Literals(["on", "0", true, false]), Schema.Null])
const Threshold = Schema.Struct({ fire_at: Small, resolve_at: Small })
const Equality = Schema.Struct({ fire_at: Schema.Union([Small, Schema.Literals(["on", "0", true, false])]) })
const Values = Schema.Array(Value).check(Schema.isMaxLength(20))

type Reference = "ok" | "firing"

describe("the state machine of an alert", () => {
  it.prop(
    "a threshold fires at fire_at and beyond, and resolves at resolve_at and beyond",
    [Threshold, Values],
    ([condition, values]) => {
      const { fire_at, resolve_at } = condition
      if (fire_at === resolve_at) return
      const way = Math.sign(fire_at - resolve_at)
      let expected: Reference = "ok"
      const machine = new AlertMachine(condition)
      for (const [at, value] of values.entries()) {
        if (typeof value === "number") {
          if (value * way >= fire_at * way) expected = "firing"
          else if (value * way <= resolve_at * way) expected = "ok"
        }
        if (value !== null) machine.take(value, at)
        assert.strictEqual(machine.state, expected)
      }
    }
  )

  it.prop(
    "an equality fires at its value, resolves at any other number, text or boolean, and keeps at the rest",
    [Equality, Values],
    ([condition, values]) => {
      let expected: Reference = "ok"
      for (const value of values) {
        const next = stateAfter(condition, expected, value)
        if (value === null) assert.isNull(next)
        else {
          assert.strictEqual(next, value === condition.fire_at ? "firing" : "ok")
          expected = next!
        }
      }
      for (const value of [null, undefined, {}, [], [condition.fire_at]])
        assert.isNull(stateAfter(condition, "firing", value))
    }
  )

  it("a move names the sample that moved, and only a move does", () => {
    const machine = new AlertMachine({ fire_at: 20, resolve_at: 30 })
    assert.isFalse(machine.take(30, 1))
    assert.isNull(machine.moved)
    assert.isTrue(machine.take(20, 2))
    assert.isFalse(machine.take(29, 3))
    assert.isFalse(machine.take("30", 4))
    assert.deepStrictEqual(machine.moved, { state: "firing", atMs: 2, value: 20 })
    assert.strictEqual(machine.value, 29)
    assert.isTrue(machine.take(30, 5))
    assert.deepStrictEqual(machine.moved, { state: "ok", atMs: 5, value: 30 })
  })

  it("resolves at resolve_at itself where threshold and hysteresis do not add up to it", () => {
    const condition = { fire_at: 0.7, resolve_at: 0.1 }
    assert.isBelow(0.7 - (0.7 - 0.1), 0.1)
    assert.strictEqual(stateAfter(condition, "firing", 0.1), "ok")
    assert.strictEqual(stateAfter({ fire_at: 0.1, resolve_at: 0.3 }, "firing", 0.3), "ok")
  })

  it("a condition is above where fire_at is above resolve_at, below where it is below, and else an equality", () => {
    assert.deepStrictEqual(alertConditionOf({ fire_at: 30, resolve_at: 20 }), {
      kind: "above",
      threshold: 30,
      resolve_hysteresis: 10
    })
    assert.deepStrictEqual(alertConditionOf({ fire_at: 20, resolve_at: 30 }), {
      kind: "below",
      threshold: 20,
      resolve_hysteresis: 10
    })
    for (const fire_at of [0, "on", false])
      assert.deepStrictEqual(alertConditionOf({ fire_at }), { kind: "equals", value: fire_at })
  })
  it("a condition whose ends are further apart than a number can say has the largest distance", () => {
    for (const fire_at of [1.5e308, -1.5e308])
      assert.deepStrictEqual(alertConditionOf({ fire_at, resolve_at: -fire_at }), {
        kind: fire_at > 0 ? "above" : "below",
        threshold: fire_at,
        resolve_hysteresis: Number.MAX_VALUE
      })
  })
})
