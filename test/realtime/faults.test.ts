import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { aLiveStage, aStage } from "./world.ts"

/** While the work runs, the database fails over a table. */
const without = <A, E, R>(table: string, work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* Effect.acquireUseRelease(
      sql`ALTER TABLE ${sql(table)} RENAME TO elsewhere`,
      () => work,
      () => Effect.orDie(sql`ALTER TABLE elsewhere RENAME TO ${sql(table)}`)
    )
  })

layer(TestApp, { timeout: "60 seconds" })("a socket of a service whose database fails", (it) => {
  it.effect(
    "a socket of a service whose database fails is closed over a subscription that could not be looked up, and may come back",
    () =>
      Effect.gen(function* () {
        const { robot, user } = yield* aStage
        const client = yield* connectRealtime(user.token)
        const closed = Effect.suspend(() => {
          client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
          return client.closeCode
        })
        assert.strictEqual(yield* without("config_versions", closed), 1012)
        const again = yield* connectRealtime(user.token)
        again.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
        assert.deepStrictEqual(yield* again.settled, [])
      })
  )

  it.effect("a socket of a service whose database fails is answered each command, as REST would answer it", () =>
    Effect.gen(function* () {
      const { bridge, robot, user } = yield* aLiveStage
      const client = yield* connectRealtime(user.token)
      const invoke = (request_id: string) =>
        client.send({ type: "invoke", request_id, robot_id: robot.id, slug: "dock", params: { speed: 1 } })
      const failed = Effect.suspend(() => {
        invoke("1")
        return client.next("command_result")
      })
      const { code, ok, request_id } = yield* without("job_runs", failed)
      assert.deepStrictEqual([request_id, ok, code], ["1", false, "internal_error"])
      invoke("2")
      assert.isTrue((yield* client.next("command_result")).ok)
      yield* bridge.next("invoke")
    })
  )

  it.effect("a socket of a service whose database fails stays open where it shows the token again that it holds", () =>
    Effect.gen(function* () {
      const { user } = yield* aStage
      const client = yield* connectRealtime(user.token)
      const again = Effect.suspend(() => {
        client.send({ type: "auth", token: user.token })
        return client.next("auth_ok")
      })
      const { identity } = yield* without("app_users", again)
      assert.strictEqual(identity.app_user_id, user.caller.id)
    })
  )
})
