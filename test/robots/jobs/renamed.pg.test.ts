import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { aConnectedRobot, eventually, jobOf, start } from "./world.ts"

const aWorkingRobot = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const { as, bridge, path } = world
  const slugs = Effect.map(call("GET", `${path}/jobs/history`, { as }), ({ body }): ReadonlyArray<string> =>
    body.runs.map((run: { readonly slug: string; readonly state: string }) => `${run.slug} ${run.state}`)
  )
  return {
    ...world,
    slugs,
    /** Runs an action to its end. */
    runs: Effect.fnUntraced(function* (slug: string) {
      const before = (yield* slugs).length
      const { job } = (yield* start(world, slug)).body
      bridge.update(job, "succeeded", { result: {} })
      yield* bridge.sync
      yield* eventually(slugs, (all) => all.length > before && all[0]!.endsWith("succeeded"))
    }),
    begins: (slug: string) => start(world, slug),
    rename: Effect.fnUntraced(function* (from: string, to: string) {
      const { status } = yield* call("POST", `${path}/config/rename-slug`, { as, body: { from, to } })
      assert.strictEqual(status, 200)
    }),
    publishes: Effect.gen(function* () {
      const { status } = yield* call("POST", `${path}/config/publish`, { as })
      assert.strictEqual(status, 200)
      yield* bridge.next("config")
    })
  }
})

layer(TestApp, { timeout: "60 seconds" })("runs of a command that is renamed", (it) => {
  it.effect("runs have the new slug at once, those until the publish too", () =>
    Effect.gen(function* () {
      const { publishes, rename, runs, slugs } = yield* aWorkingRobot
      yield* runs("undock")
      yield* rename("undock", "leave")
      assert.deepStrictEqual(yield* slugs, ["leave succeeded"])
      yield* runs("undock")
      assert.deepStrictEqual(yield* slugs, ["leave succeeded", "leave succeeded"])
      yield* publishes
      assert.deepStrictEqual(yield* slugs, ["leave succeeded", "leave succeeded"])
      yield* runs("leave")
      yield* publishes
      assert.deepStrictEqual(yield* slugs, ["leave succeeded", "leave succeeded", "leave succeeded"])
    })
  )

  it.effect(
    "a slug that is renamed twice before a publish takes its runs along, one that is renamed back keeps them",
    () =>
      Effect.gen(function* () {
        const { publishes, rename, runs, slugs } = yield* aWorkingRobot
        yield* rename("undock", "leave")
        yield* rename("leave", "depart")
        yield* runs("undock")
        yield* publishes
        assert.deepStrictEqual(yield* slugs, ["depart succeeded"])
        yield* rename("depart", "leave")
        yield* rename("leave", "depart")
        yield* runs("depart")
        yield* publishes
        assert.deepStrictEqual(yield* slugs, ["depart succeeded", "depart succeeded"])
      })
  )

  it.effect("slugs that change their names with each other keep their own runs", () =>
    Effect.gen(function* () {
      const { publishes, rename, runs, slugs } = yield* aWorkingRobot
      yield* rename("undock", "aside")
      yield* rename("reset", "undock")
      yield* rename("aside", "reset")
      yield* runs("undock")
      yield* publishes
      assert.deepStrictEqual(yield* slugs, ["reset succeeded"])
    })
  )

  it.effect("a run that is under way counts for the new slug, and is found and cancelled under both", () =>
    Effect.gen(function* () {
      const { begins, rename, slugs, ...world } = yield* aWorkingRobot
      const { as, bridge, path } = world
      const { id } = (yield* begins("undock")).body.job
      yield* rename("undock", "leave")
      assert.deepStrictEqual(yield* slugs, ["leave running"])
      const found = (slug: string) => Effect.map(jobOf(world, slug), (job) => [job.id, job.slug, job.state])
      for (const slug of ["undock", "leave"]) assert.deepStrictEqual(yield* found(slug), [id, slug, "running"])
      const runs = (slug: string) =>
        Effect.map(call("GET", `${path}/jobs/history?slug=${slug}`, { as }), ({ body }) => body.runs.length)
      assert.deepStrictEqual([yield* runs("undock"), yield* runs("leave")], [1, 1])
      // The robot knows its own name for it.
      yield* Effect.forkChild(call("POST", `${path}/jobs/leave/cancel`, { as, body: { job_id: id } }))
      assert.deepInclude(yield* bridge.next("cancel"), { slug: "undock", job_id: id })
      // A bridge that comes back has the job under its own name.
      yield* bridge.leave
      const again = yield* connectBridge(world.bridgeToken, {
        active_jobs: [{ job_id: id, slug: "undock", state: "running" }]
      })
      yield* again.next("config")
      assert.deepStrictEqual(yield* found("undock"), [id, "undock", "running"])
    })
  )

  it.effect("runs of other robots are left alone", () =>
    Effect.gen(function* () {
      const one = yield* aWorkingRobot
      const other = yield* aWorkingRobot
      yield* one.runs("undock")
      yield* other.runs("undock")
      yield* one.rename("undock", "leave")
      yield* one.publishes
      yield* other.publishes
      assert.deepStrictEqual([yield* one.slugs, yield* other.slugs], [["leave succeeded"], ["undock succeeded"]])
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("a command that is renamed and not published yet", (it) => {
  it.effect("reaches the robot under the published slug, over REST and realtime, by either name", () =>
    Effect.gen(function* () {
      const { as, bridge, path, rename, robot } = yield* aWorkingRobot
      yield* rename("drive", "steer")
      yield* rename("undock", "leave")
      const client = yield* connectRealtime(as)
      const message = { speed: 1 }
      for (const slug of ["drive", "steer"]) {
        yield* call("POST", `${path}/publishers/${slug}`, { as, body: { message } })
        assert.strictEqual((yield* bridge.next("publish")).slug, "drive")
        client.send({ type: "publish", request_id: slug, robot_id: robot.id, slug, message })
        assert.isTrue((yield* client.next("command_result")).ok)
        assert.strictEqual((yield* bridge.next("publish")).slug, "drive")
        client.send({ type: "release", request_id: slug, robot_id: robot.id, slug })
        assert.isTrue((yield* client.next("command_result")).ok)
        assert.strictEqual((yield* bridge.next("failsafe")).slug, "drive")
      }
      for (const slug of ["undock", "leave"]) {
        client.send({ type: "invoke", request_id: slug, robot_id: robot.id, slug })
        const { job_id, slug: sent } = yield* bridge.next("invoke")
        assert.strictEqual(sent, "undock")
        yield* client.next("command_result")
        client.send({ type: "stop", request_id: "stop", robot_id: robot.id })
        const cancel = yield* bridge.next("cancel")
        assert.deepStrictEqual([cancel.slug, cancel.job_id], ["undock", job_id])
        bridge.update({ id: job_id, slug: "undock" }, "succeeded", { result: {} })
        const goals = [{ job_id, goal_id: "goal-1", return_code: 3 as const }]
        bridge.send({ type: "cancel_result", request_id: cancel.request_id, slug: "undock", goals, error: null })
        const { result } = yield* client.next("command_result", ({ request_id }) => request_id === "stop")
        assert.deepStrictEqual(result.warnings, [])
      }
    })
  )
})
