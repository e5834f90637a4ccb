import { assert, layer } from "@effect/vitest"
import type { JobId } from "@fleet/domain/Ids"
import { JobWriter } from "@fleet/server/robots/jobs/JobWriter"
import { Deferred, Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { connectBridge, type FakeBridge, openBridge } from "../../support/FakeBridge.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import {
  aConnectedRobot,
  aRobot,
  auditOf,
  eventually,
  jobOf,
  pass,
  publish,
  source,
  start,
  type World
} from "./world.ts"

type State = "running" | "succeeded"
const active = (slug: string, job_id: string = randomUUID(), state: State = "running") => ({ job_id, slug, state })

const runsOf = ({ as, path }: Pick<World, "as" | "path">) =>
  Effect.map(call("GET", `${path}/jobs/history`, { as }), ({ body }) => body.runs as ReadonlyArray<any>)

const App = testApp({ operatorToken: Option.some(Redacted.make("operator")) })

const ignoredJobs = Effect.map(call("GET", "/metrics", { as: "operator" }), ({ body }) =>
  Number(/^fleet_bridge_jobs_ignored_total (\d+)$/m.exec(body)?.[1])
)

/** Connects a bridge that names these jobs; answers it, and how many of them were ignored. */
const arrives = Effect.fnUntraced(function* (world: World, ...active_jobs: ReadonlyArray<ReturnType<typeof active>>) {
  const before = yield* ignoredJobs
  const bridge = yield* connectBridge(world.bridgeToken, { active_jobs })
  yield* bridge.next("config")
  return { bridge, ignored: (yield* ignoredJobs) - before }
})

const unknown = (bridge: FakeBridge, query: { readonly request_id: string; readonly job_ids: ReadonlyArray<JobId> }) =>
  bridge.send({ type: "job_status", request_id: query.request_id, jobs: [], unknown_job_ids: query.job_ids })

layer(App, { timeout: "60 seconds" })("an external job", (it) => {
  it.effect(
    "an external job is adopted: it runs without an actor from then on, is in the history, and keeps the slug to itself",
    () =>
      Effect.gen(function* () {
        const world = yield* aRobot
        const held = active("undock")
        const { bridge, ignored } = yield* arrives(world, held)
        const [run] = yield* runsOf(world)
        assert.deepInclude(run, { id: held.job_id, slug: "undock", kind: "action", state: "running", actor: null })
        const job = yield* jobOf(world, "undock")
        assert.deepInclude(job, { id: held.job_id, state: "running", origin: "platform", error: null })
        assert.strictEqual(run.started_at, job.started_at)
        assert.deepInclude((yield* start(world, "undock")).body.details.running, { id: held.job_id })
        assert.isUndefined(bridge.frames.find(({ type }) => type === "job_query"))
        assert.isEmpty(yield* auditOf(world, "action.invoked"))
        assert.strictEqual(ignored, 0)

        bridge.update({ id: held.job_id, slug: "undock" }, "running", { progress: 0.5 })
        yield* bridge.sync
        assert.deepInclude((yield* runsOf(world))[0], { progress: 0.5 })
        bridge.update({ id: held.job_id, slug: "undock" }, "succeeded", { result: { docked: false } })
        const [ended] = yield* eventually(runsOf(world), ([run]) => run.state === "succeeded")
        assert.deepInclude(ended, { id: held.job_id, actor: null, result: { docked: false } })
        assert.strictEqual((yield* start(world, "undock")).status, 202)
      })
  )

  it.effect("an external job is cancelled, and silent, like any other", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const held = active("undock")
      const { bridge } = yield* arrives(world, held)
      yield* pass(bridge, 4750)
      assert.strictEqual((yield* jobOf(world, "undock")).state, "running")
      yield* pass(bridge, 500)
      assert.strictEqual((yield* jobOf(world, "undock")).error.code, "bridge_timeout")
      const query = yield* bridge.next("job_query")
      assert.deepStrictEqual<ReadonlyArray<string>>(query.job_ids, [held.job_id])
      unknown(bridge, query)
      yield* bridge.sync
      assert.deepInclude(yield* jobOf(world, "undock"), { state: "lost" })
    })
  )

  it.effect("an external job ends with the slug that a publish retargets", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const held = active("undock")
      const { bridge } = yield* arrives(world, held)
      yield* publish(world.owner.caller, world.robot.id, source.replace("ros_name: /undock", "ros_name: /leave"))
      const { job_id, own_only } = yield* bridge.next("cancel")
      assert.deepStrictEqual<unknown>([job_id, own_only], [held.job_id, true])
    })
  )

  it.effect("an external job is ignored and counted where its slug is no published action", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const slugs = ["nowhere", "battery", "reset", "drive", "front"]
      const { bridge, ignored } = yield* arrives(world, ...slugs.map((slug) => active(slug)))
      assert.strictEqual(ignored, slugs.length)
      assert.isEmpty(yield* runsOf(world))
      yield* Effect.forkChild(start(world, "reset"))
      assert.strictEqual((yield* bridge.next("invoke")).slug, "reset")
    })
  )

  it.effect("an external job is not kept from its slug by one that the history holds, named before it", () =>
    Effect.gen(function* () {
      const elsewhere = yield* aConnectedRobot
      const foreign = (yield* start(elsewhere, "undock")).body.job
      const world = yield* aRobot
      const held = active("undock")
      const { ignored } = yield* arrives(world, active("undock", foreign.id), held)
      assert.strictEqual(ignored, 1)
      assert.deepInclude(yield* jobOf(world, "undock"), { id: held.job_id, state: "running" })
    })
  )

  it.effect("an external job is ignored and counted where it has ended, or another job is on the slug", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { job } = (yield* start(world, "undock")).body
      const first = active("dock")
      const { ignored } = yield* arrives(
        world,
        active("undock"),
        active("dock", randomUUID(), "succeeded"),
        first,
        active("dock")
      )
      assert.strictEqual(ignored, 3)
      assert.sameMembers(
        (yield* runsOf(world)).map(({ id }) => id),
        [job.id, first.job_id]
      )
      assert.strictEqual((yield* jobOf(world, "undock")).id, job.id)
    })
  )

  it.effect(
    "an external job is ignored and counted where a robot's history has it, the robot's own or any other's",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobot
        const stranger = yield* aConnectedRobot
        const ended = (yield* start(world, "undock")).body.job
        world.bridge.update(ended, "failed", {})
        yield* eventually(runsOf(world), ([run]) => run.state === "failed")
        const running = (yield* start(stranger, "undock")).body.job
        const { bridge, ignored } = yield* arrives(world, active("undock", ended.id), active("dock", running.id))
        assert.strictEqual(ignored, 2)
        assert.deepStrictEqual(
          (yield* runsOf(world)).map(({ id, state }) => [id, state]),
          [[ended.id, "failed"]]
        )
        assert.isNull(yield* jobOf(world, "dock"))
        bridge.update(running, "failed", { slug: "dock" })
        yield* bridge.sync
        assert.strictEqual((yield* jobOf(stranger, "undock")).state, "running")
        assert.strictEqual((yield* start(world, "undock")).status, 202)
        assert.strictEqual((yield* start(world, "dock", { params: { speed: 0 } })).status, 202)
      })
  )

  it.effect("an external job is stored after the end of the job before it on its slug", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const ends = yield* JobWriter
      const { keep } = ends
      const [asked, gate] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
      const slowly: typeof keep = (states) =>
        Deferred.succeed(asked, undefined).pipe(Effect.andThen(Deferred.await(gate)), Effect.andThen(keep(states)))
      Object.assign(ends, { keep: slowly })
      yield* Effect.addFinalizer(() => Effect.sync(() => Object.assign(ends, { keep })))
      const before = (yield* start(world, "undock")).body.job
      world.bridge.update(before, "succeeded")
      yield* Deferred.await(asked)

      const held = active("undock")
      const again = yield* openBridge
      again.hello(world.bridgeToken, { active_jobs: [held, active("undock", before.id)] })
      // More turns than a hello takes.
      for (let turns = 0; turns < 20; turns++) yield* Effect.andThen(again.sync, runsOf(world))
      const stored = yield* runsOf(world)
      assert.deepStrictEqual(
        stored.map(({ id }) => id),
        [before.id]
      )
      assert.isFalse(again.frames.some(({ type }) => type === "hello_ok"))
      yield* Deferred.succeed(gate, undefined)
      yield* again.next("hello_ok")
      assert.deepStrictEqual(
        (yield* runsOf(world)).map(({ id, state }) => [id, state]),
        [
          [held.job_id, "running"],
          [before.id, "succeeded"]
        ]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("an external job whose adoption was stored, but not answered, runs from the next hello on", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      yield* start(world, "dock", { params: { speed: 0 } })
      const held = active("undock")
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, started_at, updated_at)
        VALUES (${held.job_id}, 1, ${world.orgId}, ${world.robot.id}, 'undock', 'action', 'running', 1, now(), now())`
      const { bridge, ignored } = yield* arrives(world, held)
      assert.strictEqual(ignored, 0)
      assert.deepInclude(yield* jobOf(world, "undock"), { id: held.job_id, state: "running" })
      assert.deepInclude((yield* start(world, "undock")).body.details.running, { id: held.job_id })
      bridge.update({ id: held.job_id, slug: "undock" }, "succeeded")
      yield* bridge.sync
      assert.strictEqual((yield* start(world, "undock")).status, 202)
    }).pipe(Effect.scoped)
  )

  it.effect("an external job is taken from the bridge that the hello belongs to, when another takes its place", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const held = active("undock")
      yield* arrives(world, held)
      const { bridge, ignored } = yield* arrives(world, held)
      assert.strictEqual(ignored, 0)
      bridge.update({ id: held.job_id, slug: "undock" }, "cancelled")
      yield* bridge.sync
      assert.deepInclude(yield* jobOf(world, "undock"), { id: held.job_id, state: "cancelled" })
    })
  )
})

layer(App, { timeout: "60 seconds" })("a job unknown to the bridge", (it) => {
  /** A robot that came back without its jobs, and its question. */
  const returned = Effect.fnUntraced(function* (slug: string) {
    const { bridge: gone, ...world } = yield* aConnectedRobot
    yield* Effect.forkChild(start(world, slug, slug === "dock" ? { params: { speed: 1 } } : {}))
    const { job_id } = yield* gone.next("invoke")
    const bridge = yield* connectBridge(world.bridgeToken)
    const query = yield* bridge.next("job_query")
    assert.deepStrictEqual(query.job_ids, [job_id])
    return { ...world, bridge, query, job_id }
  })

  it.effect(
    "a job unknown to the bridge is unknown if it was an action that ran, and asked about at once; and then lost",
    () =>
      Effect.gen(function* () {
        const { bridge, query, ...world } = yield* returned("undock")
        assert.strictEqual((yield* jobOf(world, "undock")).state, "running")
        unknown(bridge, query)
        yield* bridge.sync
        assert.deepInclude(yield* jobOf(world, "undock"), { state: "unknown", error: null })
        const again = yield* bridge.next("job_query")
        assert.deepStrictEqual(again.job_ids, query.job_ids)
        assert.notStrictEqual(again.request_id, query.request_id)
        unknown(bridge, again)
        yield* bridge.sync
        const { error, state } = yield* jobOf(world, "undock")
        assert.deepStrictEqual([state, error.code], ["lost", "job_unknown_to_bridge"])
        assert.strictEqual((yield* start(world, "undock")).status, 202)
      })
  )

  it.effect(
    "a job unknown to the bridge is asked about every five seconds while another goal runs on its slug, and runs again when it is known",
    () =>
      Effect.gen(function* () {
        const { bridge, job_id, query, ...world } = yield* returned("undock")
        const goal = { id: randomUUID(), slug: "undock" }
        bridge.update(goal, "running", { origin: "external" })
        unknown(bridge, query)
        yield* bridge.sync
        let asked = yield* bridge.next("job_query")
        for (let round = 0; round < 2; round++) {
          unknown(bridge, asked)
          for (let second = 0; second < 4; second++) {
            bridge.update(goal, "running", { origin: "external" })
            yield* pass(bridge, 1000)
          }
          assert.isUndefined(bridge.frames.find(({ type }) => type === "job_query"))
          bridge.update(goal, "running", { origin: "external" })
          yield* pass(bridge, 1000)
          asked = yield* bridge.next("job_query")
          assert.deepStrictEqual(asked.job_ids, [job_id])
          assert.strictEqual((yield* jobOf(world, "undock")).id, goal.id)
        }
        bridge.update({ id: job_id, slug: "undock" }, "running")
        bridge.update(goal, "succeeded", { origin: "external" })
        yield* bridge.sync
        assert.strictEqual((yield* start(world, "undock")).body.details.running.id, job_id)
      })
  )

  it.effect("a job unknown to the bridge is lost at once if it was a service", () =>
    Effect.gen(function* () {
      const { bridge, query, ...world } = yield* returned("reset")
      unknown(bridge, query)
      yield* bridge.sync
      const { error, state } = yield* jobOf(world, "reset")
      assert.deepStrictEqual([state, error.code], ["lost", "job_unknown_to_bridge"])
      assert.isUndefined(bridge.frames.find(({ type }) => type === "job_query"))
    })
  )
})
