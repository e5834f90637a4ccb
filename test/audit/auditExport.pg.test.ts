import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../support/Database.ts"
import { makeOrg } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"

const rows = 50_000

let reads = 0
/** The page that cannot be read. */
let unreadable = Infinity

/** A database that counts the pages read of the trail. */
const Counting = Layer.effect(
  SqlClient.SqlClient,
  Effect.map(
    SqlClient.SqlClient,
    (sql) =>
      new Proxy(sql, {
        apply: (target, self, given: [unknown, ...Array<unknown>]) => {
          if (Array.isArray(given[0]) && String(given[0].join("")).includes("FROM audit_events")) {
            if (++reads === unreadable) return sql`SELECT 1 / 0`
          }
          return Reflect.apply(target, self, given)
        }
      })
  )
).pipe(Layer.provideMerge(TestDatabase))

const logged: Array<readonly [message: string, annotations: Readonly<Record<string, unknown>>]> = []
const Log = Logger.layer([
  Logger.make(
    ({ fiber, message }) => void logged.push([String(message), fiber.getRef(References.CurrentLogAnnotations)])
  )
])

const begin = Effect.fnUntraced(function* (token: string, signal: AbortSignal) {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const headers = { authorization: `Bearer ${token}` }
  const answer = yield* Effect.promise(() => fetch(`${base}/api/audit/export`, { headers, signal }))
  return { id: answer.headers.get("x-request-id"), reader: answer.body!.getReader() }
})

/** Until the number of pages read stands still for a while; on a slow machine it may be too few, never too many. */
const settled = Effect.gen(function* () {
  let before = -1
  while (before !== reads) {
    before = reads
    yield* Effect.sleep("500 millis")
  }
  return reads
})

layer(testApp({}, Counting, Log), { excludeTestServices: true, timeout: "90 seconds" })("a long audit trail", (it) => {
  it.effect(
    "the audit export reads page by page as it is downloaded, and stops when the reader goes",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { orgId, owner } = yield* makeOrg
        yield* sql`
          INSERT INTO audit_events (org_id, at, actor_kind, actor_id, actor_label, action, details)
          SELECT ${orgId}, now(), 'platform', 'operator', 'Operator', 'thing.done',
            jsonb_build_object('n', n, 'padding', repeat('x', 1000))
          FROM generate_series(1, ${rows}::int) AS n`

        reads = 0
        const leaving = new AbortController()
        const { reader: gone } = yield* begin(owner.token, leaving.signal)
        const first = yield* Effect.promise(() => gone.read())
        assert.match(Buffer.from(first.value!).toString(), /^seq,at,/)
        assert.isBelow(yield* settled, 25, "a slow reader is not read ahead for")
        leaving.abort()
        yield* Effect.promise(() => gone.read().catch(() => undefined))
        assert.isBelow(yield* settled, 27, "nobody is read on for")

        reads = 0
        const { reader } = yield* begin(owner.token, new AbortController().signal)
        let lines = 0
        let bytes = 0
        const took = Effect.promise(() => reader.read())
        for (let chunk = yield* took; !chunk.done; chunk = yield* took) {
          bytes += chunk.value.length
          for (const byte of chunk.value) if (byte === 10) lines++
        }
        // The header, and the founding of the org.
        assert.strictEqual(lines, rows + 2)
        assert.isAbove(bytes, rows * 1000)
        assert.strictEqual(reads, rows / 1000 + 1)
      }),
    600_000
  )

  it.effect("the audit export that breaks off ends with a broken connection", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId, owner } = yield* makeOrg
      yield* sql`
        INSERT INTO audit_events (org_id, at, actor_kind, actor_id, actor_label, action)
        SELECT ${orgId}, now(), 'platform', 'operator', 'Operator', 'thing.done' FROM generate_series(1, 3000)`
      unreadable = reads + 3
      const { id, reader } = yield* begin(owner.token, new AbortController().signal)
      const took = Effect.promise(() => reader.read().catch(() => "broken off" as const))
      let last = yield* took
      while (last !== "broken off" && !last.done) last = yield* took
      assert.strictEqual(last, "broken off")
      assert.deepInclude(logged, ["audit log export failed", { request_id: id }])
    })
  )
})
