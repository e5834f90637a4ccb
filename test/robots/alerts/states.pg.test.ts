import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { connectBridge } from "../../support/FakeBridge.ts"
import { call } from "../../support/wire.ts"
import { TestApp } from "../../support/TestApp.ts"
import {
  aConnectedRobotWith,
  alertsOf,
  aSecond,
  auditOf,
  eventsOf,
  inState,
  low,
  movedOf,
  movesOf,
  say
} from "./world.ts"

const at = (ms: number) => new Date(ms).toISOString()

layer(TestApp, { timeout: "60 seconds" })("an alert", (it) => {
  it.effect("an alert is listed as published, ok and without a value, before any sample", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({
        battery: { low, off: { condition: { fire_at: "off" }, severity: "error", enabled: false } },
        area: { full: { condition: { fire_at: 9, resolve_at: 7 } } }
      })
      const listed = yield* alertsOf(world)
      const rest = { robot_id: world.robot.id, state: "ok", state_since: null, last_value: null }
      assert.deepStrictEqual(
        listed.map(({ created_at, id, ...alert }) => {
          assert.match(id, /^[0-9a-f-]{36}$/)
          assert.strictEqual(created_at, at(0))
          return alert
        }),
        [
          {
            ...rest,
            slug: "area",
            name: "full",
            enabled: true,
            severity: "warning",
            condition: { kind: "above", threshold: 9, resolve_hysteresis: 2 }
          },
          {
            ...rest,
            slug: "battery",
            name: "Battery low",
            enabled: true,
            severity: "warning",
            condition: { kind: "below", threshold: 20, resolve_hysteresis: 10 }
          },
          {
            ...rest,
            slug: "battery",
            name: "off",
            enabled: false,
            severity: "error",
            condition: { kind: "equals", value: "off" }
          }
        ]
      )
      assert.deepStrictEqual(yield* movesOf(world), { transitions: [], next_cursor: null })
    })
  )

  it.effect(
    "an alert fires and resolves by samples, each time with an audit row, an org event and a line of its history",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobotWith({ battery: { low: { ...low, severity: "error" } } })
        const { bridge, console, robot } = world
        yield* say(bridge, 21, 1000)
        assert.deepInclude((yield* alertsOf(world))[0], { state: "ok", state_since: null, last_value: 21 })
        yield* say(bridge, 20, 2000)
        const { id } = yield* inState(world, "firing")
        yield* say(bridge, 29.5, 3000)
        assert.deepInclude((yield* alertsOf(world))[0], { state: "firing", state_since: at(2000), last_value: 29.5 })
        yield* aSecond
        yield* say(bridge, 30, 4000)
        assert.deepInclude(yield* inState(world, "ok"), { state_since: at(4000), last_value: 30 })

        const target = { target_kind: "alert", target_id: id, target_label: "Battery low" }
        const about = { robot_id: robot.id, slug: "battery" }
        const rows = yield* auditOf(world)
        assert.deepStrictEqual(
          rows.map(({ actor_id: _id, ...row }) => row),
          [
            { action: "alert.fired", actor_kind: "platform", ...target, details: { ...about, value: 20 } },
            { action: "alert.resolved", actor_kind: "platform", ...target, details: { ...about, value: 30 } }
          ]
        )
        assert.deepStrictEqual(
          (yield* eventsOf(console)).map(({ at: _at, seq: _seq, ...event }) => event),
          [
            { severity: "error", state: "firing", value: 20 },
            { severity: "info", state: "ok", value: 30 }
          ].map(({ severity, ...moved }) => ({
            type: "org_event",
            kind: "alert",
            severity,
            robot_id: robot.id,
            subject: "Battery low",
            detail: { alert_id: id, slug: "battery", ...moved }
          }))
        )
        const { transitions } = yield* movesOf(world)
        assert.deepStrictEqual(
          transitions.map(({ seq: _seq, ...move }: any) => move),
          [
            { alert_id: id, slug: "battery", name: "Battery low", state: "ok", value: 30, at_ms: 4000 },
            { alert_id: id, slug: "battery", name: "Battery low", state: "firing", value: 20, at_ms: 2000 }
          ]
        )
      })
  )

  it.effect(
    "an equality fires at its value; another number, text or boolean resolves it, null, objects and arrays keep it",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobotWith({ battery: { off: { condition: { fire_at: "1" } } } })
        yield* say(world.bridge, 1, 1000)
        assert.deepInclude((yield* alertsOf(world))[0], { state: "ok", last_value: 1 })
        yield* say(world.bridge, "1", 2000)
        yield* inState(world, "firing")
        yield* aSecond
        for (const value of [null, { a: "2" }, ["2"]]) yield* say(world.bridge, value, 3000)
        assert.deepInclude((yield* alertsOf(world))[0], { state: "firing", last_value: "1" })
        yield* say(world.bridge, true, 4000)
        assert.deepInclude(yield* inState(world, "ok"), { last_value: true, state_since: at(4000) })
        assert.deepStrictEqual(yield* movedOf(world), [
          ["firing", "1"],
          ["ok", true]
        ])
      })
  )

  it.effect("a threshold whose ends are further apart than a number can say fires, and is listed", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({
        battery: { wide: { condition: { fire_at: 1.5e308, resolve_at: -1.5e308 } } }
      })
      yield* say(world.bridge, 1.6e308, 1000)
      assert.deepInclude((yield* inState(world, "firing")).condition, { resolve_hysteresis: Number.MAX_VALUE })
    })
  )

  it.effect("what cannot be compared with a threshold keeps the state and is not the last value", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      yield* say(world.bridge, 5, 1000)
      yield* inState(world, "firing")
      yield* aSecond
      for (const value of ["99", true, null, [99], { data: 99 }]) yield* say(world.bridge, value, 2000)
      assert.deepInclude((yield* alertsOf(world))[0], { state: "firing", last_value: 5 })
    })
  )

  it.effect("backfilled samples are not evaluated, and neither is anything for a disabled alert", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low, quiet: { ...low, enabled: false } } })
      yield* say(world.bridge, 5, 9000, { backfill: true })
      for (const alert of yield* alertsOf(world)) assert.deepInclude(alert, { state: "ok", last_value: null })
      yield* say(world.bridge, 5, 1000)
      assert.deepInclude(yield* inState({ ...world }, "firing").pipe(Effect.map(({ name }) => ({ name }))), {
        name: "Battery low"
      })
      const [, quiet] = (yield* alertsOf(world)).toSorted((a, b) => Number(b.enabled) - Number(a.enabled))
      assert.deepInclude(quiet, { enabled: false, state: "ok", last_value: null })
    })
  )

  it.effect("at most one move of an alert is stored a second; then the newest state", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      const { bridge } = world
      yield* say(bridge, 10, 1000)
      yield* inState(world, "firing")
      for (const value of [40, 9, 41]) yield* say(bridge, value, 1000 + value)
      assert.deepInclude((yield* alertsOf(world))[0], { state: "firing", last_value: 41 })
      yield* TestClock.adjust("750 millis")
      assert.deepStrictEqual(yield* movedOf(world), [["firing", 10]])
      yield* TestClock.adjust("500 millis")
      assert.deepInclude(yield* inState(world, "ok"), { state_since: at(1041), last_value: 41 })
      yield* say(bridge, 8, 3000)
      yield* say(bridge, 42, 3001)
      yield* aSecond
      yield* aSecond
      assert.deepStrictEqual(yield* movedOf(world), [
        ["firing", 10],
        ["ok", 41]
      ])
    })
  )

  it.effect("an alert keeps its state while its robot is away, and goes on with it", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low } })
      yield* say(world.bridge, 10, 1000)
      yield* inState(world, "firing")
      yield* world.bridge.leave
      for (let second = 0; second < 20; second++) yield* TestClock.adjust("1 second")
      assert.deepInclude((yield* alertsOf(world))[0], { state: "firing", last_value: 10 })
      const bridge = yield* connectBridge(world.bridgeToken)
      yield* say(bridge, 25, 2000)
      assert.deepInclude((yield* alertsOf(world))[0], { state: "firing", last_value: 25 })
      yield* say(bridge, 30, 3000)
      yield* inState(world, "ok")
      assert.deepStrictEqual(yield* movedOf(world), [
        ["firing", 10],
        ["ok", 30]
      ])
    })
  )

  it.effect("alerts that fire are listed for the org, with the name of the robot, and for no other org", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low }, area: { full: { condition: { fire_at: 9 } } } })
      const other = yield* aConnectedRobotWith({ battery: { low } })
      const firing = ({ as }: { readonly as: string }) => call("GET", "/api/org/alerts?state=firing", { as })
      assert.deepStrictEqual((yield* firing(world)).body, { alerts: [], next_cursor: null })
      yield* say(world.bridge, 9, 1000, { slug: "area" })
      const full = (yield* alertsOf(world)).find(({ name }) => name === "full")
      const expected = { ...full, state: "firing", state_since: at(1000), last_value: 9, robot_name: world.robot.name }
      let answer = yield* firing(world)
      while (answer.body.alerts.length === 0) answer = yield* firing(world)
      assert.deepStrictEqual(answer.body, { alerts: [expected], next_cursor: null })
      assert.deepStrictEqual((yield* firing(other)).body, { alerts: [], next_cursor: null })
    })
  )

  it.effect.each([
    ["when its sample was made, at most 5 minutes before its arrival", -300_000, false],
    ["when its sample came, made more than 5 minutes before", -300_001, true],
    ["when its sample was made, at most 5 s ahead of its arrival", 5_000, false],
    ["when its sample came, made more than 5 s ahead", 5_001, true],
    ["when its sample came, made in 1970 as simulated time begins", null, true]
  ] as const)("an alert moves %s", ([, offMs, isArrival]) =>
    Effect.gen(function* () {
      yield* TestClock.adjust("6 minutes")
      const world = yield* aConnectedRobotWith({ battery: { low } })
      const nowMs = yield* Clock.currentTimeMillis
      const sampleMs = offMs === null ? 1 : nowMs + offMs
      yield* say(world.bridge, 5, sampleMs)
      const movedMs = isArrival ? nowMs : sampleMs
      assert.deepInclude(yield* inState(world, "firing"), { state_since: at(movedMs), last_value: 5 })
      yield* aSecond
      assert.strictEqual((yield* movesOf(world)).transitions[0].at_ms, movedMs)
    })
  )
})
