import { assert, layer } from "@effect/vitest"
import { TeamInvitations } from "@fleet/server/identity/developers/team/TeamInvitations"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { makeOrg, unique } from "../../../support/people.ts"
import { testApp } from "../../../support/TestApp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

const invitations = "/api/org/invitations"
const day = 86_400_000
const ownerNeeded = [403, "tier_required", { required: "owner", actual: "developer" }]
const address = () => `invited-${unique()}@example.com`

const invite = (as: string, body: object = {}) =>
  call("POST", invitations, { as, body: { email: address(), tier: "developer", send_mail: false, ...body } })
const accept = (token: string, body: object = {}) => call("POST", `${invitations}/accept`, { body: { token, ...body } })
const tokenOf = ({ body }: { readonly body: { readonly accept_url: string } }) => body.accept_url.split("/").at(-1)!
const pending = (as: string) => Effect.map(call("GET", invitations, { as }), ({ body }) => body.invitations)

/** What the trail says of an invitation. */
const trail = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const events = yield* sql<{ action: string }>`
    SELECT action FROM audit_events WHERE target_kind = 'team_invitation' AND target_id = ${id} ORDER BY seq`
  return events.map(({ action }) => action.replace("team_invitation.", ""))
})

const App = testApp({
  portalUrl: "https://portal.example.com",
  rateLimits: { team_accept: { limit: 10_000, windowMs: 1 } }
})

layer(App, { timeout: "90 seconds" })("a team invitation", (it) => {
  it.effect("a team invitation is made with a link that is answered once, and kept as a hash", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { developer, orgId, owner } = yield* makeOrg
      const email = ` New-${unique()}@Example.com`
      const made = yield* invite(developer.token, { email })
      assert.strictEqual(made.status, 201)
      assert.strictEqual(made.headers.get("cache-control"), "no-store")
      const { accept_url, expires_at, id, ...rest } = made.body
      assert.deepStrictEqual(rest, { email: email.trim(), tier: "developer", mail: "not_requested" })
      assert.match(accept_url, /^https:\/\/portal\.example\.com\/accept-invite\/[\w-]{43}$/)
      const [row] = yield* sql<{ row: string; created_at: Date; expires_at: Date }>`
        SELECT i::text AS row, created_at, expires_at FROM team_invitations i WHERE id = ${id}`
      assert.notInclude(row!.row, tokenOf(made))
      assert.strictEqual(row!.expires_at.getTime() - row!.created_at.getTime(), 7 * day)
      assert.strictEqual(row!.expires_at.toISOString(), expires_at)
      const audited = yield* sql`SELECT e::text AS row FROM audit_events e WHERE org_id = ${orgId}`
      assert.notInclude(JSON.stringify(audited), tokenOf(made))

      yield* TestClock.adjust("1 second")
      const second = yield* invite(owner.token, { tier: "owner" })
      assert.deepStrictEqual(yield* pending(developer.token), [
        { id: second.body.id, email: second.body.email, tier: "owner", expires_at: second.body.expires_at },
        { id, email: email.trim(), tier: "developer", expires_at }
      ])
      assert.deepStrictEqual(yield* pending((yield* makeOrg).owner.token), [])
    })
  )

  it.effect("a team invitation needs every field, and an Owner where it makes one", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const bare = { email: address(), tier: "developer", send_mail: false }
      for (const [body, field, rule] of [
        [{ ...bare, email: undefined }, "email", "required"],
        [{ ...bare, email: "nobody" }, "email", "format"],
        [{ ...bare, tier: undefined }, "tier", "required"],
        [{ ...bare, tier: "admin" }, "tier", "invalid_value"],
        [{ ...bare, send_mail: undefined }, "send_mail", "required"],
        [{ ...bare, display_name: "" }, "display_name", "too_short"],
        [{ ...bare, role_id: unique() }, "role_id", "unknown"]
      ] as const) {
        const answer = yield* call("POST", invitations, { as: developer.token, body })
        assert.deepStrictEqual(refusal(answer), invalid(field, rule))
      }
      assert.deepStrictEqual(refusal(yield* invite(developer.token, { tier: "owner" })), ownerNeeded)
      assert.deepStrictEqual(yield* pending(developer.token), [])
    })
  )

  it.effect("a team invitation is not made for an address that a developer of any org has", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const stranger = yield* makeOrg
      for (const { email } of [owner, stranger.developer]) {
        const answer = yield* invite(owner.token, { email: email.toUpperCase() })
        assert.deepStrictEqual(refusal(answer), [409, "email_taken"])
      }
      assert.deepStrictEqual(yield* pending(owner.token), [])
    })
  )

  it.effect("a team invitation replaces the outstanding one of the org for the address", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const elsewhere = yield* makeOrg
      const email = address()
      const first = yield* invite(owner.token, { email })
      const other = yield* invite(elsewhere.owner.token, { email })
      const second = yield* invite(developer.token, { email: email.toUpperCase() })
      assert.deepStrictEqual(
        (yield* pending(owner.token)).map(({ id }: any) => id),
        [second.body.id]
      )
      assert.strictEqual((yield* pending(elsewhere.owner.token)).length, 1)
      assert.deepStrictEqual(refusal(yield* accept(tokenOf(first))), [410, "token_spent"])
      assert.deepStrictEqual(yield* trail(first.body.id), ["created", "revoked"])
      assert.deepStrictEqual(yield* trail(second.body.id), ["created"])

      const many = yield* Effect.forEach(Array.from({ length: 20 }), () => invite(owner.token, { email }), {
        concurrency: "unbounded"
      })
      assert.isTrue(many.every(({ status }) => status === 201))
      assert.strictEqual((yield* pending(owner.token)).length, 1)

      assert.strictEqual((yield* accept(tokenOf(other))).status, 204)
      assert.deepStrictEqual(refusal(yield* invite(owner.token, { email })), [409, "email_taken"])
      assert.strictEqual((yield* pending(owner.token)).length, 1, "the refusal leaves what there was")
    })
  )

  it.effect("a team invitation makes an account once, without a session", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId, owner } = yield* makeOrg
      const made = yield* invite(owner.token, { tier: "owner", display_name: " Ida " })
      const token = tokenOf(made)
      const peeked = yield* (yield* TeamInvitations).peek(token)
      const [org] = yield* sql<{ name: string }>`SELECT name FROM orgs WHERE id = ${orgId}`
      assert.deepStrictEqual(Option.getOrNull(peeked), {
        orgName: org!.name,
        email: made.body.email,
        displayName: "Ida",
        tier: "owner"
      })

      for (const [body, field, rule] of [
        [{}, "token", "required"],
        [{ token: "" }, "token", "too_short"],
        [{ token, password: "correct horse battery" }, "password", "unknown"],
        [{ token, display_name: " " }, "display_name", "too_short"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* call("POST", `${invitations}/accept`, { body })), invalid(field, rule))
      }
      assert.deepStrictEqual(refusal(yield* accept("unknown")), [410, "token_spent"])
      const accepted = yield* accept(token)
      assert.deepStrictEqual([accepted.status, accepted.body], [204, null])
      assert.deepStrictEqual(refusal(yield* accept(token)), [410, "token_spent"])
      assert.isTrue(Option.isNone(yield* (yield* TeamInvitations).peek(token)))

      const { users } = (yield* call("GET", "/api/org/users", { as: owner.token })).body
      assert.deepInclude(users.at(-1), { email: made.body.email, display_name: "Ida", tier: "owner", org_id: orgId })
      assert.deepStrictEqual(yield* pending(owner.token), [])
      assert.deepStrictEqual(yield* trail(made.body.id), ["created", "accepted"])
      assert.deepStrictEqual(
        yield* sql`
          SELECT actor_kind, actor_id, actor_label FROM audit_events
          WHERE org_id = ${orgId} AND action = 'team_invitation.accepted'`,
        [{ actor_kind: "developer", actor_id: users.at(-1).id, actor_label: made.body.email }]
      )
      const path = `${invitations}/${made.body.id}`
      for (const [method, route] of [
        ["DELETE", path],
        ["POST", `${path}/reissue`]
      ]) {
        assert.deepStrictEqual(refusal(yield* call(method!, route!, { as: owner.token })), [404, "not_found"])
      }
    })
  )

  it.effect("a team invitation takes the name given at its acceptance", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const names = Effect.gen(function* () {
        const { users } = (yield* call("GET", "/api/org/users", { as: owner.token })).body
        return users.slice(2).map(({ display_name }: any) => display_name)
      })
      for (const body of [{ display_name: "Own" }, { display_name: null }]) {
        yield* accept(tokenOf(yield* invite(owner.token, { display_name: "Given" })), body)
      }
      assert.deepStrictEqual(yield* names, ["Own", null])
    })
  )

  it.effect("a team invitation makes one account over concurrent acceptances", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId, owner } = yield* makeOrg
      const made = yield* invite(owner.token)
      const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => accept(tokenOf(made)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter(({ status }) => status === 204).length, 1)
      assert.isTrue(answers.every((answer) => answer.status === 204 || answer.body.code === "token_spent"))
      const [row] = yield* sql`SELECT count(*)::int AS count FROM developers WHERE org_id = ${orgId}`
      assert.deepStrictEqual(row, { count: 3 })
      assert.deepStrictEqual(yield* trail(made.body.id), ["created", "accepted"])
    })
  )

  it.effect("a team invitation of two orgs makes one account, and the other stays outstanding", () =>
    Effect.gen(function* () {
      const one = yield* makeOrg
      const two = yield* makeOrg
      const email = address()
      const links = [
        tokenOf(yield* invite(one.owner.token, { email })),
        tokenOf(yield* invite(two.owner.token, { email }))
      ]
      const answers = yield* Effect.forEach(links, (token) => accept(token), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [204, 409])
      assert.deepStrictEqual(refusal(answers.find(({ status }) => status === 409)!), [409, "email_taken"])
      const loser = answers[0]!.status === 409 ? one : two
      assert.strictEqual((yield* pending(loser.owner.token)).length, 1)
      assert.deepStrictEqual(refusal(yield* accept(links[loser === one ? 0 : 1]!)), [409, "email_taken"])
    })
  )

  it.effect("a team invitation is good until it expires, and counts as gone then", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { owner } = yield* makeOrg
      const late = yield* invite(owner.token)
      const early = yield* invite(owner.token)
      const inAMinute = new Date((yield* Clock.currentTimeMillis) + 60_000)
      yield* sql`UPDATE team_invitations SET expires_at = ${inAMinute} WHERE id IN (${late.body.id}, ${early.body.id})`
      yield* TestClock.adjust(59_999)
      assert.strictEqual((yield* accept(tokenOf(early))).status, 204)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(refusal(yield* accept(tokenOf(late))), [410, "token_spent"])
      assert.isTrue(Option.isNone(yield* (yield* TeamInvitations).peek(tokenOf(late))))
      assert.deepStrictEqual(yield* pending(owner.token), [])
      const path = `${invitations}/${late.body.id}`
      assert.deepStrictEqual(refusal(yield* call("DELETE", path, { as: owner.token })), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* call("POST", `${path}/reissue`, { as: owner.token })), [404, "not_found"])
      // A new one for the address finds room, and the one that ran out is not revoked on top.
      assert.strictEqual((yield* invite(owner.token, { email: late.body.email })).status, 201)
      assert.deepStrictEqual(yield* trail(late.body.id), ["created"])
    })
  )

  it.effect("a team invitation is issued again once a minute; the old link dies at once", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const stranger = yield* makeOrg
      const made = yield* invite(developer.token)
      const owners = yield* invite(owner.token, { tier: "owner" })
      const path = (answer: typeof made) => `${invitations}/${answer.body.id}/reissue`
      const reissue = (answer = made, as = developer.token) => call("POST", path(answer), { as })

      assert.deepStrictEqual(refusal(yield* reissue(made, stranger.owner.token)), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* reissue(owners, stranger.developer.token)), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* reissue(owners)), ownerNeeded)
      yield* TestClock.adjust("1 minute")
      const again = yield* reissue()
      assert.strictEqual(again.status, 200)
      const { accept_url, expires_at, ...rest } = again.body
      assert.deepStrictEqual(rest, {
        id: made.body.id,
        email: made.body.email,
        tier: "developer",
        mail: "not_requested"
      })
      assert.strictEqual(Date.parse(expires_at) - Date.parse(made.body.expires_at), 60_000)
      assert.notStrictEqual(accept_url, made.body.accept_url)
      assert.deepStrictEqual(refusal(yield* accept(tokenOf(made))), [410, "token_spent"])

      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(refusal(yield* reissue()), [429, "rate_limited", { retry_after_ms: 40_000 }])
      assert.strictEqual((yield* reissue(owners, owner.token)).status, 200, "each invitation has its own minute")
      yield* TestClock.adjust("40 seconds")
      const last = yield* reissue()
      assert.strictEqual(last.status, 200)
      assert.deepStrictEqual(refusal(yield* accept(tokenOf(again))), [410, "token_spent"])
      assert.strictEqual((yield* accept(tokenOf(last))).status, 204)
      assert.deepStrictEqual(yield* trail(made.body.id), ["created", "reissued", "reissued", "accepted"])
    })
  )

  it.effect("a team invitation that is revoked is gone", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const stranger = yield* makeOrg
      const made = yield* invite(owner.token, { tier: "owner" })
      const path = `${invitations}/${made.body.id}`
      assert.deepStrictEqual(refusal(yield* call("DELETE", path, { as: stranger.owner.token })), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* call("DELETE", `${invitations}/7`, { as: owner.token })), [
        400,
        "invalid_uuid"
      ])
      assert.strictEqual((yield* call("DELETE", path, { as: developer.token })).status, 204)
      assert.deepStrictEqual(refusal(yield* call("DELETE", path, { as: developer.token })), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* accept(tokenOf(made))), [410, "token_spent"])
      assert.deepStrictEqual(yield* trail(made.body.id), ["created", "revoked"])
    })
  )
})
