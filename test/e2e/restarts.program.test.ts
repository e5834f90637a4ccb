import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, describe, it, layer } from "@effect/vitest"
import { armSource, mobileSource } from "@fleet/server/demo/DemoConfigs"
import { Serve } from "@fleet/server/Serve"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Exit, Fiber, Layer, Option, Redacted, Scope } from "effect"
import { HttpServer } from "effect/http"
import { migratedAddress, migratedData, onPostgres } from "../support/Database.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { startLine } from "./support/Line.ts"
import { until } from "./support/until.ts"
import { aPublishedRobot, connectRobot, valueOf } from "./support/world.ts"

/** Settings of a server that can be started again over the same database. */
const durable = Effect.gen(function* () {
  const databaseUrl = onPostgres ? Option.some(Redacted.make(yield* migratedAddress)) : Option.none()
  const dataFolder = yield* onPostgres ? temporaryFolder : migratedData
  return { dataFolder, databaseUrl, drainSeconds: 2, logLevel: "None" as const }
})

/** A server of the settings until it is stopped. */
const start = Effect.fnUntraced(function* (settings: Parameters<typeof Settings.layerTest>[0]) {
  const scope = yield* Effect.acquireRelease(Scope.make(), (scope) => Scope.close(scope, Exit.void))
  const context = yield* Scope.provide(Layer.build(Serve.pipe(Layer.provide(Settings.layerTest(settings)))), scope)
  const url = yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), context)
  return { context, port: Number(new URL(url).port), stop: Scope.close(scope, Exit.void) }
})

/** The job of a slug as REST gives it, once it fits. */
const jobOf = (path: string, slug: string, as: string, fits: (job: any) => boolean) =>
  until(
    `a fitting job of ${slug}`,
    Effect.map(call("GET", `${path}/jobs/${slug}`, { as }), ({ body }) => (fits(body?.job) ? body.job : null))
  )

describe("a cloud that restarts while a goal runs", () => {
  it.live(
    "a cloud that restarts while a goal runs does not know how the goal is until the bridge is back, then tells its true end",
    () =>
      Effect.gen(function* () {
        const settings = yield* durable
        const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
        const first = yield* start(settings)
        const stage = yield* Effect.provide(aPublishedRobot(mobileSource, ["dock", "battery"]), first.context)
        const { bridgeToken, path, robotId, user } = stage
        const line = yield* startLine(`http://127.0.0.1:${first.port}`)
        yield* Effect.provide(connectRobot(simulator.url, bridgeToken, { cloud: line.url }), first.context)
        const job = yield* Effect.gen(function* () {
          yield* valueOf(path, "battery", user.token)
          const client = yield* connectRealtime(user.token)
          client.send({ type: "subscribe", robot_id: robotId, slug: "dock" })
          const started = yield* call("POST", `${path}/jobs/dock`, { as: user.token, body: { params: { speed: 0.6 } } })
          assert.strictEqual(started.status, 202)
          yield* client.next("job", ({ feedback }) => feedback !== null)
          return started.body.job as { readonly id: string }
        }).pipe(Effect.scoped, Effect.provide(first.context))
        line.hold(true)
        yield* first.stop

        const second = yield* start({ ...settings, port: first.port })
        yield* Effect.gen(function* () {
          const { body } = yield* call("GET", `${path}/jobs/dock`, { as: user.token })
          assert.deepInclude(body.job, { id: job.id, state: "unknown" })
          assert.strictEqual(body.job.error.code, "bridge_disconnected")
          line.hold(false)
          const end = yield* jobOf(path, "dock", user.token, ({ state }) => state !== "unknown" && state !== "running")
          assert.deepInclude(end, { id: job.id, state: "succeeded", error: null })
          assert.isTrue(end.result.docked)
          const { body: history } = yield* call("GET", `${path}/jobs?slug=dock`, { as: user.token })
          assert.deepStrictEqual(
            history.jobs.map(({ id, state }: { readonly id: string; readonly state: string }) => [id, state]),
            [[job.id, "succeeded"]]
          )
        }).pipe(Effect.provide(second.context))
      }),
    600_000
  )
})

layer(TestApp, { excludeTestServices: true })("a bridge that restarts while a goal runs", (it) => {
  it.effect("a bridge that restarts while a goal runs takes the goal up again and tells its true end", () =>
    Effect.gen(function* () {
      const stateDirectory = yield* temporaryFolder
      const simulator = yield* startSimulator({ robot: "arm", port: 0, seed: 1 })
      const stage = yield* aPublishedRobot(armSource, ["pick", "counter"])
      const { bridgeToken, path, robot, user } = stage
      const bridge = yield* connectRobot(simulator.url, bridgeToken, { stateDirectory })
      yield* valueOf(path, "counter", user.token)
      const job = yield* Effect.promise(async () => {
        const job = await robot.action("pick").start({ shelf: 7 })
        for await (const { feedback } of job.updates()) if (feedback !== null) break
        return job
      })
      yield* Fiber.interrupt(bridge)
      yield* connectRobot(simulator.url, bridgeToken, { stateDirectory })
      const end = yield* Effect.promise(() => job.result())
      assert.deepInclude(end, { id: job.id, state: "succeeded", error: null, result: { item: "item from shelf 7" } })
    })
  )

  it.effect("a bridge that restarts while a goal runs says so when it has lost what it knew of the goal", () =>
    Effect.gen(function* () {
      const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
      const stage = yield* aPublishedRobot(mobileSource, ["dock", "battery"])
      const { bridgeToken, path, robot, user } = stage
      const bridge = yield* connectRobot(simulator.url, bridgeToken)
      yield* valueOf(path, "battery", user.token)
      const job = yield* Effect.promise(async () => {
        const job = await robot.action("dock").start({ speed: 0.05 })
        for await (const { feedback } of job.updates()) if (feedback !== null) break
        return job
      })
      yield* Fiber.interrupt(bridge)
      yield* simulator.change({ restart: true })
      yield* connectRobot(simulator.url, bridgeToken)
      const end = yield* Effect.promise(() => job.result())
      assert.deepStrictEqual([end.state, end.error?.code], ["lost", "job_unknown_to_bridge"])
    })
  )
})
