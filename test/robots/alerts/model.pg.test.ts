import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { eventually as untilIt } from "../jobs/world.ts"
import { aRobotWith, alertsOf, aSecond, movesOf, publish, say } from "./world.ts"

/** Asks until the answer fits; what the service does again after a while it does meanwhile. */
const eventually = <A, E, R>(ask: Effect.Effect<A, E, R>, fits: (answer: A) => boolean) =>
  untilIt(
    Effect.tap(ask, (answer) => (fits(answer) ? Effect.void : TestClock.adjust("50 millis"))),
    fits
  )

const conditions = [{ fire_at: 20, resolve_at: 30 }, { fire_at: 30, resolve_at: 20 }, { fire_at: 25 }] as const

const Say = Schema.Struct({
  value: Schema.Literals([10, 20, 25, 30, 40]),
  backfill: Schema.Literals([false, false, false, true])
})
const Publish = Schema.Struct({
  keys: Schema.Array(
    Schema.Struct({
      key: Schema.Literals(["one", "two"]),
      condition: Schema.Literals([0, 1, 2]),
      enabled: Schema.Literals([true, true, true, false])
    })
  ).check(Schema.isMaxLength(2))
})
const Event = Schema.Struct({ event: Schema.Literals(["leave", "rename"]) })
const Steps = Schema.Array(Schema.Union([Say, Say, Say, Say, Publish, Event])).check(
  Schema.isMinLength(4),
  Schema.isMaxLength(14)
)

interface Modelled {
  condition: (typeof conditions)[number]
  enabled: boolean
  state: "ok" | "firing"
  value: number | null
}

/** What a sample makes of the state, said another way than by the service. */
const after = ({ condition, state }: Modelled, value: number): Modelled["state"] => {
  if (!("resolve_at" in condition)) return value === condition.fire_at ? "firing" : "ok"
  const way = condition.fire_at > condition.resolve_at ? 1 : -1
  if (value * way >= condition.fire_at * way) return "firing"
  return value * way <= condition.resolve_at * way ? "ok" : state
}

layer(TestApp, { timeout: "180 seconds" })("alerts", (it) => {
  it.effect.prop(
    "are those of a plain model after any samples, publishes, renamings and departures, with each of its moves stored once",
    [Steps],
    ([steps]) =>
      Effect.gen(function* () {
        const world = yield* aRobotWith({})
        const model = new Map<string, Modelled>()
        const moves: Array<string> = []
        let slug = "battery"
        let published = slug
        let bridge: FakeBridge | null = null
        let at = 0
        const matches = eventually(alertsOf(world), (alerts) => {
          const found = alerts.map(({ enabled, last_value, name, slug, state }) => [
            slug,
            name,
            enabled,
            state,
            last_value
          ])
          const expected = [...model]
            .sort()
            .map(([key, { enabled, state, value }]) => [slug, key, enabled, state, value])
          return JSON.stringify(found) === JSON.stringify(expected.map((row) => [slug, ...row.slice(1)]))
        })
        for (const step of steps) {
          at += 1000
          if ("value" in step) {
            if (bridge === null) {
              bridge = yield* connectBridge(world.bridgeToken)
              yield* bridge.next("config")
            }
            yield* say(bridge, step.value, at, { backfill: step.backfill, slug: published })
            for (const [key, alert] of model) {
              if (step.backfill || !alert.enabled) continue
              const state = after(alert, step.value)
              if (state !== alert.state) moves.push(`${key} ${state} ${step.value}`)
              model.set(key, { ...alert, state, value: step.value })
            }
          } else if ("keys" in step) {
            const next = new Map(
              step.keys.map(({ condition, enabled, key }) => [key, { condition: conditions[condition], enabled }])
            )
            yield* publish(world, { [slug]: Object.fromEntries(next) })
            published = slug
            if (bridge !== null) yield* bridge.next("config")
            for (const [key, alert] of model) {
              const given = next.get(key as "one" | "two")
              const keeps = given?.condition === alert.condition && given.enabled
              if (alert.state === "firing" && !keeps) moves.push(`${key} ok null`)
              if (given === undefined) model.delete(key)
            }
            for (const [key, given] of next) {
              const before = model.get(key)
              const keeps = before?.condition === given.condition && given.enabled
              model.set(key, { ...given, state: keeps ? before.state : "ok", value: before?.value ?? null })
            }
          } else if (step.event === "leave") {
            yield* bridge?.leave ?? Effect.void
            bridge = null
          } else {
            const to = slug === "battery" ? "charge" : "battery"
            const { status } = yield* call("POST", `${world.path}/config/rename-slug`, {
              as: world.as,
              body: { from: slug, to }
            })
            // Before the first publish with alerts there is nothing to rename.
            if (status === 200) slug = to
          }
          yield* matches
          yield* aSecond
          yield* TestClock.adjust("250 millis")
        }
        const stored = (yield* eventually(movesOf(world), ({ transitions }) => transitions.length >= moves.length))
          .transitions
        const told = stored.map(({ name, state, value }: any) => `${name} ${state} ${value}`)
        // Moves of one sample or publish have no order among themselves.
        assert.deepStrictEqual(told.toSorted(), moves.toSorted())
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 12 } }
  )
})
