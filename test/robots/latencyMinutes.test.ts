import { assert, describe, it } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { LatencyMinutes } from "@fleet/server/robots/latency/LatencyMinutes"

const robot = "00000000-0000-4000-8000-000000000001" as RobotId
const other = "00000000-0000-4000-8000-000000000002" as RobotId
const start = 60_000 * 1000

describe("the minute that runs now", () => {
  it("keeps the least, the most, the sum and the time online of each robot", () => {
    const minutes = new LatencyMinutes(start + 5_000)
    minutes.online(robot, start + 10_000)
    minutes.measured(robot, 8)
    minutes.measured(robot, 2)
    minutes.measured(robot, 5)
    minutes.online(other, start + 20_000)
    minutes.offline(other, start + 20_500)
    assert.isFalse(minutes.isOver(start + 59_999))
    assert.isTrue(minutes.isOver(start + 60_000))
    assert.deepStrictEqual(minutes.take(start + 60_700), [
      { robotId: robot, at: new Date(start), min: 2, max: 8, sum: 15, samples: 3, onlineMs: 50_000 },
      { robotId: other, at: new Date(start), min: null, max: null, sum: 0, samples: 0, onlineMs: 500 }
    ])
    assert.deepStrictEqual(
      minutes.take(start + 120_000).map(({ at, onlineMs }) => [at.getTime(), onlineMs]),
      [[start + 60_000, 60_000]]
    )
  })

  it("keeps nothing of robots that came and went", () => {
    const minutes = new LatencyMinutes(start)
    for (let number = 0; number < 1_000; number++) {
      const id = `robot-${number}` as RobotId
      minutes.online(id, start + number)
      minutes.measured(id, 1)
      minutes.offline(id, start + number + 10)
      // A pong that was on its way.
      minutes.measured(id, 2)
    }
    assert.lengthOf(minutes.take(start + 60_000), 1_000)
    assert.deepStrictEqual(minutes.take(start + 120_000), [])
  })

  it("counts no time twice when it is taken early, and none that nobody saw", () => {
    const minutes = new LatencyMinutes(start)
    minutes.online(robot, start)
    minutes.online(robot, start + 30_000)
    assert.strictEqual(minutes.take(start + 10_000)[0]!.onlineMs, 10_000)
    assert.strictEqual(minutes.take(start + 15_000)[0]!.onlineMs, 5_000)
    const [slept] = minutes.take(start + 600_000)
    assert.strictEqual(slept!.onlineMs, 45_000)
    assert.strictEqual(minutes.take(start + 601_000)[0]!.onlineMs, 1_000)
  })

  it("goes on with a clock that was set back", () => {
    const minutes = new LatencyMinutes(start)
    minutes.online(robot, start)
    minutes.measured(robot, 4)
    const back = start - 600_000
    assert.isTrue(minutes.isOver(back + 30_000))
    assert.strictEqual(minutes.take(back + 30_000)[0]!.samples, 1)
    assert.isFalse(minutes.isOver(back + 59_999))
    assert.deepStrictEqual(
      minutes.take(back + 60_000).map(({ at, onlineMs }) => [at.getTime(), onlineMs]),
      [[back, 30_000]]
    )
  })
})
