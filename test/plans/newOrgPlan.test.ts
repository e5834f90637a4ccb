import { assert, describe, it, layer } from "@effect/vitest"
import type { OrgId } from "@fleet/domain/Ids"
import type { PlanName } from "@fleet/domain/Plans"
import { Orgs } from "@fleet/server/org/Orgs"
import { newOrgPlan } from "@fleet/server/plans/newOrgPlan"
import { Plans } from "@fleet/server/plans/Plans"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { begin, portalApp, post, signedInAs } from "../identity/developers/portal/world.ts"
import { MailSink } from "../support/MailSink.ts"
import { unique } from "../support/people.ts"
import { call } from "../support/wire.ts"

/** The plan of an org that somebody founds in the portal. */
const founded = Effect.gen(function* () {
  const email = `founder-${unique()}@example.com`
  const flow = yield* begin({ prompt: "create" })
  yield* post(flow, "signup", { email })
  const { code } = yield* (yield* MailSink).waitFor(email)
  yield* post(flow, "signup/code", { code })
  const made = yield* post(flow, "signup/organization", { org_name: `Engines ${unique()}` })
  const { access_token } = yield* signedInAs(flow, made, email)
  return (yield* call("GET", "/api/org/plan", { as: access_token })).body.plan as string
})

const foundedOn = (plan: PlanName) => Effect.map(founded, (began) => assert.strictEqual(began, plan))

layer(portalApp({ signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("no NEW_ORG_PLAN", (it) => {
  it.effect("without NEW_ORG_PLAN an organisation that is founded begins on enterprise", () => foundedOn("enterprise"))
})

const mollieApiKey = Option.some(Redacted.make("test_key"))

describe("the plan of a new organisation", () => {
  it("is basic where a payment provider is configured, and what NEW_ORG_PLAN says where it is set", () => {
    assert.strictEqual(newOrgPlan({ newOrgPlan: Option.none(), mollieApiKey }), "basic")
    assert.strictEqual(newOrgPlan({ newOrgPlan: Option.none(), mollieApiKey: Option.none() }), "enterprise")
    assert.strictEqual(newOrgPlan({ newOrgPlan: Option.some("plus"), mollieApiKey }), "plus")
  })
})

layer(portalApp({ signUp: "open", newOrgPlan: Option.some("basic") }), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("NEW_ORG_PLAN", (it) => {
  it.effect("with NEW_ORG_PLAN=basic an organisation that is founded begins on basic", () => foundedOn("basic"))

  it.effect("NEW_ORG_PLAN is for those that begin: one that there is keeps its plan, and the demo's its own", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orgs = yield* Orgs
      const email = `owner-${unique()}@example.com`
      const pro = yield* orgs.create({ name: "Pro", owner: { email }, plan: "pro" })
      const fresh = yield* orgs.create({ name: "Fresh", owner: { email: `2-${email}` } })
      // As those were made that there are from before.
      const [old] = yield* sql<{ id: OrgId }>`INSERT INTO orgs (name) VALUES ('Old') RETURNING id`
      const plans = yield* Effect.forEach([pro.orgId, fresh.orgId, old!.id], (yield* Plans).of)
      assert.deepStrictEqual(plans, ["pro", "basic", "enterprise"])
    })
  )
})
