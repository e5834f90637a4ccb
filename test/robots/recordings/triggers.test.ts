import { assert, layer } from "@effect/vitest"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { connectBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { eventually, start } from "../jobs/world.ts"
import { aConnectedRecorder, aRobotWithRecorder, publishSource, say, sourceOf, type World } from "./world.ts"

/** Moments some two minutes ago: an alert moves at its arrival where a stamp is further off. */
const base = Date.now() - 120_000
const at = (ms: number) => base + ms / 10

const sample = Effect.fnUntraced(function* (
  { bridge }: Pick<World, "bridge">,
  value: number,
  timestamp_ms: number,
  slug = "battery"
) {
  bridge.send({ type: "datapoint", slug, value, timestamp_ms })
  yield* bridge.sync
})

/** Waits until the state of an alert is stored. */
const alertIs = Effect.fnUntraced(function* ({ robot }: Pick<World, "robot">, state: string, slug = "battery") {
  const sql = yield* SqlClient.SqlClient
  const ask = sql`SELECT state FROM alerts WHERE robot_id = ${robot.id} AND slug = ${slug}`
  yield* eventually(ask, ([row]) => row!["state"] === state)
})

/** Waits until the end of a job is stored. */
const jobIs = Effect.fnUntraced(function* ({ id }: { readonly id: string }, state: string) {
  const sql = yield* SqlClient.SqlClient
  yield* eventually(sql`SELECT state FROM job_runs WHERE id = ${id}`, ([row]) => row!["state"] === state)
})

/** The ids of the robot's alerts, by their names. */
const alertIds = ({ as, path }: Pick<World, "as" | "path">) =>
  Effect.map(
    call("GET", `${path}/alerts`, { as }),
    ({ body }) =>
      Object.fromEntries(body.alerts.map(({ id, name }: any) => [name, id])) as Readonly<Record<string, string>>
  )

const causes = ({ list }: Pick<World, "list">) =>
  Effect.map(list, (recordings) => recordings.map(({ at_ms, cause }) => [cause.kind, cause.ref, at_ms]).toReversed())

/** Ends the robot's open recordings as failed. */
const failAll = Effect.fnUntraced(function* ({ bridge, list }: Pick<World, "bridge" | "list">) {
  for (const { error, id } of yield* list) if (error === null) yield* say(bridge, id, "failed")
  yield* eventually(list, (recordings) => recordings.every(({ state }) => state === "failed"))
})

/** A job of the robot that its bridge has begun. */
const running = Effect.fnUntraced(function* (world: World, slug: string, timestamp_ms: number) {
  const { job } = (yield* start(world, slug)).body
  world.bridge.update(job, "running", { timestamp_ms })
  yield* world.bridge.sync
  return job as { readonly id: string; readonly slug: string }
})

/** A robot whose battery has two alerts. */
const twoAlerts = Effect.gen(function* () {
  const recorder = { before_seconds: 1, after_seconds: 0 }
  const world = yield* aConnectedRecorder(recorder)
  const another = "empty: {condition: {fire_at: 5, resolve_at: 10}}"
  yield* publishSource(world, sourceOf(recorder).replace("resolve_at: 30}}", `resolve_at: 30}}, ${another}`))
  yield* world.bridge.next("config")
  return world
})

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("what recordings are cut on", (it) => {
  it.effect("an alert that fires makes a recording of its moment, once while that has not ended", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRecorder({ before_seconds: 10, after_seconds: 2 })
      const { low } = yield* alertIds(world)
      yield* sample(world, 50, at(90_000))
      yield* sample(world, 10, at(100_000))
      const request = yield* world.bridge.next("recording_request")
      assert.deepInclude(request, { cause: "alert", at_ms: at(100_000) })
      yield* alertIs(world, "firing")
      yield* sample(world, 40, at(101_000))
      yield* alertIs(world, "ok")
      // Covered by the one that has not ended.
      yield* sample(world, 90, at(102_000), "temperature")
      yield* alertIs(world, "firing", "temperature")
      assert.deepStrictEqual(yield* causes(world), [["alert", low, at(100_000)]])
      yield* failAll(world)
      yield* sample(world, 5, at(103_000))
      assert.deepInclude(yield* world.bridge.next("recording_request"), { cause: "alert", at_ms: at(103_000) })
      assert.deepStrictEqual(yield* causes(world), [
        ["alert", low, at(100_000)],
        ["alert", low, at(103_000)]
      ])
    })
  )

  it.effect("of two alerts on one datapoint each recording names its own", () =>
    Effect.gen(function* () {
      const world = yield* twoAlerts
      const { empty, low } = yield* alertIds(world)
      yield* sample(world, 15, at(100_000))
      assert.deepInclude(yield* world.bridge.next("recording_request"), { cause: "alert", at_ms: at(100_000) })
      yield* sample(world, 2, at(200_000))
      assert.deepInclude(yield* world.bridge.next("recording_request"), { cause: "alert", at_ms: at(200_000) })
      assert.deepStrictEqual(yield* causes(world), [
        ["alert", low, at(100_000)],
        ["alert", empty, at(200_000)]
      ])
    })
  )

  it.effect("two alerts that fire at once make one recording, which has the moment of both", () =>
    Effect.gen(function* () {
      const world = yield* twoAlerts
      yield* sample(world, 1, at(100_000))
      const request = yield* world.bridge.next("recording_request")
      const sql = yield* SqlClient.SqlClient
      const firing = sql`SELECT id FROM alerts WHERE robot_id = ${world.robot.id} AND state = 'firing'`
      yield* eventually(firing, ({ length }) => length === 2)
      const made = yield* world.list
      assert.deepStrictEqual(
        made.map(({ at_ms, id }) => [id, at_ms]),
        [[request.recording_id, at(100_000)]]
      )
      assert.include(Object.values(yield* alertIds(world)), made[0].cause.ref)
    })
  )

  it.effect("a job that fails or is lost makes a recording of when the robot said something of it last", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRecorder({ before_seconds: 1, after_seconds: 0 })
      const { bridge } = world
      const failed = yield* running(world, "dock", 100_000)
      bridge.update(failed, "failed", { timestamp_ms: 200_000 })
      const first = yield* bridge.next("recording_request")
      assert.deepInclude(first, { cause: "job", at_ms: 200_000 })
      const lost = yield* running(world, "undock", 300_000)
      bridge.send({ type: "job_lost", job_ids: [lost.id as any] })
      assert.deepInclude(yield* bridge.next("recording_request"), { cause: "job", at_ms: 300_000 })
      yield* failAll(world)
      for (const end of ["succeeded", "cancelled"] as const) {
        const job = yield* running(world, "dock", 400_000)
        bridge.update(job, end, { timestamp_ms: 400_001 })
        yield* jobIs(job, end)
      }
      assert.deepStrictEqual(yield* causes(world), [
        ["job", failed.id, 200_000],
        ["job", lost.id, 300_000]
      ])
    })
  )

  it.effect("a job that is lost because its robot came back without it makes one that the robot is asked for", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRecorder()
      const job = yield* running(world, "dock", 100_000)
      yield* world.bridge.leave
      const bridge = yield* connectBridge(world.bridgeToken)
      // An action is asked for once more before it is lost.
      for (let asked = 0; asked < 2; asked++) {
        const { job_ids, request_id } = yield* bridge.next("job_query")
        bridge.send({ type: "job_status", request_id, jobs: [], unknown_job_ids: job_ids })
      }
      assert.deepInclude(yield* bridge.next("recording_request"), { cause: "job", at_ms: 100_000 })
      assert.deepStrictEqual(yield* causes(world), [["job", job.id, 100_000]])
    })
  )

  it.effect("a document says what its recorder is cut on", () =>
    Effect.gen(function* () {
      const fault = Effect.fnUntraced(function* (world: World) {
        yield* sample(world, 10, 100_000)
        yield* alertIs(world, "firing")
        const job = yield* running(world, "dock", 900_000)
        world.bridge.update(job, "failed", { timestamp_ms: 900_000 })
        yield* jobIs(job, "failed")
        return (yield* causes(world)).map(([kind]) => kind)
      })
      for (const [cut_on, kinds] of [
        [[], []],
        [["alert"], ["alert"]],
        [["job"], ["job"]],
        [
          ["job", "alert"],
          ["alert", "job"]
        ]
      ]) {
        assert.deepStrictEqual(yield* fault(yield* aConnectedRecorder({ cut_on })), kinds, cut_on!.join())
      }
      const none = yield* aRobotWithRecorder(null)
      const bridge = yield* none.connect
      assert.deepStrictEqual(yield* fault({ ...none, bridge } as unknown as World), [])
    })
  )

  it.effect("an alert makes no recording beyond three that have not ended, and twelve in an hour", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counters = yield* Counters
      const fire = Effect.fnUntraced(function* (world: World, slug: "battery" | "temperature", value: number) {
        const before = counters.recordings_refused_total
        const ids = yield* alertIds(world)
        const id = ids[{ battery: "low", temperature: "high" }[slug]]
        yield* sample(world, value, at(0), slug)
        yield* alertIs(world, "firing", slug)
        // What is refused is counted after the commit.
        const outcome = Effect.map(causes(world), (all) => ({
          refused: counters.recordings_refused_total - before,
          made: all.filter(([, ref]) => ref === id).length
        }))
        return yield* eventually(outcome, ({ made, refused }) => made + refused > 0)
      })
      const crowded = yield* aConnectedRecorder()
      yield* crowded.cut
      yield* crowded.cut
      assert.deepStrictEqual(yield* fire(crowded, "battery", 1), { refused: 0, made: 1 })
      yield* sql`UPDATE recordings SET wanted_to_ms = 0 WHERE robot_id = ${crowded.robot.id}`
      assert.deepStrictEqual(yield* fire(crowded, "temperature", 99), { refused: 1, made: 0 })

      const busy = yield* aConnectedRecorder()
      const insert = (count: number, minutes: number) => sql`
        INSERT INTO recordings (id, org_id, robot_id, state, cause_kind, at_ms, wanted_from_ms, wanted_to_ms, max_bytes, error,
          created_at, updated_at)
        SELECT gen_random_uuid(), ${busy.orgId}, ${busy.robot.id}, 'failed', 'alert', 1, 1, 1, 1,
          '{"code": "c", "message": "m"}', now() - ${minutes} * interval '1 minute', now()
        FROM generate_series(1, ${count}::int)`
      yield* insert(20, 61)
      yield* insert(11, 59)
      assert.deepStrictEqual(yield* fire(busy, "battery", 1), { refused: 0, made: 1 })
      yield* failAll(busy)
      assert.deepStrictEqual(yield* fire(busy, "temperature", 99), { refused: 1, made: 0 })
    })
  )
})
