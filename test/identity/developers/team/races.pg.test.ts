import { assert, layer } from "@effect/vitest"
import type { Developer, Tier } from "@fleet/domain/Caller"
import type { TeamInvitationId } from "@fleet/domain/Team"
import { Members } from "@fleet/server/identity/developers/team/Members"
import { TeamInvitations } from "@fleet/server/identity/developers/team/TeamInvitations"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { beside } from "../../../support/beside.ts"
import { makeDeveloper, makeOrg, unique } from "../../../support/people.ts"
import { testApp } from "../../../support/TestApp.ts"
import { call, refusal } from "../../../support/wire.ts"

const users = "/api/org/users"
const invitations = "/api/org/invitations"
const ownerNeeded = [403, "tier_required", { required: "owner", actual: "developer" }]
const invited = (tier: Tier) => ({ email: `invited-${unique()}@example.com`, tier, send_mail: false })

/** An org with two Owners, a developer, and an outstanding invitation of an Owner. */
const aTeam = Effect.gen(function* () {
  const { developer, orgId, owner } = yield* makeOrg
  const second = yield* makeDeveloper(orgId, "owner")
  const { body } = yield* call("POST", invitations, { as: owner.token, body: invited("owner") })
  const invitation = {
    id: body.id as TeamInvitationId,
    email: body.email as string,
    token: String(body.accept_url).split("/").at(-1)!
  }
  return { orgId, owner, second, developer, invitation }
})
type Team = Effect.Success<typeof aTeam>

/** What another request is doing while the one under test begins. */
const setTier = Effect.fnUntraced(function* (by: Developer, of: Developer, tier: Tier) {
  const members = yield* Members
  yield* members.setTier(by, yield* members.get(by, of.id), tier)
})
const remove = Effect.fnUntraced(function* (by: Developer, of: Developer) {
  const members = yield* Members
  yield* members.remove(by, yield* members.get(by, of.id))
})
const accept = (token: string) => Effect.flatMap(TeamInvitations, (invitations) => invitations.accept({ token }))
const revoke = Effect.fnUntraced(function* ({ invitation, owner }: Team) {
  const invitations = yield* TeamInvitations
  yield* invitations.revoke(owner.caller, yield* invitations.get(owner.caller.orgId, invitation.id))
})
const reissue = Effect.fnUntraced(function* ({ invitation, owner }: Team) {
  const invitations = yield* TeamInvitations
  yield* invitations.reissue(owner.caller, yield* invitations.get(owner.caller.orgId, invitation.id))
})

type Request = (team: Team) => ReturnType<typeof call>
const ofMember = (method: string, who: "owner" | "second" | "developer", path = "", body?: unknown): Request => {
  const given = body === undefined ? {} : { body }
  return (team) => call(method, `${users}/${team[who].caller.id}${path}`, { as: team.second.token, ...given })
}
const presented: Request = ({ invitation: { token } }) => call("POST", `${invitations}/accept`, { body: { token } })

/** What takes an Owner, each as one request of the second one. */
const asOwner: Readonly<Record<string, Request>> = {
  demotes: ofMember("PUT", "owner", "/tier", { tier: "developer" }),
  promotes: ofMember("PUT", "developer", "/tier", { tier: "owner" }),
  "removes an Owner": ofMember("DELETE", "owner"),
  "resets second factors": ofMember("DELETE", "developer", "/two-factor"),
  "invites an Owner": ({ second }) => call("POST", invitations, { as: second.token, body: invited("owner") }),
  "issues an Owner's invitation again": ({ invitation, second }) =>
    call("POST", `${invitations}/${invitation.id}/reissue`, { as: second.token }),
  "renames the org": ({ second }) => call("PATCH", "/api/org", { as: second.token, body: { name: unique() } })
}

/** What any developer may do. */
const asDeveloper: Readonly<Record<string, Request>> = {
  "removes a developer": ofMember("DELETE", "developer"),
  renames: ofMember("PATCH", "developer", "", { display_name: "New" }),
  "invites a developer": ({ second }) => call("POST", invitations, { as: second.token, body: invited("developer") }),
  "revokes an invitation": ({ invitation, second }) =>
    call("DELETE", `${invitations}/${invitation.id}`, { as: second.token })
}

const actions = Effect.fnUntraced(function* ({ orgId }: Team) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ action: string }>`SELECT action FROM audit_events WHERE org_id = ${orgId} ORDER BY seq`
  return rows.map(({ action }) => action).slice(2)
})
const owners = Effect.fnUntraced(function* ({ orgId }: Team) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM developers WHERE org_id = ${orgId} AND tier = 'owner'`).length
})

const App = testApp({ rateLimits: { team_accept: { limit: 10_000, windowMs: 1 } } })

layer(App, { excludeTestServices: true, timeout: "120 seconds" })("of two concurrent team changes", (it) => {
  for (const [what, request] of Object.entries(asOwner)) {
    it.effect(`of two concurrent team changes one that ${what} is refused when the other demotes its caller`, () =>
      Effect.gen(function* () {
        const team = yield* aTeam
        const answer = yield* beside(setTier(team.owner.caller, team.second.caller, "developer"), request(team))
        assert.deepStrictEqual(refusal(answer), ownerNeeded)
        assert.deepStrictEqual(yield* actions(team), ["developer.tier_changed"])
      })
    )
  }

  for (const [what, request] of Object.entries({ ...asOwner, ...asDeveloper })) {
    it.effect(`of two concurrent team changes one that ${what} is refused when the other removes its caller`, () =>
      Effect.gen(function* () {
        const team = yield* aTeam
        const answer = yield* beside(remove(team.owner.caller, team.second.caller), request(team))
        assert.deepStrictEqual(refusal(answer), [401, "token_revoked"])
        assert.deepStrictEqual(yield* actions(team), ["developer.removed"])
      })
    )
  }

  for (const [what, request] of [
    ["promotes", asOwner["promotes"]!],
    ["resets second factors", asOwner["resets second factors"]!],
    ["removes", asDeveloper["removes a developer"]!],
    ["renames", asDeveloper["renames"]!]
  ] as const) {
    it.effect(`of two concurrent team changes one that ${what} finds no member when the other removes it`, () =>
      Effect.gen(function* () {
        const team = yield* aTeam
        const answer = yield* beside(remove(team.owner.caller, team.developer.caller), request(team))
        assert.deepStrictEqual(refusal(answer), [404, "not_found"])
        assert.deepStrictEqual(yield* actions(team), ["developer.removed"])
      })
    )
  }

  const lastOwner: Readonly<Record<string, Request>> = {
    "steps down": ofMember("PUT", "second", "/tier", { tier: "developer" }),
    leaves: ofMember("DELETE", "second")
  }
  for (const [what, request] of Object.entries(lastOwner)) {
    for (const [other, deed] of [
      ["steps down", ({ owner: { caller } }: Team) => setTier(caller, caller, "developer")],
      ["leaves", ({ owner: { caller } }: Team) => remove(caller, caller)],
      ["is demoted", ({ owner, second }: Team) => setTier(second.caller, owner.caller, "developer")],
      ["is removed", ({ owner, second }: Team) => remove(second.caller, owner.caller)]
    ] as const) {
      it.effect(
        `of two concurrent team changes one by which an Owner ${what} is refused when by the other the second last ${other}`,
        () =>
          Effect.gen(function* () {
            const team = yield* aTeam
            assert.deepStrictEqual(refusal(yield* beside(deed(team), request(team))), [409, "last_owner"])
            assert.strictEqual(yield* owners(team), 1)
          })
      )
    }
    it.effect(
      `of two concurrent team changes one by which an Owner ${what} holds when by the other an invited Owner comes`,
      () =>
        Effect.gen(function* () {
          const team = yield* aTeam
          yield* remove(team.owner.caller, team.owner.caller)
          const answer = yield* beside(accept(team.invitation.token), request(team))
          // The newcomer is not seen before the commit; either way one Owner is left.
          assert.include([200, 204, 409], answer.status)
          assert.strictEqual(yield* owners(team), answer.status === 409 ? 2 : 1)
        })
    )
  }

  it.effect("an acceptance finds a spent link when the other revokes it or issues it again", () =>
    Effect.gen(function* () {
      for (const [deed, action] of [
        [revoke, "revoked"],
        [reissue, "reissued"]
      ] as const) {
        const team = yield* aTeam
        assert.deepStrictEqual(refusal(yield* beside(deed(team), presented(team))), [410, "token_spent"])
        assert.deepStrictEqual(yield* actions(team), [`team_invitation.${action}`])
      }
    })
  )

  it.effect("an acceptance comes first, and what is done to its invitation finds it gone", () =>
    Effect.gen(function* () {
      for (const request of [asDeveloper["revokes an invitation"]!, asOwner["issues an Owner's invitation again"]!]) {
        const team = yield* aTeam
        const answer = yield* beside(accept(team.invitation.token), request(team))
        assert.deepStrictEqual(refusal(answer), [404, "not_found"])
        assert.deepStrictEqual(yield* actions(team), ["team_invitation.accepted"])
      }
    })
  )

  it.effect("an acceptance comes first, and a new invitation finds the address taken", () =>
    Effect.gen(function* () {
      const team = yield* aTeam
      const again: Request = ({ invitation: { email }, second }) =>
        call("POST", invitations, { as: second.token, body: { ...invited("developer"), email: email.toUpperCase() } })
      assert.deepStrictEqual(refusal(yield* beside(accept(team.invitation.token), again(team))), [409, "email_taken"])
      assert.deepStrictEqual(yield* actions(team), ["team_invitation.accepted"])
    })
  )

  it.effect("a second acceptance finds a spent link", () =>
    Effect.gen(function* () {
      const team = yield* aTeam
      const answer = yield* beside(accept(team.invitation.token), presented(team))
      assert.deepStrictEqual(refusal(answer), [410, "token_spent"])
      assert.strictEqual(yield* owners(team), 3)
    })
  )

  it.effect("of two concurrent team changes one of two reissues of an invitation is rate limited", () =>
    Effect.gen(function* () {
      const team = yield* aTeam
      const path = `${invitations}/${team.invitation.id}/reissue`
      const answers = yield* Effect.forEach(
        [team.owner, team.second],
        ({ token }) => call("POST", path, { as: token }),
        {
          concurrency: 2
        }
      )
      const [good, late] = answers.toSorted((one, other) => one.status - other.status)
      assert.deepStrictEqual([good!.status, late!.status, late!.body.code], [200, 429, "rate_limited"])
      assert.deepStrictEqual(yield* actions(team), ["team_invitation.reissued"])
      assert.deepStrictEqual(refusal(yield* presented(team)), [410, "token_spent"])
      const token = String(good!.body.accept_url).split("/").at(-1)!
      assert.strictEqual((yield* call("POST", `${invitations}/accept`, { body: { token } })).status, 204)
    })
  )
})
