import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { eventually, source } from "../robots/jobs/world.ts"
import {
  begin,
  generous as portalLimits,
  mailedCode,
  other,
  post,
  signedInAs
} from "../identity/developers/portal/world.ts"
import { makeHostileProvider } from "../identity/app-users/oidc/hostileProvider.ts"
import { body as oidcProvider } from "../identity/app-users/oidc/world.ts"
import { addPasskey, addTotp, newCodes, remove } from "../support/factors.ts"
import { connectBridge, openBridge } from "../support/FakeBridge.ts"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { makeDeveloper, makeOrg, password, unique } from "../support/people.ts"
import { generous } from "../support/signIn.ts"
import { codeInStep } from "../support/Totp.ts"
import { type Call, call } from "../support/wire.ts"

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The platform's own. */
const nil = "00000000-0000-0000-0000-000000000000"

/** Names that nothing tells yet, and the feature they wait for. */
const notBuilt = {
  "plans and billing": [
    ..."plan_changed locked unlocked".split(" ").map((name) => `org.${name}`),
    ..."checkout_started details_changed plan_changed payment_failed canceled resumed"
      .split(" ")
      .map((name) => `billing.${name}`)
  ],
  MCP: ["app_user.mcp_grant_created", "app_user.mcp_grant_revoked"],
  "live video": ["camera.live_started", "camera.live_ended"],
  assets: ["assets.sync_started", "assets.cleared", "robot.joint_state_set", "robot.joint_state_cleared"]
}

/** The names of the contract, after their prefix: who does it, to what, and what the details say. */
const told: Readonly<Record<string, readonly [actor: string, target: string, details: string]>> = {
  "org.created": ["platform", "org", ""],
  "org.renamed": ["developer", "org", "fields"],
  "org.two_factor_required_changed": ["developer", "org", "fields"],
  "developer.login": ["developer", "developer", "method"],
  "developer.login_failed": ["developer", "developer", ""],
  "developer.renamed": ["developer", "developer", "fields"],
  "developer.removed": ["developer", "developer", "tier"],
  "developer.tier_changed": ["developer", "developer", "from to"],
  "developer.two_factor_added": ["developer", "developer", "kind"],
  "developer.two_factor_removed": ["developer", "developer", "kind"],
  "developer.two_factor_reset": ["developer", "developer", ""],
  "developer.recovery_codes_generated": ["developer", "developer", ""],
  "team_invitation.created": ["developer", "team_invitation", "tier"],
  "team_invitation.reissued": ["developer", "team_invitation", "tier"],
  "team_invitation.revoked": ["developer", "team_invitation", "tier"],
  "team_invitation.accepted": ["developer", "team_invitation", "tier"],
  "webhook.created": ["developer", "webhook", ""],
  "webhook.updated": ["developer", "webhook", "fields"],
  "webhook.deleted": ["developer", "webhook", ""],
  "app.created": ["developer", "app", ""],
  "app.updated": ["developer", "app", "fields"],
  "app.auth_config_changed": ["developer", "app", "part"],
  "app.mail_template_changed": ["developer", "app", "kind"],
  "app.mail_template_removed": ["developer", "app", "kind"],
  "app.mail_template_failed": ["platform", "app", "kind part"],
  "app.deleted": [
    "developer",
    "app",
    "user_count role_count server_key_count invitation_count oidc_provider_count mail_template_count"
  ],
  "role.created": ["developer", "role", ""],
  "role.renamed": ["developer", "role", ""],
  "role.permissions_changed": ["developer", "role", ""],
  "role.deleted": ["developer", "role", ""],
  "oidc_provider.created": ["developer", "oidc_provider", ""],
  "oidc_provider.updated": ["developer", "oidc_provider", "fields"],
  "oidc_provider.deleted": ["developer", "oidc_provider", ""],
  "server_key.created": ["developer", "server_key", ""],
  "server_key.rotated": ["developer", "server_key", ""],
  "server_key.revoked": ["developer", "server_key", "name last_used_at"],
  "app_invitation.created": ["developer", "app_invitation", ""],
  "app_invitation.reissued": ["developer", "app_invitation", ""],
  "app_invitation.revoked": ["developer", "app_invitation", ""],
  "app_invitation.accepted": ["app_user", "app_invitation", ""],
  "app_user.created": ["developer app_user", "app_user", ""],
  "app_user.registered": ["app_user", "app_user", ""],
  "app_user.login": ["app_user", "app_user", "method"],
  "app_user.login_failed": ["app_user", "app_user", ""],
  "app_user.updated": ["developer", "app_user", "fields"],
  "app_user.blocked": ["developer", "app_user", ""],
  "app_user.unblocked": ["developer", "app_user", ""],
  "app_user.deleted": ["developer", "app_user", ""],
  "app_user.password_changed": ["app_user", "app_user", ""],
  "app_user.password_reset": ["app_user", "app_user", ""],
  "app_user.two_factor_enabled": ["app_user", "app_user", ""],
  "app_user.two_factor_disabled": ["app_user", "app_user", ""],
  "app_user.two_factor_reset": ["developer", "app_user", ""],
  "app_user.recovery_code_used": ["app_user", "app_user", ""],
  "robot.created": ["developer", "robot", ""],
  "robot.renamed": ["developer", "robot", ""],
  "robot.token_rotated": ["developer", "robot", ""],
  "robot.details_set": ["developer", "robot", ""],
  "robot.deleted": ["developer", "robot", ""],
  "config.published": ["developer", "robot", "version"],
  "config.restored": ["developer", "robot", "version"],
  "config.slug_renamed": ["developer", "robot", "from to"],
  "bridge.connected": ["bridge", "robot", ""],
  "bridge.disconnected": ["bridge", "robot", ""],
  "bridge.refused": ["bridge", "robot", "code"],
  "action.invoked": ["developer", "action", "robot_id"],
  "service.called": ["developer", "service", "robot_id"],
  "job.cancelled": ["developer", "job", "return_code robot_id"],
  "publisher.acquired": ["developer", "publisher", "robot_id"],
  "publisher.released": ["developer", "publisher", "held_by robot_id"]
}

/** A call that goes well. */
const done = Effect.fnUntraced(function* (method: string, path: string, given: Call = {}) {
  const answer = yield* call(method, path, given)
  if (answer.status >= 300) {
    return yield* Effect.die(new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`))
  }
  return answer.body
})
const tokenOf = (link: string) => link.slice(link.lastIndexOf("/") + 1)
const address = () => `person-${unique()}@example.com`

const ofTheTeam = Effect.fnUntraced(function* (orgId: Parameters<typeof makeDeveloper>[0], as: string) {
  yield* done("PATCH", "/api/org", { as, body: { name: `Org ${unique()}`, require_two_factor: true } })
  yield* done("PATCH", "/api/org", { as, body: { require_two_factor: false } })

  const member = yield* makeDeveloper(orgId, "developer")
  const path = `/api/org/users/${member.caller.id}`
  const { passkey } = yield* addPasskey(member.token)
  yield* newCodes(member.token)
  yield* remove(member.token, passkey.id)
  yield* addTotp(member.token)
  yield* done("DELETE", `${path}/two-factor`, { as })

  const flow = yield* begin()
  const code = yield* mailedCode(flow, member.email)
  yield* post(flow, "code", { code: other(code) })
  yield* signedInAs(flow, yield* post(flow, "code", { code }), member.email)

  yield* done("PATCH", path, { as, body: { display_name: "Mo" } })
  yield* done("PUT", `${path}/tier`, { as, body: { tier: "owner" } })
  yield* done("DELETE", path, { as })

  const events = ["robot.online"]
  const { webhook } = yield* done("POST", "/api/org/webhooks", { as, body: { url: "https://example.com", events } })
  yield* done("PATCH", `/api/org/webhooks/${webhook.id}`, { as, body: { rotate_secret: true } })
  yield* done("DELETE", `/api/org/webhooks/${webhook.id}`, { as })

  const invitations = "/api/org/invitations"
  const body = () => ({ email: address(), tier: "developer", send_mail: false })
  const revoked = yield* done("POST", invitations, { as, body: body() })
  yield* done("DELETE", `${invitations}/${revoked.id}`, { as })
  const accepted = yield* done("POST", invitations, { as, body: body() })
  const { accept_url } = yield* done("POST", `${invitations}/${accepted.id}/reissue`, { as })
  yield* done("POST", `${invitations}/accept`, { body: { token: tokenOf(accept_url) } })
})

const ofRobots = Effect.fnUntraced(function* (as: string) {
  const { robot, token } = yield* done("POST", "/api/robots", { as, body: { name: "Rover" } })
  const path = `/api/robots/${robot.id}`
  yield* done("PATCH", path, { as, body: { name: "Rover 2" } })
  yield* done("PUT", `${path}/details`, { as, body: { details: { site: "Hall" } } })
  // A hold that is over is not released, and the clock is the machine's.
  const held = source.replaceAll("timeout_ms: 500", "timeout_ms: 60000")
  yield* done("PUT", `${path}/config/draft`, { as, body: { source: held } })
  yield* done("POST", `${path}/config/publish`, { as })
  yield* done("POST", `${path}/config/versions/1/restore`, { as })
  yield* done("POST", `${path}/config/rename-slug`, { as, body: { from: "undock", to: "leave" } })

  const refused = yield* openBridge
  refused.hello(token, { protocol_version: 1 })
  yield* refused.next("hello_error")
  const bridge = yield* connectBridge(token)
  yield* bridge.next("config")
  const { job } = yield* done("POST", `${path}/jobs/dock`, { as, body: { params: { speed: 1 } } })
  const cancelling = yield* Effect.forkChild(done("POST", `${path}/jobs/dock/cancel`, { as }))
  const { request_id, slug } = yield* bridge.next("cancel")
  const goals = [{ job_id: job.id, goal_id: "g1", return_code: 0 }]
  bridge.send({ type: "cancel_result", request_id, slug, goals, error: null })
  yield* Fiber.join(cancelling)
  yield* bridge.next("invoke")
  const calling = yield* Effect.forkChild(done("POST", `${path}/jobs/reset`, { as, body: {} }))
  const service = yield* bridge.next("invoke")
  bridge.update({ id: service.job_id, slug: service.slug }, "succeeded", { goal_id: null, result: {} })
  yield* Fiber.join(calling)
  yield* done("POST", `${path}/publishers/horn`, { as, body: {} })
  yield* done("POST", `${path}/publishers/horn/release`, { as })
  return { robot, bridge, path }
})

const ofApps = Effect.fnUntraced(function* (as: string, robotId: string) {
  const sql = yield* SqlClient.SqlClient
  const mails = yield* MailSink
  const identifier = `app_${unique()}`
  const app = yield* done("POST", "/api/apps", { as, body: { name: "App", identifier, robot_ids: [robotId] } })
  const path = `/api/apps/${app.id}`
  const { roles } = yield* done("GET", `${path}/roles`, { as })
  yield* done("PATCH", path, { as, body: { name: "App 2", default_role_id: roles[0].id } })
  const registration = { self_registration: true, allowed_domains: [], allowed_origins: [] }
  yield* done("PUT", `${path}/auth-config/registration`, { as, body: registration })
  const signIn = { sign_in_methods: { password: true, email_code: false }, two_factor: "optional" }
  yield* done("PUT", `${path}/auth-config/sign-in`, { as, body: signIn })

  const template = { subject: "Hello", text: "{{ link }}" }
  yield* done("PUT", `${path}/mail-templates/verify`, { as, body: template })
  yield* done("DELETE", `${path}/mail-templates/verify`, { as })
  yield* done("PUT", `${path}/mail-templates/reset`, { as, body: template })
  yield* sql`UPDATE app_mail_templates SET text = '{{ nope }}' WHERE app_id = ${app.id}`

  const role = yield* done("POST", `${path}/roles`, { as, body: { name: "Guide" } })
  yield* done("PATCH", `${path}/roles/${role.id}`, { as, body: { name: "Guides" } })
  const permissions = {
    role_id: role.id,
    grants: [{ robot_id: robotId, slugs: ["battery"] }],
    capabilities: { action_history: true, assets: false }
  }
  yield* done("PUT", `${path}/roles/${role.id}/permissions`, { as, body: permissions })
  yield* done("DELETE", `${path}/roles/${role.id}`, { as })
  const { server_key } = yield* done("POST", `${path}/server-keys`, { as, body: { name: "Key" } })
  yield* done("POST", `${path}/server-keys/${server_key.id}/rotate`, { as })
  yield* done("DELETE", `${path}/server-keys/${server_key.id}`, { as })
  const idp = yield* makeHostileProvider
  const provider = yield* done("POST", `${path}/oidc-providers`, { as, body: oidcProvider(idp.issuer) })
  yield* done("PATCH", `${path}/oidc-providers/${provider.id}`, { as, body: { enabled: false } })
  yield* done("DELETE", `${path}/oidc-providers/${provider.id}`, { as })

  const invite = () => ({ email: address(), role_id: roles[0].id, send_mail: false })
  const gone = yield* done("POST", `${path}/invitations`, { as, body: invite() })
  yield* done("DELETE", `${path}/invitations/${gone.id}`, { as })
  const invited = yield* done("POST", `${path}/invitations`, { as, body: invite() })
  const { accept_url } = yield* done("POST", `${path}/invitations/${invited.id}/reissue`, { as })
  yield* done("POST", "/api/client/invitations/accept", { body: { token: tokenOf(accept_url), password } })

  const client = (step: string, body: object, token?: string) =>
    done("POST", `/api/client/${step}`, { body, ...(token === undefined ? {} : { as: token }) })
  const at = (email: string) => ({ app_identifier: identifier, email })
  yield* client("register", { ...at(address()), password })

  const email = address()
  const user = yield* done("POST", `${path}/users`, { as, body: { email, password, role_id: roles[0].id } })
  const login = client("login", { ...at(email), password })
  yield* call("POST", "/api/client/login", { body: { ...at(email), password: "wrong password" } })
  const session = yield* login
  const changed = { current_password: password, new_password: password }
  const { access_token } = yield* client("password/change", changed, session.access_token)
  const { secret } = yield* client("two-factor/setup", {}, access_token)
  const step = Math.floor(Date.now() / 30_000)
  const confirmed = yield* client("two-factor/setup/confirm", { code: codeInStep(secret, step) }, access_token)
  const { challenge } = yield* login
  const [recovery_code] = confirmed.recovery_codes
  const again = yield* client("two-factor/verify", { challenge, recovery_code })
  const body = { code: codeInStep(secret, step + 1) }
  yield* done("DELETE", "/api/client/two-factor", { as: again.access_token, body })
  const fresh = yield* login
  const pending = yield* client("two-factor/setup", {}, fresh.access_token)
  const code = codeInStep(pending.secret, Math.floor(Date.now() / 30_000))
  yield* client("two-factor/setup/confirm", { code }, fresh.access_token)
  const userPath = `${path}/users/${user.id}`
  yield* done("DELETE", `${userPath}/two-factor`, { as })

  yield* client("password/reset", at(email))
  const { link } = yield* mails.waitFor(email)
  yield* client("password/reset/confirm", { token: tokenOf(link), new_password: password })
  yield* done("PATCH", userPath, { as, body: { display_name: "Uma" } })
  yield* done("PATCH", userPath, { as, body: { status: "blocked" } })
  yield* done("PATCH", userPath, { as, body: { status: "active" } })
  yield* done("DELETE", userPath, { as })
  return path
})

const App = testAppWithMail({ rateLimits: { ...generous, ...portalLimits }, outboundAllow: ["127.0.0.0/8"] })

layer(App, { excludeTestServices: true, timeout: "120 seconds" })("the audit trail", (it) => {
  it.effect(
    "the audit log has every event of the contract of a built feature",
    () =>
      Effect.gen(function* () {
        const { orgId, owner } = yield* makeOrg
        const as = owner.token
        yield* ofTheTeam(orgId, as)
        const { bridge, path, robot } = yield* ofRobots(as)
        const app = yield* ofApps(as, robot.id)
        yield* done("DELETE", app, { as })
        const events = Effect.map(
          done("GET", "/api/audit?limit=500", { as }),
          ({ events }) => events as ReadonlyArray<any>
        )
        const names = Effect.map(events, (list) => [...new Set(list.map(({ action }) => String(action)))].toSorted())
        const has = (action: string) => (list: ReadonlyArray<string>) => list.includes(action)
        bridge.socket.close()
        yield* eventually(names, has("bridge.disconnected"))
        yield* done("POST", `${path}/token/rotate`, { as })
        yield* done("DELETE", `${path}?force=true`, { as })
        for (const late of ["app_user.login_failed", "developer.login_failed"]) yield* eventually(names, has(late))

        assert.deepStrictEqual(yield* names, Object.keys(told).toSorted())
        for (const { action, actor, details, target } of yield* events) {
          const [kind, of, fields] = told[action]!
          assert.include(kind.split(" "), actor.kind, action)
          assert.match(actor.id, uuid, action)
          assert.strictEqual(target.kind, of, action)
          for (const field of fields.split(" ").filter((name) => name !== "")) assert.property(details, field, action)
          if (action.endsWith("updated")) assert.notInclude(JSON.stringify(details), "Uma")
        }
        const ofPlatform = (yield* done("GET", `/api/audit?actor_id=${nil}`, { as })).events
        assert.deepStrictEqual(
          ofPlatform.map(({ action }: any) => action),
          ["app.mail_template_failed", "org.created"]
        )
        const waiting = Object.values(notBuilt).flat()
        assert.deepStrictEqual(
          waiting.filter((name) => name in told),
          []
        )
      }),
    600_000
  )
})
