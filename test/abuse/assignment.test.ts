import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeEveryone, password, unique } from "../support/people.ts"
import { call, refusal } from "../support/wire.ts"
import { makeSurface, operations } from "./operations.ts"
import { abuseApp, stateOf } from "./world.ts"

const tables = ["orgs", "developers", "apps", "app_users", "roles", "robots", "app_invitations", "team_invitations"]
const withBodies = operations.filter(({ body }) => body !== null)

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("a body", (it) => {
  it.effect("a body sets nothing that its route does not set, however the field is called", () =>
    Effect.gen(function* () {
      const theirs = yield* makeEveryone
      const surface = yield* makeSurface
      const extra = {
        id: theirs.user.user.id,
        org_id: theirs.orgId,
        app_id: theirs.app.id,
        role_id: theirs.operate.id,
        tier: "owner",
        status: "active",
        email_verified: true,
        password_hash: "x",
        orgId: theirs.orgId,
        quotas: { max_end_users: 1e9 }
      }
      const before = yield* stateOf(tables)
      for (const operation of withBodies.filter(({ body }) => body.additionalProperties === false)) {
        const good = surface.bodyOf(operation)
        const [path, headers] = [surface.pathOf(operation.path), surface.headersOf(operation)]
        for (const [name, value] of Object.entries(extra)) {
          if (Object.hasOwn(operation.body.properties ?? operation.body.anyOf?.[0] ?? {}, name)) continue
          const answer = yield* call(operation.method, path, { headers, body: { ...good, [name]: value } })
          const where = `${operation.method} ${operation.path} ${name} ${JSON.stringify(answer.body)}`
          assert.isBelow(answer.status, 500, where)
          // What the path names is looked up before the body is read.
          if (answer.status === 404) assert.include(operation.path, "{", where)
          else
            assert.deepStrictEqual(refusal(answer), [400, "validation_error", { field: name, rule: "unknown" }], where)
        }
      }
      assert.deepStrictEqual(yield* stateOf(tables), before)
      // The open bodies leave out what they do not know: nothing of it is anywhere in the answer.
      const { app, user } = surface
      const login = yield* call("POST", "/api/client/login", {
        body: { ...extra, app_identifier: app.identifier, email: user.email, password }
      })
      const me = yield* call("GET", "/api/client/me", { as: login.body.access_token })
      assert.deepInclude(me.body, { kind: "app_user", app_id: app.id, role_id: surface.observe.id })
    })
  )

  it.effect("a body that names things of another org or app is refused, and binds nothing to them", () =>
    Effect.gen(function* () {
      const [mine, theirs] = [yield* makeEveryone, yield* makeEveryone]
      const as = mine.owner.token
      const app = `/api/apps/${mine.app.id}`
      const email = () => `new-${unique()}@example.com`
      const before = yield* stateOf([...tables, "app_robots", "role_grants", "audit_events"])
      const tries: ReadonlyArray<readonly [string, string, object]> = [
        ["POST", "/api/apps", { name: "App", identifier: `app_${unique()}`, robot_ids: [theirs.robot.id] }],
        ["PATCH", app, { robot_ids: [mine.robot.id, theirs.robot.id] }],
        ["PATCH", app, { default_role_id: theirs.observe.id }],
        ["POST", `${app}/users`, { email: email(), password: "correct horse battery", role_id: theirs.operate.id }],
        ["PATCH", `${app}/users/${mine.user.user.id}`, { role_id: theirs.operate.id }],
        ["PATCH", `${app}/users/${theirs.user.user.id}`, { status: "blocked" }],
        ["POST", `${app}/invitations`, { email: email(), role_id: theirs.operate.id, send_mail: false }],
        [
          "PUT",
          `${app}/roles/${mine.observe.id}/permissions`,
          {
            role_id: mine.observe.id,
            grants: [{ robot_id: theirs.robot.id, slugs: [] }],
            capabilities: { action_history: true, assets: true }
          }
        ],
        [
          "PUT",
          `${app}/roles/${mine.observe.id}/permissions`,
          { role_id: theirs.observe.id, grants: [], capabilities: { action_history: true, assets: true } }
        ],
        ["PATCH", `${app}/roles/${theirs.observe.id}`, { name: "Mine" }],
        ["DELETE", `${app}/roles/${mine.observe.id}?move_to=${theirs.observe.id}`, {}],
        ["PUT", `/api/org/users/${theirs.developer.caller.id}/tier`, { tier: "owner" }],
        ["PATCH", `/api/org/users/${theirs.developer.caller.id}`, { display_name: "Mine" }],
        ["PATCH", `/api/robots/${theirs.robot.id}`, { name: "Mine" }],
        ["PUT", `/api/robots/${theirs.robot.id}/details`, { details: { a: "b" } }],
        ["DELETE", `/api/robots/${theirs.robot.id}`, {}],
        ["DELETE", `/api/apps/${theirs.app.id}`, {}],
        ["POST", `${app}/server-keys/${theirs.key.id}/rotate`, {}],
        ["DELETE", `${app}/server-keys/${theirs.key.id}`, {}],
        ["DELETE", `${app}/users/${theirs.user.user.id}/two-factor`, {}],
        ["POST", `${app}/users/${theirs.user.user.id}/reset-password`, {}]
      ]
      for (const [method, path, body] of tries) {
        const answer = yield* call(method, path, { as, body })
        const where = `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`
        assert.include([400, 404], answer.status, where)
        assert.include(["validation_error", "not_found"], answer.body.code, where)
        // Nothing tells that the thing exists elsewhere.
        for (const name of ["Mine", theirs.user.email, theirs.app.name])
          assert.notInclude(JSON.stringify(answer.body), name, where)
      }
      for (const query of [
        `robot_id=${theirs.robot.id}`,
        `actor_id=${theirs.owner.caller.id}`,
        `target_id=${theirs.app.id}`
      ]) {
        for (const path of ["/api/audit", "/api/org/jobs", "/api/org/latency", "/api/org/health"]) {
          const answer = yield* call("GET", `${path}?${query}`, { as })
          assert.notInclude(JSON.stringify(answer.body ?? ""), theirs.owner.email, `${path} ${query}`)
          assert.notInclude(JSON.stringify(answer.body ?? ""), theirs.app.name, `${path} ${query}`)
        }
      }
      assert.deepStrictEqual(yield* stateOf([...tables, "app_robots", "role_grants", "audit_events"]), before)
    })
  )

  it.effect("a body of a developer gives nothing that Owners give", () =>
    Effect.gen(function* () {
      const { app, developer, key, owner } = yield* makeEveryone
      const as = developer.token
      const before = yield* stateOf([...tables, "audit_events"])
      for (const [method, path, body] of [
        ["PUT", `/api/org/users/${developer.caller.id}/tier`, { tier: "owner" }],
        ["PUT", `/api/org/users/${owner.caller.id}/tier`, { tier: "developer" }],
        ["POST", "/api/org/invitations", { email: `x-${unique()}@example.com`, tier: "owner", send_mail: false }],
        ["PATCH", "/api/org", { require_two_factor: false, name: "Mine" }],
        ["DELETE", `/api/org/users/${owner.caller.id}`, undefined],
        ["DELETE", `/api/org/users/${owner.caller.id}/two-factor`, undefined],
        ["DELETE", `/api/apps/${app.id}`, undefined],
        ["POST", `/api/apps/${app.id}/server-keys`, { name: "Mine" }],
        ["POST", `/api/apps/${app.id}/server-keys/${key.id}/rotate`, undefined],
        ["DELETE", `/api/apps/${app.id}/server-keys/${key.id}`, undefined]
      ] as const) {
        const answer = yield* call(method, path, { as, ...(body === undefined ? {} : { body }) })
        assert.deepStrictEqual(
          refusal(answer),
          [403, "tier_required", { required: "owner", actual: "developer" }],
          `${method} ${path}`
        )
      }
      assert.deepStrictEqual(yield* stateOf([...tables, "audit_events"]), before)
    })
  )
})
