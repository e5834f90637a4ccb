import { assert, it } from "@effect/vitest"
import { RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { OrgSamples } from "@fleet/server/realtime/OrgSamples"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"

it.effect("an org's samples remember deleted robots only while its robots are looked up", () =>
  Effect.gen(function* () {
    const bus = yield* Bus
    const told: Array<RobotId> = []
    const samples = new OrgSamples(
      bus,
      () => 0,
      ({ robotId }) => void told.push(robotId)
    )
    const aRobot = () => RobotId.make(randomUUID())
    const [early, late, stays] = [aRobot(), aRobot(), aRobot()]
    samples.leave(early)
    samples.followAll([early, late, stays])
    samples.leave(late)
    const publish = () => {
      for (const robotId of [early, late, stays]) {
        bus.publish({ type: "sample", robotId, slug: "battery", json: "1", timestampMs: 1 })
      }
    }
    publish()
    assert.deepStrictEqual(told, [stays])
    samples.stop()
    for (const robotId of [early, late]) samples.follow(robotId)
    publish()
    assert.deepStrictEqual(told, [stays, early, late], "deleted robots of every org would add up for ever")
    samples.stop()
    publish()
    assert.lengthOf(told, 3)
  }).pipe(Effect.provide(Bus.layer))
)
