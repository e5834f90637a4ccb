import { assert, layer } from "@effect/vitest"
import type { AppId } from "@fleet/domain/Ids"
import { Nodes } from "@fleet/server/platform/nodes/Nodes"
import { UsageCounters } from "@fleet/server/plans/UsageCounters"
import { UsageCounterStore } from "@fleet/server/plans/UsageCounterStore"
import { Context, Effect, Exit, Layer, Schema, Scope } from "effect"
import { makeOrg } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"

const metric = "live_session_ms"
const apps = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as Array<AppId>

const Move = Schema.Union([
  Schema.Struct({
    kind: Schema.Literal("use"),
    server: Schema.Literals([0, 1]),
    app: Schema.Literals([0, 1]),
    ms: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 30_000 }))
  }),
  Schema.Struct({
    kind: Schema.Literals(["flush", "flush, unanswered", "flush, refused", "kill", "stop"]),
    server: Schema.Literals([0, 1])
  })
])
const Moves = Schema.Array(Move).check(Schema.isMaxLength(40))

/** What a server's run has counted of an app, and how much of it is stored. */
interface Counted {
  value: number
  stored: number
}

const fresh = (): readonly [Counted, Counted] => [
  { value: 0, stored: 0 },
  { value: 0, stored: 0 }
]

/** A run of a server over the database of the test. `faults` says what becomes of its next write. */
const startServer = Effect.gen(function* () {
  const store = yield* UsageCounterStore
  const faults: { next: "flush" | "flush, unanswered" | "flush, refused" } = { next: "flush" }
  const faulty = UsageCounterStore.of({
    ...store,
    put: (counts) =>
      Effect.gen(function* () {
        if (faults.next === "flush, refused") return yield* Effect.die("refused")
        yield* store.put(counts)
        if (faults.next === "flush, unanswered") return yield* Effect.die("the answer was lost")
      })
  })
  const scope = yield* Scope.make()
  const made = yield* Scope.provide(
    Layer.build(
      Layer.fresh(UsageCounters.layer).pipe(
        Layer.provide([Layer.succeed(UsageCounterStore, faulty), Layer.fresh(Nodes.alone)])
      )
    ),
    scope
  )
  return { counters: Context.get(made, UsageCounters), faults, scope, counted: fresh() }
})

layer(Layer.provideMerge(UsageCounterStore.layer, TestApp), { timeout: "2 minutes" })("counts of use", (it) => {
  it.effect.prop(
    "stand in the database as they were last written, however servers stop, are killed and lose answers",
    [Moves],
    ([moves]) =>
      Effect.gen(function* () {
        const { orgId } = yield* makeOrg
        const runs = [yield* startServer, yield* startServer]
        const at = [...runs]
        for (const move of moves) {
          const { counted, counters, faults, scope } = at[move.server]!
          const store = () => counted.forEach((each) => void (each.stored = each.value))
          if (move.kind === "use") {
            counters.add(orgId, apps[move.app]!, metric, move.ms)
            counted[move.app]!.value += move.ms
          } else if (move.kind === "kill" || move.kind === "stop") {
            if (move.kind === "stop") {
              yield* Scope.close(scope, Exit.void)
              store()
            }
            runs.push((at[move.server] = yield* startServer))
          } else {
            faults.next = move.kind
            yield* Effect.exit(counters.flush)
            faults.next = "flush"
            if (move.kind !== "flush, refused") store()
          }
        }
        const stored = runs.flatMap(({ counted }) => counted).reduce((sum, each) => sum + each.stored, 0)
        const from = "1970-01-01"
        assert.strictEqual(yield* (yield* UsageCounterStore).ofApps({ orgId, metric, from, besides: [] }), stored)
        // A flush that nothing disturbs brings what is live to the truth.
        for (const { counted, counters } of at) {
          yield* counters.flush
          counted.forEach((each) => void (each.stored = each.value))
        }
        const truth = runs.flatMap(({ counted }) => counted).reduce((sum, each) => sum + each.stored, 0)
        for (const { counters } of at) assert.strictEqual(yield* counters.monthOfApps(orgId, metric), truth)
      }),
    { arbitrary: { runs: 60 } }
  )
})
