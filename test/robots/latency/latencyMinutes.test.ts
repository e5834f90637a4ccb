import { assert, describe, it } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { LatencyPart } from "@fleet/server/robots/latency/LatencyPart"
import { Effect } from "effect"
import { RunningMinute } from "@fleet/server/robots/latency/RunningMinute"

const robotIds = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as Array<RobotId>
const start = 60_000 * 1000

const writing = { queue: { add: () => undefined }, flushOf: () => Effect.void }

/** A minute with two robots, at a clock that is set by hand. */
const aMinute = (nowMs: number) => {
  const clock = { nowMs }
  const minute = new RunningMinute(nowMs)
  const parts = robotIds.map((robotId) => new LatencyPart({ robotId }, minute, () => clock.nowMs, writing))
  return {
    robot: parts[0]!,
    other: parts[1]!,
    minute,
    at: (ms: number) => {
      clock.nowMs = ms
    },
    take: (ms: number) => minute.take(parts, ms)
  }
}

describe("the running latency minute", () => {
  it("the running latency minute keeps the least, the most, the sum and the time online of each robot", () => {
    const { at, minute, other, robot, take } = aMinute(start + 5_000)
    at(start + 10_000)
    robot.attach()
    for (const ms of [8, 2, 5]) robot.pong(ms)
    at(start + 20_000)
    other.attach()
    other.detach(start + 20_500)
    assert.isFalse(minute.isOver(start + 59_999))
    assert.isTrue(minute.isOver(start + 60_000))
    assert.deepStrictEqual(take(start + 60_700), [
      { robotId: robotIds[0]!, at: new Date(start), min: 2, max: 8, sum: 15, samples: 3, onlineMs: 50_000 },
      { robotId: robotIds[1]!, at: new Date(start), min: null, max: null, sum: 0, samples: 0, onlineMs: 500 }
    ])
    assert.deepStrictEqual(
      take(start + 120_000).map(({ at, onlineMs }) => [at.getTime(), onlineMs]),
      [[start + 60_000, 60_000]]
    )
  })

  it("the running latency minute keeps nothing of a robot that came and went once it is over", () => {
    const { at, robot, take } = aMinute(start)
    for (let number = 0; number < 1_000; number++) {
      at(start + 20 * number)
      robot.attach()
      robot.pong(1)
      robot.detach(start + 20 * number + 10)
      // A pong that was on its way.
      robot.pong(2)
      assert.isFalse(robot.isVacant)
    }
    assert.deepStrictEqual(
      take(start + 60_000).map(({ onlineMs, samples }) => [onlineMs, samples]),
      [[10_000, 2_000]]
    )
    assert.isTrue(robot.isVacant)
    assert.deepStrictEqual(take(start + 120_000), [])
  })

  it("the running latency minute counts no time twice when it is taken early, and none that was not observed", () => {
    const { at, robot, take } = aMinute(start)
    robot.attach()
    at(start + 30_000)
    robot.attach()
    assert.strictEqual(take(start + 10_000)[0]!.onlineMs, 10_000)
    assert.strictEqual(take(start + 15_000)[0]!.onlineMs, 5_000)
    const [slept] = take(start + 600_000)
    assert.strictEqual(slept!.onlineMs, 45_000)
    assert.strictEqual(take(start + 601_000)[0]!.onlineMs, 1_000)
  })

  it("the running latency minute goes on with a clock that was set back", () => {
    const { minute, robot, take } = aMinute(start)
    robot.attach()
    robot.pong(4)
    const back = start - 600_000
    assert.isTrue(minute.isOver(back + 30_000))
    assert.strictEqual(take(back + 30_000)[0]!.samples, 1)
    assert.isFalse(minute.isOver(back + 59_999))
    assert.deepStrictEqual(
      take(back + 60_000).map(({ at, onlineMs }) => [at.getTime(), onlineMs]),
      [[back, 30_000]]
    )
  })

  it("the running latency minute keeps nothing of a robot that was deleted", () => {
    const { robot, take } = aMinute(start)
    robot.attach()
    robot.pong(4)
    robot.forget()
    assert.isTrue(robot.isVacant)
    assert.deepStrictEqual(take(start + 60_000), [])
  })
})
