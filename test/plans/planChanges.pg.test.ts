import { assert, layer } from "@effect/vitest"
import type { OrgId } from "@fleet/domain/Ids"
import { OrgPlans } from "@fleet/server/org/OrgPlans"
import { PlanChanges } from "@fleet/server/plans/changes/PlanChanges"
import { PlanCuts } from "@fleet/server/plans/changes/PlanCuts"
import { platformIn } from "@fleet/server/audit/AuditLog"
import { RobotDeletion } from "@fleet/server/robots/RobotDeletion"
import { Robots } from "@fleet/server/robots/Robots"
import { RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { lock } from "../org/lockWorld.ts"
import { makeEveryone, makeOrg, makeRobot } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { setPlan } from "./planWorld.ts"

const none = { robots: [], apps: [], app_users: [], developers: [] }
const planOf = (as: string) => Effect.map(call("GET", "/api/org/plan", { as }), ({ body }) => body)
const choose = (as: string, target_plan: string, keep: unknown = null) =>
  call("PUT", "/api/org/plan/change", { as, body: { target_plan, keep } })
const withdraw = (as: string) => call("DELETE", "/api/org/plan/change", { as })

const conflict = (rule: string) => [409, "target_state_conflict", { field: "target_plan", rule }]

/** Lets the pending change's time come. */
const come = Effect.fnUntraced(function* (orgId: OrgId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE plan_changes SET effective_at = now() - interval '1 day' WHERE org_id = ${orgId}`
  yield* (yield* PlanChanges).runDue
})

const finish = (orgId: OrgId) =>
  Effect.flatMap(PlanCuts, (cuts) => Effect.repeat(cuts.step(orgId), { while: (more) => more }))

const mailsOf = Effect.fnUntraced(function* (orgId: OrgId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly kind: string }>`
    SELECT kind FROM work_items WHERE queue = 'mail' AND org_id = ${orgId} ORDER BY created_at, kind`
  return rows.map(({ kind }) => kind)
})

const robotsOf = Effect.fnUntraced(function* (as: string) {
  const { body } = yield* call("GET", "/api/robots", { as })
  return body.robots.map(({ id }: { readonly id: string }) => id).sort()
})

const removedBy = Effect.fnUntraced(function* (as: string, action: string) {
  const { body } = yield* call("GET", `/api/audit?action=${action}`, { as })
  return body.events.map(({ actor }: any) => actor.kind)
})

layer(TestApp, { excludeTestServices: true, timeout: "120 seconds" })("PUT /api/org/plan/change", (it) => {
  it.effect("waits for the end of the period, is replaced and withdrawn, and the Owners are mailed of each", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeOrg
      yield* setPlan(orgId, "pro")
      const first = yield* choose(developer.token, "plus")
      assert.strictEqual(first.status, 200)
      const { chosen_at, ...pending } = first.body.pending_change
      assert.isString(chosen_at)
      assert.deepStrictEqual(pending, {
        target_plan: "plus",
        reason: "downgrade",
        effective_at: first.body.period_ends_at,
        keep: null,
        history_days_after: 30,
        chosen_by: developer.caller.id
      })
      assert.strictEqual(first.body.plan, "pro")
      const keep = { ...none, developers: [owner.caller.id] }
      const second = yield* choose(owner.token, "basic", keep)
      assert.deepStrictEqual(second.body.pending_change.keep, keep)
      assert.strictEqual((yield* withdraw(developer.token)).status, 204)
      assert.isNull((yield* planOf(owner.token)).pending_change)
      assert.deepStrictEqual(refusal(yield* withdraw(owner.token)), [404, "not_found"])
      assert.deepStrictEqual(yield* mailsOf(orgId), [
        "plan_change_chosen",
        "plan_change_chosen",
        "plan_change_withdrawn"
      ])
      const { events } = (yield* call("GET", "/api/audit?action_prefix=billing", { as: owner.token })).body
      assert.deepStrictEqual(
        events.map(({ action }: any) => action),
        ["billing.resumed", "billing.plan_changed", "billing.plan_changed"]
      )
    })
  )

  it.effect("refuses a plan that is not lower, and in a locked org all but the Owner's choice of basic", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeOrg
      yield* setPlan(orgId, "plus")
      assert.deepStrictEqual(refusal(yield* choose(owner.token, "plus")), conflict("not_lower"))
      assert.deepStrictEqual(refusal(yield* choose(owner.token, "pro")), invalid("target_plan", "invalid_value"))
      yield* lock(orgId)
      const tier = [403, "tier_required", { required: "owner", actual: "developer" }]
      assert.deepStrictEqual(refusal(yield* choose(developer.token, "basic", none)), tier)
      assert.deepStrictEqual(refusal(yield* choose(owner.token, "plus")), conflict("locked_basic_only"))
      const seen: Array<boolean> = []
      const orgPlans = yield* OrgPlans
      orgPlans.onApplied((change) => Effect.sync(() => void (change.orgId === orgId && seen.push(change.wasLocked))))
      const chosen = yield* choose(owner.token, "basic", none)
      assert.deepStrictEqual([chosen.status, chosen.body.plan, chosen.body.lock], [200, "basic", null])
      assert.deepStrictEqual(seen, [true])
      yield* finish(orgId)
      const after = yield* planOf(owner.token)
      assert.deepStrictEqual([after.pending_change, after.usage.seats], [null, 1])
    })
  )

  it.effect(
    "keep is needed where more is used; each id is the org's and there once; a list is no longer than the limit",
    () =>
      Effect.gen(function* () {
        const { orgId, owner, robot } = yield* makeEveryone
        const other = yield* makeEveryone
        yield* setPlan(orgId, "pro")
        const more = yield* makeRobot(owner.caller)
        const lifted_by = { plan: "plus", addon: null }
        const limit = (limit: string, used: number, max = 1) => [
          409,
          "plan_limit",
          { limit, used, max, plan: "basic", lifted_by }
        ]
        assert.deepStrictEqual(refusal(yield* choose(owner.token, "basic")), limit("seats", 2))
        const robots = [robot.id, more.robot.id]
        assert.deepStrictEqual(refusal(yield* choose(owner.token, "basic", { ...none, robots })), limit("robots", 2))
        for (const [list, rule] of [
          [[robot.id, other.robot.id], "not_found"],
          [[robot.id, robot.id], "duplicate"]
        ] as const) {
          const answer = yield* choose(owner.token, "basic", { ...none, robots: list })
          assert.deepStrictEqual(refusal(answer), invalid("keep.robots[1]", rule))
        }
        const { apps: _, ...three } = none
        assert.deepStrictEqual(refusal(yield* choose(owner.token, "basic", three)), invalid("keep.apps", "required"))
        const unknown = yield* choose(owner.token, "basic", { ...none, sites: [] })
        assert.deepStrictEqual(refusal(unknown), invalid("keep.sites", "unknown"))
        assert.strictEqual((yield* choose(owner.token, "basic", { ...none, robots: [robot.id] })).status, 200)
      })
  )

  it.effect("removes at its time what is over and not kept, and leaves a kind that fits whole", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, developer, orgId, owner, robot, user } = yield* makeEveryone
      yield* setPlan(orgId, "pro")
      const more = [yield* makeRobot(owner.caller), yield* makeRobot(owner.caller)]
      yield* call("POST", "/api/org/invitations", {
        as: owner.token,
        body: { email: `${crypto.randomUUID()}@example.com`, tier: "developer", send_mail: false }
      })
      const kept = { ...none, robots: [more[0]!.robot.id] }
      assert.strictEqual((yield* choose(owner.token, "basic", kept)).status, 200)
      yield* come(orgId)
      assert.strictEqual((yield* planOf(owner.token)).plan, "basic")
      yield* finish(orgId)
      const after = yield* planOf(owner.token)
      assert.isNull(after.pending_change)
      const { app_users, apps, robots, seats } = after.usage
      assert.deepStrictEqual({ app_users, apps, robots, seats }, { app_users: 1, apps: 1, robots: 1, seats: 1 })
      assert.deepStrictEqual(yield* robotsOf(owner.token), kept.robots)
      assert.deepStrictEqual(yield* removedBy(owner.token, "robot.deleted"), ["platform", "platform"])
      assert.deepStrictEqual(yield* removedBy(owner.token, "team_invitation.revoked"), ["platform"])
      assert.deepStrictEqual(yield* removedBy(owner.token, "developer.removed"), ["platform"])
      assert.strictEqual((yield* call("GET", "/api/auth/me", { as: developer.token })).status, 401)
      assert.isAtLeast((yield* sql`SELECT id FROM app_users WHERE id = ${user.user.id}`).length, 1)
      assert.strictEqual((yield* call("GET", `/api/apps/${app.id}`, { as: owner.token })).status, 200)
      assert.notInclude(yield* robotsOf(owner.token), robot.id)
      assert.deepStrictEqual(yield* mailsOf(orgId), ["plan_change_chosen", "plan_change_applied"])
    })
  )

  it.effect("goes on after a crash before, between and after two removals, and audits each once", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeEveryone
      yield* setPlan(orgId, "pro")
      for (let count = 0; count < 3; count++) yield* makeRobot(owner.caller)
      const cuts = yield* PlanCuts
      yield* choose(owner.token, "basic", { ...none, developers: [owner.caller.id] })
      yield* come(orgId)
      const sql = yield* SqlClient.SqlClient
      const left = sql<{ readonly id: string }>`
        SELECT id FROM plan_removals WHERE org_id = ${orgId} AND kind = 'robot' ORDER BY seq`
      while ((yield* left).length === 0) yield* cuts.step(orgId)
      yield* cuts.step(orgId)
      // A server that dies after a removal has not crossed it out.
      const [next] = yield* left
      const robot = yield* (yield* Robots).get({ orgId }, RobotId.make(next!.id))
      yield* (yield* RobotDeletion).delete(platformIn(orgId), robot)
      yield* cuts.runDue
      yield* sql`UPDATE plan_cuts SET due_at = now() - interval '1 second' WHERE org_id = ${orgId}`
      yield* cuts.runDue
      assert.deepStrictEqual(yield* removedBy(owner.token, "robot.deleted"), Array(4).fill("platform"))
      const after = yield* planOf(owner.token)
      assert.deepStrictEqual([after.pending_change, after.usage.robots], [null, 0])
    })
  )

  it.effect("without keep removes nothing where use grew, refuses one more, and mails the Owners", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      yield* setPlan(orgId, "pro")
      assert.strictEqual((yield* choose(owner.token, "plus")).status, 200)
      for (let count = 0; count < 4; count++) yield* makeRobot(owner.caller)
      yield* come(orgId)
      yield* finish(orgId)
      const after = yield* planOf(owner.token)
      assert.deepStrictEqual([after.plan, after.usage.robots, after.pending_change], ["plus", 4, null])
      const one = yield* call("POST", "/api/robots", { as: owner.token, body: { name: "Rover" } })
      assert.strictEqual(one.body.code, "plan_limit")
      assert.deepStrictEqual(yield* mailsOf(orgId), ["plan_change_chosen", "plan_change_over"])
    })
  )

  it.effect("a higher plan drops the change that waits and what was still to be removed", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      yield* setPlan(orgId, "plus")
      yield* makeRobot(owner.caller)
      yield* makeRobot(owner.caller)
      yield* choose(owner.token, "basic", { ...none, developers: [owner.caller.id] })
      yield* come(orgId)
      yield* setPlan(orgId, "pro")
      yield* finish(orgId)
      const after = yield* planOf(owner.token)
      assert.deepStrictEqual([after.usage.robots, after.usage.seats, after.pending_change], [2, 2, null])
    })
  )
})
