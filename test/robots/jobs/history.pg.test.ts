import { assert, layer } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { grant, makeApp, makeAppUser, makeServerKey } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"
import { aConnectedRobot, aRobot, eventually, jobOf, start, type World } from "./world.ts"

const history = ({ path }: Pick<World, "path">, as: string, query = "") =>
  call("GET", `${path}/jobs/history${query}`, { as })
const ids = ({ body }: { readonly body: any }): ReadonlyArray<string> => body.runs.map(({ id }: any) => id)

/** A robot with three runs that ended, a second apart, and one that runs; the ids are oldest first. */
const aPast = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const startedMs = yield* Clock.currentTimeMillis
  const runs: Array<string> = []
  for (const [slug, state] of [
    ["undock", "succeeded"],
    ["dock", "failed"],
    ["undock", "cancelled"]
  ] as const) {
    const { job } = (yield* start(world, slug, slug === "dock" ? { params: { speed: 0 } } : {})).body
    runs.push(job.id)
    yield* TestClock.adjust("250 millis")
    world.bridge.update(job, state, state === "succeeded" ? { result: { at: 1 } } : {})
    yield* world.bridge.sync
    yield* eventually(history(world, world.as, `?state=${state}`), (answer) => ids(answer).length === 1)
    yield* TestClock.adjust("750 millis")
    yield* world.bridge.sync
  }
  const { job } = (yield* start(world, "undock")).body
  world.bridge.update(job, "running", { progress: 0.25, feedback: "soon" })
  yield* world.bridge.sync
  runs.push(job.id)
  return { ...world, runs, startedMs }
})

layer(TestApp, { timeout: "60 seconds" })("the history of jobs", (it) => {
  it.effect("the history of jobs lists each run, newest first, with its live state", () =>
    Effect.gen(function* () {
      const { runs, ...world } = yield* aPast
      const { body } = yield* history(world, world.as)
      assert.deepStrictEqual(ids({ body }), runs.toReversed())
      assert.isNull(body.next_cursor)
      const [live, cancelled, failed, succeeded] = body.runs
      assert.deepInclude(live, {
        state: "running",
        progress: 0.25,
        feedback: "soon",
        ended_at: null,
        duration_ms: null
      })
      assert.deepInclude(cancelled, { state: "cancelled", error: null, progress: null, feedback: null })
      assert.strictEqual(failed.error.code, "action_failed")
      assert.deepInclude(succeeded, { kind: "action", result: { at: 1 }, duration_ms: 250 })
      assert.deepStrictEqual(succeeded.actor, {
        kind: "developer",
        id: world.developer.caller.id,
        label: world.developer.email,
        name: world.developer.caller.displayName
      })
      assert.isAbove(live.seq, cancelled.seq)
    })
  )

  it.effect("the history of jobs is read page by page", () =>
    Effect.gen(function* () {
      const { runs, ...world } = yield* aPast
      const read: Array<string> = []
      let query = "?limit=3"
      for (let pages = 0; pages < 2; pages++) {
        const answer = yield* history(world, world.as, query)
        read.push(...ids(answer))
        query = `?limit=3&before_seq=${answer.body.next_cursor}`
        assert.strictEqual(answer.body.next_cursor === null, pages === 1)
      }
      assert.deepStrictEqual(read, runs.toReversed())
    })
  )

  it.effect("the history of jobs is filtered by slug, state, kind and a half-open window of starts", () =>
    Effect.gen(function* () {
      const { runs, startedMs, ...world } = yield* aPast
      const [first, second, third, live] = runs
      for (const [query, expected] of [
        ["slug=dock", [second]],
        ["state=running", [live]],
        ["state=cancelled&slug=undock", [third]],
        ["kind=service", []],
        [`from_ms=${startedMs + 1000}&to_ms=${startedMs + 2000}`, [second]],
        [`to_ms=${startedMs + 1000}`, [first]],
        [`from_ms=${startedMs + 2000}`, [live, third]],
        ["to_ms=9007199254740991&slug=dock", [second]],
        ["from_ms=8640000000000000", []],
        ["from_ms=9007199254740991", []],
        ["before_seq=9007199254740991&slug=dock", [second]]
      ] as const) {
        assert.deepStrictEqual<ReadonlyArray<string | undefined>>(
          ids(yield* history(world, world.as, `?${query}`)),
          expected,
          query
        )
      }
    })
  )

  it.effect("the history of jobs refuses a query it does not know, and a limit that is too large", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      for (const [query, field, rule] of [
        ["limit=201", "limit", "too_large"],
        ["limit=0", "limit", "too_small"],
        ["before_seq=0", "before_seq", "too_small"],
        ["more=1", "more", "unknown"],
        [`robot_id=${world.robot.id}`, "robot_id", "unknown"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* history(world, world.as, `?${query}`)), invalid(field, rule), query)
      }
    })
  )

  it.effect("the history of jobs is looked for by robot and capability before its query is read", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const stranger = yield* aRobot
      const { app, observe } = yield* makeApp(world.owner.caller, [world.robot.id])
      const user = yield* makeAppUser(world.owner.caller, app, observe.id)
      const denied = [403, "capability_required", { capability: "action_history" }]
      for (const query of ["", "?limit=0", "?more=1"]) {
        assert.deepStrictEqual(refusal(yield* history({ path: "/api/robots/x" }, world.as, query)), [
          400,
          "invalid_uuid"
        ])
        for (const as of [world.as, user.token]) {
          assert.deepStrictEqual(refusal(yield* history(stranger, as, query)), [404, "not_found"])
        }
        assert.deepStrictEqual(refusal(yield* history(world, user.token, query)), denied)
      }
      assert.deepStrictEqual(refusal(yield* history(world, world.as, "?limit=0")), invalid("limit", "too_small"))
    })
  )

  it.effect("the history of jobs needs the capability, and leaves out of a page what is not granted", () =>
    Effect.gen(function* () {
      const { runs, ...world } = yield* aPast
      const { app, observe } = yield* makeApp(world.owner.caller, [world.robot.id])
      const allow = (action_history: boolean) =>
        grant(world.owner.caller, app, observe.id, { [world.robot.id]: ["dock"] }, { action_history, assets: false })
      yield* allow(false)
      const user = yield* makeAppUser(world.owner.caller, app, observe.id)
      const denied = [403, "capability_required", { capability: "action_history" }]
      assert.deepStrictEqual(refusal(yield* history(world, user.token)), denied)
      yield* allow(true)
      const page = yield* history(world, user.token, "?limit=3")
      assert.deepStrictEqual(ids(page), [runs[1]!])
      assert.isNotNull(page.body.next_cursor)
      const rest = yield* history(world, user.token, `?limit=3&before_seq=${page.body.next_cursor}`)
      assert.deepStrictEqual(rest.body, { runs: [], next_cursor: null })
      const key = yield* makeServerKey(world.owner.caller, app)
      assert.lengthOf(ids(yield* history(world, key.token)), 4)
      const stranger = yield* aRobot
      assert.deepStrictEqual(refusal(yield* history(stranger, key.token)), [404, "not_found"])
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("one run", (it) => {
  it.effect("one run is read by its id as the history has it, with its live state", () =>
    Effect.gen(function* () {
      const { runs, ...world } = yield* aPast
      const read = (id: string) => call("GET", `${world.path}/jobs/history/${id}`, { as: world.as })
      const listed = (yield* history(world, world.as)).body.runs
      for (const [at, id] of runs.toReversed().entries()) {
        const answer = yield* read(id)
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(answer.body, listed[at])
      }
      assert.deepInclude((yield* read(runs[3]!)).body, { state: "running", progress: 0.25, feedback: "soon" })
    })
  )

  it.effect("one run is not found where it does not exist, is another robot's, or of a slug that is not granted", () =>
    Effect.gen(function* () {
      const { runs, ...world } = yield* aPast
      const stranger = yield* aRobot
      const { app, observe } = yield* makeApp(world.owner.caller, [world.robot.id])
      const allow = (action_history: boolean) =>
        grant(world.owner.caller, app, observe.id, { [world.robot.id]: ["dock"] }, { action_history, assets: false })
      yield* allow(false)
      const user = yield* makeAppUser(world.owner.caller, app, observe.id)
      const read = ({ path }: Pick<World, "path">, as: string, id: string | undefined) =>
        call("GET", `${path}/jobs/history/${id}`, { as })
      const gone = [404, "not_found"]
      const [undock, dock] = runs
      assert.deepStrictEqual(refusal(yield* read(world, world.as, crypto.randomUUID())), gone)
      assert.deepStrictEqual(refusal(yield* read(stranger, stranger.as, dock)), gone)
      assert.deepStrictEqual(refusal(yield* read(stranger, world.as, dock)), gone)
      assert.deepStrictEqual(refusal(yield* read(world, world.as, "dock")), [400, "invalid_uuid"])
      const denied = [403, "capability_required", { capability: "action_history" }]
      assert.deepStrictEqual(refusal(yield* read(world, user.token, dock)), denied)
      yield* allow(true)
      assert.strictEqual((yield* read(world, user.token, dock)).body.id, dock)
      assert.deepStrictEqual(refusal(yield* read(world, user.token, undock)), gone)
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("the jobs of a robot", (it) => {
  it.effect("the jobs of a robot are the newest of each granted slug", () =>
    Effect.gen(function* () {
      const { runs, ...world } = yield* aPast
      const { app, observe } = yield* makeApp(world.owner.caller, [world.robot.id])
      yield* grant(world.owner.caller, app, observe.id, { [world.robot.id]: ["dock"] })
      const user = yield* makeAppUser(world.owner.caller, app, observe.id)
      const list = (as: string) =>
        Effect.map(call("GET", `${world.path}/jobs`, { as }), ({ body }) => body.jobs.map(({ id }: any) => id))
      assert.deepStrictEqual(yield* list(world.as), [runs[3], runs[1]])
      assert.deepStrictEqual(yield* list(user.token), [runs[1]])
      const one = (slug: string) => call("GET", `${world.path}/jobs/${slug}`, { as: user.token })
      assert.deepInclude((yield* one("dock")).body.job, { id: runs[1], state: "failed" })
      assert.deepStrictEqual(refusal(yield* one("undock")), [403, "forbidden"])
    })
  )

  it.effect("the jobs of a robot are none before the first", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      assert.deepStrictEqual((yield* call("GET", `${world.path}/jobs`, { as: world.as })).body, { jobs: [] })
      assert.isNull(yield* jobOf(world, "dock"))
      const gone = yield* call("GET", `${world.path}/jobs/gone`, { as: world.as })
      assert.deepStrictEqual(refusal(gone), [404, "unknown_slug"])
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("the jobs of an org", (it) => {
  it.effect("the jobs of an org are read by its developers alone, by robot where one is named", () =>
    Effect.gen(function* () {
      const { runs, ...world } = yield* aPast
      const stranger = yield* aRobot
      const { app } = yield* makeApp(world.owner.caller, [world.robot.id])
      const key = yield* makeServerKey(world.owner.caller, app)
      const read = (as: string, query = "") => call("GET", `/api/org/jobs${query}`, { as })
      const all = yield* read(world.as)
      assert.deepStrictEqual(ids(all), runs.toReversed())
      assert.deepInclude(all.body.runs[0], { progress: 0.25, feedback: "soon" })
      assert.lengthOf(ids(yield* read(world.as, `?robot_id=${world.robot.id}&limit=2`)), 2)
      assert.isEmpty(ids(yield* read(world.as, `?robot_id=${stranger.robot.id}`)))
      assert.isEmpty(ids(yield* read(stranger.as)))
      assert.deepStrictEqual(refusal(yield* read(key.token)), [401, "unauthorized"])
      assert.deepStrictEqual(refusal(yield* read(world.as, "?limit=201")), invalid("limit", "too_large"))
    })
  )

  it.effect("the jobs of an org are counted since a moment, which is echoed", () =>
    Effect.gen(function* () {
      const { startedMs, ...world } = yield* aPast
      const read = (query: string) => call("GET", `/api/org/jobs/summary${query}`, { as: world.as })
      const all = { running: 1, started: 4, failed: 1, since_ms: startedMs }
      assert.deepStrictEqual((yield* read(`?since_ms=${startedMs}`)).body, all)
      const late = { running: 1, started: 2, failed: 0, since_ms: startedMs + 2000 }
      assert.deepStrictEqual((yield* read(`?since_ms=${startedMs + 2000}`)).body, late)
      const never = { running: 1, started: 0, failed: 0, since_ms: Number.MAX_SAFE_INTEGER }
      assert.deepStrictEqual((yield* read(`?since_ms=${Number.MAX_SAFE_INTEGER}`)).body, never)
      assert.deepStrictEqual(refusal(yield* read("")), invalid("since_ms", "required"))
    })
  )
})
