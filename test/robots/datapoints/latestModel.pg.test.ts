import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { Latest, type LatestValue } from "@fleet/server/robots/datapoints/Latest"
import { LatestStore } from "@fleet/server/robots/datapoints/LatestStore"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Effect, Exit, Layer, Option, Schema, Scope, Context } from "effect"
import { TestClock } from "effect/testing"
import { TestDatabase } from "../../support/Database.ts"
import { connectedHome, datapoints, leaves, say } from "../../support/homes.ts"
import { anOrg, aRobot } from "../fixtures.ts"

const Stored = LatestStore.layer.pipe(Layer.provideMerge(TestDatabase))
const process = Layer.fresh(Latest.layer).pipe(
  Layer.provideMerge(Layer.fresh(RobotHomes.layer)),
  Layer.provideMerge(Layer.mergeAll(Layer.fresh(Bus.layer), Layer.fresh(Counters.layer)))
)

const lastMs = 8_640_000_000_000_000
const Stamp = Schema.Literals([0, 1, 2, lastMs - 1, lastMs])
const Sample = Schema.Struct({
  what: Schema.Literals(["live", "live", "backfill", "backfill"]),
  slug: Schema.Literals(["battery", "battery", "pose"]),
  at: Stamp
})
const Event = Schema.Struct({ what: Schema.Literals(["read", "second", "leave", "leave", "restart", "restart"]) })
const Steps = Schema.Array(Schema.Union([Sample, Sample, Event])).check(Schema.isMinLength(10), Schema.isMaxLength(30))

layer(Stored, { timeout: "180 seconds" })("the latest value", (it) => {
  it.effect.prop(
    "the latest value is that of a plain model after any live and backfilled samples with any stamps, reads, departures and restarts",
    [Steps],
    ([steps]) =>
      Effect.gen(function* () {
        const robotId = yield* aRobot(yield* anOrg)
        const store = yield* LatestStore
        const model = new Map<string, LatestValue>()
        const begin = Effect.gen(function* () {
          const scope = yield* Scope.make()
          return { scope, services: yield* Layer.buildWithScope(process, scope) }
        })
        let running = yield* begin
        const matches = Effect.gen(function* () {
          for (const slug of ["battery", "pose"]) {
            const value = yield* Context.get(running.services, Latest).get(robotId, slug)
            assert.deepStrictEqual(value, model.get(slug) ?? null)
          }
        })
        for (const [index, step] of steps.entries()) {
          const home = Effect.provideContext(connectedHome(robotId, datapoints("battery", "pose")), running.services)
          if ("slug" in step) {
            const backfill = step.what === "backfill"
            const { at: timestampMs, slug } = step
            const json = String(index)
            const known = model.get(slug)
            if (!backfill || known === undefined || timestampMs > known.timestampMs)
              model.set(slug, { json, timestampMs })
            say(yield* home, slug, json, timestampMs, backfill)
          } else if (step.what === "read") yield* matches
          else if (step.what === "second") yield* TestClock.adjust("1 second")
          else if (step.what === "leave") {
            yield* leaves(yield* home)
            yield* TestClock.adjust("1 second")
          } else {
            yield* Scope.close(running.scope, Exit.void)
            running = yield* begin
          }
        }
        yield* matches
        yield* Scope.close(running.scope, Exit.void)
        for (const slug of ["battery", "pose"]) {
          assert.deepStrictEqual(Option.getOrNull(yield* store.find({ robotId, slug })), model.get(slug) ?? null)
        }
        running = yield* begin
        yield* matches
        yield* Scope.close(running.scope, Exit.void)
      }),
    { arbitrary: { runs: 150 } }
  )
})
