import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beside } from "../support/beside.ts"
import { makeApp, makeAppUser, makeEveryone, makeServerKey, password, unique } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"

const App = testApp({ rateLimits: { app_invitation: { limit: 10_000, windowMs: 60_000 } } })

const someone = () => `guest-${unique()}@example.com`
const none = { action_history: false, assets: false }
const notFound = [404, "not_found"]

/** A new app of the org with one of each thing, and every write a developer can make to it. */
const makeWrites = Effect.fnUntraced(function* (world: Effect.Success<typeof makeEveryone>) {
  const { app, observe, operate } = yield* makeApp(world.owner.caller, [world.robot.id])
  const key = yield* makeServerKey(world.owner.caller, app)
  const user = yield* makeAppUser(world.owner.caller, app, observe.id)
  const path = `/api/apps/${app.id}`
  const as = world.owner.token
  const send = (method: string, at: string, body?: unknown) =>
    call(method, `${path}${at}`, body === undefined ? { as } : { as, body })
  const invitation = (yield* send("POST", "/invitations", { email: someone(), role_id: operate.id, send_mail: false }))
    .body
  const permissions = (id: string) => ({
    role_id: id,
    grants: [{ robot_id: world.robot.id, slugs: ["battery"] }],
    capabilities: none
  })
  const writes = {
    "app update": send("PATCH", "", { robot_ids: [] }),
    "app deletion": send("DELETE", ""),
    "role creation": send("POST", "/roles", { name: "Fitter" }),
    "role renaming": send("PATCH", `/roles/${operate.id}`, { name: "Fitter" }),
    "role deletion": send("DELETE", `/roles/${operate.id}`),
    "role moving": send("DELETE", `/roles/${operate.id}?move_to=${observe.id}`),
    permissions: send("PUT", `/roles/${operate.id}/permissions`, permissions(operate.id)),
    "key creation": send("POST", "/server-keys", { name: "Backend" }),
    "key rotation": send("POST", `/server-keys/${key.id}/rotate`),
    "key deletion": send("DELETE", `/server-keys/${key.id}`),
    "user creation": send("POST", "/users", { email: someone(), password, role_id: operate.id }),
    "user update": send("PATCH", `/users/${user.user.id}`, { role_id: operate.id }),
    "user block": send("PATCH", `/users/${user.user.id}`, { status: "blocked" }),
    "user deletion": send("DELETE", `/users/${user.user.id}`),
    "factor reset": send("DELETE", `/users/${user.user.id}/two-factor`),
    "password reset": send("POST", `/users/${user.user.id}/reset-password`),
    invitation: send("POST", "/invitations", { email: someone(), role_id: operate.id, send_mail: true }),
    reissue: send("POST", `/invitations/${invitation.id}/reissue`),
    revocation: send("DELETE", `/invitations/${invitation.id}`)
  }
  return { app, invitation, key, observe, operate, send, user, writes }
})
type Write = keyof Effect.Success<ReturnType<typeof makeWrites>>["writes"]

layer(App, { excludeTestServices: true, timeout: "60 seconds" })("concurrent changes of an app", (it) => {
  it.effect("changes of an app during its deletion find nothing and leave nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeEveryone
      const names = Object.keys((yield* makeWrites(world)).writes) as ReadonlyArray<Write>
      const answers: Record<string, unknown> = {}
      for (const name of names) {
        const { app, writes } = yield* makeWrites(world)
        answers[name] = refusal(yield* beside(sql`DELETE FROM apps WHERE id = ${app.id}`, writes[name]))
      }
      assert.deepStrictEqual(answers, Object.fromEntries(names.map((name) => [name, notFound])))
    })
  )

  it.effect("whatever ends sessions waits for a sign-in under way and ends its session too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeEveryone
      for (const name of ["app deletion", "user deletion", "user block", "factor reset"] as const) {
        const { user, writes } = yield* makeWrites(world)
        const { id } = user.user
        const signIn = Effect.gen(function* () {
          yield* sql`UPDATE app_users SET last_login_at = now() WHERE id = ${id}`
          yield* sql`
            INSERT INTO session_families (org_id, space, subject_id) VALUES (${world.orgId}, 'app_user', ${id})`
        })
        assert.include([200, 204], (yield* beside(signIn, writes[name])).status, name)
        const living = yield* sql`SELECT FROM session_families WHERE subject_id = ${id} AND ended_at IS NULL`
        assert.strictEqual(living.length, 0, name)
      }
    })
  )

  it.effect("a developer's password reset is refused when the right to a new password is taken away meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeEveryone
      const conflict = (field: string, rule: string) => [409, "target_state_conflict", { field, rule }]
      const reset = Effect.fnUntraced(function* <E>(
        deed: (ids: { app: string; user: string }) => Effect.Effect<unknown, E>
      ) {
        const { app, user, writes } = yield* makeWrites(world)
        return refusal(yield* beside(deed({ app: app.id, user: user.user.id }), writes["password reset"]))
      })
      const answers = [
        yield* reset(({ user }) => sql`DELETE FROM app_users WHERE id = ${user}`),
        yield* reset(({ user }) => sql`UPDATE app_users SET status = 'blocked' WHERE id = ${user}`),
        yield* reset(({ user }) => sql`UPDATE app_users SET password_hash = NULL WHERE id = ${user}`),
        yield* reset(({ app }) => sql`UPDATE apps SET password_enabled = false WHERE id = ${app}`)
      ]
      assert.deepStrictEqual(answers, [
        notFound,
        conflict("status", "blocked"),
        conflict("password", "not_set"),
        [403, "method_not_allowed"]
      ])
    })
  )

  it.effect("uses of a role during its deletion are refused, or move with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeEveryone
      const uses = [
        "role renaming",
        "role deletion",
        "permissions",
        "user creation",
        "user update",
        "invitation"
      ] as const
      const answers: Record<string, unknown> = {}
      for (const name of uses) {
        const { app, operate, observe, writes } = yield* makeWrites(world)
        const remove = sql`
          WITH moved AS (UPDATE app_invitations SET role_id = ${observe.id} WHERE role_id = ${operate.id})
          SELECT FROM apps WHERE id = ${app.id} FOR NO KEY UPDATE`.pipe(
          Effect.andThen(sql`DELETE FROM roles WHERE id = ${operate.id}`)
        )
        answers[name] = refusal(yield* beside(remove, writes[name]))
      }
      const unknownRole = [400, "validation_error", { field: "role_id", rule: "not_found" }]
      assert.deepStrictEqual(answers, {
        "role renaming": notFound,
        "role deletion": notFound,
        permissions: notFound,
        "user creation": unknownRole,
        "user update": unknownRole,
        invitation: unknownRole
      })
    })
  )

  it.effect("the deletion of a role sees a use of it that is under way", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeEveryone
      const role = (answer: unknown) => (answer as { role_id: string }).role_id
      for (const use of ["user", "invitation", "default"] as const) {
        const { app, observe, operate, send, writes } = yield* makeWrites(world)
        const uses = () => ({
          user: sql`
            INSERT INTO app_users (org_id, app_id, email, role_id, status)
            VALUES (${app.org_id}, ${app.id}, ${someone()}, ${operate.id}, 'active')`,
          invitation: sql`
            INSERT INTO app_invitations (org_id, app_id, email, role_id, token_hash, send_mail, created_at, expires_at)
            VALUES (${app.org_id}, ${app.id}, ${someone()}, ${operate.id}, ${Buffer.from(unique())}, false, now(),
              now() + interval '1 day')`,
          default: sql`UPDATE apps SET default_role_id = ${operate.id} WHERE id = ${app.id}`
        })
        yield* sql`DELETE FROM app_invitations WHERE app_id = ${app.id}`
        const refused = yield* beside(uses()[use], writes["role deletion"])
        assert.deepStrictEqual(
          refusal(refused),
          [
            409,
            "role_in_use",
            { users: Number(use === "user"), invitations: Number(use === "invitation"), is_default: use === "default" }
          ],
          use
        )
        assert.strictEqual((yield* beside(uses()[use], writes["role moving"])).status, 204, use)
        const { users } = (yield* send("GET", "/users")).body
        const { invitations } = (yield* send("GET", "/invitations")).body
        assert.isTrue(
          [...users, ...invitations].every((each: unknown) => role(each) === observe.id),
          use
        )
      }
    })
  )

  it.effect("permissions.put: of two concurrent replacements both are made, audited and announced", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeEveryone
      const { app, operate, writes } = yield* makeWrites(world)
      yield* writes.permissions
      const other = sql`SELECT FROM apps WHERE id = ${app.id} FOR NO KEY UPDATE`.pipe(
        Effect.andThen(sql`UPDATE roles SET assets = true WHERE id = ${operate.id}`)
      )
      const told: Array<string> = []
      yield* (yield* Bus).onFact(
        (event) => {
          if (event.type === "app_access_changed" && event.appId === app.id) told.push(event.type)
        },
        () => undefined
      )
      assert.deepInclude((yield* beside(other, writes.permissions)).body, { capabilities: none })
      const recorded = yield* sql`
        SELECT FROM audit_events WHERE target_id = ${operate.id} AND action = 'role.permissions_changed'`
      assert.deepStrictEqual([recorded.length, told.length], [2, 1])
    }).pipe(Effect.scoped)
  )

  it.effect("permissions.get: a read during a replacement shows all of it or nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeEveryone
      const { operate, send, writes } = yield* makeWrites(world)
      yield* writes.permissions
      const replaced = sql`LOCK TABLE role_grants`.pipe(
        Effect.andThen(sql`UPDATE roles SET assets = true WHERE id = ${operate.id}`),
        Effect.andThen(sql`DELETE FROM role_grants WHERE role_id = ${operate.id}`)
      )
      const read = yield* beside(replaced, send("GET", `/roles/${operate.id}/permissions`))
      assert.deepStrictEqual(read.body, { role_id: operate.id, grants: [], capabilities: { ...none, assets: true } })
    })
  )

  it.effect("nothing is granted on a robot that is being deleted, and no app is created with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const world = yield* makeEveryone
      const { app, send, writes } = yield* makeWrites(world)
      const stray = [400, "validation_error", { field: "grants[0].robot_id", rule: "not_found" }]
      const unlisted = sql`DELETE FROM app_robots WHERE app_id = ${app.id}`
      assert.deepStrictEqual(refusal(yield* beside(unlisted, writes.permissions)), stray)

      const body = { name: "Other", identifier: `app_${unique()}`, robot_ids: [world.robot.id] }
      const gone = sql`DELETE FROM robots WHERE id = ${world.robot.id}`
      const created = yield* beside(gone, call("POST", "/api/apps", { as: world.owner.token, body }))
      const unknown = [400, "validation_error", { field: "robot_ids[0]", rule: "not_found" }]
      assert.deepStrictEqual(refusal(created), unknown)
      assert.deepStrictEqual(refusal(yield* send("PATCH", "", { robot_ids: body.robot_ids })), unknown)
    })
  )

  it.effect("of two concurrent rotations of a server key one secret is valid, and one caller has it", () =>
    Effect.gen(function* () {
      const world = yield* makeEveryone
      const { writes } = yield* makeWrites(world)
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => writes["key rotation"]),
        { concurrency: "unbounded" }
      )
      assert.isTrue(answers.every(({ status }) => status === 200))
      const uses = yield* Effect.forEach(answers, ({ body }) => call("GET", "/api/client/me", { as: body.key }))
      assert.deepStrictEqual(uses.map(({ status }) => status).toSorted(), [
        200,
        ...Array.from({ length: 7 }, () => 401)
      ])
    })
  )

  it.effect("of concurrent writers of one role name one gets it, by create or rename", () =>
    Effect.gen(function* () {
      const world = yield* makeEveryone
      const { writes } = yield* makeWrites(world)
      const { "role creation": create, "role renaming": rename } = writes
      const answers = yield* Effect.all([create, rename, create, rename, create], { concurrency: "unbounded" })
      const good = answers.filter(({ status }) => status < 300)
      assert.isTrue(answers.every(({ body, status }) => status < 300 || body.code === "role_name_taken"))
      // Whoever renames it to the name that it has by then changes nothing, and is told so.
      assert.strictEqual(new Set(good.map(({ body }) => body.id)).size, 1)
    })
  )
})
