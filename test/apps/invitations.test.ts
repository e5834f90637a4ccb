import { assert, layer } from "@effect/vitest"
import { hashSecret } from "@fleet/server/platform/crypto/Secrets"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { makeEveryone, unique } from "../support/people.ts"
import { ceilings } from "../support/quotas.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

const often = { app_invitation: { limit: 10_000, windowMs: 60_000 } }

const someone = () => `Guest-${unique()}@example.com`
const tokenOf = (link: string) => link.slice(link.lastIndexOf("/") + 1)
const notFound = [404, "not_found"]

const trail = Effect.fnUntraced(function* (orgId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ action: string; target_label: string; details: unknown }>`
    SELECT action, target_label, details FROM audit_events
    WHERE org_id = ${orgId} AND starts_with(action, 'app_invitation.') AND actor_kind = 'developer' ORDER BY seq`
  return rows.map(({ action, details, target_label }) => [action, target_label, details])
})

const world = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const path = `/api/apps/${everyone.app.id}/invitations`
  const as = everyone.developer.token
  return {
    ...everyone,
    path,
    list: Effect.map(call("GET", path, { as }), ({ body }) => body.invitations as ReadonlyArray<any>),
    invite: (body: object) => call("POST", path, { as, body: { send_mail: false, ...body } }),
    reissue: (id: string) => call("POST", `${path}/${id}/reissue`, { as }),
    revoke: (id: string) => call("DELETE", `${path}/${id}`, { as }),
    accept: (link: string) =>
      call("POST", "/api/client/invitations/accept", {
        body: { token: tokenOf(link), password: "long enough a password" }
      })
  }
})

layer(testAppWithMail({ rateLimits: often }), { excludeTestServices: true, timeout: "60 seconds" })(
  "an invitation to an app",
  (it) => {
    it.effect("an invitation to an app is issued with a link for seven days, and kept without its token", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { app, invite, list, observe, operate, orgId } = yield* world
        const email = someone()
        const answer = yield* invite({ email: ` ${email} `, role_id: operate.id })
        assert.strictEqual(answer.status, 201)
        const { accept_url, expires_at, id, ...rest } = answer.body
        assert.deepStrictEqual(rest, { app_id: app.id, email, role_id: operate.id, mail: "not_requested" })
        const token = tokenOf(accept_url)
        assert.match(token, /^[A-Za-z0-9_-]{43}$/)
        assert.strictEqual(accept_url, `http://localhost:8787/app/${app.identifier}/invite/${token}`)
        const [row] = yield* sql<{ token_hash: Uint8Array; created_at: Date; expires_at: Date }>`
          SELECT token_hash, created_at, expires_at FROM app_invitations WHERE id = ${id}`
        assert.isTrue(Buffer.from(row!.token_hash).equals(hashSecret(token)))
        assert.strictEqual(row!.expires_at.getTime() - row!.created_at.getTime(), 7 * 24 * 3600 * 1000)
        assert.strictEqual(row!.expires_at.toISOString(), expires_at)

        assert.deepStrictEqual(yield* list, [{ id, app_id: app.id, email, role_id: operate.id, expires_at }])
        const other = (yield* invite({ email: someone(), role_id: observe.id, display_name: " Gast " })).body
        assert.deepStrictEqual(
          (yield* list).map(({ id }) => id),
          [other.id, id]
        )
        assert.deepStrictEqual((yield* trail(orgId))[0], ["app_invitation.created", email, { app_id: app.id }])
        const [named] = yield* sql`SELECT display_name FROM app_invitations WHERE id = ${other.id}`
        assert.deepStrictEqual(named, { display_name: "Gast" })
      })
    )

    it.effect("an invitation to an app leads to the app's own page, and is mailed where that is asked for", () =>
      Effect.gen(function* () {
        const sink = yield* MailSink
        const { accept, app, developer, invite, list, observe } = yield* world
        const urls = { app_url: null, verify_url: null, reset_url: null, mcp_login_url: null }
        yield* call("PUT", `/api/apps/${app.id}/auth-config/urls`, {
          as: developer.token,
          body: { ...urls, invite_url: "https://shop.example.com/join/{token}" }
        })
        const email = someone()
        const { body } = yield* invite({ email, role_id: observe.id, send_mail: true })
        assert.strictEqual(body.mail, "sent")
        assert.match(body.accept_url, /^https:\/\/shop\.example\.com\/join\/[A-Za-z0-9_-]{43}$/)
        const mail = yield* sink.waitFor(email)
        assert.strictEqual(mail.link, body.accept_url)
        assert.strictEqual((yield* accept(body.accept_url)).status, 200)
        assert.deepStrictEqual(yield* list, [])

        const refused = someone()
        sink.refuses.set(refused, 550)
        const failed = yield* invite({ email: refused, role_id: observe.id, send_mail: true })
        assert.deepInclude(failed.body, { mail: "failed" })
        assert.match(failed.body.accept_url, /^https:/)
      })
    )

    it.effect("an invitation to an app is checked: role, default role, body", () =>
      Effect.gen(function* () {
        const { app, developer, invite, list, observe } = yield* world
        const stranger = yield* makeEveryone
        const email = someone()
        const refused = (body: object) => Effect.map(invite(body), refusal)
        assert.deepStrictEqual(yield* refused({ email, role_id: stranger.observe.id }), invalid("role_id", "not_found"))
        assert.deepStrictEqual(yield* refused({ email, role_id: randomUUID() }), invalid("role_id", "not_found"))
        assert.deepStrictEqual(yield* refused({ email }), [
          409,
          "target_state_conflict",
          { field: "default_role_id", rule: "not_set" }
        ])
        assert.deepStrictEqual(yield* refused({ email: "nobody" }), invalid("email", "format"))
        assert.deepStrictEqual(yield* refused({ email, send_mail: "no" }), invalid("send_mail", "type"))
        assert.deepStrictEqual(yield* refused({ email, tier: "owner" }), invalid("tier", "unknown"))
        const bare = yield* call("POST", `/api/apps/${app.id}/invitations`, {
          as: developer.token,
          body: { email }
        })
        assert.deepStrictEqual(refusal(bare), invalid("send_mail", "required"))
        assert.deepStrictEqual(yield* list, [])
        yield* call("PATCH", `/api/apps/${app.id}`, { as: developer.token, body: { default_role_id: observe.id } })
        assert.strictEqual((yield* invite({ email })).body.role_id, observe.id)
      })
    )

    it.effect("an invitation to an app needs an address without a verified account, and replaces an older one", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { accept, invite, list, observe, operate, user } = yield* world
        for (const status of ["active", "blocked"]) {
          yield* sql`UPDATE app_users SET status = ${status} WHERE id = ${user.user.id}`
          const taken = yield* invite({ email: user.email.toUpperCase(), role_id: observe.id })
          assert.deepStrictEqual(refusal(taken), [409, "email_taken"])
        }
        yield* sql`UPDATE app_users SET status = 'pending_verification' WHERE id = ${user.user.id}`
        assert.strictEqual((yield* invite({ email: user.email, role_id: observe.id })).status, 201)

        const email = someone()
        const first = (yield* invite({ email, role_id: observe.id })).body
        const second = (yield* invite({ email: email.toLowerCase(), role_id: operate.id })).body
        assert.notStrictEqual(first.id, second.id)
        assert.deepStrictEqual((yield* list).map(({ email, id, role_id }) => [id, email, role_id]).slice(0, -1), [
          [second.id, email.toLowerCase(), operate.id]
        ])
        assert.deepStrictEqual(refusal(yield* accept(first.accept_url)), [410, "token_spent"])
        assert.strictEqual((yield* accept(second.accept_url)).status, 200)
      })
    )

    it.effect("an invitation to an app is reissued with a new id and token, and revoked; then it is not found", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const sink = yield* MailSink
        const { accept, app, invite, list, observe, orgId, reissue, revoke } = yield* world
        const email = someone()
        const first = (yield* invite({ email, role_id: observe.id, send_mail: true })).body
        yield* sink.waitFor(email)
        yield* sql`UPDATE app_invitations SET expires_at = expires_at - interval '6 days' WHERE id = ${first.id}`
        const answer = yield* reissue(first.id)
        assert.strictEqual(answer.status, 200)
        const second = answer.body
        assert.deepInclude(second, { app_id: app.id, email, role_id: observe.id, mail: "sent" })
        assert.strictEqual((yield* sink.waitFor(email)).link, second.accept_url)
        assert.notStrictEqual(second.id, first.id)
        assert.notStrictEqual(second.accept_url, first.accept_url)
        assert.isAtLeast(Date.parse(second.expires_at), Date.parse(first.expires_at))
        assert.deepStrictEqual(refusal(yield* reissue(first.id)), notFound)
        assert.deepStrictEqual(refusal(yield* revoke(first.id)), notFound)
        assert.deepStrictEqual(refusal(yield* accept(first.accept_url)), [410, "token_spent"])

        const third = (yield* reissue(second.id)).body
        assert.strictEqual((yield* accept(third.accept_url)).status, 200)
        assert.deepStrictEqual(refusal(yield* reissue(third.id)), notFound)

        const silent = (yield* invite({ email: someone(), role_id: observe.id })).body
        const again = (yield* reissue(silent.id)).body
        assert.strictEqual(again.mail, "not_requested")
        assert.strictEqual((yield* revoke(again.id)).status, 204)
        assert.deepStrictEqual(refusal(yield* revoke(again.id)), notFound)
        assert.deepStrictEqual(refusal(yield* accept(again.accept_url)), [410, "token_spent"])
        assert.deepStrictEqual(yield* list, [])
        assert.deepStrictEqual(
          (yield* trail(orgId)).map(([action]) => action),
          ["created", "reissued", "reissued", "created", "reissued", "revoked"].map((word) => `app_invitation.${word}`)
        )
      })
    )

    it.effect("an invitation to an app is gone when it has expired", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { app, invite, list, observe, reissue, revoke } = yield* world
        const { body } = yield* invite({ email: someone(), role_id: observe.id })
        yield* sql`UPDATE app_invitations SET expires_at = now() - interval '1 second' WHERE id = ${body.id}`
        assert.deepStrictEqual(yield* list, [])
        assert.deepStrictEqual(refusal(yield* reissue(body.id)), notFound)
        assert.deepStrictEqual(refusal(yield* revoke(body.id)), notFound)
        yield* invite({ email: someone(), role_id: observe.id })
        const rows = yield* sql`SELECT id FROM app_invitations WHERE app_id = ${app.id}`
        assert.strictEqual(rows.length, 1)
      })
    )

    it.effect("an invitation to an app of another org is not found; a path without a uuid is refused first", () =>
      Effect.gen(function* () {
        const { invite, observe, path, user } = yield* world
        const stranger = yield* world
        const { body } = yield* invite({ email: someone(), role_id: observe.id })
        for (const [method, at] of [
          ["GET", path],
          ["POST", path],
          ["POST", `${path}/${body.id}/reissue`],
          ["DELETE", `${path}/${body.id}`]
        ] as const) {
          const sent = method === "POST" ? { body: "{" } : {}
          assert.deepStrictEqual(refusal(yield* call(method, at, { as: stranger.owner.token, ...sent })), notFound)
          assert.deepStrictEqual(refusal(yield* call(method, at, { as: user.token, ...sent })), [401, "unauthorized"])
        }
        assert.deepStrictEqual(refusal(yield* stranger.reissue(body.id)), notFound)
        assert.deepStrictEqual(refusal(yield* stranger.revoke(body.id)), notFound)
        assert.deepStrictEqual(refusal(yield* stranger.revoke("seven")), [400, "invalid_uuid"])
        assert.deepStrictEqual(refusal(yield* stranger.reissue("seven")), [400, "invalid_uuid"])
      })
    )

    it.effect("an invitation to an app: of fifty concurrent reissues or revocations one succeeds", () =>
      Effect.gen(function* () {
        const { invite, list, observe, orgId, reissue, revoke } = yield* world
        const times = Array.from({ length: 50 }, (_, at) => at)
        const email = someone()
        const invited = yield* Effect.forEach(times, () => invite({ email, role_id: observe.id }), {
          concurrency: "unbounded"
        })
        assert.isTrue(invited.every(({ status }) => status === 201))
        const [left, ...others] = yield* list
        assert.deepStrictEqual(others, [])
        const reissued = yield* Effect.forEach(times, () => reissue(left.id), { concurrency: "unbounded" })
        const good = reissued.filter(({ status }) => status === 200)
        assert.strictEqual(good.length, 1)
        const revoked = yield* Effect.forEach(times, () => revoke(good[0]!.body.id), { concurrency: "unbounded" })
        assert.strictEqual(revoked.filter(({ status }) => status === 204).length, 1)
        assert.strictEqual((yield* trail(orgId)).length, 52)
      })
    )
  }
)

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("issuing invitations", (it) => {
  it.effect("issuing invitations is rate limited by app, create and reissue together, before the body is read", () =>
    Effect.gen(function* () {
      const { app, developer, invite, observe, path, reissue, revoke } = yield* world
      const stranger = yield* world
      // The wrong app and the wrong credential are not counted.
      for (let at = 0; at < 6; at++) {
        assert.deepStrictEqual(refusal(yield* call("POST", path, { as: stranger.developer.token, body: {} })), notFound)
      }
      const first = yield* invite({ email: someone(), role_id: observe.id, send_mail: true })
      assert.deepInclude(first.body, { mail: "not_configured" })
      assert.strictEqual((yield* invite({})).status, 400)
      assert.strictEqual((yield* call("POST", path, { as: developer.token, body: "{" })).status, 400)
      const again = yield* reissue(first.body.id)
      assert.strictEqual((yield* reissue(randomUUID())).status, 404)
      for (const refused of [yield* invite({}), yield* reissue(again.body.id), yield* reissue(randomUUID())]) {
        assert.strictEqual(refused.status, 429)
        assert.deepStrictEqual(Object.keys(refused.body.details), ["retry_after_ms"])
        assert.isNull(refused.headers.get("retry-after"))
      }
      assert.strictEqual((yield* revoke(again.body.id)).status, 204)
      assert.strictEqual((yield* stranger.invite({ email: someone(), role_id: stranger.observe.id })).status, 201)
      assert.isString(app.id)
    })
  )
})

const Narrow = ceilings({ max_end_users: 1 })

layer(TestApp.pipe(Layer.provide(Narrow)), { excludeTestServices: true, timeout: "60 seconds" })(
  "the ceiling of app users",
  (it) => {
    it.effect("max_end_users refuses an invitation that would need one more account", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { invite, observe, user } = yield* world
        assert.deepStrictEqual(refusal(yield* invite({ email: someone(), role_id: observe.id })), [
          409,
          "quota_exceeded",
          { quota: "max_end_users", limit: 1 }
        ])
        yield* sql`UPDATE app_users SET status = 'pending_verification' WHERE id = ${user.user.id}`
        assert.strictEqual((yield* invite({ email: user.email, role_id: observe.id })).status, 201)
      })
    )

    it.effect("max_end_users is never exceeded by concurrent invitations", () =>
      Effect.gen(function* () {
        const { app, developer, observe, user } = yield* world
        yield* call("DELETE", `/api/apps/${app.id}/users/${user.user.id}`, { as: developer.token })
        const create = Effect.suspend(() =>
          call("POST", `/api/apps/${app.id}/users`, {
            as: developer.token,
            body: { email: someone(), password: "long enough a password", role_id: observe.id }
          })
        )
        const answers = yield* Effect.all([create, create, create, create], { concurrency: "unbounded" })
        assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409])
      })
    )
  }
)
