import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { aWatchedRobot } from "../robots/cameras/liveWorld.ts"
import { aConnectedRobot, detail, jobOf, start } from "../robots/jobs/world.ts"
import { gapScenarios } from "./gapScenarios.ts"
import { scenarios } from "./scenarios.ts"
import { twoNodes } from "./world.ts"

class World extends Context.Service<World, Effect.Success<typeof twoNodes>>()("test/scenarios/TwoNodes") {}

layer(Layer.effect(World, twoNodes), { excludeTestServices: true, timeout: "120 seconds" })("on two nodes", (it) => {
  for (const [title, scenario] of Object.entries({ ...scenarios, ...gapScenarios })) {
    it.effect(title, () => Effect.scoped(Effect.flatMap(World, scenario)))
  }

  it.effect("a node that starts: jobs and live video of the others go on, and it knows their bridges at once", () =>
    Effect.gen(function* () {
      const { a, start: another } = yield* World
      const world = yield* a.run(aConnectedRobot)
      const { body } = yield* a.run(start(world, "dock", { params: { speed: 1 } }))
      world.bridge.update(body.job, "running")
      yield* world.bridge.sync
      const watched = yield* a.run(aWatchedRobot)
      const { session } = yield* a.run(watched.running(watched.app.user))
      const node = yield* another
      assert.isTrue((yield* node.run(detail(world))).bridge_state.online)
      assert.strictEqual((yield* node.run(jobOf(world, "dock"))).state, "running")
      const rows = yield* node.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`SELECT ended_at FROM live_sessions WHERE id = ${session.session_id}`
        )
      )
      assert.deepStrictEqual(rows, [{ ended_at: null }])
    }).pipe(Effect.scoped)
  )

  it.effect("a node that starts after another ended: what that one held becomes unknown", () =>
    Effect.gen(function* () {
      const { a, start: another } = yield* World
      const world = yield* Effect.scoped(
        Effect.gen(function* () {
          const ending = yield* another
          const made = yield* ending.run(aConnectedRobot)
          const { body } = yield* ending.run(start(made, "dock", { params: { speed: 1 } }))
          made.bridge.update(body.job, "running")
          yield* made.bridge.sync
          // As if it were killed: what it would write at its end is undone.
          return { ...made, job: body.job }
        })
      )
      yield* a.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE job_runs SET state = 'running', error = NULL WHERE id = ${world.job.id}`
        )
      )
      yield* another
      const { error, state } = yield* a.run(jobOf(world, "dock"))
      assert.deepStrictEqual([state, error.code], ["unknown", "bridge_disconnected"])
    }).pipe(Effect.scoped)
  )
})
