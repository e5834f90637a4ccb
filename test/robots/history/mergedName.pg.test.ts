import { assert, layer } from "@effect/vitest"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { BlockStore } from "@fleet/server/robots/history/BlockStore"
import { SampleStore } from "@fleet/server/robots/history/SampleStore"
import { Series } from "@fleet/server/robots/history/Series"
import { SeriesRenameStore } from "@fleet/server/robots/history/SeriesRenameStore"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../../support/Database.ts"
import { keepSamples, keptRows, keptSamples } from "../../support/keepSamples.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { eventually } from "../jobs/world.ts"
import { HistoryWorld } from "./world.ts"

const hourMs = 3_600_000
const nowMs = Date.now()

/** Where the next merge of samples into blocks stops. */
let gate: { readonly reached: Deferred.Deferred<void>; readonly open: Deferred.Deferred<void> } | null = null

const GatedBlocks = Layer.effect(
  BlockStore,
  Effect.map(BlockStore, (store) =>
    BlockStore.of({
      ...store,
      addAnywhere: (...args) =>
        Effect.gen(function* () {
          const here = gate
          if (here !== null) {
            yield* Deferred.succeed(here.reached, undefined)
            yield* Deferred.await(here.open)
          }
          yield* store.addAnywhere(...args)
        })
    })
  )
)

const World = Layer.fresh(SeriesRenameStore.layer).pipe(Layer.provide(GatedBlocks), Layer.provideMerge(HistoryWorld))

/** Two series of a robot that have rows, and a rename of one to the other in a transaction. */
const twoSeries = Effect.gen(function* () {
  const orgId = yield* anOrg
  const robotId = yield* aRobot(orgId)
  const write = (slug: string, timestampMs: number) =>
    Effect.flatMap(SampleStore, (store) =>
      store.write([{ robotId, orgId, slug, timestampMs, gapMs: 0, json: "9", keepDays: 90, series: new Series() }])
    )
  for (const [slug, at] of [
    ["battery", 1],
    ["power", 2]
  ] as const)
    yield* keepSamples({ robotId, orgId, slug }, [[nowMs - hourMs + at, String(at)]])
  const names = { robotId, orgId, from: "battery", to: "power" }
  const store = yield* SeriesRenameStore
  const rename = Effect.flatMap(store.rename(names), ({ finish, held }) => Effect.as(finish, held))
  return { robotId, write, prepare: store.prepare(names), rename: (yield* Transaction).run(rename) }
})

const kept = (robotId: Parameters<typeof keptSamples>[0]) =>
  Effect.map(keptSamples(robotId), (samples) => samples.map(({ at, slug }) => [slug, at - nowMs]))

layer(World, { timeout: "120 seconds", excludeTestServices: true })("a rename that merges two series", (it) => {
  const racing = it.effect.skipIf(!onPostgres)

  it.effect("what is prepared is in blocks, and read as before", () =>
    Effect.gen(function* () {
      const { prepare, rename, robotId } = yield* twoSeries
      const before = yield* kept(robotId)
      yield* prepare
      assert.deepStrictEqual(yield* keptRows(robotId), [])
      assert.deepStrictEqual(yield* kept(robotId), before)
      assert.isTrue(yield* rename)
      assert.deepStrictEqual(yield* kept(robotId), [
        ["power", 1 - hourMs],
        ["power", 2 - hourMs]
      ])
    })
  )

  racing("holds up no recording while it moves samples, and what comes meanwhile is merged (needs Postgres)", () =>
    Effect.gen(function* () {
      const { rename, robotId, write } = yield* twoSeries
      const other = yield* twoSeries
      gate = { reached: yield* Deferred.make<void>(), open: yield* Deferred.make<void>() }
      const { open, reached } = gate
      const renaming = yield* Effect.forkChild(rename)
      yield* Deferred.await(reached)
      gate = null
      yield* Effect.timeout(other.write("speed", nowMs), "30 seconds")
      yield* Effect.timeout(write("battery", nowMs), "30 seconds")
      yield* Effect.timeout(write("speed", nowMs), "30 seconds")
      assert.lengthOf(yield* kept(other.robotId), 3)
      yield* Deferred.succeed(open, undefined)
      assert.isTrue(yield* Fiber.join(renaming))
      assert.deepStrictEqual(yield* kept(robotId), [
        ["power", 1 - hourMs],
        ["power", 2 - hourMs],
        ["power", 0],
        ["speed", 0]
      ])
    }).pipe(Effect.ensuring(Effect.sync(() => void (gate = null))))
  )

  racing("takes along what another connection is writing under the old name at its end (needs Postgres)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { rename, robotId, write } = yield* twoSeries
      const [written, commit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const writing = yield* Effect.forkChild(
        (yield* Transaction).run(
          Effect.gen(function* () {
            yield* write("battery", nowMs)
            yield* Deferred.succeed(written, undefined)
            yield* Deferred.await(commit)
          })
        )
      )
      yield* Deferred.await(written)
      const renaming = yield* Effect.forkChild(rename)
      yield* eventually(
        sql`SELECT 1 FROM pg_locks WHERE NOT granted AND mode = 'ShareRowExclusiveLock'`,
        ({ length }) => length > 0
      )
      Deferred.doneUnsafe(commit, Exit.void)
      yield* Fiber.join(writing)
      yield* Fiber.join(renaming)
      assert.deepInclude(yield* kept(robotId), ["power", 0])
      assert.lengthOf(yield* kept(robotId), 3)
    })
  )
})
