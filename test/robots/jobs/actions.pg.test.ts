import { assert, layer } from "@effect/vitest"
import { JobId } from "@fleet/domain/Ids"
import { type TrackedJob, neverMs, queueLimit } from "@fleet/server/robots/jobs/RobotJobs"
import { LiveJobs } from "@fleet/server/robots/jobs/LiveJobs"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "../../support/TestApp.ts"
import { grant, makeApp, makeAppUser } from "../../support/people.ts"
import { call, invalid, refusal } from "../../support/wire.ts"
import { aConnectedRobot, aRobot, auditOf, eventually, jobOf, pass, start } from "./world.ts"

layer(TestApp, { timeout: "60 seconds" })("an action", (it) => {
  it.effect("an action is accepted once its invoke is on the socket, defaults filled in", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { body, status } = yield* start(world, "dock", { params: { speed: 1 } })
      const { job_id, ...invoke } = yield* world.bridge.next("invoke")
      const { seq, started_at, updated_at, ...job } = body.job
      assert.deepStrictEqual([status, body.kind], [202, "action"])
      assert.deepStrictEqual(invoke, {
        type: "invoke",
        slug: "dock",
        params: { speed: 1, lamp: false },
        patience_ms: 15_000
      })
      assert.deepStrictEqual(job, {
        id: job_id,
        robot_id: world.robot.id,
        slug: "dock",
        state: "running",
        origin: "platform",
        result: null,
        error: null
      })
      assert.strictEqual(updated_at, started_at)
      assert.isAbove(seq, 0)
      assert.deepStrictEqual(yield* jobOf(world, "dock"), body.job)
      const [event] = yield* auditOf(world, "action.invoked")
      assert.deepInclude(event, { actor_kind: "developer", target_kind: "action", target_id: "dock" })
      assert.deepInclude(event.details, { robot_id: world.robot.id, job_id })
    })
  )

  it.effect("an action is followed to its end", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { job } = (yield* start(world, "undock", { patience_ms: 1000 })).body
      assert.strictEqual((yield* world.bridge.next("invoke")).patience_ms, 1000)
      world.bridge.update(job, "running", { feedback: { left: 3 }, progress: 0.5 })
      world.bridge.update(job, "succeeded", { result: { docked: true } })
      const ended = yield* eventually(jobOf(world, "undock"), ({ state }) => state === "succeeded")
      assert.deepInclude(ended, { id: job.id, result: { docked: true }, error: null })
      assert.strictEqual((yield* start(world, "undock")).status, 202)
    })
  )

  it.effect("an action keeps the slug to itself until it ends", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const { job } = (yield* start(world, "undock")).body
      assert.deepStrictEqual(refusal(yield* start(world, "undock")), [409, "busy", { running: job }])
      assert.strictEqual((yield* start(world, "dock", { params: { speed: 0 } })).status, 202)
      world.bridge.update(job, "failed", { error: { code: "goal_rejected", message: "no" } })
      yield* world.bridge.sync
      assert.strictEqual((yield* start(world, "undock")).status, 202)
    })
  )

  it.effect("an action is begun once, however many ask at the same time", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => start(world, "undock")),
        { concurrency: "unbounded" }
      )
      assert.sameMembers(
        answers.map(({ status }) => status),
        [202, 409, 409, 409, 409, 409, 409, 409]
      )
      yield* world.bridge.sync
      assert.lengthOf(
        world.bridge.frames.filter(({ type }) => type === "invoke"),
        1
      )
    })
  )

  it.effect("an action is refused with every broken rule at once", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const answer = yield* start(world, "dock", { params: { speed: 2, lamp: "on", colour: 1 } })
      assert.deepStrictEqual([answer.status, answer.body.code], [400, "parameter_invalid"])
      assert.deepStrictEqual(
        answer.body.details.violations.map(({ field, rule }: any) => [field, rule]),
        [
          ["speed", "max"],
          ["lamp", "type"],
          ["colour", "undeclared"]
        ]
      )
      const { body } = yield* start(world, "dock", {})
      assert.deepInclude(body.details.violations[0], { field: "speed", rule: "required" })
    })
  )

  it.effect(
    "an action is checked by robot, grant, slug, body, parameters, presence, and only then the slug's job",
    () =>
      Effect.gen(function* () {
        const world = yield* aRobot
        const stranger = yield* aRobot
        const { app, observe } = yield* makeApp(world.owner.caller, [world.robot.id])
        yield* grant(world.owner.caller, app, observe.id, { [world.robot.id]: ["undock", "gone"] })
        const user = yield* makeAppUser(world.owner.caller, app, observe.id)
        const as = (token: string, path: string, body: unknown) =>
          Effect.map(call("POST", `${path}`, { as: token, body }), (answer) => refusal(answer).slice(0, 2))
        const bad = { params: 1 }
        assert.deepStrictEqual(yield* as(world.as, "/api/robots/x/jobs/undock", bad), [400, "invalid_uuid"])
        assert.deepStrictEqual(yield* as(world.as, `${stranger.path}/jobs/undock`, bad), [404, "not_found"])
        assert.deepStrictEqual(yield* as(user.token, `${stranger.path}/jobs/undock`, bad), [404, "not_found"])
        assert.deepStrictEqual(yield* as(user.token, `${world.path}/jobs/dock`, bad), [403, "forbidden"])
        assert.deepStrictEqual(yield* as(user.token, `${world.path}/jobs/nowhere`, bad), [403, "forbidden"])
        assert.deepStrictEqual(yield* as(user.token, `${world.path}/jobs/gone`, bad), [404, "unknown_slug"])
        for (const slug of ["gone", "battery", "drive", "front"]) {
          assert.deepStrictEqual(yield* as(world.as, `${world.path}/jobs/${slug}`, bad), [404, "unknown_slug"])
        }
        assert.deepStrictEqual(
          refusal(yield* start(world, "undock", { patience_ms: 999 })),
          invalid("patience_ms", "too_small")
        )
        assert.deepStrictEqual(
          refusal(yield* start(world, "undock", { patience_ms: 120_001 })),
          invalid("patience_ms", "too_large")
        )
        assert.deepStrictEqual(refusal(yield* start(world, "undock", { more: 1 })), invalid("more", "unknown"))
        assert.strictEqual((yield* start(world, "dock")).body.code, "parameter_invalid")
        assert.deepStrictEqual(refusal(yield* start(world, "undock")), [409, "robot_offline"])
      })
  )

  it.effect(
    "an action is unknown after five seconds of silence, asked about, and runs again when the robot reports it",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobot
        const { job } = (yield* start(world, "undock")).body
        world.bridge.update(job, "running")
        yield* world.bridge.sync
        yield* pass(world.bridge, 4750)
        assert.strictEqual((yield* jobOf(world, "undock")).state, "running")
        yield* pass(world.bridge, 500)
        const { error, state } = yield* jobOf(world, "undock")
        assert.deepStrictEqual([state, error.code], ["unknown", "bridge_timeout"])
        const { job_ids, request_id } = yield* world.bridge.next("job_query")
        assert.deepStrictEqual(job_ids, [job.id])
        assert.strictEqual((yield* start(world, "undock")).body.code, "busy")
        yield* pass(world.bridge, 5000)
        assert.deepStrictEqual((yield* world.bridge.next("job_query")).job_ids, [job.id])
        world.bridge.send({
          type: "job_status",
          request_id,
          jobs: [{ job_id: job.id, state: "running", feedback: 1, progress: 0.1, result: null, error: null }],
          unknown_job_ids: []
        })
        yield* world.bridge.sync
        assert.deepInclude(yield* jobOf(world, "undock"), { id: job.id, state: "running", error: null })
      })
  )

  it.effect("an action fails without reaching the robot when five hundred are unfinished", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const robotJobs = (yield* LiveJobs).get(world.robot.id)!
      for (let count = 0; count < queueLimit; count++) robotJobs.hold(held(`slug_${count}`, "platform"))
      const { body, status } = yield* start(world, "undock")
      assert.deepStrictEqual([status, body.job.state, body.job.error.code], [202, "failed", "job_queue_full"])
      assert.deepStrictEqual(body.job.error.details, { limit: 500, queued: 500 })
      yield* world.bridge.sync
      assert.isUndefined(world.bridge.frames.find(({ type }) => type === "invoke"))
      robotJobs.jobs.delete([...robotJobs.jobs.keys()][0]!)
      robotJobs.hold(held("elsewhere", "external"))
      assert.strictEqual((yield* start(world, "undock")).body.job.state, "running")
    })
  )
})

const held = (slug: string, origin: TrackedJob["origin"]): TrackedJob => ({
  id: JobId.make(randomUUID()),
  slug,
  kind: "action",
  origin,
  startedAtMs: 0,
  seq: 1,
  patienceMs: 120_000,
  target: null,
  state: "running",
  updatedAtMs: 0,
  invokedAtMs: 0,
  result: null,
  error: null,
  feedback: null,
  progress: null,
  reportedAtMs: 0,
  stateAtMs: 0,
  isReported: false,
  askedAtMs: neverMs,
  ending: false
})
