import { assert, layer } from "@effect/vitest"
import { AlertMachine } from "@fleet/domain/AlertMachine"
import { previewLimits } from "@fleet/domain/Alerts"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { keepSamples } from "../../support/keepSamples.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"
import { eventually } from "../jobs/world.ts"
import { aConnectedRobotWith, aRobotWith, low, movesOf, say } from "./world.ts"

const { condition } = low
const whole = { from: "0", to: "8640000000000000" }

const preview = ({ as, path }: { readonly as: string; readonly path: string }, body: unknown) =>
  call("POST", `${path}/alerts/preview`, { as, body })

const Value = Schema.Union([
  Schema.Literals([0, 10, 20, 25, 30, 40]),
  Schema.Literals(["20", "low"]),
  Schema.Boolean,
  Schema.Null
])
const Values = Schema.Array(Value).check(Schema.isMinLength(1), Schema.isMaxLength(12))
const Condition = Schema.Literals(["below", "above", "equals"])
const conditions = {
  below: { fire_at: 20, resolve_at: 30 },
  above: { fire_at: 30, resolve_at: 20 },
  equals: { fire_at: 20 }
}

layer(TestApp, { timeout: "120 seconds" })("a preview of an alert", (it) => {
  it.effect("tells when the alert would have moved, over what was recorded in the range", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWith({ battery: {} })
      yield* keepSamples({ robotId: world.robot.id, orgId: world.orgId, slug: "battery" }, [
        [1000, "40"],
        [2000, "20"],
        [3000, "25"],
        [4000, `"5"`],
        [5000, "null"],
        [6000, "30"],
        [7000, "1"]
      ])
      assert.deepStrictEqual((yield* preview(world, { slug: "battery", condition, ...whole })).body, {
        transitions: [
          { state: "firing", at_ms: 2000, value: 20 },
          { state: "ok", at_ms: 6000, value: 30 },
          { state: "firing", at_ms: 7000, value: 1 }
        ],
        sample_gap_ms: 1000,
        truncated: false
      })
      const between = { slug: "battery", condition, from: "3000", to: "7000" }
      assert.deepStrictEqual((yield* preview(world, between)).body.transitions, [])
      assert.deepStrictEqual((yield* preview(world, { ...between, to: "7001" })).body.transitions, [
        { state: "firing", at_ms: 7000, value: 1 }
      ])
      assert.deepStrictEqual((yield* preview(world, { slug: "battery", condition: { fire_at: "5" }, ...whole })).body, {
        transitions: [
          { state: "firing", at_ms: 4000, value: "5" },
          { state: "ok", at_ms: 6000, value: 30 }
        ],
        sample_gap_ms: 1000,
        truncated: false
      })
      assert.deepStrictEqual(yield* movesOf(world), { transitions: [], next_cursor: null })
    })
  )

  it.effect("goes on over pages of samples, and says where it ends", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWith({ battery: {} })
      const key = { robotId: world.robot.id, orgId: world.orgId, slug: "battery" }
      const flapping = Array.from(
        { length: previewLimits.transitions },
        (_, index) => [index, String(index % 2 === 0 ? 1 : 99)] as const
      )
      const quiet = Array.from({ length: 10_000 }, (_, index) => [100_000 + index, "99"] as const)
      yield* keepSamples(key, [...flapping, ...quiet])
      const all = { slug: "battery", condition, ...whole }
      const first = (yield* preview(world, all)).body
      assert.lengthOf(first.transitions, previewLimits.transitions)
      assert.isFalse(first.truncated)
      yield* keepSamples(key, [[500_000, "1"]])
      const second = (yield* preview(world, all)).body
      assert.deepStrictEqual(second.transitions, first.transitions)
      assert.isTrue(second.truncated)
      assert.deepStrictEqual((yield* preview(world, { ...all, from: "1000" })).body, {
        transitions: [{ state: "firing", at_ms: 500_000, value: 1 }],
        sample_gap_ms: 1000,
        truncated: false
      })
    })
  )

  it.effect("is refused for what is not recorded or published, and for what is no condition", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWith({ battery: {} })
      const { as, path } = world
      const refused = (body: unknown) => Effect.map(preview(world, body), refusal)
      const of = (slug: string) => ({ slug, condition })
      assert.deepStrictEqual(yield* refused(of("bridge_state")), [409, "not_recorded"])
      assert.deepStrictEqual(yield* refused(of("nothing")), [404, "unknown_datapoint"])
      assert.deepStrictEqual(yield* refused({ ...of("battery"), from: "now" }), [400, "invalid_range"])
      assert.deepStrictEqual(yield* refused({ ...of("battery"), from: "5", to: "5" }), [400, "invalid_range"])
      assert.deepStrictEqual(yield* refused({ ...of("battery"), from: "soon" }), invalid("from", "format"))
      assert.deepStrictEqual(yield* refused({ slug: "battery" }), invalid("condition", "required"))
      assert.deepStrictEqual(yield* refused({ ...of("battery"), more: 1 }), invalid("more", "unknown"))
      const judged = (given: unknown) => refused({ slug: "battery", condition: given })
      assert.deepStrictEqual(
        yield* judged({ fire_at: 1, resolve_at: 1 }),
        invalid("condition.resolve_at", "invalid_value")
      )
      assert.deepStrictEqual(
        yield* judged({ fire_at: "1", resolve_at: 1 }),
        invalid("condition.resolve_at", "not_allowed")
      )
      assert.deepStrictEqual(yield* judged({ fire_at: null }), invalid("condition.fire_at", "type"))
      assert.deepStrictEqual(yield* judged({}), invalid("condition.fire_at", "required"))

      const source = "platform: 1\ndatapoints: {battery: {topic: /a, type: std_msgs/msg/Float32, field: data}}"
      yield* call("PUT", `${path}/config/draft`, { as, body: { source } })
      yield* call("POST", `${path}/config/publish`, { as })
      yield* eventually(refused(of("battery")), ([status]) => status === 409)
      assert.deepStrictEqual(yield* refused(of("battery")), [409, "not_recorded"])
    })
  )

  it.effect.prop(
    "gives the moves that the alert made when the same samples came live",
    [Condition, Values],
    ([kind, values]) =>
      Effect.gen(function* () {
        const given = conditions[kind]
        const world = yield* aConnectedRobotWith({ battery: { low: { condition: given } } })
        const machine = new AlertMachine(given)
        let count = 0
        for (const [index, value] of values.entries()) {
          const at = 1000 + index * 1000
          yield* say(world.bridge, value, at)
          if (value !== null && machine.take(value, at)) count++
          for (let step = 0; step < 5; step++) yield* TestClock.adjust("250 millis")
        }
        const history = call("GET", `${world.path}/datapoints/battery/history?from=0&to=8640000000000000`, {
          as: world.as
        })
        // The recorder writes once a second.
        const { body } = yield* eventually(
          Effect.andThen(TestClock.adjust("250 millis"), history),
          (answer) => answer.body.samples.length === values.length
        )
        assert.lengthOf(body.samples, values.length)
        const { transitions } = yield* eventually(movesOf(world), (page) => page.transitions.length === count)
        const live = transitions.map(({ at_ms, state, value }: any) => ({ state, at_ms, value })).toReversed()
        assert.deepStrictEqual(
          (yield* preview(world, { slug: "battery", condition: given, ...whole })).body.transitions,
          live
        )
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 6 } }
  )
})
