import { assert, layer } from "@effect/vitest"
import { createClient, FleetError, type HealthChange } from "@fleet/sdk"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { SqlClient } from "effect/sql"
import { Effect } from "effect"
import { password } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { world } from "./support/world.ts"
import { usage } from "./usage.ts"

const turn = Effect.promise(() => new Promise((resume) => setTimeout(resume, 10)))

layer(TestApp, { excludeTestServices: true })("the SDK against the service", (it) => {
  it.effect("the SDK against the service hears and lists the health of resources", () =>
    Effect.gen(function* () {
      const { baseUrl, orgId, owner, robot } = yield* world
      const fleet = createClient({ baseUrl, serverKey: owner.token })
      const observe = (state: "failed" | "ok") =>
        Effect.map(HealthReports, (reports) =>
          reports.observe({
            orgId,
            robotId: robot.id,
            kind: "config",
            ref: "config",
            facet: "apply",
            observedAtMs: 1,
            state,
            reason: null
          })
        )
      const changes: Array<HealthChange> = []
      const stop = fleet.health.onChange((change) => changes.push(change))
      while (fleet.realtime.state !== "connected") yield* turn
      yield* observe("failed")
      while (changes.length === 0) yield* turn
      assert.deepInclude(changes[0], { type: "resource_health", robot_id: robot.id, state: "failed" })
      stop()
      yield* observe("ok")
      const states = (options?: { readonly robotId?: string }) =>
        Effect.map(
          Effect.promise(() => fleet.health.list(options)),
          (resources) => resources.map(({ state }) => state)
        )
      while ((yield* states())[0] !== "ok") yield* turn
      assert.deepStrictEqual(yield* states({ robotId: robot.id }), ["ok"])
      assert.deepStrictEqual(yield* states({ robotId: crypto.randomUUID() }), [])
      assert.strictEqual(changes.length, 1)
      fleet.close()
    })
  )

  it.effect("the SDK against the service reads alerts of a robot and of the organisation, and tries one", () =>
    Effect.gen(function* () {
      const { baseUrl, owner, robot } = yield* world
      // A developer's token is a bearer as a server key is.
      const fleet = createClient({ baseUrl, serverKey: owner.token })
      const alerts = () => fleet.robot(robot.id).alerts()
      let [full] = yield* Effect.promise(alerts)
      while (full?.state !== "firing") [full] = yield* Effect.promise(alerts)
      assert.deepInclude(full, { slug: "battery", name: "Full", last_value: 81 })
      const firing = yield* Effect.promise(() => fleet.alerts.firing())
      assert.deepStrictEqual(
        firing.map(({ id, robot_name }) => [id, robot_name]),
        [[full.id, robot.name]]
      )
      // One more than a page has.
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO alerts (id, org_id, robot_id, source_slug, slug, key, name, severity, enabled, condition, created_at,
          state, state_since_ms)
        SELECT gen_random_uuid(), org_id, robot_id, 'gone', 'gone', key || n, name, severity, enabled, condition, created_at,
          'firing', n FROM alerts, generate_series(1, 500) n WHERE id = ${full.id}`
      const all = yield* Effect.promise(() => fleet.alerts.firing())
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, 501)
      yield* sql`DELETE FROM alerts WHERE slug = 'gone'`
      const page = yield* Effect.promise(() => fleet.robot(robot.id).alertHistory({ query: { limit: 1 } }))
      assert.deepInclude(page.transitions[0], { alert_id: full.id, state: "firing", value: 81 })
      const tried = yield* Effect.promise(() =>
        fleet.robot(robot.id).previewAlert({ slug: "battery", condition: { fire_at: 99 } })
      )
      assert.deepStrictEqual(tried, { transitions: [], sample_gap_ms: 1000, truncated: false })
      fleet.close()
    })
  )

  it.effect("the SDK against the service runs the usage example", () =>
    Effect.gen(function* () {
      const { app, baseUrl, robot, user } = yield* world
      yield* Effect.promise(() => firstSample(baseUrl, app.identifier, user.email, robot.id))
      const seen = yield* Effect.promise(() =>
        usage({
          baseUrl,
          app: app.identifier,
          email: user.email,
          password,
          datapoint: "battery",
          action: "pick",
          params: { shelf: 3 }
        })
      )
      assert.deepStrictEqual(seen.events, [`signed_in ${user.email}`, "signed_out"])
      assert.deepStrictEqual(
        seen.robots.map(({ id }) => id),
        [robot.id]
      )
      assert.strictEqual(seen.first.value, 81)
      assert.deepStrictEqual(seen.heard, [81])
      assert.strictEqual(seen.outcome?.state, "succeeded")
      assert.deepStrictEqual(seen.outcome?.result, { picked: true })
      assert.isAbove(seen.points, 0)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "the SDK against the service answers refusals as typed errors, and cuts the socket of a user who signs out",
    () =>
      Effect.gen(function* () {
        const { app, baseUrl, robot, user } = yield* world
        yield* Effect.promise(async () => {
          await firstSample(baseUrl, app.identifier, user.email, robot.id)
          using fleet = createClient({ baseUrl, app: app.identifier })
          const wrong = await fleet.auth
            .signInWithPassword({ email: user.email, password: "not the password" })
            .catch((error: unknown) => error)
          assert.isTrue(FleetError.is(wrong) && wrong.is("invalid_credentials") && wrong.status === 401)

          await fleet.auth.signInWithPassword({ email: user.email, password })
          const pick = fleet.robot(robot.id).action("pick")
          const invalid = await pick.start({ shelf: "high" }).catch((error: unknown) => error)
          if (!FleetError.is(invalid) || !invalid.is("parameter_invalid")) return assert.fail(String(invalid))
          assert.strictEqual(invalid.details.violations[0]?.field, "shelf")

          const secret = fleet.robot(robot.id).datapoint("secret").subscribe()
          const refused = await secret[Symbol.asyncIterator]()
            .next()
            .catch((error: unknown) => error)
          assert.isTrue(FleetError.is(refused) && refused.is("forbidden"))
          await fleet.auth.signOut()
          assert.isNull(await fleet.auth.session())
        })
      }).pipe(Effect.scoped)
  )
})

/** Resolves once the robot's first sample can be read. */
const firstSample = async (baseUrl: string, app: string, email: string, robotId: string): Promise<void> => {
  using fleet = createClient({ baseUrl, app })
  await fleet.auth.signInWithPassword({ email, password })
  for await (const _ of fleet.robot(robotId).datapoint("battery").subscribe()) return
}
