import { assert, layer } from "@effect/vitest"
import { BlockStore } from "@fleet/server/robots/history/BlockStore"
import { Compaction } from "@fleet/server/robots/history/Compaction"
import { PartitionStore } from "@fleet/server/robots/history/PartitionStore"
import { RowMover } from "@fleet/server/robots/history/RowMover"
import { Context, Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../../support/Database.ts"
import { keepSamples, keptRows, keptSamples } from "../../support/keepSamples.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { HistoryWorld } from "./world.ts"

const dayMs = 86_400_000
const startMs = Math.floor(Date.now() / dayMs - 1) * dayMs

/** The compaction of another process, which stops each time before it writes blocks until it is let on. */
const another = Effect.gen(function* () {
  const stops: Array<Deferred.Deferred<void>> = []
  const reached = yield* Deferred.make<void>()
  const Stopping = Layer.effect(
    BlockStore,
    Effect.map(BlockStore, (store) =>
      BlockStore.of({
        ...store,
        add: (series, preferred) =>
          Effect.gen(function* () {
            const stop = Deferred.makeUnsafe<void>()
            stops.push(stop)
            yield* Deferred.succeed(reached, undefined)
            yield* Deferred.await(stop)
            return yield* store.add(series, preferred)
          })
      })
    )
  )
  const built = yield* Layer.build(
    Layer.fresh(Compaction.layer).pipe(
      Layer.provide(Layer.fresh(RowMover.layer)),
      Layer.provide(Stopping),
      Layer.provide(Layer.fresh(PartitionStore.layer))
    )
  )
  /** Lets it on, now and from now on. */
  const letOn = Effect.forever(
    Effect.andThen(
      Effect.sync(() => {
        for (const stop of stops.splice(0)) Deferred.doneUnsafe(stop, Effect.void)
      }),
      Effect.sleep("5 millis")
    )
  )
  return { run: Context.get(built, Compaction).run, reached: Deferred.await(reached), letOn }
})

layer(HistoryWorld, { timeout: "120 seconds", excludeTestServices: true })("two processes that compact", (it) => {
  it.effect.skipIf(!onPostgres)("neither double nor lose a sample, nor count it twice (needs Postgres)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      const slugs = Array.from({ length: 130 }, (_, at) => `s${String(at).padStart(3, "0")}`)
      const keep = (offsetMs: number) =>
        Effect.forEach(
          slugs,
          (slug) =>
            keepSamples(
              { robotId, orgId, slug },
              [0, 1, 2].map((hour) => [startMs + hour * 3_600_000 + offsetMs, "1"] as const)
            ),
          { discard: true }
        )
      yield* keep(0)
      const here = yield* Compaction
      const there = yield* another
      const first = yield* Effect.forkChild(there.run)
      yield* there.reached
      // It has taken the rows of a hundred series, which nobody else sees. They get more while it is stopped.
      yield* keep(1)
      yield* here.run
      const left = new Set((yield* keptRows(robotId)).map(({ slug }) => slug))
      assert.strictEqual(left.size, 100)
      const going = yield* Effect.forkChild(there.letOn)
      yield* Effect.all([Fiber.join(first), here.run, there.run], { concurrency: "unbounded" })
      yield* here.run
      yield* Fiber.interrupt(going)
      assert.deepStrictEqual(yield* keptRows(robotId), [])
      const expected = slugs.flatMap((slug) =>
        [0, 1, 2].flatMap((hour) => [0, 1].map((ms) => [slug, startMs + hour * 3_600_000 + ms]))
      )
      assert.deepStrictEqual(
        (yield* keptSamples(robotId)).map(({ at, slug }) => [slug, at]),
        expected
      )
      const [counted] = yield* sql<{ readonly samples: number; readonly right: boolean }>`
        SELECT sum(s.samples)::int AS samples, bool_and(s.bytes = (
          SELECT sum(octet_length(b.body)) FROM blocks b WHERE b.series_id = s.id)) AS right
        FROM series s WHERE s.robot_id = ${robotId}`
      assert.deepStrictEqual(counted, { samples: expected.length, right: true })
    })
  )
})
