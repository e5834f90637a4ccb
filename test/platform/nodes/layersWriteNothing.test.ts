import { assert, it } from "@effect/vitest"
import { Rules, Services, Stores } from "@fleet/server/App"
import { oneProcess } from "@fleet/server/Platform"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer, Logger } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { onPostgres, TestDatabase } from "../../support/Database.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

const writes = /\b(?:INSERT INTO|UPDATE \w+ (?:\w+ )?SET|DELETE FROM|TRUNCATE|CREATE|ALTER|DROP)\b/i

const inFolder = Layer.unwrap(Effect.map(temporaryFolder, (dataFolder) => Settings.layerTest({ dataFolder })))

/** The transaction that comes next. One that only reads gets no number. */
const nextTransaction = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly next: string }>`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`
  return row!.next
})

/** Long enough for what the layers run at once, without time passing. */
const turns = Effect.promise(async () => {
  for (let turn = 0; turn < 200; turn++) await new Promise((resume) => setImmediate(resume))
})

/** How many transactions wrote while the layer was built, and the statements that write. */
const builds = <A, E>(layer: Layer.Layer<A, E, Layer.Services<typeof Services>>) =>
  Effect.gen(function* () {
    const found: Array<string> = []
    const recorded = Layer.succeed(Statement.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        const [text] = statement.compile()
        if (writes.test(text)) found.push(text)
        return statement
      })
    )
    const before = yield* nextTransaction
    yield* Layer.build(layer.pipe(Layer.provide(Stores), Layer.provide([oneProcess, recorded])))
    yield* turns
    return { found, transactions: Number(yield* nextTransaction) - Number(before) }
  }).pipe(
    Effect.scoped,
    Effect.provide(TestDatabase.pipe(Layer.provideMerge(inFolder), Layer.provideMerge(Logger.layer([]))))
  )

// Programs that run beside it number their transactions on the same Postgres.
it.effect.skipIf(onPostgres)("the layers of the service: to build them writes nothing", () =>
  Effect.gen(function* () {
    assert.deepStrictEqual(yield* builds(Rules), { found: [], transactions: 0 })
  })
)

it.effect.skipIf(onPostgres)("what runs beside requests: its writes are seen by this check", () =>
  Effect.gen(function* () {
    const { found, transactions } = yield* builds(Services)
    assert.isTrue(found.some((text) => text.includes("UPDATE job_runs")))
    assert.isAbove(transactions, 0)
  })
)
