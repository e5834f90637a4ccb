import { assert, layer } from "@effect/vitest"
import { DeveloperAuth } from "@fleet/server/identity/developers/DeveloperAuth"
import { oldRowsAtOnce, Retention } from "@fleet/server/plans/Retention"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { makeOrg, makeRobot } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

const dayMs = 86_400_000
const hourMs = 3_600_000
const longAgo = new Date(-1000 * dayMs)

/** Asks again until the answer fits, in real time. */
const eventually = <E, R>(ask: Effect.Effect<boolean, E, R>) =>
  Effect.gen(function* () {
    for (let turn = 0; !(yield* ask); turn++) {
      if (turn === 3000) return yield* Effect.die(new Error("It never came to that."))
      yield* Effect.promise(() => new Promise((resume) => setTimeout(resume, 10)))
    }
  })

/** Events of an org, each of an action that names it. */
const addEvents = Effect.fnUntraced(function* (orgId: OrgId, action: string, atMs: number, many = 1) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO audit_events (org_id, at, actor_kind, actor_id, actor_label, action)
    SELECT ${orgId}, ${new Date(atMs)}, 'platform', ${orgId}, 'Test', ${action} FROM generate_series(1, ${many})`
})

/** Jobs of a robot; one without an end is in `state` still. */
const addJobs = Effect.fnUntraced(function* (
  robot: { readonly id: RobotId; readonly orgId: OrgId },
  slug: string,
  { endedMs = null, many = 1, state }: { endedMs?: number | null; many?: number; state: string }
) {
  const sql = yield* SqlClient.SqlClient
  const ended = endedMs === null ? null : new Date(endedMs)
  yield* sql`
    INSERT INTO job_runs
      (id, mint, org_id, robot_id, slug, kind, state, patience_ms, actor, started_at, updated_at, ended_at)
    SELECT gen_random_uuid(), 1, ${robot.orgId}, ${robot.id}, ${slug}, 'action', ${state}, 1000,
      ${JSON.stringify({ kind: "developer", id: robot.orgId, label: "Test", name: null })}::jsonb,
      ${longAgo}, ${longAgo}, ${ended}::timestamptz FROM generate_series(1, ${many})`
})

/** Reads as an Owner who has just signed in: an access token lives for less than an hour. */
const read = Effect.fnUntraced(function* ({ email }: { readonly email: string }, path: string) {
  const { access_token: as } = yield* (yield* DeveloperAuth).mint(email)
  const { body, status } = yield* call("GET", path, { as })
  assert.strictEqual(status, 200)
  return body
})
type Reader = Parameters<typeof read>[0]

const actionsOf = (owner: Reader, prefix = "test.") =>
  Effect.map(read(owner, `/api/audit?limit=500&action_prefix=${prefix}`), ({ events }) =>
    events.map(({ action }: { action: string }) => action).toSorted()
  )
const slugsOf = (owner: Reader, query = "limit=200") =>
  Effect.map(read(owner, `/api/org/jobs?${query}`), ({ runs }) =>
    runs.map(({ slug }: { slug: string }) => slug).toSorted()
  )
const none = ({ length }: { readonly length: number }) => length === 0

layer(testApp({ auditDays: 30, historyDays: 10 }), { timeout: "120 seconds" })("retention", (it) => {
  it.effect("an audit event of the last millisecond stays and one of the millisecond before goes, of every org", () =>
    Effect.gen(function* () {
      const mine = yield* makeOrg
      const other = yield* makeOrg
      const edgeMs = (yield* Clock.currentTimeMillis) + hourMs - 30 * dayMs
      for (const { orgId } of [mine, other]) {
        yield* addEvents(orgId, "test.stays", edgeMs)
        yield* addEvents(orgId, "test.goes", edgeMs - 1)
      }
      yield* addEvents(mine.orgId, "test.goes", edgeMs - dayMs, 2 * oldRowsAtOnce + 1)
      assert.include(yield* actionsOf(mine.owner), "test.goes")
      yield* TestClock.adjust(hourMs)
      for (const { owner } of [mine, other]) {
        yield* eventually(Effect.map(actionsOf(owner, "test.goes"), none))
        assert.deepStrictEqual(yield* actionsOf(owner), ["test.stays"])
        const csv: string = yield* read(owner, "/api/audit/export?action_prefix=test.")
        assert.deepStrictEqual(
          csv
            .trim()
            .split("\r\n")
            .map((line) => line.includes("test.stays")),
          [false, true]
        )
      }
      yield* TestClock.adjust(hourMs)
      yield* eventually(Effect.map(actionsOf(mine.owner), none))
    })
  )

  it.effect("a job goes so many days after its end, and never before it has one", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const { robot } = yield* makeRobot(owner.caller)
      const of = { id: robot.id, orgId }
      const edgeMs = (yield* Clock.currentTimeMillis) + hourMs - 10 * dayMs
      yield* addJobs(of, "running", { state: "running" })
      yield* addJobs(of, "unknown", { state: "unknown" })
      yield* addJobs(of, "stays", { state: "succeeded", endedMs: edgeMs })
      for (const state of ["succeeded", "failed", "cancelled", "lost"]) {
        yield* addJobs(of, "goes", { state, endedMs: edgeMs - 1 })
      }
      yield* addJobs(of, "goes", { state: "succeeded", endedMs: edgeMs - dayMs, many: 2 * oldRowsAtOnce + 1 })
      assert.include(yield* slugsOf(owner), "goes")
      yield* TestClock.adjust(hourMs)
      yield* eventually(Effect.map(slugsOf(owner, "slug=goes"), none))
      assert.deepStrictEqual(yield* slugsOf(owner), ["running", "stays", "unknown"])
      yield* TestClock.adjust(hourMs)
      yield* eventually(Effect.map(slugsOf(owner, "slug=stays"), none))
      assert.deepStrictEqual(yield* slugsOf(owner), ["running", "unknown"])
    })
  )

  it.effect("a page of the trail goes on from its cursor when what follows was deleted", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const nowMs = yield* Clock.currentTimeMillis
      yield* addEvents(orgId, "test.old", nowMs - 30 * dayMs, 5)
      yield* addEvents(orgId, "test.new", nowMs, 5)
      const page = (query: string) => read(owner, `/api/audit?action_prefix=test.&${query}`)
      const first = yield* page("limit=7")
      assert.lengthOf(first.events, 7)
      yield* TestClock.adjust(hourMs)
      yield* eventually(Effect.map(actionsOf(owner, "test.old"), none))
      assert.deepStrictEqual(yield* page(`before_seq=${first.next_cursor}`), { events: [], next_cursor: null })
      const last = yield* page("limit=5")
      assert.deepStrictEqual([last.events.length, last.next_cursor], [5, null])
    })
  )

  it.effect("retention: no org waits for another's backlog, and a fault of one stops no other", () =>
    Effect.gen(function* () {
      const retention = yield* Retention
      const { orgId: large } = yield* makeOrg
      const { orgId: small } = yield* makeOrg
      const { orgId: broken } = yield* makeOrg
      const left = new Map([
        [large, 2 * oldRowsAtOnce + 1],
        [small, 3]
      ])
      const turns: Array<readonly [OrgId, number]> = []
      yield* retention.forget("audit_days", (orgId) =>
        Effect.sync(() => {
          if (orgId === broken) throw new Error("This org cannot be cleaned up.")
          const deleted = Math.min(left.get(orgId) ?? 0, oldRowsAtOnce)
          left.set(orgId, (left.get(orgId) ?? 0) - deleted)
          if (deleted > 0) turns.push([orgId, deleted])
          return deleted
        })
      )
      assert.sameDeepMembers(turns.slice(0, 2), [
        [large, oldRowsAtOnce],
        [small, 3]
      ])
      assert.deepStrictEqual(turns.slice(2), [
        [large, oldRowsAtOnce],
        [large, 1]
      ])
    })
  )
})
