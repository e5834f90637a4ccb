import { assert, layer } from "@effect/vitest"
import type { OrgId } from "@fleet/domain/Ids"
import auditActors from "@fleet/server/platform/sql/migrations/0024_audit_actors"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { makeOrg, makeRobot, unique } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

const actor = "5f0c8a51-2f4e-4a6b-9f64-2b8a7a6d1e11"

interface Written {
  readonly action?: string
  readonly at?: string
  readonly actor_id?: string
  readonly target_kind?: string | null
  readonly target_id?: string | null
  readonly target_label?: string | null
  readonly details?: unknown
}

/** Rows of the trail as they stand in the table; the owner's own are left out of what the tests read. */
const write = Effect.fnUntraced(function* (orgId: OrgId, rows: ReadonlyArray<Written>) {
  const sql = yield* SqlClient.SqlClient
  for (const { details = null, ...row } of rows) {
    yield* sql`
      INSERT INTO audit_events
        (org_id, at, actor_kind, actor_id, actor_label, action, target_kind, target_id, target_label, details)
      VALUES (${orgId}, ${row.at ?? "2026-05-01T00:00:00.000Z"}, 'developer', ${row.actor_id ?? actor}, 'Ada',
        ${row.action ?? "thing.done"}, ${row.target_kind ?? null}, ${row.target_id ?? null},
        ${row.target_label ?? null}, ${details === null ? null : JSON.stringify(details)}::jsonb)`
  }
})

const query = (parameters: Readonly<Record<string, string | number>>) =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString()
const read = (as: string, parameters: Readonly<Record<string, string | number>> = {}) =>
  call("GET", `/api/audit?${query(parameters)}`, { as })
const download = (as: string, parameters: Readonly<Record<string, string | number>> = {}) =>
  call("GET", `/api/audit/export?${query(parameters)}`, { as })

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("the audit trail", (it) => {
  it.effect("the audit log lists actor, action and target, newest first, of the caller's org alone", () =>
    Effect.gen(function* () {
      const { developer, orgId, owner } = yield* makeOrg
      yield* makeRobot((yield* makeOrg).owner.caller)
      const { robot } = yield* makeRobot(developer.caller, "Rover")
      const page = yield* read(owner.token)
      assert.strictEqual(page.status, 200)
      assert.isNull(page.body.next_cursor)
      const [{ at, id, seq, ...event }, created] = page.body.events
      assert.deepStrictEqual(event, {
        org_id: orgId,
        actor: { kind: "developer", id: developer.caller.id, label: developer.email },
        action: "robot.created",
        target: { kind: "robot", id: robot.id, label: "Rover" },
        details: null
      })
      assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.match(id, /^[0-9a-f-]{36}$/)
      assert.isTrue(Number.isInteger(seq) && seq > created.seq)
      assert.strictEqual(created.action, "org.created")
      assert.strictEqual(page.body.events.length, 2)
    })
  )

  it.effect("the audit log names the platform by the nil uuid, in older entries too", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId, owner } = yield* makeOrg
      yield* sql`
        INSERT INTO audit_events (org_id, at, actor_kind, actor_id, actor_label, action)
        VALUES (${orgId}, now(), 'platform', 'mail', 'Mail', 'thing.done')`
      yield* write(orgId, [{}])
      yield* auditActors
      const { body } = yield* read(owner.token)
      const nil = "00000000-0000-0000-0000-000000000000"
      assert.deepStrictEqual(
        body.events.map(({ actor: { id, label } }: any) => [id, label]),
        [
          [actor, "Ada"],
          [nil, "Mail"],
          [nil, "Operator"]
        ]
      )
    })
  )

  it.effect("the audit log is paged with a cursor while it grows", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const rows = (from: number, count: number) =>
        Array.from({ length: count }, (_, index) => ({ action: "thing.done", details: { n: from + index } }))
      yield* write(orgId, rows(0, 25))
      const seen: Array<number> = []
      let cursor: number | null = null
      for (let round = 0; ; round++) {
        const before: Record<string, number> = cursor === null ? {} : { before_seq: cursor }
        const { body } = yield* read(owner.token, { limit: 10, action: "thing.done", ...before })
        seen.push(...body.events.map(({ details }: any) => details.n))
        if (body.next_cursor === null) break
        assert.strictEqual(body.next_cursor, body.events.at(-1).seq)
        cursor = body.next_cursor
        yield* write(orgId, rows(100 + round, 1))
      }
      assert.deepStrictEqual(
        seen,
        Array.from({ length: 25 }, (_, index) => 24 - index)
      )
      const exactly = yield* read(owner.token, { limit: 27, action: "thing.done" })
      assert.deepStrictEqual([exactly.body.events.length, exactly.body.next_cursor], [27, null])
      yield* write(orgId, rows(200, 80))
      assert.strictEqual((yield* read(owner.token)).body.events.length, 100)
      assert.strictEqual((yield* read(owner.token, { limit: 500 })).body.events.length, 108)
    })
  )

  it.effect("the audit log is filtered by every parameter at once", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const [rover, other] = [randomUUID(), "rover_2"]
      yield* write(orgId, [
        { action: "robot.renamed", target_kind: "robot", target_id: rover, target_label: "a" },
        { action: "robot.renamed", target_kind: "robot", target_id: other, target_label: "b" },
        {
          action: "action.invoked",
          target_kind: "job",
          target_id: "j",
          target_label: "c",
          details: { robot_id: rover }
        },
        { action: "app.updated", target_kind: "app", target_id: rover, target_label: "d" },
        { action: "app_user.created", actor_id: unique(), target_kind: "app_user", target_id: "u", target_label: "e" },
        { action: "appXuser.created", target_kind: "x%y", target_id: "x_y", target_label: "f" },
        {
          action: "app%user.created",
          at: "2026-05-02T00:00:00.000Z",
          target_kind: "x",
          target_id: "x\\y",
          target_label: "g"
        }
      ])
      const since = Date.parse("2026-05-02T00:00:00.000Z")
      const own = { actor_id: actor }
      for (const [filter, labels] of [
        [{ action: "robot.renamed" }, "ba"],
        [{ action: "robot.rename" }, ""],
        [{ action: "%" }, ""],
        [{ action_prefix: "robot." }, "ba"],
        [{ action_prefix: "app_" }, "e"],
        [{ action_prefix: "app%" }, "g"],
        [{ action_prefix: "app", ...own }, "gfd"],
        [{ action_prefix: "\\" }, ""],
        [{ ...own }, "gfdcba"],
        [{ actor_id: actor.toUpperCase(), action: "app.updated" }, "d"],
        [{ target_kind: "robot" }, "ba"],
        [{ target_kind: "x%y" }, "f"],
        [{ target_kind: "x_y" }, ""],
        [{ target_id: rover }, "dca"],
        [{ target_id: rover, target_kind: "robot" }, "ca"],
        [{ target_id: rover, target_kind: "app" }, "d"],
        [{ target_id: rover.toUpperCase() }, "dca"],
        [{ target_id: "X_Y" }, ""],
        [{ target_id: "x_y" }, "f"],
        [{ target_id: "x\\y" }, "g"],
        [{ ...own, from_ms: since }, "g"],
        [{ ...own, to_ms: since }, "fdcba"],
        [{ ...own, from_ms: since, to_ms: since + 1 }, "g"],
        [{ ...own, from_ms: since, to_ms: since }, ""],
        [{ ...own, to_ms: Number.MAX_SAFE_INTEGER, from_ms: 0 }, "gfdcba"]
      ] as const) {
        const { body } = yield* read(owner.token, filter)
        const found = body.events.map(({ target }: any) => target?.label).join("")
        assert.strictEqual(found, labels, JSON.stringify(filter))
        const rows = (yield* download(owner.token, filter)).body.split("\r\n").slice(1, -1)
        assert.strictEqual(rows.map((row: string) => row.split(",")[7]).join(""), labels, JSON.stringify(filter))
      }
    })
  )

  it.effect("the audit log refuses unknown query parameters", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const long = (length: number) => "x".repeat(length)
      const shared = [
        [{ colour: "red" }, "colour", "unknown"],
        [{ action: "a", action_prefix: "a" }, "action_prefix", "not_allowed"],
        [{ action: "" }, "action", "too_short"],
        [{ action: long(81) }, "action", "too_long"],
        [{ action: "a\0" }, "action", "format"],
        [{ action_prefix: "" }, "action_prefix", "too_short"],
        [{ action_prefix: long(81) }, "action_prefix", "too_long"],
        [{ actor_id: "operator" }, "actor_id", "format"],
        [{ target_kind: "" }, "target_kind", "too_short"],
        [{ target_kind: long(41) }, "target_kind", "too_long"],
        [{ target_id: "" }, "target_id", "too_short"],
        [{ target_id: long(201) }, "target_id", "too_long"],
        [{ from_ms: "soon" }, "from_ms", "type"],
        [{ from_ms: "" }, "from_ms", "type"],
        [{ from_ms: "1e3" }, "from_ms", "type"],
        [{ from_ms: -1 }, "from_ms", "too_small"],
        [{ to_ms: 1.5 }, "to_ms", "type"]
      ] as const
      for (const [filter, field, rule] of shared) {
        assert.deepStrictEqual(refusal(yield* read(owner.token, filter)), invalid(field, rule))
        assert.deepStrictEqual(refusal(yield* download(owner.token, filter)), invalid(field, rule))
      }
      for (const [filter, field, rule] of [
        [{ limit: 0 }, "limit", "too_small"],
        [{ limit: 501 }, "limit", "too_large"],
        [{ before_seq: 0 }, "before_seq", "too_small"],
        [{ before_seq: "newest" }, "before_seq", "type"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* read(owner.token, filter)), invalid(field, rule))
      }
      for (const filter of [{ limit: 10 }, { before_seq: 1 }]) {
        const [field] = Object.keys(filter)
        assert.deepStrictEqual(refusal(yield* download(owner.token, filter)), invalid(field!, "unknown"))
      }
      const longest = { action_prefix: long(80), target_kind: long(40), target_id: long(200) }
      assert.deepStrictEqual((yield* read(owner.token, longest)).body, { events: [], next_cursor: null })
    })
  )

  it.effect("the audit log's CSV holds no formula that a spreadsheet would run", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      yield* write(orgId, [
        {
          action: "thing.done",
          target_kind: "role",
          target_id: "=1+1",
          target_label: '@SUM(A1),"x"\r\ny',
          details: { a: [1, "é"] }
        },
        { action: "thing.done" }
      ])
      const answer = yield* download(owner.token, { action: "thing.done" })
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("content-type"), "text/csv; charset=utf-8")
      assert.match(answer.headers.get("content-disposition")!, /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      const events = (yield* read(owner.token, { action: "thing.done" })).body.events
      const line = ({ at, seq }: any) => `${seq},${at},developer,${actor},thing.done`
      assert.strictEqual(
        answer.body,
        "seq,at,actor_kind,actor_id,action,target_kind,target_id,target_label,details\r\n" +
          `${line(events[0])},,,,\r\n` +
          `${line(events[1])},role,'=1+1,"'@SUM(A1),""x""\r\ny","{""a"":[1,""é""]}"\r\n`
      )
      const none = yield* download(owner.token, { action: "nothing" })
      assert.match(none.body, /^seq,.*details\r\n$/)
    })
  )
})
