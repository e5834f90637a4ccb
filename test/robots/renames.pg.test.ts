import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { connectBridge } from "../support/FakeBridge.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aConnectedRobot, eventually, pass, publish } from "./jobs/world.ts"
import { anApp } from "./world.ts"

/** The app, begun at a time of day to which one can look back. */
const Begun = Layer.unwrap(Effect.as(TestClock.setTime(100 * 86_400_000), TestApp))

const recorded = (topic: string) =>
  `{topic: ${topic}, type: std_msgs/msg/Float32, field: data, retention: {enabled: true, interval_seconds: 1}}`

const source = (datapoints: Readonly<Record<string, string>>) =>
  `platform: 1\ndatapoints:\n${Object.entries(datapoints)
    .map(([slug, topic]) => `  ${slug}: ${recorded(topic)}\n`)
    .join("")}`

/** A connected robot that records these datapoints, by slug and topic. */
const aRecordedRobot = Effect.fnUntraced(function* (datapoints: Readonly<Record<string, string>>) {
  const world = yield* aConnectedRobot
  const { as, bridge, owner, path, robot } = world
  const at = `${path}/datapoints`
  yield* publish(owner.caller, robot.id, source(datapoints))
  const { version } = yield* bridge.next("config")
  bridge.send({ type: "config_applied", version, ok: true, errors: [] })
  let said = 0
  const history = (slug: string, by = as) =>
    Effect.map(call("GET", `${at}/${slug}/history?from=0&to=8640000000000000&limit=10000`, { as: by }), (read) =>
      read.status === 200 ? read.body.samples.map(({ value }: any): number => value) : read.body.code
    )
  const newest = (slug: string, by = as) =>
    Effect.map(call("GET", `${at}/${slug}`, { as: by }), ({ body, status }) =>
      status === 200 ? body.value : body.code
    )
  return {
    ...world,
    history,
    newest,
    /** The bridge sends the next number under a slug; a second passes. */
    says: Effect.fnUntraced(function* (slug: string, options: { readonly backfill?: boolean } = {}) {
      const value = ++said
      bridge.send({ type: "datapoint", slug, value, timestamp_ms: yield* Clock.currentTimeMillis, ...options })
      yield* bridge.sync
      return value
    }),
    second: pass(bridge, 1_000),
    rename: Effect.fnUntraced(function* (from: string, to: string) {
      const { body, status } = yield* call("POST", `${path}/config/rename-slug`, { as, body: { from, to } })
      assert.strictEqual(status, 200, JSON.stringify(body))
    }),
    puts: (next: Readonly<Record<string, string>>) =>
      call("PUT", `${path}/config/draft`, { as, body: { source: source(next) } }),
    publishes: Effect.gen(function* () {
      const { body, status } = yield* call("POST", `${path}/config/publish`, { as })
      assert.strictEqual(status, 200, JSON.stringify(body))
      return (yield* bridge.next("config")).version
    }),
    /** What both answers are once all is written: a second passes where it is not. */
    becomes: Effect.fnUntraced(function* (slug: string, values: ReadonlyArray<number>, by = as) {
      const written = Effect.tap(history(slug, by), (read) =>
        JSON.stringify(read) === JSON.stringify(values) ? Effect.void : pass(bridge, 1_000)
      )
      yield* eventually(written, (read) => JSON.stringify(read) === JSON.stringify(values))
      assert.strictEqual(yield* newest(slug, by), values.length === 0 ? "no_data" : values.at(-1))
    }),
    rows: Effect.map(call("GET", `${path}/deletion-preview`, { as }), ({ body }): number => body.sample_rows)
  }
})

layer(Begun, { timeout: "180 seconds" })("a slug that is renamed", (it) => {
  it.effect("what the bridge sends until the publish counts for the new name, under both, and for no later slug", () =>
    Effect.gen(function* () {
      const robot = yield* aRecordedRobot({ battery: "/battery" })
      const { becomes, history, newest, publishes, puts, rename, rows, says, second } = robot
      yield* says("battery")
      yield* second
      yield* becomes("battery", [1])
      yield* rename("battery", "charge")
      yield* becomes("charge", [1])
      for (let index = 0; index < 3; index++) {
        yield* says("battery")
        yield* second
      }
      for (const slug of ["charge", "battery"]) yield* becomes(slug, [1, 2, 3, 4])
      yield* publishes
      yield* becomes("charge", [1, 2, 3, 4])
      assert.deepStrictEqual(
        [yield* history("battery"), yield* newest("battery")],
        ["unknown_datapoint", "unknown_datapoint"]
      )
      yield* puts({ charge: "/battery", battery: "/other" })
      const version = yield* publishes
      robot.bridge.send({ type: "config_applied", version, ok: true, errors: [] })
      yield* becomes("battery", [])
      yield* says("charge")
      yield* says("battery")
      yield* second
      yield* becomes("charge", [1, 2, 3, 4, 5])
      yield* becomes("battery", [6])
      assert.strictEqual(yield* rows, 6)
    })
  )

  it.effect("roles have both names until the publish, which takes the old one away", () =>
    Effect.gen(function* () {
      const robot = yield* aRecordedRobot({ battery: "/battery", load: "/load" })
      const { becomes, history, newest, publishes, puts, rename, says, second } = robot
      const app = yield* anApp({ owner: robot.owner }, [robot.robot.id], { [robot.robot.id]: ["battery"] })
      const other = yield* anApp({ owner: robot.owner }, [robot.robot.id], { [robot.robot.id]: ["load"] })
      yield* says("battery")
      yield* second
      yield* rename("battery", "charge")
      for (const slug of ["battery", "charge"]) {
        yield* becomes(slug, [1], app.user)
        assert.strictEqual(yield* newest(slug, other.user), "forbidden")
      }
      const listed = Effect.map(call("GET", `${robot.path}/datapoints`, { as: app.user }), ({ body }) =>
        body.datapoints.map(({ slug }: any) => slug)
      )
      assert.deepStrictEqual(yield* listed, ["battery"])
      // Two names change places: what a role may read is the datapoint, whatever it is called meanwhile.
      yield* rename("load", "battery")
      assert.strictEqual(yield* newest("battery", app.user), 1)
      assert.strictEqual(yield* newest("battery", other.user), "forbidden")
      assert.strictEqual(yield* newest("load", other.user), "no_data")
      yield* publishes
      assert.deepStrictEqual(yield* listed, ["charge"])
      assert.deepStrictEqual(
        [yield* newest("charge", app.user), yield* newest("battery", app.user), yield* newest("battery", other.user)],
        [1, "forbidden", "no_data"]
      )
      yield* puts({ charge: "/battery", battery: "/load", load: "/new" })
      yield* publishes
      assert.deepStrictEqual(
        [yield* history("load", app.user), yield* history("load", other.user)],
        ["forbidden", "forbidden"]
      )
    })
  )

  it.effect("sockets follow it under both names, and under the new one over the publish", () =>
    Effect.gen(function* () {
      const { as, publishes, rename, robot, says } = yield* aRecordedRobot({ battery: "/battery" })
      yield* says("battery")
      yield* rename("battery", "charge")
      const client = yield* connectRealtime(as)
      const took = (slug: string) => Effect.map(client.next("datapoint"), (frame) => [frame.slug, frame.value, slug])
      for (const slug of ["battery", "charge"]) {
        client.send({ type: "subscribe", robot_id: robot.id, slug })
        assert.deepStrictEqual(yield* took(slug), [slug, 1, slug])
      }
      yield* says("battery")
      const both = [yield* client.next("datapoint"), yield* client.next("datapoint")]
      assert.sameDeepMembers(
        both.map(({ slug, value }) => [slug, value]),
        [
          ["battery", 2],
          ["charge", 2]
        ]
      )
      yield* publishes
      assert.deepInclude(yield* client.next("subscribe_error"), { slug: "battery", code: "unknown_datapoint" })
      yield* says("charge")
      assert.deepInclude(yield* client.next("datapoint"), { slug: "charge", value: 3 })
    })
  )

  it.effect("what waits to be written at a publish is written under the new name", () =>
    Effect.gen(function* () {
      const { becomes, bridge, publishes, puts, rename, says, second } = yield* aRecordedRobot({ battery: "/battery" })
      yield* says("battery")
      yield* rename("battery", "charge")
      // Nothing was written so far: no time has passed.
      yield* puts({ charge: "/battery", battery: "/other" })
      const version = yield* publishes
      // Still under the old name: the bridge does not have the new version yet.
      yield* TestClock.adjust("250 millis")
      bridge.send({
        type: "datapoint",
        slug: "battery",
        value: 20,
        timestamp_ms: (yield* Clock.currentTimeMillis) + 1_000
      })
      bridge.send({ type: "config_applied", version, ok: true, errors: [] })
      bridge.send({ type: "datapoint", slug: "battery", value: 30, timestamp_ms: yield* Clock.currentTimeMillis })
      yield* bridge.sync
      yield* second
      yield* becomes("charge", [1, 20])
      yield* becomes("battery", [30])
    })
  )

  it.effect("a bridge that never says which version it uses is taken to use the one that it was sent", () =>
    Effect.gen(function* () {
      const robot = yield* aRecordedRobot({ battery: "/battery" })
      yield* robot.bridge.leave
      const bridge = yield* connectBridge(robot.bridgeToken)
      yield* bridge.next("config")
      yield* robot.rename("battery", "charge")
      yield* robot.puts({ charge: "/battery", battery: "/other" })
      yield* call("POST", `${robot.path}/config/publish`, { as: robot.as })
      yield* bridge.next("config")
      bridge.send({ type: "datapoint", slug: "battery", value: 7, timestamp_ms: yield* Clock.currentTimeMillis })
      yield* bridge.sync
      assert.deepStrictEqual([yield* robot.newest("battery"), yield* robot.newest("charge")], [7, "no_data"])
    })
  )

  it.effect("what a bridge kept under the old name and sends after the publish counts for the new one", () =>
    Effect.gen(function* () {
      const { becomes, bridge, history, publishes, rename, says, second } = yield* aRecordedRobot({
        battery: "/battery"
      })
      yield* rename("battery", "charge")
      const first = yield* publishes
      bridge.send({ type: "config_applied", version: first, ok: true, errors: [] })
      yield* says("battery", { backfill: true })
      yield* second
      yield* becomes("charge", [1])
      yield* rename("charge", "power")
      yield* says("charge")
      yield* second
      const version = yield* publishes
      bridge.send({ type: "config_applied", version, ok: true, errors: [] })
      yield* says("battery", { backfill: true })
      yield* second
      yield* says("charge")
      yield* second
      yield* becomes("power", [1, 2, 3, 4])
      assert.strictEqual(yield* history("charge"), "unknown_datapoint")
    })
  )

  it.effect("a draft that drops it takes the name away, and what was recorded comes back with it", () =>
    Effect.gen(function* () {
      const { becomes, history, publishes, puts, rename, rows, says, second } = yield* aRecordedRobot({
        battery: "/battery",
        load: "/load"
      })
      yield* says("battery")
      yield* second
      yield* rename("battery", "charge")
      yield* says("battery")
      yield* second
      yield* puts({ load: "/load" })
      yield* publishes
      for (const slug of ["battery", "charge"]) assert.strictEqual(yield* history(slug), "unknown_datapoint")
      yield* puts({ load: "/load", battery: "/other", charge: "/battery" })
      yield* publishes
      yield* becomes("charge", [1, 2])
      yield* becomes("battery", [])
      assert.strictEqual(yield* rows, 2)
    })
  )

  it.effect.prop(
    "no sequence of renames, samples and publishes loses a sample or gives it to another datapoint",
    [Schema.Array(Schema.Tuple([Schema.Int, Schema.Int])).check(Schema.isMinLength(6), Schema.isMaxLength(14))],
    ([steps]) =>
      Effect.gen(function* () {
        const pool = ["alpha", "bravo", "delta", "gamma"]
        const things = [
          { topic: "/one", published: "alpha", named: "alpha", values: [] as Array<number> },
          { topic: "/two", published: "bravo", named: "bravo", values: [] as Array<number> }
        ]
        const robot = yield* aRecordedRobot({ alpha: "/one", bravo: "/two" })
        const check = Effect.gen(function* () {
          yield* robot.second
          for (const { named, published, values } of things) {
            yield* robot.becomes(published, values)
            if (things.every((other) => other.published !== named)) yield* robot.becomes(named, values)
          }
          assert.strictEqual(yield* robot.rows, things.flatMap(({ values }) => values).length)
        })
        const publishes = Effect.gen(function* () {
          const version = yield* robot.publishes
          robot.bridge.send({ type: "config_applied", version, ok: true, errors: [] })
          yield* robot.bridge.sync
          for (const thing of things) thing.published = thing.named
        })
        for (const [first, second] of steps) {
          const thing = things[Math.abs(first % 2)]!
          const free = pool.filter((slug) => things.every(({ named }) => named !== slug))
          const step = Math.abs(second % 7)
          if (step < 3) thing.values.push(yield* robot.says(thing.published))
          else if (step < 6) {
            const to = free[Math.abs(second % free.length)]!
            yield* robot.rename(thing.named, to)
            thing.named = to
          } else yield* publishes
          if (step === 2 || step === 5) yield* robot.second
          else if (step < 3) yield* TestClock.adjust("1 second")
        }
        yield* check
        yield* publishes
        yield* check
      }),
    { arbitrary: { runs: 6 } }
  )
})
