import { assert, layer } from "@effect/vitest"
import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { RobotRecords } from "@fleet/server/robots/stored/RobotRecords"
import { Clock, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../support/Database.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { picture } from "./cameras/pictures.ts"
import { aConnectedRobot, eventually, start } from "./jobs/world.ts"

/** The app, begun at a time of day to which one can look back. */
const Begun = Layer.unwrap(Effect.as(TestClock.setTime(100 * 86_400_000), TestApp))

/** A robot with a renaming that has written everything and is not committed. */
const aRenamingRobot = (from: string, to: string, before: (world: Connected) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const world = yield* aConnectedRobot
    const records = yield* RobotRecords
    const sql = yield* SqlClient.SqlClient
    const [reached, gate] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
    yield* records.register({
      rename: ({ robotId }) =>
        robotId === world.robot.id
          ? Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(gate))
          : Effect.void
    })
    yield* before(world)
    const { as, path } = world
    const renaming = yield* Effect.forkChild(call("POST", `${path}/config/rename-slug`, { as, body: { from, to } }))
    yield* Deferred.await(reached)
    return {
      ...world,
      /** On the embedded database whatever comes waits for the transaction. */
      waitsFor: Effect.fnUntraced(function* (table: string) {
        if (!onPostgres) return
        const waiting = sql<{ readonly n: number }>`
          SELECT count(*)::int AS n FROM pg_stat_activity
          WHERE wait_event_type = 'Lock' AND query LIKE ${`%${table}%`} AND pid <> pg_backend_pid()`
        yield* eventually(waiting, ([row]) => row!.n > 0)
      }),
      commits: Effect.gen(function* () {
        yield* Deferred.succeed(gate, undefined)
        assert.strictEqual((yield* Fiber.join(renaming)).status, 200)
      }),
      slugsIn: (table: string) =>
        Effect.map(
          sql<{
            readonly slug: string
          }>`SELECT slug FROM ${sql(table)} WHERE robot_id = ${world.robot.id} ORDER BY slug`,
          (rows) => rows.map(({ slug }) => slug)
        )
    }
  })
type Connected = Effect.Success<typeof aConnectedRobot>

layer(Begun, { timeout: "180 seconds" })("a write that waits for a renaming", (it) => {
  it.effect("samples and newest values have the new name", () =>
    Effect.gen(function* () {
      const says = ({ bridge }: Pick<Connected, "bridge">) =>
        Effect.gen(function* () {
          const timestamp_ms = yield* Clock.currentTimeMillis
          bridge.send({ type: "datapoint", slug: "battery", value: 1, timestamp_ms })
          yield* bridge.sync
        })
      const { commits, slugsIn, waitsFor } = yield* aRenamingRobot("battery", "charge", says)
      yield* TestClock.adjust("1 second")
      for (const table of ["latest_values", "series"]) yield* waitsFor(table)
      yield* commits
      for (const table of ["latest_values", "series"])
        assert.deepStrictEqual(yield* eventually(slugsIn(table), ({ length }) => length > 0), ["charge"])
    })
  )

  it.effect("a job that begins has the new name", () =>
    Effect.gen(function* () {
      const robot = yield* aRenamingRobot("undock", "leave", () => Effect.void)
      const begun = yield* Effect.forkChild(start(robot, "undock"))
      yield* robot.waitsFor("job_runs")
      yield* robot.commits
      assert.strictEqual((yield* Fiber.join(begun)).status, 202)
      assert.deepStrictEqual(yield* robot.slugsIn("job_runs"), ["leave"])
    })
  )

  it.effect("a still that is stored has the new name", () =>
    Effect.gen(function* () {
      const image = picture("image/png", 8, 6, 1, 2, 3)
      const robot = yield* aRenamingRobot("front", "bow", () => Effect.void)
      const header = {
        type: "snapshot",
        slug: "front",
        mime: "image/png",
        width: 8,
        height: 6,
        timestamp_ms: 1
      } as const
      robot.bridge.sendRaw(encodeSnapshot(header, image))
      yield* robot.bridge.sync
      yield* robot.waitsFor("camera_stills")
      yield* robot.commits
      const stored = yield* eventually(robot.slugsIn("camera_stills"), ({ length }) => length > 0)
      assert.deepStrictEqual(stored, ["bow"])
      for (const slug of ["front", "bow"]) {
        const { status } = yield* call("GET", `${robot.path}/cameras/${slug}/snapshot`, { as: robot.as })
        assert.strictEqual(status, 200)
      }
    })
  )
})
