import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { connectBridge } from "../../support/FakeBridge.ts"
import { call } from "../../support/wire.ts"
import { eventually } from "../jobs/world.ts"
import { TestApp } from "../../support/TestApp.ts"
import { TestClock } from "effect/testing"
import {
  aConnectedRobotWith,
  alertsOf,
  aSecond,
  auditOf,
  type Document,
  eventsOf,
  inState,
  low,
  movedOf,
  movesOf,
  publish,
  say,
  sourceOf
} from "./world.ts"

/** A robot whose only alert fires. */
const aFiringRobot = Effect.gen(function* () {
  const world = yield* aConnectedRobotWith({ battery: { low } })
  yield* say(world.bridge, 10, 1000)
  const alert = yield* inState(world, "firing")
  yield* eventsOf(world.console)
  return { ...world, alert }
})

const fired = ["firing", 10]
const resolved = ["ok", null]

const edits: Readonly<
  Record<string, { readonly document: Document; readonly isSame: boolean; readonly isListed: boolean }>
> = {
  "an edited condition": {
    document: { battery: { low: { ...low, condition: { fire_at: 20, resolve_at: 31 } } } },
    isSame: true,
    isListed: true
  },
  "a condition that becomes an equality": {
    document: { battery: { low: { ...low, condition: { fire_at: 20 } } } },
    isSame: true,
    isListed: true
  },
  "disabling it": { document: { battery: { low: { ...low, enabled: false } } }, isSame: true, isListed: true },
  "removing it": { document: { battery: {} }, isSame: false, isListed: false },
  "removing its datapoint": { document: { area: {} }, isSame: false, isListed: false },
  "renaming its key": { document: { battery: { lower: low } }, isSame: false, isListed: true }
}

layer(TestApp, { timeout: "60 seconds" })("a publish", (it) => {
  for (const change of ["an edited condition", "disabling it"] as const)
    it.effect(`a publish keeps the newest value of an alert that was not stored yet: ${change}`, () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobotWith({ battery: { low } })
        yield* say(world.bridge, 40, 1000)
        yield* publish(world, edits[change]!.document)
        yield* world.bridge.next("config")
        yield* TestClock.adjust("1 second")
        const [alert] = yield* eventually(alertsOf(world), ([{ last_value }]) => last_value !== null)
        assert.strictEqual(alert.last_value, 40)
      })
    )

  it.effect.each(Object.keys(edits))("of %s resolves an alert that fires", (edit) =>
    Effect.gen(function* () {
      const { document, isListed, isSame } = edits[edit]!
      const { alert, ...world } = yield* aFiringRobot
      yield* TestClock.adjust("5 seconds")
      const publishedMs = yield* Clock.currentTimeMillis
      yield* publish(world, document)
      const [now] = yield* alertsOf(world)
      assert.strictEqual(now !== undefined, isListed)
      if (isListed) {
        assert.strictEqual(now.id === alert.id, isSame)
        assert.deepInclude(now, {
          state: "ok",
          state_since: isSame ? new Date(publishedMs).toISOString() : null
        })
      }
      const { transitions } = yield* movesOf(world)
      assert.deepInclude(transitions[0], { alert_id: alert.id, state: "ok", value: null, at_ms: publishedMs })
      assert.deepStrictEqual(yield* movedOf(world), [fired, resolved])
      const [, row, ...more] = yield* auditOf(world)
      assert.lengthOf(more, 0)
      assert.deepInclude(row, {
        action: "alert.resolved",
        actor_id: world.developer.caller.id,
        target_id: alert.id,
        target_label: "Battery low"
      })
      assert.deepStrictEqual(
        (yield* eventsOf(world.console)).map(({ detail, severity }) => [severity, detail]),
        [["info", { alert_id: alert.id, slug: "battery", state: "ok", value: null }]]
      )
    })
  )

  it.effect("that leaves the condition as it is keeps the state, and takes name and severity", () =>
    Effect.gen(function* () {
      const { alert, ...world } = yield* aFiringRobot
      const { bridge } = world
      yield* publish(world, { battery: { low: { ...low, name: "Flat", severity: "error" }, other: low } })
      const kept = (yield* alertsOf(world)).find(({ id }) => id === alert.id)
      assert.deepStrictEqual(kept, { ...alert, name: "Flat", severity: "error" })
      yield* aSecond
      yield* bridge.next("config")
      yield* say(bridge, 35, 2000)
      const moves = yield* movedOf(world)
      assert.deepStrictEqual(moves.slice(0, 1), [fired])
      yield* publish(world, { battery: { low: { ...low, name: "Flat", severity: "error" } } })
      assert.strictEqual((yield* inState(world, "ok")).id, alert.id)
      assert.deepStrictEqual(yield* movedOf(world), [fired, ["ok", 35]])
    })
  )

  it.effect("of an edit lets the alert fire again by the new condition", () =>
    Effect.gen(function* () {
      const { alert, ...world } = yield* aFiringRobot
      yield* publish(world, { battery: { low: { ...low, condition: { fire_at: 5, resolve_at: 6 } } } })
      yield* world.bridge.next("config")
      yield* say(world.bridge, 10, 2000)
      assert.deepInclude((yield* alertsOf(world))[0], { state: "ok", last_value: 10 })
      yield* say(world.bridge, 5, 3000)
      assert.strictEqual((yield* inState(world, "firing")).id, alert.id)
      assert.deepStrictEqual(yield* movedOf(world), [fired, resolved, ["firing", 5]])
    })
  )

  it.effect("while the robot is away resolves as well, and the robot goes on with the new condition", () =>
    Effect.gen(function* () {
      const { alert, ...world } = yield* aFiringRobot
      yield* world.bridge.leave
      yield* publish(world, { battery: { low: { ...low, condition: { fire_at: 5, resolve_at: 6 } } } })
      yield* publish(world, { battery: { low } })
      assert.deepInclude((yield* alertsOf(world))[0], { id: alert.id, state: "ok" })
      const bridge = yield* connectBridge(world.bridgeToken)
      yield* say(bridge, 25, 2000)
      assert.deepInclude((yield* alertsOf(world))[0], { state: "ok", last_value: 25 })
      yield* aSecond
      yield* say(bridge, 20, 2000)
      yield* inState(world, "firing")
      assert.deepStrictEqual(yield* movedOf(world), [fired, resolved, ["firing", 20]])
    })
  )

  it.effect("of a disabled alert enables it again", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low: { ...low, enabled: false } } })
      yield* say(world.bridge, 10, 1000)
      yield* publish(world, { battery: { low } })
      assert.deepInclude((yield* alertsOf(world))[0], {
        enabled: true,
        state: "ok",
        state_since: null,
        last_value: null
      })
      yield* world.bridge.next("config")
      yield* say(world.bridge, 10, 2000)
      yield* inState(world, "firing")
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("renaming a datapoint", (it) => {
  const rename = ({ as, path }: { readonly as: string; readonly path: string }, from: string, to: string) =>
    call("POST", `${path}/config/rename-slug`, { as, body: { from, to } })
  const publishDraft = ({ as, path }: { readonly as: string; readonly path: string }) =>
    call("POST", `${path}/config/publish`, { as })

  it.effect("keeps its alert under the new slug at once, before and after the publish", () =>
    Effect.gen(function* () {
      const { alert, ...world } = yield* aFiringRobot
      const { bridge } = world
      yield* rename(world, "battery", "charge")
      assert.deepStrictEqual(yield* alertsOf(world), [{ ...alert, slug: "charge" }])
      assert.strictEqual((yield* movesOf(world)).transitions[0].slug, "charge")
      // The bridge uses the old slug until the publish.
      yield* say(bridge, 25, 2000)
      assert.deepStrictEqual(yield* alertsOf(world), [{ ...alert, slug: "charge", last_value: 25 }])
      yield* aSecond
      yield* say(bridge, 30, 3000)
      yield* inState(world, "ok")
      assert.strictEqual((yield* eventsOf(world.console))[0].detail.slug, "charge")
      yield* aSecond
      yield* say(bridge, 11, 4000)
      yield* inState(world, "firing")

      yield* publishDraft(world)
      yield* bridge.next("config")
      assert.deepInclude((yield* alertsOf(world))[0], { id: alert.id, slug: "charge", state: "firing", last_value: 11 })
      yield* say(bridge, 26, 5000, { slug: "charge" })
      assert.deepInclude((yield* alertsOf(world))[0], { state: "firing", last_value: 26 })
      yield* aSecond
      yield* say(bridge, 31, 6000, { slug: "charge" })
      yield* inState(world, "ok")
      assert.deepStrictEqual(yield* movedOf(world), [fired, ["ok", 30], ["firing", 11], ["ok", 31]])
    })
  )

  it.effect("to a slug that the published version has, too, keeps the alert of the one that was renamed", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobotWith({ battery: { low }, charge: { low } })
      const { bridge } = world
      yield* say(bridge, 10, 1000)
      const alert = yield* Effect.map(alertsOf(world), (alerts) => alerts.find(({ slug }) => slug === "battery"))
      yield* call("PUT", `${world.path}/config/draft`, {
        as: world.as,
        body: { source: sourceOf({ battery: { low } }) }
      })
      yield* rename(world, "battery", "charge")
      yield* rename(world, "charge", "energy")
      yield* rename(world, "energy", "charge")
      assert.deepStrictEqual(
        (yield* alertsOf(world)).map(({ slug }) => slug),
        ["charge", "charge"]
      )
      yield* publishDraft(world)
      assert.deepStrictEqual(
        (yield* alertsOf(world)).map(({ id, slug }) => [id, slug]),
        [[alert.id, "charge"]]
      )
      yield* bridge.next("config")
      yield* aSecond
      yield* say(bridge, 40, 2000, { slug: "charge" })
      assert.strictEqual((yield* inState(world, "ok")).id, alert.id)
      assert.deepStrictEqual(yield* movedOf(world), [fired, ["ok", 40]])
    })
  )

  it.effect("while the robot is away keeps its state, which the returning bridge goes on with under the old slug", () =>
    Effect.gen(function* () {
      const { alert, ...world } = yield* aFiringRobot
      yield* world.bridge.leave
      yield* TestClock.adjust("2 seconds")
      yield* rename(world, "battery", "charge")
      const bridge = yield* connectBridge(world.bridgeToken)
      yield* say(bridge, 25, 2000)
      assert.deepStrictEqual(yield* alertsOf(world), [{ ...alert, slug: "charge", last_value: 25 }])
      yield* say(bridge, 30, 3000)
      yield* inState(world, "ok")
    })
  )
})
