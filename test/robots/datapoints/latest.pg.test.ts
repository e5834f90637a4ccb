import { assert, describe, it, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Latest, rowsAtOnce } from "@fleet/server/robots/datapoints/Latest"
import { LatestStore } from "@fleet/server/robots/datapoints/LatestStore"
import { replaceUnstorableChars } from "@fleet/server/platform/sql/replaceUnstorableChars"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import type { RobotId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../support/Database.ts"
import { connectedHome, datapoints, homeOf, leaves, say } from "../../support/homes.ts"
import { anOrg, aRobot } from "../fixtures.ts"

const Stored = LatestStore.layer.pipe(Layer.provideMerge(TestDatabase))

/** A process of its own on the same database: what it kept in memory is written when it stops. */
const process = Latest.layer.pipe(
  Layer.provideMerge(RobotHomes.layer),
  Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer))
)
const inProcess = <A, E, R>(work: Effect.Effect<A, E, R | Latest | RobotHomes | Bus | Counters>) =>
  Effect.provide(work, process, { local: true })

/** A sample of a robot whose bridge is connected. */
const set = (robotId: RobotId, slug: string, json: string, timestampMs: number, backfill = false) =>
  Effect.map(connectedHome(robotId, datapoints("battery", "pose")), (home) =>
    say(home, slug, json, timestampMs, backfill)
  )

layer(Stored, { timeout: "60 seconds" })("the newest value", (it) => {
  it.effect("the newest value is there at once, as the text that came", () =>
    Effect.gen(function* () {
      const robotId = yield* aRobot(yield* anOrg)
      yield* inProcess(
        Effect.gen(function* () {
          const latest = yield* Latest
          assert.isUndefined(latest.peek(robotId, "pose"))
          assert.isNull(yield* latest.get(robotId, "pose"))
          const json = `{"b":1.0,"a":[null,"é"]}`
          yield* set(robotId, "pose", json, 15)
          assert.deepInclude(latest.peek(robotId, "pose"), { json, timestampMs: 15 })
          assert.deepStrictEqual(yield* latest.get(robotId, "pose"), { json, timestampMs: 15 })
        })
      )
    })
  )

  it.effect("the newest value outlives the process", () =>
    Effect.gen(function* () {
      const robotId = yield* aRobot(yield* anOrg)
      yield* inProcess(set(robotId, "battery", "12.5", 1000))
      yield* inProcess(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* (yield* Latest).get(robotId, "battery"), { json: "12.5", timestampMs: 1000 })
        })
      )
    })
  )

  it.effect("the newest value is written within a second, while the process runs", () =>
    Effect.gen(function* () {
      const robotId = yield* aRobot(yield* anOrg)
      const store = yield* LatestStore
      yield* inProcess(
        Effect.gen(function* () {
          yield* set(robotId, "battery", "1", 1)
          yield* TestClock.adjust("1 second")
          while ((yield* store.list([{ robotId, slug: "battery" }])).length === 0) yield* Effect.yieldNow
        })
      )
    })
  )

  it.effect("the newest value is the newest live sample by arrival, whatever its stamp, over restarts too", () =>
    Effect.gen(function* () {
      const robotId = yield* aRobot(yield* anOrg)
      const live = (json: string, timestampMs: number) => set(robotId, "battery", json, timestampMs)
      const get = Effect.flatMap(Latest, (latest) => latest.get(robotId, "battery"))
      const lastMs = 8_640_000_000_000_000
      yield* inProcess(
        Effect.gen(function* () {
          yield* live("2", 2000)
          yield* live("9", lastMs)
          yield* live("1", 1000)
          assert.deepStrictEqual(yield* get, { json: "1", timestampMs: 1000 })
          yield* live("9", lastMs)
        })
      )
      yield* inProcess(
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* get, { json: "9", timestampMs: lastMs })
          yield* live("0", 500)
          assert.deepStrictEqual(yield* get, { json: "0", timestampMs: 500 })
        })
      )
      yield* inProcess(Effect.map(get, (value) => assert.deepStrictEqual(value, { json: "0", timestampMs: 500 })))
    })
  )

  it.effect(
    "the newest value gives way to a backfilled sample that is newer by its stamp, not to one of the same time",
    () =>
      Effect.gen(function* () {
        const robotId = yield* aRobot(yield* anOrg)
        const said = (json: string, timestampMs: number, backfill: boolean) =>
          set(robotId, "battery", json, timestampMs, backfill)
        const get = Effect.flatMap(Latest, (latest) => latest.get(robotId, "battery"))
        const stands = (json: string, timestampMs: number) =>
          Effect.map(get, (value) => assert.deepStrictEqual(value, { json, timestampMs }))
        yield* inProcess(
          Effect.gen(function* () {
            yield* said("1", 1000, false)
            yield* said("10", 1000, true)
            yield* stands("1", 1000)
            yield* said("2", 1001, true)
            yield* stands("2", 1001)
          })
        )
        // A backlog is replayed to a process that has never seen the newer value, and nobody asks before it is written.
        yield* inProcess(said("10", 1000, true))
        yield* inProcess(said("10", 1001, true))
        yield* inProcess(
          Effect.gen(function* () {
            yield* stands("2", 1001)
            yield* said("3", 1002, true)
          })
        )
        yield* inProcess(
          Effect.gen(function* () {
            yield* said("10", 999, true)
            yield* stands("3", 1002)
            yield* said("4", 1003, true)
            yield* stands("4", 1003)
          })
        )
      })
  )

  it.effect("the newest value is compared with the table again after a read that failed", () =>
    Effect.gen(function* () {
      const robotId = yield* aRobot(yield* anOrg)
      const sql = yield* SqlClient.SqlClient
      yield* inProcess(set(robotId, "battery", "2", 2))
      yield* inProcess(
        Effect.gen(function* () {
          const latest = yield* Latest
          yield* sql`ALTER TABLE latest_values RENAME TO elsewhere`
          yield* set(robotId, "battery", "1", 1, true)
          assert.strictEqual((yield* Effect.exit(latest.get(robotId, "battery")))._tag, "Failure")
          yield* sql`ALTER TABLE elsewhere RENAME TO latest_values`
          assert.deepStrictEqual(yield* latest.get(robotId, "battery"), { json: "2", timestampMs: 2 })
        })
      )
    })
  )

  it.effect("the newest value of another process's robot comes from the table, also after the bridge moved there", () =>
    Effect.gen(function* () {
      const robotId = yield* aRobot(yield* anOrg)
      const store = yield* LatestStore
      yield* inProcess(
        Effect.gen(function* () {
          const latest = yield* Latest
          yield* set(robotId, "battery", "1", 1)
          yield* leaves(yield* homeOf(robotId))
          yield* TestClock.adjust("1 second")
          while (latest.peek(robotId, "battery") !== undefined) yield* Effect.yieldNow
          yield* store.write([{ robotId, slug: "battery", json: "3", timestampMs: 3 }])
          assert.deepStrictEqual(yield* latest.get(robotId, "battery"), { json: "3", timestampMs: 3 })
        })
      )
    })
  )

  it.effect("the newest value is in memory no longer once its robot left, and was written", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orgId = yield* anOrg
      const robots = yield* Effect.forEach(Array(100).keys(), () => aRobot(orgId))
      yield* inProcess(
        Effect.gen(function* () {
          const latest = yield* Latest
          const counters = yield* Counters
          const said = (robotId: RobotId, timestampMs: number) => set(robotId, "battery", "1", timestampMs)
          const leave = (robotId: RobotId) => Effect.flatMap(homeOf(robotId), leaves)
          const held = Effect.fnUntraced(function* (count: number) {
            yield* TestClock.adjust("1 second")
            while (counters.latest_robots !== count) yield* Effect.yieldNow
          })
          for (const robotId of robots) yield* said(robotId, 1)
          yield* held(100)
          yield* sql`ALTER TABLE latest_values RENAME TO elsewhere`
          for (const robotId of robots) {
            yield* said(robotId, 2)
            yield* leave(robotId)
          }
          yield* TestClock.adjust("1 second")
          yield* sql`ALTER TABLE elsewhere RENAME TO latest_values`
          // One is back before its value could be written.
          yield* said(robots[0]!, 3)
          yield* held(1)
          yield* leave(robots[0]!)
          yield* held(0)
          assert.deepStrictEqual(yield* latest.get(robots[0]!, "battery"), { json: "1", timestampMs: 3 })
          assert.deepStrictEqual(yield* latest.get(robots[9]!, "battery"), { json: "1", timestampMs: 2 })
        })
      )
    })
  )

  it.effect("the newest value of a deleted robot is dropped, and delays no other value", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orgId = yield* anOrg
      const [gone, stays] = [yield* aRobot(orgId), yield* aRobot(orgId)]
      yield* sql`DELETE FROM robots WHERE id = ${gone}`
      yield* inProcess(Effect.forEach([gone, stays], (robotId) => set(robotId, "battery", "1", 1)))
      const store = yield* LatestStore
      assert.deepStrictEqual(yield* store.list([{ robotId: gone, slug: "battery" }]), [])
      assert.lengthOf(yield* store.list([{ robotId: stays, slug: "battery" }]), 1)
    })
  )

  it.effect(
    "the newest value is written with a bounded number of others, and not lost where those before it fail",
    () =>
      Effect.gen(function* () {
        const robotId = yield* aRobot(yield* anOrg)
        const store = yield* LatestStore
        const sizes: Array<number> = []
        const write = Effect.fnUntraced(function* (rows: Parameters<typeof store.write>[0]) {
          sizes.push(rows.length)
          if (sizes.length === 2) return yield* Effect.die("The database is away.")
          yield* store.write(rows)
        })
        const slugs = Array.from({ length: 2 * rowsAtOnce + 1 }, (_, index) => `slug_${index}`)
        const keys = slugs.map((slug) => ({ robotId, slug }))
        yield* inProcess(
          Effect.gen(function* () {
            const home = yield* connectedHome(robotId, datapoints(...slugs))
            for (const slug of slugs) say(home, slug, "1", 1)
            while ((yield* store.list(keys)).length < slugs.length) yield* TestClock.adjust("1 second")
            assert.deepStrictEqual(sizes, [rowsAtOnce, rowsAtOnce, rowsAtOnce, 1])
            for (const slug of slugs.slice(0, rowsAtOnce)) say(home, slug, "2", 2)
          })
        ).pipe(Effect.provideService(LatestStore, { ...store, write }))
        assert.deepStrictEqual(sizes.slice(4), [rowsAtOnce])
        const newer = (yield* store.list(keys)).filter(({ json }) => json === "2")
        assert.lengthOf(newer, rowsAtOnce)
      })
  )

  it.effect("the newest value that the database refuses is left out alone", () =>
    Effect.gen(function* () {
      const robotId = yield* aRobot(yield* anOrg)
      const store = yield* LatestStore
      const values = { a: "1", b: "{", c: "3", d: "4", e: String.raw`"\u0000x"` }
      const keys = Object.keys(values).map((slug) => ({ robotId, slug }))
      yield* inProcess(
        Effect.gen(function* () {
          const home = yield* connectedHome(robotId, datapoints(...Object.keys(values)))
          for (const [slug, json] of Object.entries(values)) say(home, slug, json, 1)
          while ((yield* store.list(keys)).length < 4) yield* TestClock.adjust("1 second")
        })
      )
      const kept = (yield* store.list(keys)).map(({ json, slug }) => [slug, json])
      assert.sameDeepMembers(kept, [
        ["a", "1"],
        ["c", "3"],
        ["d", "4"],
        ["e", `"\ufffdx"`]
      ])
    })
  )
})

describe("text for the database", () => {
  const Text = Schema.String
  it.prop("text for the database is any string, with what it refuses replaced", [Text], ([text]) => {
    const wanted = text.replaceAll("\0", "\ufffd").toWellFormed()
    assert.strictEqual(JSON.parse(replaceUnstorableChars(JSON.stringify(text))), wanted)
  })
  it.each([
    [String.raw`"\\u0000"`, String.raw`"\\u0000"`],
    [String.raw`"\ud83d\ude00"`, String.raw`"\ud83d\ude00"`],
    [String.raw`"\ud83d\u0000\ude00"`, String.raw`"\ufffd\ufffd\ufffd"`],
    [String.raw`"\\\u0000é"`, String.raw`"\\\ufffdé"`]
  ])("text for the database turns %s into %s", (json, wanted) =>
    assert.strictEqual(replaceUnstorableChars(json), wanted)
  )
})
