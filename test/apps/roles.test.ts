import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { grant, makeAppUser, makeEveryone, makeRobot } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

const trail = Effect.fnUntraced(function* (orgId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ action: string }>`
    SELECT action FROM audit_events WHERE org_id = ${orgId} AND starts_with(action, 'role.') ORDER BY seq`
  return rows.map(({ action }) => action)
})

const none = { action_history: false, assets: false }

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a role", (it) => {
  it.effect("a role is created and renamed, under a name the app has once", () =>
    Effect.gen(function* () {
      const { app, developer, observe, orgId } = yield* makeEveryone
      const A = `/api/apps/${app.id}/roles`
      const created = yield* call("POST", A, { as: developer.token, body: { name: "  Fitter " } })
      assert.strictEqual(created.status, 201)
      assert.deepStrictEqual(created.body, { id: created.body.id, app_id: app.id, name: "Fitter", builtin: false })
      const taken = yield* call("POST", A, { as: developer.token, body: { name: "Fitter" } })
      assert.deepStrictEqual(refusal(taken), [409, "role_name_taken"])
      assert.strictEqual((yield* call("POST", A, { as: developer.token, body: { name: "fitter" } })).status, 201)
      for (const [name, rule] of [
        ["", "too_short"],
        [" ", "too_short"],
        ["x".repeat(61), "too_long"]
      ] as const) {
        const answer = yield* call("POST", A, { as: developer.token, body: { name } })
        assert.deepStrictEqual(refusal(answer), invalid("name", rule))
      }

      const rename = (id: string, name: string) => call("PATCH", `${A}/${id}`, { as: developer.token, body: { name } })
      assert.deepStrictEqual(refusal(yield* rename(observe.id, "Fitter")), [409, "role_name_taken"])
      assert.strictEqual((yield* rename(created.body.id, "Fitter")).status, 200)
      const watcher = yield* rename(observe.id, "watch")
      assert.deepStrictEqual(watcher.body, { ...observe, name: "watch" })
      const { roles } = (yield* call("GET", A, { as: developer.token })).body
      assert.deepStrictEqual(
        roles.map(({ name }: any) => name),
        ["operate", "watch", "Fitter", "fitter"]
      )
      assert.deepStrictEqual(yield* trail(orgId), ["role.created", "role.created", "role.renamed"])
    })
  )

  it.effect("a role in use is deleted only when another takes over its users and its place as default", () =>
    Effect.gen(function* () {
      const { app, developer, observe, operate, user } = yield* makeEveryone
      const stranger = yield* makeEveryone
      yield* call("PATCH", `/api/apps/${app.id}`, { as: developer.token, body: { default_role_id: observe.id } })
      const remove = (query = "") =>
        call("DELETE", `/api/apps/${app.id}/roles/${observe.id}${query}`, { as: developer.token })
      assert.deepStrictEqual(refusal(yield* remove()), [
        409,
        "role_in_use",
        { users: 1, invitations: 0, is_default: true }
      ])
      assert.deepStrictEqual(refusal(yield* remove("?move_to=seven")), invalid("move_to", "format"))
      assert.deepStrictEqual(refusal(yield* remove(`?move_to=${observe.id}`)), invalid("move_to", "invalid_value"))
      for (const id of [stranger.operate.id, randomUUID()]) {
        assert.deepStrictEqual(refusal(yield* remove(`?move_to=${id}`)), invalid("move_to", "not_found"))
      }
      assert.deepStrictEqual(refusal(yield* remove("?moveto=x")), invalid("moveto", "unknown"))
      assert.strictEqual((yield* remove(`?move_to=${operate.id}`)).status, 204)
      assert.strictEqual((yield* remove()).status, 404)
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: user.token })).body.role_id, operate.id)
      const { body } = yield* call("GET", `/api/apps/${app.id}`, { as: developer.token })
      assert.strictEqual(body.default_role_id, operate.id)
    })
  )

  it.effect("a role that is an app's last cannot be deleted", () =>
    Effect.gen(function* () {
      const { app, developer, observe, operate } = yield* makeEveryone
      const remove = (id: string, query = "") =>
        call("DELETE", `/api/apps/${app.id}/roles/${id}${query}`, { as: developer.token })
      assert.strictEqual((yield* remove(operate.id)).status, 204)
      assert.deepStrictEqual(refusal(yield* remove(observe.id)), [409, "last_role"])
    })
  )

  it.effect("a role grants what its permissions say, which are replaced whole", () =>
    Effect.gen(function* () {
      const { app, developer, observe, orgId, robot } = yield* makeEveryone
      const path = `/api/apps/${app.id}/roles/${observe.id}/permissions`
      const put = (body: object) => call("PUT", path, { as: developer.token, body })
      const document = {
        role_id: observe.id,
        grants: [{ robot_id: robot.id, slugs: ["bridge_state", "battery", "battery"] }],
        capabilities: { action_history: true, assets: false }
      }
      const stored = {
        ...document,
        grants: [{ robot_id: robot.id, slugs: ["battery", "bridge_state"], confirm: [], confirm_page: [] }]
      }
      const answer = yield* put(document)
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(answer.body, stored)
      assert.deepStrictEqual((yield* call("GET", path, { as: developer.token })).body, stored)
      assert.deepStrictEqual((yield* put(stored)).body, stored)

      const emptied = { role_id: observe.id, grants: [{ robot_id: robot.id, slugs: [] }], capabilities: none }
      assert.deepStrictEqual((yield* put(emptied)).body, { ...emptied, grants: [] })
      assert.deepStrictEqual(yield* trail(orgId), ["role.permissions_changed", "role.permissions_changed"])
    })
  )

  it.effect("a role keeps which of the granted slugs are to be confirmed, and audits a change of them", () =>
    Effect.gen(function* () {
      const { app, developer, observe, orgId, robot } = yield* makeEveryone
      const path = `/api/apps/${app.id}/roles/${observe.id}/permissions`
      const as = developer.token
      const grantsOf = (answer: { readonly body: any }) => answer.body.grants
      const put = (confirm?: ReadonlyArray<string>) =>
        call("PUT", path, {
          as,
          body: {
            role_id: observe.id,
            grants: [{ robot_id: robot.id, slugs: ["dock", "move", "battery"], ...(confirm && { confirm }) }],
            capabilities: none
          }
        })
      const kept = (confirm: ReadonlyArray<string>) => [
        { robot_id: robot.id, slugs: ["battery", "dock", "move"], confirm, confirm_page: [] }
      ]
      assert.deepStrictEqual(grantsOf(yield* put(["move", "dock", "move"])), kept(["dock", "move"]))
      assert.deepStrictEqual(grantsOf(yield* call("GET", path, { as })), kept(["dock", "move"]))
      assert.lengthOf(yield* trail(orgId), 1)
      yield* put(["dock", "move"])
      assert.lengthOf(yield* trail(orgId), 1)
      assert.deepStrictEqual(grantsOf(yield* put(["move"])), kept(["move"]))
      assert.lengthOf(yield* trail(orgId), 2)
      assert.deepStrictEqual(grantsOf(yield* put()), kept([]))
      assert.lengthOf(yield* trail(orgId), 3)
    })
  )

  it.effect("a role refuses to confirm a slug that is not granted there, is invalid, or is one of too many", () =>
    Effect.gen(function* () {
      const { app, developer, observe, robot } = yield* makeEveryone
      const put = (confirm: unknown, slugs: ReadonlyArray<string> = ["battery", "dock"]) =>
        call("PUT", `/api/apps/${app.id}/roles/${observe.id}/permissions`, {
          as: developer.token,
          body: { role_id: observe.id, grants: [{ robot_id: robot.id, slugs, confirm }], capabilities: none }
        })
      const field = "grants[0].confirm"
      assert.deepStrictEqual(refusal(yield* put(["dock", "move"])), invalid(`${field}[1]`, "invalid_value"))
      assert.deepStrictEqual(refusal(yield* put(["dock"], [])), invalid(`${field}[0]`, "invalid_value"))
      assert.deepStrictEqual(refusal(yield* put(["Not A Slug"])), invalid(`${field}[0]`, "format"))
      assert.deepStrictEqual(refusal(yield* put("dock")), invalid(field, "type"))
      const many = Array.from({ length: 2000 }, (_, index) => `slug_${index}`)
      assert.deepStrictEqual(refusal(yield* put([...many, "slug_0"], many)), invalid(field, "too_long"))
      assert.lengthOf((yield* put(many, many)).body.grants[0].confirm, 2000)
    })
  )

  it.effect("a role keeps which slugs are confirmed on the page alone, among those that are confirmed", () =>
    Effect.gen(function* () {
      const { app, developer, observe, orgId, robot } = yield* makeEveryone
      const put = (confirm_page?: unknown, confirm: ReadonlyArray<string> = ["dock", "move"]) =>
        call("PUT", `/api/apps/${app.id}/roles/${observe.id}/permissions`, {
          as: developer.token,
          body: {
            role_id: observe.id,
            grants: [
              {
                robot_id: robot.id,
                slugs: ["dock", "move", "battery"],
                confirm,
                ...(confirm_page === undefined ? {} : { confirm_page })
              }
            ],
            capabilities: none
          }
        })
      const kept = (answer: { readonly body: any }) => answer.body.grants[0]
      const grant = { robot_id: robot.id, slugs: ["battery", "dock", "move"], confirm: ["dock", "move"] }
      assert.deepStrictEqual(kept(yield* put(["move", "move"])), { ...grant, confirm_page: ["move"] })
      assert.deepStrictEqual(kept(yield* put(["move", "dock"])), { ...grant, confirm_page: ["dock", "move"] })
      assert.lengthOf(yield* trail(orgId), 2)
      const field = "grants[0].confirm_page"
      assert.deepStrictEqual(refusal(yield* put(["dock", "battery"])), invalid(`${field}[1]`, "invalid_value"))
      assert.deepStrictEqual(refusal(yield* put(["dock"], [])), invalid(`${field}[0]`, "invalid_value"))
      assert.deepStrictEqual(refusal(yield* put("dock")), invalid(field, "type"))
      const many = Array.from({ length: 2001 }, () => "dock")
      assert.deepStrictEqual(refusal(yield* put(many)), invalid(field, "too_long"))
      assert.deepStrictEqual(kept(yield* put(many.slice(1))), { ...grant, confirm_page: ["dock"] })
      assert.deepStrictEqual(kept(yield* put()), { ...grant, confirm_page: [] })
    })
  )

  it.effect("a role refuses permissions that name another role, a robot twice, or one the app does not list", () =>
    Effect.gen(function* () {
      const { app, developer, observe, operate, robot } = yield* makeEveryone
      const spare = yield* makeRobot(developer.caller)
      const put = (change: object) =>
        Effect.map(
          call("PUT", `/api/apps/${app.id}/roles/${observe.id}/permissions`, {
            as: developer.token,
            body: { role_id: observe.id, grants: [], capabilities: none, ...change }
          }),
          refusal
        )
      const on = (robot_id: string, ...slugs: ReadonlyArray<string>) => ({ robot_id, slugs })
      assert.deepStrictEqual(yield* put({ role_id: operate.id }), invalid("role_id", "invalid_value"))
      assert.deepStrictEqual(
        yield* put({ grants: [on(robot.id, "battery"), on(robot.id, "pose")] }),
        invalid("grants[1].robot_id", "duplicate")
      )
      assert.deepStrictEqual(
        yield* put({ grants: [on(robot.id, "battery"), on(spare.robot.id, "pose")] }),
        invalid("grants[1].robot_id", "not_found")
      )
      assert.deepStrictEqual(
        yield* put({ grants: [on(robot.id, "ok_slug", "Not A Slug")] }),
        invalid("grants[0].slugs[1]", "format")
      )
      assert.deepStrictEqual(
        yield* put({ capabilities: { assets: true } }),
        invalid("capabilities.action_history", "required")
      )
      assert.deepStrictEqual(
        yield* put({ grants: [{ ...on(robot.id), all: true }] }),
        invalid("grants[0].all", "unknown")
      )
      assert.deepStrictEqual(
        (yield* call("GET", `/api/apps/${app.id}/roles/${observe.id}/permissions`, { as: developer.token })).body
          .grants,
        []
      )
    })
  )

  it.effect("a role explains why its users reach a slug, or do not", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, developer, observe, orgId, robot } = yield* makeEveryone
      const spare = yield* makeRobot(developer.caller)
      yield* makeAppUser(developer.caller, app, observe.id)
      yield* grant(developer.caller, app, observe.id, { [robot.id]: ["battery", "dock", "gone", "bridge_state"] })
      yield* sql`
        INSERT INTO config_versions (robot_id, version, org_id, source, doc, issues, published_at)
        VALUES (${robot.id}, 1, ${orgId}, '', ${'{"datapoints":{"battery":{}},"actions":{"dock":{}}}'}::jsonb, '[]', now())`
      const explain = Effect.fnUntraced(function* (robotId: string, slug: string) {
        const { body } = yield* call(
          "GET",
          `/api/apps/${app.id}/roles/${observe.id}/explain?robot_id=${robotId}&slug=${slug}`,
          { as: developer.token }
        )
        assert.deepInclude(body, { role_id: observe.id, robot_id: robotId, slug })
        return [body.allowed, body.kind, body.checks.map(({ ok }: any) => ok), body.answer.status, body.answer.code]
      })
      assert.deepStrictEqual(yield* explain(robot.id, "battery"), [true, "datapoint", [true, true, true], 200, null])
      assert.deepStrictEqual(yield* explain(robot.id, "dock"), [true, "action", [true, true, true], 200, null])
      assert.deepStrictEqual(yield* explain(robot.id, "bridge_state"), [
        true,
        "datapoint",
        [true, true, true],
        200,
        null
      ])
      assert.deepStrictEqual(yield* explain(robot.id, "pose"), [false, null, [true, false, false], 403, "forbidden"])
      assert.deepStrictEqual(yield* explain(robot.id, "gone"), [
        false,
        null,
        [true, true, false],
        404,
        "unknown_datapoint"
      ])
      assert.deepStrictEqual(yield* explain(spare.robot.id, "battery"), [
        false,
        null,
        [false, false, false],
        404,
        "not_found"
      ])
    })
  )
})
