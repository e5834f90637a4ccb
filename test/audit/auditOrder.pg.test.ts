import { assert, layer } from "@effect/vitest"
import type { OrgId } from "@fleet/domain/Ids"
import { AuditLog } from "@fleet/server/audit/AuditLog"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { onPostgres, TestDatabase } from "../support/Database.ts"
import { makeOrg, unique } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

/** What happens once, before a reader of the trail waits for writers or reads a page. */
const before: { pg_sleep?: Effect.Effect<unknown>; "FROM audit_events"?: Effect.Effect<unknown> } = {}

const Interrupted = Layer.effect(
  SqlClient.SqlClient,
  Effect.map(
    SqlClient.SqlClient,
    (sql) =>
      new Proxy(sql, {
        apply: (target, self, given: [unknown, ...Array<unknown>]) => {
          const statement = Reflect.apply(target, self, given) as unknown as Statement.Statement<unknown>
          const text = Array.isArray(given[0]) ? String(given[0].join("")) : ""
          for (const part of ["pg_sleep", "FROM audit_events"] as const) {
            const first = text.includes(part) ? before[part] : undefined
            if (first === undefined) continue
            delete before[part]
            return Object.assign(Effect.andThen(first, statement), {
              unprepared: Effect.andThen(first, statement.unprepared)
            })
          }
          return statement
        }
      })
  )
).pipe(Layer.provideMerge(TestDatabase))

const record = Effect.fnUntraced(function* (orgId: OrgId, action: string) {
  const audit = yield* AuditLog
  yield* audit.record({ orgId, actor: { kind: "platform", label: "Test" }, action })
})

const list = (as: string) =>
  Effect.map(call("GET", "/api/audit", { as }), ({ body }) => body.events.map(({ action }: any) => action))
const download = (as: string) =>
  Effect.map(call("GET", "/api/audit/export", { as }), ({ body }) =>
    body
      .split("\r\n")
      .slice(1, -1)
      .map((line: string) => line.split(",")[4])
  )

/** An event of a lower number that is committed when `end` says so, and one of a higher number that is committed now. */
const twoEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { orgId, owner } = yield* makeOrg
  const written = yield* Deferred.make<void>()
  const end = yield* Deferred.make<void>()
  const write = Effect.gen(function* () {
    yield* record(orgId, "thing.done")
    yield* call("PATCH", "/api/org", { as: owner.token, body: { name: unique() } })
    yield* Deferred.succeed(written, undefined)
    yield* Deferred.await(end)
  })
  return { owner, written, end, write: sql.withTransaction(write) }
})

layer(testApp({}, Interrupted), { excludeTestServices: true, timeout: "60 seconds" })("the audit trail", (it) => {
  const racing = it.effect.skipIf(!onPostgres)

  for (const [what, read] of [
    ["listed", list],
    ["downloaded", download]
  ] as const) {
    racing(`is ${what} with the event of a lower number that is committed later (needs Postgres)`, () =>
      Effect.gen(function* () {
        const { end, owner, write, written } = yield* twoEvents
        const writing = yield* Effect.forkChild(write)
        yield* Deferred.await(written)
        before["pg_sleep"] = Deferred.succeed(end, undefined)
        const seen = yield* read(owner.token)
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(writing)
        assert.deepStrictEqual(seen, ["org.renamed", "thing.done", "org.created"])
      })
    )

    racing(`is ${what} without the event of a higher number that was committed sooner (needs Postgres)`, () =>
      Effect.gen(function* () {
        const { end, owner, write, written } = yield* twoEvents
        const reading = yield* Deferred.make<void>()
        const writing = yield* Effect.forkChild(Effect.andThen(Deferred.await(reading), write))
        before["FROM audit_events"] = Effect.andThen(Deferred.succeed(reading, undefined), Deferred.await(written))
        assert.deepStrictEqual(yield* read(owner.token), ["org.created"])
        yield* Deferred.succeed(end, undefined)
        yield* Fiber.join(writing)
        assert.deepStrictEqual(yield* read(owner.token), ["org.renamed", "thing.done", "org.created"])
      })
    )
  }
})
