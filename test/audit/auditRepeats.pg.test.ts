import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

const world = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const { app, developer, observe, owner, robot, user } = everyone
  const ofApp = `/api/apps/${app.id}`
  const changes = [
    ["PATCH", "/api/org", { name: "Fleet", require_two_factor: true }],
    ["PATCH", "/api/auth/me", { display_name: "Ann" }],
    ["PATCH", `/api/org/users/${developer.caller.id}`, { display_name: "Bo" }],
    ["PUT", `/api/org/users/${developer.caller.id}/tier`, { tier: "owner" }],
    ["PATCH", `/api/robots/${robot.id}`, { name: "Arm" }],
    ["PUT", `/api/robots/${robot.id}/details`, { details: { model: "Arm" } }],
    ["PATCH", ofApp, { name: "App", default_role_id: observe.id }],
    [
      "PUT",
      `${ofApp}/auth-config/registration`,
      { self_registration: false, allowed_domains: ["a.example"], allowed_origins: [] }
    ],
    [
      "PUT",
      `${ofApp}/auth-config/sign-in`,
      { sign_in_methods: { password: true, email_code: true }, two_factor: "optional" }
    ],
    [
      "PUT",
      `${ofApp}/auth-config/urls`,
      { app_url: "https://a.example", invite_url: null, verify_url: null, reset_url: null, mcp_login_url: null }
    ],
    ["PUT", `${ofApp}/auth-config/look`, { hosted_accent: "#336699" }],
    ["PUT", `${ofApp}/mail-templates/invite`, { subject: "Hello", text: "Hello" }],
    ["DELETE", `${ofApp}/auth-config/logo`, undefined],
    ["PATCH", `${ofApp}/roles/${observe.id}`, { name: "watch" }],
    [
      "PUT",
      `${ofApp}/roles/${observe.id}/permissions`,
      {
        role_id: observe.id,
        grants: [{ robot_id: robot.id, slugs: ["battery"] }],
        capabilities: { action_history: true, assets: false }
      }
    ],
    ["DELETE", `${ofApp}/users/${user.user.id}/two-factor`, undefined],
    ["PATCH", `${ofApp}/users/${user.user.id}`, { display_name: "Uma", status: "blocked" }]
  ] as const
  return { changes, orgId: everyone.orgId, owner }
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("a change that was made already", (it) => {
  it.effect("a repeated change is answered again and not recorded again", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { changes, orgId, owner } = yield* world
      const recorded = Effect.map(
        sql<{ action: string }>`SELECT action FROM audit_events WHERE org_id = ${orgId} ORDER BY seq`,
        (rows) => rows.map(({ action }) => action)
      )
      const repeated: Array<string> = []
      for (const [method, path, body] of changes) {
        const make = call(method, path, { as: owner.token, ...(body === undefined ? {} : { body }) })
        const first = yield* make
        const before = yield* recorded
        const second = yield* make
        assert.isBelow(first.status, 300, `${method} ${path} ${JSON.stringify(first.body)}`)
        assert.strictEqual(second.status, first.status, `${method} ${path}`)
        for (const action of (yield* recorded).slice(before.length)) repeated.push(`${method} ${path}: ${action}`)
      }
      assert.deepStrictEqual(repeated, [])
    })
  )
})
