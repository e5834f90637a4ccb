import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { Fact } from "@fleet/server/platform/bus/Facts"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { stringify } from "yaml"
import { anApp, anOrgWithRobot, auditOf, refusal } from "../world.ts"
import { keepSamples, keptSamples } from "../../support/keepSamples.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const source = `platform: 1 # the header
datapoints:
  # how full it is
  battery: &shape
    topic: /battery
    type: std_msgs/msg/Float32
    field: data
    retention: {enabled: true}
    alerts:
      battery: {condition: {fire_at: 10, resolve_at: 12}}
      empty: {condition: {fire_at: 0}}
  "pose":   {topic: /battery, type: geometry_msgs/msg/Pose}
services:
  reset: {ros_name: /battery, type: std_srvs/srv/Trigger, description: battery}
`

const aWorkspace = Effect.gen(function* () {
  const world = yield* anOrgWithRobot
  const as = world.developer.token
  const at = `${world.path}/config`
  const put = (text: string) => call("PUT", `${at}/draft`, { as, body: { source: text } })
  return {
    ...world,
    put,
    draft: call("GET", `${at}/draft`, { as }),
    usage: (slug: string) => call("GET", `${at}/slug-usage/${slug}`, { as }),
    usageRefused: (slug: string) => refusal("GET", `${at}/slug-usage/${slug}`, { as }),
    rename: (from: string, to: string) => call("POST", `${at}/rename-slug`, { as, body: { from, to } }),
    renameRefused: (from: unknown, to: unknown) => refusal("POST", `${at}/rename-slug`, { as, body: { from, to } })
  }
})

const Word = Schema.String.check(Schema.isPattern(/^[a-z][a-z0-9]{1,8}$/))

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("a slug", (it) => {
  it.effect("a slug is answered with its uses", () =>
    Effect.gen(function* () {
      const { orgId, owner, put, robot, usage, usageRefused } = yield* aWorkspace
      const other = yield* anOrgWithRobot
      assert.deepStrictEqual(yield* usageRefused("battery"), [409, { code: "draft_not_a_document" }])
      yield* put(source)
      assert.deepStrictEqual((yield* usage("battery")).body, {
        grant_count: 0,
        app_identifiers: [],
        has_recorded_history: false,
        alert_count: 2
      })
      const apps = [
        yield* anApp({ owner }, [robot.id], { [robot.id]: ["battery", "reset"] }),
        yield* anApp({ owner }, [robot.id], { [robot.id]: ["battery"] })
      ]
      yield* anApp(other, [other.robot.id], { [other.robot.id]: ["battery"] })
      yield* keepSamples({ robotId: robot.id, orgId, slug: "battery" }, [[1, "1"]])
      assert.deepStrictEqual((yield* usage("battery")).body, {
        grant_count: 2,
        app_identifiers: apps.map(({ identifier }) => identifier).toSorted(),
        has_recorded_history: true,
        alert_count: 2
      })
      assert.deepStrictEqual((yield* usage("reset")).body, {
        grant_count: 1,
        app_identifiers: [apps[0]!.identifier],
        has_recorded_history: false,
        alert_count: 0
      })
      for (const slug of ["empty", "bridge_state", "nothing", "Not-a-slug"]) {
        assert.deepStrictEqual(yield* usageRefused(slug), [404, { code: "unknown_slug" }])
      }
      yield* put("robots: {}")
      assert.deepStrictEqual(yield* usageRefused("battery"), [409, { code: "draft_not_a_document" }])
    })
  )

  it.effect("a slug is confirmed under its new name as under the old one, where a role grants both if either was", () =>
    Effect.gen(function* () {
      const { developer, owner, path, put, rename, robot } = yield* aWorkspace
      const as = developer.token
      yield* put(source)
      yield* call("POST", `${path}/config/publish`, { as })
      const after = (
        slugs: ReadonlyArray<string>,
        confirm: ReadonlyArray<string>,
        confirm_page: ReadonlyArray<string> = []
      ) =>
        Effect.gen(function* () {
          const { appId, roleId } = yield* anApp({ owner }, [robot.id], {})
          const permissions = `/api/apps/${appId}/roles/${roleId}/permissions`
          const grants = [{ robot_id: robot.id, slugs, confirm, confirm_page }]
          const body = { role_id: roleId, grants, capabilities: { action_history: false, assets: false } }
          yield* call("PUT", permissions, { as, body })
          return Effect.map(call("GET", permissions, { as }), ({ body }) => [
            body.grants[0].confirm,
            body.grants[0].confirm_page
          ])
        })
      const reads = [
        yield* after(["battery", "pose"], ["battery"]),
        yield* after(["battery", "pose"], ["pose"]),
        yield* after(["battery", "power"], ["power"]),
        yield* after(["battery", "power"], ["battery"]),
        yield* after(["battery", "power"], []),
        yield* after(["battery", "pose"], ["battery"], ["battery"]),
        yield* after(["battery", "power"], ["battery", "power"], ["battery"]),
        yield* after(["battery", "power"], ["power"], ["power"])
      ]
      assert.strictEqual((yield* rename("battery", "power")).status, 200)
      assert.deepStrictEqual(yield* Effect.all(reads), [
        [["power"], []],
        [["pose"], []],
        [["power"], []],
        [["power"], []],
        [[], []],
        [["power"], ["power"]],
        [["power"], ["power"]],
        [["power"], ["power"]]
      ])
    })
  )

  it.effect("a slug is renamed in the text, the grants, the history and the latest value at once", () =>
    Effect.gen(function* () {
      const { as, draft, orgId, owner, path, put, rename, robot } = yield* Effect.map(aWorkspace, (workspace) => ({
        ...workspace,
        as: workspace.developer.token
      }))
      const sql = yield* SqlClient.SqlClient
      yield* put(source)
      yield* call("POST", `${path}/config/publish`, { as })
      const app = yield* anApp({ owner }, [robot.id], { [robot.id]: ["battery", "pose"] })
      // A role that has both keeps one.
      const both = yield* anApp({ owner }, [robot.id], { [robot.id]: ["battery", "power"] })
      const sinceMs = Date.now() - 10_000
      for (const [slug, timestamp_ms, value] of [
        ["battery", sinceMs + 1, "1"],
        ["battery", sinceMs + 2, "2"],
        ["power", sinceMs + 2, "20"]
      ] as const) {
        yield* keepSamples({ robotId: robot.id, orgId, slug }, [[timestamp_ms, value]])
      }
      yield* sql`
        INSERT INTO latest_values (robot_id, slug, value, timestamp_ms)
        VALUES (${robot.id}, 'battery', '2', 2), (${robot.id}, 'power', '1', 8640000000000000)`
      const heard: Array<Fact> = []
      yield* (yield* Bus).onFact(
        (event) => void heard.push(event),
        () => undefined
      )

      const answer = yield* rename("battery", "power")
      assert.deepStrictEqual(
        [answer.status, answer.body],
        [200, { rewritten_grants: 2, history_moved: true, requires_publish: true }]
      )
      assert.strictEqual((yield* draft).body.source, source.replace("  battery: &shape", "  power: &shape"))
      const grants = yield* sql`
        SELECT role_id, slug FROM role_grants WHERE robot_id = ${robot.id} ORDER BY role_id = ${app.roleId} DESC, slug`
      assert.deepStrictEqual(grants as ReadonlyArray<unknown>, [
        { role_id: app.roleId, slug: "pose" },
        { role_id: app.roleId, slug: "power" },
        { role_id: both.roleId, slug: "power" }
      ])
      assert.deepStrictEqual(yield* keptSamples(robot.id), [
        { slug: "power", at: sinceMs + 1, json: "1" },
        { slug: "power", at: sinceMs + 2, json: "20" }
      ])
      const latest = yield* sql`SELECT slug, value::text FROM latest_values WHERE robot_id = ${robot.id}`
      assert.deepStrictEqual(latest as ReadonlyArray<unknown>, [{ slug: "power", value: "2" }])
      assert.deepInclude((yield* auditOf(orgId)).at(-1), {
        action: "config.slug_renamed",
        details: { from: "battery", to: "power" }
      })
      assert.sameMembers(
        heard.flatMap((event) => (event.type === "app_access_changed" ? [event.appId] : [])),
        [app.appId, both.appId]
      )

      // The robot goes on under the old name until the next publish.
      const exposures = Effect.map(call("GET", `${path}/exposures`, { as }), ({ body }) =>
        body.exposures.map(({ slug }: any) => slug)
      )
      assert.include(yield* exposures, "battery")
      yield* call("POST", `${path}/config/publish`, { as })
      assert.sameMembers(yield* exposures, ["bridge_state", "robot_details", "power", "pose", "reset"])
      const { body } = yield* call("GET", `${path}/datapoints/power`, { as })
      assert.deepStrictEqual(body, { slug: "power", value: 2, timestamp_ms: 2 })
    })
  )

  it.effect("a slug is renamed nowhere where something stands against it", () =>
    Effect.gen(function* () {
      const { draft, orgId, owner, put, renameRefused, robot } = yield* aWorkspace
      assert.deepStrictEqual(yield* renameRefused("battery", "power"), [409, { code: "draft_not_a_document" }])
      yield* put(source)
      const app = yield* anApp({ owner }, [robot.id], { [robot.id]: ["battery"] })
      const events = (yield* auditOf(orgId)).length
      for (const [from, to, status, code] of [
        ["nothing", "power", 404, "unknown_slug"],
        ["nothing", "history", 404, "unknown_slug"],
        ["battery", "history", 409, "reserved_slug"],
        ["battery", "bridge_state", 409, "reserved_slug"],
        ["battery", "robot_details", 409, "reserved_slug"],
        ["battery", "reset", 409, "duplicate_slug"],
        ["battery", "battery", 409, "duplicate_slug"]
      ] as const) {
        assert.deepStrictEqual(yield* renameRefused(from, to), [status, { code }], `${from} ${to}`)
      }
      const refused = (field: string, rule: string) => [400, { code: "validation_error", details: { field, rule } }]
      assert.deepStrictEqual(yield* renameRefused("battery", "Power"), refused("to", "format"))
      assert.deepStrictEqual(yield* renameRefused("battery", "p"), refused("to", "too_short"))
      assert.deepStrictEqual(yield* renameRefused(undefined, "power"), refused("from", "required"))
      assert.strictEqual((yield* draft).body.source, source)
      const sql = yield* SqlClient.SqlClient
      assert.lengthOf(yield* sql`SELECT FROM role_grants WHERE role_id = ${app.roleId} AND slug = 'battery'`, 1)
      assert.strictEqual((yield* auditOf(orgId)).length, events)
    })
  )

  it.effect("a slug leaves everything as it was when one of the writes fails", () =>
    Effect.gen(function* () {
      const { draft, orgId, owner, put, rename, robot } = yield* aWorkspace
      yield* put(source)
      const app = yield* anApp({ owner }, [robot.id], { [robot.id]: ["battery"] })
      const sql = yield* SqlClient.SqlClient
      yield* keepSamples({ robotId: robot.id, orgId, slug: "battery" }, [[Date.now(), "1"]])
      yield* sql`CREATE FUNCTION refuse_samples() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`
      yield* sql`CREATE TRIGGER refuse_samples BEFORE UPDATE ON series EXECUTE FUNCTION refuse_samples()`
      assert.strictEqual((yield* rename("battery", "power")).status, 500)
      yield* sql`DROP TRIGGER refuse_samples ON series`
      assert.strictEqual((yield* draft).body.source, source)
      assert.lengthOf(yield* sql`SELECT FROM role_grants WHERE role_id = ${app.roleId} AND slug = 'battery'`, 1)
      assert.notInclude(
        (yield* auditOf(orgId)).map(({ action }) => action),
        "config.slug_renamed"
      )
    })
  )

  it.effect.prop(
    "a slug leaves an equivalent document, however the text was written",
    [
      Schema.UniqueArray(Word).check(Schema.isMinLength(3), Schema.isMaxLength(6)),
      Schema.Literals(["QUOTE_DOUBLE", "QUOTE_SINGLE", "PLAIN"]),
      Schema.Literals([1, 2, 4])
    ],
    ([words, defaultKeyType, indent]) =>
      Effect.gen(function* () {
        const { draft, put, rename } = yield* aWorkspace
        const slugs = words.filter((word) => word !== "history")
        const [from, to] = [slugs[0]!, `${slugs[0]}_too`]
        const document = (first: string) => ({
          platform: 1,
          datapoints: Object.fromEntries(
            [first, ...slugs.slice(1)].map((slug) => [
              slug,
              { topic: `/${from}`, type: "std_msgs/msg/Float32", description: from }
            ])
          )
        })
        const text = stringify(document(from), { defaultKeyType, indent })
        assert.strictEqual((yield* put(text)).status, 200)
        assert.strictEqual((yield* rename(from, to)).status, 200)
        assert.deepStrictEqual((yield* draft).body.doc, document(to))
      }),
    { arbitrary: { runs: 25 } }
  )
})
