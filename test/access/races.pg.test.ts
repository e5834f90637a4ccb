import { assert, layer } from "@effect/vitest"
import { AccessVersionStore } from "@fleet/server/access/AccessVersionStore"
import { Stores } from "@fleet/server/App"
import { JobStore } from "@fleet/server/robots/jobs/JobStore"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { eventually, runsOf } from "../robots/jobs/world.ts"
import { aLiveStage } from "../realtime/world.ts"
import { grant } from "../support/people.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { testApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"

/** Where the insert of the next job, or the look at the version before the next message, waits: decided, and not begun. */
let gate: { readonly asked: Deferred.Deferred<void>; readonly open: Deferred.Deferred<void> } | null = null

const close = Effect.sync(() => {
  const made = { asked: Deferred.makeUnsafe<void>(), open: Deferred.makeUnsafe<void>() }
  gate = made
  return made
})

const passing = <A>(work: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.suspend(() => {
    const waited = gate
    gate = null
    if (waited === null) return work
    return Deferred.succeed(waited.asked, undefined).pipe(
      Effect.andThen(Deferred.await(waited.open)),
      Effect.andThen(work)
    )
  })

const gated = Layer.mergeAll(
  Layer.effect(
    JobStore,
    Effect.map(JobStore, (store) => ({ ...store, begin: (...given) => passing(store.begin(...given)) }))
  ),
  Layer.effect(
    AccessVersionStore,
    Effect.map(AccessVersionStore, (store) => ({ ...store, current: (scope) => passing(store.current(scope)) }))
  )
).pipe(Layer.provideMerge(Stores))

const keeping = { battery: ["battery", "dock", "drive"], nothing: [] }

layer(testApp({}, undefined, undefined, gated), { excludeTestServices: true, timeout: "120 seconds" })(
  "between the decision about a command and its start",
  (it) => {
    const by = {
      REST: Effect.fnUntraced(function* (path: string, _robotId: string, token: string) {
        const { body, status } = yield* call("POST", `${path}/jobs/dock`, { as: token, body: { params: { speed: 1 } } })
        return status === 202 ? "ok" : (body.code as string)
      }),
      realtime: Effect.fnUntraced(function* (_path: string, robot_id: string, token: string) {
        const client = yield* connectRealtime(token)
        client.send({ type: "invoke", request_id: "1", robot_id, slug: "dock", params: { speed: 1 } })
        return ((yield* client.next("command_result")).code ?? "ok") as string
      })
    }

    for (const [transport, start] of Object.entries(by)) {
      it.effect(`a revocation stops it: nothing begins, and the slug is free (${transport})`, () =>
        Effect.gen(function* () {
          const { app, bridge, developer, observe, owner, path, robot, user } = yield* aLiveStage
          const { asked, open } = yield* close
          const starting = yield* Effect.forkChild(start(path, robot.id, user.token))
          yield* Deferred.await(asked)
          yield* grant(owner.caller, app, observe.id, { [robot.id]: keeping.nothing })
          yield* Deferred.succeed(open, undefined)
          assert.strictEqual(yield* Fiber.join(starting), "forbidden")
          const sql = yield* SqlClient.SqlClient
          assert.lengthOf(yield* sql`SELECT FROM job_runs WHERE robot_id = ${robot.id}`, 0)
          const audits = yield* sql`
            SELECT FROM audit_events WHERE org_id = ${app.org_id} AND action = 'action.invoked'`
          assert.lengthOf(audits, 0)
          assert.isFalse(bridge.frames.some(({ type }) => type === "invoke"))
          const again = yield* call("POST", `${path}/jobs/dock`, {
            as: developer.token,
            body: { params: { speed: 1 } }
          })
          assert.strictEqual(again.status, 202, JSON.stringify(refusal(again)))
        })
      )

      it.effect(`a change that leaves the grant has it decided again, and it begins once (${transport})`, () =>
        Effect.gen(function* () {
          const { app, bridge, observe, owner, path, robot, user } = yield* aLiveStage
          const { asked, open } = yield* close
          const starting = yield* Effect.forkChild(start(path, robot.id, user.token))
          yield* Deferred.await(asked)
          yield* grant(owner.caller, app, observe.id, { [robot.id]: keeping.battery })
          yield* Deferred.succeed(open, undefined)
          assert.strictEqual(yield* Fiber.join(starting), "ok")
          yield* bridge.next("invoke")
          yield* bridge.sync
          assert.isFalse(bridge.frames.some(({ type }) => type === "invoke"))
          const sql = yield* SqlClient.SqlClient
          assert.lengthOf(yield* sql`SELECT FROM job_runs WHERE robot_id = ${robot.id}`, 1)
        })
      )
    }

    it.effect("a command that is revoked before its start takes no other of its batch with it", () =>
      Effect.gen(function* () {
        const { app, bridge, developer, observe, owner, path, robot, user } = yield* aLiveStage
        const start = (slug: string, as: string, body: object = {}) =>
          Effect.map(call("POST", `${path}/jobs/${slug}`, { as, body }), ({ status }) => status)
        const { asked, open } = yield* close
        // The first statement waits; what comes meanwhile is one batch.
        const first = yield* Effect.forkChild(start("undock", developer.token))
        yield* Deferred.await(asked)
        const revoked = yield* Effect.forkChild(start("dock", user.token, { params: { speed: 1 } }))
        const kept = yield* Effect.forkChild(start("reset", developer.token, { patience_ms: 1000 }))
        yield* eventually(runsOf({ as: developer.token, path }), (runs) => "dock" in runs && "reset" in runs)
        yield* grant(owner.caller, app, observe.id, { [robot.id]: [] })
        yield* Deferred.succeed(open, undefined)
        assert.strictEqual(yield* Fiber.join(first), 202)
        assert.strictEqual(yield* Fiber.join(revoked), 403)
        yield* bridge.next("invoke")
        const { job_id, slug } = yield* bridge.next("invoke")
        bridge.update({ id: job_id, slug }, "succeeded", { result: {} })
        assert.strictEqual(yield* Fiber.join(kept), 200)
      })
    )

    const send = (speed: number, path: string, as: string) =>
      Effect.map(call("POST", `${path}/publishers/drive`, { as, body: { message: { speed } } }), ({ status }) => status)

    it.effect("no message overtakes the one that acquires the publisher", () =>
      Effect.gen(function* () {
        const { bridge, path, user } = yield* aLiveStage
        const { asked, open } = yield* close
        const first = yield* Effect.forkChild(send(0.1, path, user.token))
        yield* Deferred.await(asked)
        const second = yield* Effect.forkChild(send(0.2, path, user.token))
        for (let times = 0; times < 3; times++) yield* call("GET", `${path}/jobs`, { as: user.token })
        yield* Deferred.succeed(open, undefined)
        assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], [204, 204])
        const speeds = [yield* bridge.next("publish"), yield* bridge.next("publish")].map(({ message }) => message)
        assert.deepStrictEqual(speeds, [{ speed: 0.1 }, { speed: 0.2 }])
      })
    )

    it.effect("a revocation stops the message that would acquire the publisher, and those that wait for it", () =>
      Effect.gen(function* () {
        const { app, bridge, developer, observe, owner, path, robot, user } = yield* aLiveStage
        const { asked, open } = yield* close
        const first = yield* Effect.forkChild(send(0.1, path, user.token))
        yield* Deferred.await(asked)
        const second = yield* Effect.forkChild(send(0.2, path, user.token))
        for (let times = 0; times < 3; times++) yield* call("GET", `${path}/jobs`, { as: user.token })
        yield* grant(owner.caller, app, observe.id, { [robot.id]: [] })
        yield* Deferred.succeed(open, undefined)
        assert.deepStrictEqual([yield* Fiber.join(first), yield* Fiber.join(second)], [403, 403])
        assert.strictEqual(yield* send(0.3, path, developer.token), 204)
        assert.deepStrictEqual((yield* bridge.next("publish")).message, { speed: 0.3 })
      })
    )

    const ends = {
      "its app is deleted": (appId: string, _userId: string) => ["DELETE", `/api/apps/${appId}`, undefined] as const,
      "its user is blocked": (appId: string, userId: string) =>
        ["PATCH", `/api/apps/${appId}/users/${userId}`, { status: "blocked" }] as const,
      "its user is deleted": (appId: string, userId: string) =>
        ["DELETE", `/api/apps/${appId}/users/${userId}`, undefined] as const
    }
    for (const [what, end] of Object.entries(ends)) {
      it.effect(`a decided command does not start after ${what}`, () =>
        Effect.gen(function* () {
          const { app, bridge, owner, path, robot, user } = yield* aLiveStage
          const { asked, open } = yield* close
          const starting = yield* Effect.forkChild(by.REST(path, robot.id, user.token))
          yield* Deferred.await(asked)
          const [method, route, body] = end(app.id, user.user.id)
          const ended = yield* call(method, route, { as: owner.token, ...(body === undefined ? {} : { body }) })
          assert.isBelow(ended.status, 300)
          yield* Deferred.succeed(open, undefined)
          assert.strictEqual(yield* Fiber.join(starting), "not_found")
          const sql = yield* SqlClient.SqlClient
          assert.deepStrictEqual(yield* sql`SELECT FROM job_runs WHERE robot_id = ${robot.id}`, [])
          assert.isFalse(bridge.frames.some(({ type }) => type === "invoke"))
        })
      )
    }
  }
)
