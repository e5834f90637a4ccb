import { assert, layer } from "@effect/vitest"
import type { OrgId } from "@fleet/domain/Ids"
import { Meters } from "@fleet/server/org/Meters"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { HistoryHealth } from "@fleet/server/robots/datapoints/HistoryHealth"
import { RetentionQuota } from "@fleet/server/robots/datapoints/RetentionQuota"
import { history } from "@fleet/server/robots/history/Feature"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onPostgres, TestDatabase } from "../../support/Database.ts"
import { connectedHome, datapoints, say } from "../../support/homes.ts"
import { keptRows } from "../../support/keepSamples.ts"
import { silentHealth } from "../../support/silentHealth.ts"
import { anOrg, aRobot, SevenDays } from "../fixtures.ts"

const Recording = HistoryRecorder.layer.pipe(
  Layer.provide([HistoryHealth.layer, RetentionQuota.layer]),
  Layer.provideMerge(RobotHomes.layer),
  Layer.provideMerge(Layer.mergeAll(Bus.layer, Counters.layer)),
  Layer.provide([Meters.layer, silentHealth, SevenDays]),
  Layer.provide(RecordedSamples.layer),
  Layer.provide(history.stores),
  Layer.provideMerge(TestDatabase)
)

/** The lock that a statement waits for which writes the value "slow". */
const gate = 4_712

layer(Recording, { timeout: "120 seconds" })("a statement that is slow", (it) => {
  it.effect.skipIf(!onPostgres)("a statement that is slow holds up its own org's recording only (needs Postgres)", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counters = yield* Counters
      yield* sql.unsafe(`
        CREATE FUNCTION wait_for_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.value = '"slow"' THEN PERFORM pg_advisory_xact_lock_shared(${gate}); END IF;
          RETURN NEW;
        END $$`)
      yield* sql.unsafe(
        "CREATE TRIGGER gate BEFORE INSERT ON samples_hot FOR EACH ROW EXECUTE FUNCTION wait_for_gate()"
      )
      const held = yield* Deferred.make<void>()
      const open = yield* Deferred.make<void>()
      const closing = yield* sql`SELECT pg_advisory_xact_lock(${gate})`.pipe(
        Effect.andThen(Deferred.succeed(held, undefined)),
        Effect.andThen(Deferred.await(open)),
        sql.withTransaction,
        Effect.forkChild
      )
      yield* Deferred.await(held)

      const robots = yield* Effect.all(
        Array.from({ length: 12 }, () =>
          Effect.gen(function* () {
            const orgId: OrgId = yield* anOrg
            const robotId = yield* aRobot(orgId)
            return yield* connectedHome(robotId, datapoints("battery"), orgId)
          })
        )
      )
      const [slow, ...others] = robots
      const count = (home: (typeof robots)[number]) => Effect.map(keptRows(home.robotId), ({ length }) => length)
      const sayAll = (timestampMs: number) => {
        for (const home of robots) say(home, "battery", home === slow ? '"slow"' : "1", timestampMs)
      }
      /** Lets seconds of the service's clock pass until all others have so many samples; answers how many passed. */
      const secondsUntil = Effect.fnUntraced(function* (samples: number) {
        for (let seconds = 0; seconds < 60; seconds++) {
          const counts = yield* Effect.all(others.map(count))
          if (counts.every((each) => each === samples)) return seconds
          yield* TestClock.adjust("1 second")
          // Statements take real time.
          yield* TestClock.withLive(Effect.sleep("100 millis"))
        }
        return Infinity
      })

      sayAll(0)
      assert.isAtMost(yield* secondsUntil(1), 10)
      assert.strictEqual(yield* count(slow!), 0)
      // It is known now, and others do not wait for it any more.
      for (let second = 1; second <= 5; second++) {
        sayAll(second * 1_000)
        assert.isAtMost(yield* secondsUntil(second + 1), 3)
      }
      assert.strictEqual(yield* count(slow!), 0)
      assert.isAtLeast(counters.recording_oldest_seconds, 5)

      yield* Deferred.succeed(open, undefined)
      yield* Fiber.join(closing)
      for (let seconds = 0; seconds < 60 && (yield* count(slow!)) < 6; seconds++) {
        yield* TestClock.adjust("1 second")
        yield* TestClock.withLive(Effect.sleep("100 millis"))
      }
      assert.strictEqual(yield* count(slow!), 6)
    })
  )
})
