import { assert, layer } from "@effect/vitest"
import { exposuresOf } from "@fleet/domain/RobotConfig/Exposures"
import type { RobotId } from "@fleet/domain/Ids"
import { RobotRecords } from "@fleet/server/robots/stored/RobotRecords"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { anOrgWithRobot, refusal } from "./world.ts"

const source = `platform: 1
datapoints:
  battery: {topic: /battery, type: std_msgs/msg/Float32, field: data, alerts: {low: {condition: {fire_at: 1}}}}
services:
  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}
`

/**
 * A feature that no other folder knows: a note of every published slug, in a table of its own. It is registered until the
 * scope closes.
 */
const notes = Effect.gen(function* () {
  const records = yield* RobotRecords
  const sql = yield* SqlClient.SqlClient
  const calls: Array<string> = []
  yield* sql`CREATE TABLE IF NOT EXISTS notes (robot_id uuid, slug text, version int, actor text)`
  const count = (robotId: RobotId, slug: string) =>
    Effect.map(
      sql<{ readonly n: number }>`
        SELECT count(*)::int AS n FROM notes WHERE robot_id = ${robotId} AND slug LIKE ${slug}`.pipe(Effect.orDie),
      ([row]) => row!.n
    )
  let isBroken = false
  yield* records.register({
    publish: ({ actor, doc, robotId, version }) =>
      Effect.gen(function* () {
        calls.push(`publish ${version}`)
        yield* sql`DELETE FROM notes WHERE robot_id = ${robotId}`
        for (const { slug } of exposuresOf(doc))
          yield* sql`INSERT INTO notes VALUES (${robotId}, ${slug}, ${version}, ${actor.id})`
      }).pipe(Effect.orDie),
    prepareRename: ({ from, to }) => Effect.sync(() => void calls.push(`prepare ${from} ${to}`)),
    rename: Effect.fnUntraced(function* ({ from, robotId, to }) {
      calls.push(`rename ${from} ${to}`)
      yield* Effect.orDie(sql`UPDATE notes SET slug = ${to} WHERE robot_id = ${robotId} AND slug = ${from}`)
      if (isBroken) return yield* Effect.die(new Error("the note cannot be renamed"))
      return { answer: { rewritten_grants: 7 }, finish: Effect.sync(() => void calls.push("finish")) }
    }),
    usage: ({ exposure, robotId, slug }) =>
      Effect.map(count(robotId, slug), (n) => ({ alert_count: n * 10, app_identifiers: [exposure.kind] })),
    holdings: ({ robotId }) => Effect.map(count(robotId, "%"), (n) => ({ sample_rows: n, cameras: ["a_note"] })),
    isInUse: () => Effect.sync(() => isBroken),
    drop: {
      step: "configuration",
      run: Effect.fnUntraced(function* ({ robotId }) {
        calls.push("drop")
        if (isBroken) return yield* Effect.die(new Error("the note cannot be deleted"))
        yield* Effect.orDie(sql`DELETE FROM notes WHERE robot_id = ${robotId}`)
      })
    }
  })
  const world = yield* anOrgWithRobot
  const as = world.developer.token
  yield* call("PUT", `${world.path}/config/draft`, { as, body: { source } })
  return {
    ...world,
    as,
    calls,
    breaks: (broken: boolean) => Effect.sync(() => void (isBroken = broken)),
    publish: call("POST", `${world.path}/config/publish`, { as }),
    rename: (from: string, to: string) => call("POST", `${world.path}/config/rename-slug`, { as, body: { from, to } }),
    usage: (slug: string) => call("GET", `${world.path}/config/slug-usage/${slug}`, { as }),
    preview: call("GET", `${world.path}/deletion-preview`, { as }),
    stored: Effect.map(
      sql<{ readonly slug: string }>`SELECT slug FROM notes WHERE robot_id = ${world.robot.id} ORDER BY slug`,
      (rows) => rows.map(({ slug }) => slug)
    )
  }
})

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("stored parts", (it) => {
  it.effect("a feature of its own takes part in publishes, renames, uses, previews and deletions", () =>
    Effect.gen(function* () {
      const { calls, owner, path, preview, publish, rename, stored, usage } = yield* notes
      assert.strictEqual((yield* publish).status, 200)
      assert.deepStrictEqual(yield* stored, ["battery", "reset"])
      assert.deepStrictEqual((yield* usage("battery")).body, {
        grant_count: 0,
        app_identifiers: ["datapoint"],
        has_recorded_history: false,
        alert_count: 11
      })
      assert.deepStrictEqual((yield* rename("battery", "charge")).body, {
        rewritten_grants: 7,
        history_moved: false,
        requires_publish: true
      })
      assert.deepStrictEqual(yield* stored, ["charge", "reset"])
      assert.strictEqual((yield* publish).status, 200)
      assert.deepStrictEqual(calls, [
        "publish 1",
        "prepare battery charge",
        "rename battery charge",
        "finish",
        "publish 2"
      ])
      const { body } = yield* preview
      assert.deepInclude(body, { sample_rows: 2, cameras: ["a_note"], slug_count: 2, job_run_count: 0 })
      assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
      assert.deepStrictEqual(yield* stored, [])
    })
  )

  it.effect("a rename leaves everything as it was where one part fails", () =>
    Effect.gen(function* () {
      const { as, breaks, path, publish, rename, stored } = yield* notes
      yield* publish
      yield* breaks(true)
      assert.strictEqual((yield* rename("battery", "charge")).status, 500)
      assert.deepStrictEqual(yield* stored, ["battery", "reset"])
      assert.strictEqual((yield* call("GET", `${path}/config/draft`, { as })).body.source, source)
      yield* breaks(false)
      assert.strictEqual((yield* rename("battery", "charge")).status, 200)
      assert.deepStrictEqual(yield* stored, ["charge", "reset"])
    })
  )

  it.effect("a deletion stops at the step of a part that fails, and goes on there", () =>
    Effect.gen(function* () {
      const { breaks, owner, path, publish, stored } = yield* notes
      yield* publish
      yield* breaks(true)
      assert.deepStrictEqual(yield* refusal("DELETE", path, { as: owner.token }), [409, { code: "robot_in_use" }])
      const [status, { code, details }] = (yield* refusal("DELETE", `${path}?force=true`, { as: owner.token })) as any
      assert.deepStrictEqual([status, code, details.failed], [500, "robot_deletion_partial", "configuration"])
      assert.deepStrictEqual(yield* stored, ["battery", "reset"])
      yield* breaks(false)
      assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
      assert.deepStrictEqual(yield* stored, [])
    })
  )

  it.effect("a part is called no more once its scope has closed", () =>
    Effect.gen(function* () {
      const { calls, publish } = yield* Effect.scoped(notes)
      assert.strictEqual((yield* publish).status, 200)
      assert.deepStrictEqual(calls, [])
    })
  )
})
