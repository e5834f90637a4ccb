import { assert, layer } from "@effect/vitest"
import type { Developer } from "@fleet/domain/Caller"
import { OrgId, type RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { OrgActivityEvent } from "@fleet/server/platform/bus/OrgMessages"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { health } from "@fleet/server/robots/health/Feature"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import type { Observation } from "@fleet/server/robots/health/Observation"
import { ResourceHealths } from "@fleet/server/robots/health/ResourceHealths"
import { RobotRecords } from "@fleet/server/robots/stored/RobotRecords"
import { Context, DateTime, Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { TestDatabase } from "../../support/Database.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { eventually } from "../jobs/world.ts"

/** A server process over the database of the test, and what it tells of an org. */
const aProcess = Effect.fnUntraced(function* (orgId: OrgId) {
  const own = health.services.pipe(
    Layer.provide(health.stores),
    Layer.provideMerge(RobotRecords.layer),
    Layer.provideMerge(Bus.layer)
  )
  const services = yield* Layer.build(Layer.fresh(Layer.merge(own, health.background.pipe(Layer.provide(own)))))
  const events: Array<OrgActivityEvent> = []
  Context.get(services, Bus).followOrg(orgId, "activity", ({ event }) => void events.push(event))
  const reports = Context.get(services, HealthReports)
  return {
    healths: Context.get(services, ResourceHealths),
    records: Context.get(services, RobotRecords),
    reports,
    /** Observes, and has it written; answers the states that were told. */
    says: Effect.fnUntraced(function* (...observations: ReadonlyArray<Observation>) {
      for (const each of observations) reports.observe(each)
      yield* reports.flush
      return events.splice(0).map(({ detail }) => (detail as Observation).state)
    }),
    told: () => events.splice(0).map(({ detail }) => (detail as Observation).state)
  }
})

const recording = (orgId: OrgId, state: "ok" | "over_quota", observedAtMs: number): Observation => ({
  orgId,
  robotId: null,
  kind: "retention",
  ref: "retention",
  facet: "recording",
  state,
  reason: state === "ok" ? null : "max_retention_bytes",
  observedAtMs
})

const config = (orgId: OrgId, robotId: RobotId, state: "failed" | "ok"): Observation => ({
  ...recording(orgId, "ok", 1),
  robotId,
  kind: "config",
  ref: "config",
  facet: "apply",
  state
})

const camera = (orgId: OrgId, robotId: RobotId): Observation => ({
  ...config(orgId, robotId, "failed"),
  kind: "camera",
  ref: "front",
  facet: "source",
  state: "unreachable"
})

const publishCameras = Effect.fnUntraced(function* (orgId: OrgId, robotId: RobotId, version: number, doc: object) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO config_versions (robot_id, org_id, version, published_at, source, doc, issues, exposes)
    VALUES (${robotId}, ${orgId}, ${version}, now(), '', ${JSON.stringify(doc)}::json, '[]', '{}')`
  yield* sql`
    INSERT INTO current_versions (robot_id, org_id, version, published_at, exposes)
    VALUES (${robotId}, ${orgId}, ${version}, now(), '{}')
    ON CONFLICT (robot_id) DO UPDATE SET version = excluded.version`
})

layer(TestDatabase, { timeout: "60 seconds" })("the health of resources over processes", (it) => {
  it.effect("a change that two processes see is written and told once", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const [first, second] = [yield* aProcess(orgId), yield* aProcess(orgId)]
      const both = Effect.all(
        [first.says(config(orgId, robotId, "failed")), second.says(config(orgId, robotId, "failed"))],
        {
          concurrency: 2
        }
      )
      assert.deepStrictEqual((yield* both).flat(), ["failed"])
      assert.deepStrictEqual(yield* second.says(config(orgId, robotId, "ok")), ["ok"])
      assert.deepStrictEqual(yield* first.says(config(orgId, robotId, "ok")), [])
    })
  )

  it.effect("a recording recovers once no process has lost a sample since", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const [first, second] = [yield* aProcess(orgId), yield* aProcess(orgId)]
      assert.deepStrictEqual(yield* first.says(recording(orgId, "over_quota", 1000)), ["over_quota"])
      assert.deepStrictEqual(yield* second.says(recording(orgId, "over_quota", 1001)), [])
      assert.deepStrictEqual(yield* first.says(recording(orgId, "ok", 1000)), [])
      assert.deepStrictEqual(yield* second.says(recording(orgId, "ok", 1001)), ["ok"])
      assert.deepStrictEqual(
        (yield* second.healths.list(orgId, {})).map(({ robot_id, state }) => [robot_id, state]),
        [[null, "ok"]]
      )
    })
  )

  it.effect("a recording whose process ended recovers when nobody has told of a loss for three minutes", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const ended = yield* Effect.scoped(
        Effect.flatMap(aProcess(orgId), ({ says }) => says(recording(orgId, "over_quota", 0)))
      )
      assert.deepStrictEqual(ended, ["over_quota"])
      const { healths, told } = yield* aProcess(orgId)
      const state = Effect.map(healths.list(orgId, {}), ([found]) => found!.state)
      yield* TestClock.adjust("3 minutes")
      yield* healths.recoverOld(0, 180_000)
      assert.deepStrictEqual([yield* state, told()], ["over_quota", []])
      // The sweep counts a minute from the end of its last run.
      yield* eventually(Effect.andThen(TestClock.adjust("1 minute"), state), (now) => now === "ok")
      yield* eventually(Effect.sync(told), (states) => states.includes("ok"))
    })
  )

  it.effect("what a process has not written yet is written when it stops", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* Effect.scoped(
        Effect.map(aProcess(orgId), ({ reports }) => reports.observe(config(orgId, robotId, "failed")))
      )
      const { healths } = yield* aProcess(orgId)
      assert.deepStrictEqual(
        (yield* healths.list(orgId, { robot_id: robotId })).map(({ state }) => state),
        ["failed"]
      )
    })
  )

  it.effect("a camera that a publish removes while its failure is being written has no health after it", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const sql = yield* SqlClient.SqlClient
      const transaction = yield* Transaction
      yield* publishCameras(orgId, robotId, 1, { cameras: { front: {} } })
      const { healths, records, reports, told } = yield* aProcess(orgId)
      const [locked, gate] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const publishing = Effect.gen(function* () {
        yield* sql`SELECT FROM robots WHERE id = ${robotId} FOR UPDATE`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(gate)
        yield* publishCameras(orgId, robotId, 2, { cameras: {} })
        const doc = { platform: 1, cameras: {} } as const
        const robot = { id: robotId, name: "Rover" }
        const actor = {} as Developer
        yield* records.publish({ orgId, robotId, robot, doc, version: 2, actor, at: yield* DateTime.now })
      }).pipe(transaction.run)
      const fiber = yield* Effect.forkChild(publishing)
      yield* Deferred.await(locked)
      reports.observe(camera(orgId, robotId))
      const writing = yield* Effect.forkChild(reports.flush)
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(fiber)
      yield* Fiber.join(writing)
      assert.deepStrictEqual([yield* healths.list(orgId, {}), told()], [[], []])
    })
  )

  it.effect("what is observed of an unknown org or robot stands in the way of nothing else", () =>
    Effect.gen(function* () {
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const stranger = yield* aRobot(yield* anOrg)
      const nobody = OrgId.make(randomUUID())
      const { healths, says } = yield* aProcess(orgId)
      const states = yield* says(
        recording(nobody, "over_quota", 1),
        config(orgId, randomUUID() as RobotId, "failed"),
        config(orgId, stranger, "failed"),
        camera(orgId, robotId),
        config(orgId, robotId, "failed")
      )
      assert.deepStrictEqual(states, ["failed"])
      assert.deepStrictEqual(
        (yield* healths.list(orgId, {})).map(({ robot_id }) => robot_id),
        [robotId]
      )
    })
  )
})
