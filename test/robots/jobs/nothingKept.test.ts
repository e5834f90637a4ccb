import { assert, it } from "@effect/vitest"
import { RobotId } from "@fleet/domain/Ids"
import type { JobActor } from "@fleet/domain/Jobs"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { PublisherHolds } from "@fleet/server/robots/jobs/PublisherHolds"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { connectedHome, datapoints } from "../../support/homes.ts"

const count = 10_000
const timeouts = { quietTimeoutMs: 1, failsafeTimeoutMs: 1 }
const person = (id: string): JobActor => ({ kind: "developer", id, label: id, name: null })
const Subject = PublisherHolds.layer.pipe(Layer.provideMerge(RobotHomes.layer), Layer.provide(Bus.layer))

it.effect("of 10,000 publishers of a robot that stays, one after the other published, one is held", () =>
  Effect.gen(function* () {
    const holds = yield* PublisherHolds
    const home = yield* connectedHome(RobotId.make(randomUUID()))
    for (let version = 0; version < count; version++) {
      const nowMs = yield* Clock.currentTimeMillis
      holds.take(home, `drive_${version}`, person("somebody"), timeouts, nowMs)
      assert.deepStrictEqual(holds.take(home, `drive_${version}`, person("another"), timeouts, nowMs), {
        retryAfterMs: 1
      })
      home.configure(datapoints())
      // What is held now stays held, whatever is published.
      assert.strictEqual(holds.count(home.robotId), 1)
      yield* TestClock.adjust(1)
    }
  }).pipe(Effect.provide(Subject))
)
