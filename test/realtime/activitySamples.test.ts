import { assert, describe, it } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import type { OrgActivityEvent } from "@fleet/server/platform/bus/OrgMessages"
import { ActivityPart } from "@fleet/server/robots/datapoints/ActivityPart"
import { SampleActivity } from "@fleet/server/robots/datapoints/SampleActivity"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { connectedHome, datapoints, homeOf, leaves, say } from "../support/homes.ts"
import { broadcastNow } from "../support/broadcastNow.ts"

const orgId = OrgId.make(randomUUID())
const otherOrgId = OrgId.make(randomUUID())
const aRobot = () => RobotId.make(randomUUID())

const Subject = SampleActivity.pipe(Layer.provideMerge(RobotHomes.layer), Layer.provideMerge(Bus.layer))

/** The activity of the org from now on. */
const followed = Effect.gen(function* () {
  const bus = yield* Bus
  const events: Array<OrgActivityEvent> = []
  const stop = bus.followOrg(orgId, "activity", ({ event }) => void events.push(event))
  return { stop, taken: () => events.splice(0), subjects: () => events.splice(0).map(({ subject }) => subject) }
})

const partOf = (home: { readonly parts: ReadonlyArray<unknown> }) => home.parts[0] as ActivityPart

describe("ActivityPart", () => {
  it.effect("ActivityPart publishes the first live sample of each slug and robot in each second", () =>
    Effect.gen(function* () {
      const { subjects } = yield* followed
      const [one, two] = [yield* homeOf(aRobot(), orgId), yield* homeOf(aRobot(), orgId)]
      yield* TestClock.setTime(10_000)
      for (const value of ["1", "2"]) for (const slug of ["battery", "pose"]) say(one, slug, value, 1)
      say(two, "battery", "1", 1)
      assert.deepStrictEqual(subjects(), ["battery", "pose", "battery"])
      yield* TestClock.adjust("999 millis")
      say(one, "battery", "3", 1)
      assert.deepStrictEqual(subjects(), [])
      yield* TestClock.adjust("1 millis")
      say(one, "battery", "4", 1)
      say(one, "battery", "5", 1)
      assert.deepStrictEqual(subjects(), ["battery"])
    }).pipe(Effect.provide(Subject))
  )

  it.effect("ActivityPart publishes no backfilled sample, which does not count as the first of its second either", () =>
    Effect.gen(function* () {
      const { taken } = yield* followed
      const home = yield* homeOf(aRobot(), orgId)
      say(home, "battery", "1", 1, true)
      assert.deepStrictEqual(taken(), [])
      say(home, "battery", "2", 2)
      assert.deepStrictEqual(
        taken().map(({ detail }) => detail),
        [{ value: 2, timestamp_ms: 2 }]
      )
    }).pipe(Effect.provide(Subject))
  )

  it.effect("ActivityPart names the robot, the slug and the time of arrival", () =>
    Effect.gen(function* () {
      const { taken } = yield* followed
      const home = yield* homeOf(aRobot(), orgId)
      yield* TestClock.setTime(12_345)
      say(home, "battery", '{"volts":24.5}', 7)
      const [{ at, ...event }] = taken() as [OrgActivityEvent]
      assert.strictEqual(at.epochMilliseconds, 12_345)
      assert.deepStrictEqual(
        { ...event },
        {
          kind: "datapoint",
          severity: "info",
          robot_id: home.robotId,
          subject: "battery",
          detail: { value: { volts: 24.5 }, timestamp_ms: 7 }
        }
      )
    }).pipe(Effect.provide(Subject))
  )

  it.effect("ActivityPart does not parse a value whose detail is larger than 4096 bytes", () =>
    Effect.gen(function* () {
      const { taken } = yield* followed
      const home = yield* homeOf(aRobot(), orgId)
      const fits = "é".repeat((4096 - '{"value":"","timestamp_ms":1}'.length - 1) / 2)
      say(home, "fits", `"${fits}x"`, 1)
      say(home, "long", `"${fits}xx"`, 1)
      // No JSON: parsing it would throw.
      say(home, "huge", "x".repeat(5_000), 1)
      assert.deepStrictEqual(
        taken().map(({ detail }) => detail),
        [
          { value: `${fits}x`, timestamp_ms: 1 },
          { omitted: "too_large", bytes: 4097 },
          { omitted: "too_large", bytes: 5_000 + '{"value":,"timestamp_ms":1}'.length }
        ]
      )
    }).pipe(Effect.provide(Subject))
  )

  it.effect("ActivityPart parses a value only when its detail is read", () =>
    Effect.gen(function* () {
      const { taken } = yield* followed
      const home = yield* homeOf(aRobot(), orgId)
      say(home, "battery", "no JSON", 1)
      const [event] = taken()
      assert.throws(() => event!.detail, SyntaxError)
    }).pipe(Effect.provide(Subject))
  )

  it.effect("ActivityPart does nothing for an org that nobody follows, and starts in the midst of a second", () =>
    Effect.gen(function* () {
      const bus = yield* Bus
      const other = bus.followOrg(otherOrgId, "activity", () => assert.fail("another org's activity"))
      const home = yield* connectedHome(aRobot(), datapoints("battery"), orgId)
      say(home, "battery", "1", 1)
      assert.strictEqual(partOf(home).size, 0)
      const { stop, subjects } = yield* followed
      say(home, "battery", "2", 1)
      say(home, "battery", "3", 1)
      assert.deepStrictEqual(subjects(), ["battery"])
      stop()
      yield* TestClock.adjust("1 second")
      say(home, "battery", "4", 1)
      assert.deepStrictEqual(subjects(), [])
      assert.strictEqual(partOf(home).size, 0)
      other()
    }).pipe(Effect.provide(Subject))
  )

  it.effect("ActivityPart nothing is kept of 10,000 slugs after their second, nor of 10,000 robots that left", () =>
    Effect.gen(function* () {
      const { taken } = yield* followed
      const homes = yield* RobotHomes
      const busy = yield* connectedHome(aRobot(), datapoints("battery"), orgId)
      for (let index = 0; index < 10_000; index++) say(busy, `slug_${index}`, "1", 1)
      assert.strictEqual(partOf(busy).size, 10_000)
      const ids = Array.from({ length: 10_000 }, aRobot)
      for (const robotId of ids) {
        const home = yield* connectedHome(robotId, datapoints("battery"), orgId)
        say(home, "battery", "1", 1)
        yield* leaves(home)
      }
      assert.lengthOf(taken(), 20_000)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(partOf(busy).size, 0)
      assert.isTrue(ids.every((robotId) => homes.get(robotId) === undefined))
      assert.strictEqual(homes.get(busy.robotId), busy)
      broadcastNow(yield* Bus, { type: "robot_deleted", robotId: busy.robotId, orgId })
      assert.isUndefined(homes.get(busy.robotId))
    }).pipe(Effect.provide(Subject))
  )
})
