import { assert, describe, it } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { Int } from "@fleet/domain/Wire"
import type { Minute } from "@fleet/server/robots/latency/LatencyStore"
import { UnwrittenMinutes } from "@fleet/server/robots/latency/UnwrittenMinutes"
import { Schema } from "effect"

const robot = "00000000-0000-4000-8000-000000000001" as RobotId

const Steps = Schema.Array(
  Schema.Struct({
    does: Schema.Literals(["end", "end", "flush", "take", "takeOf", "write", "fail"]),
    robot: Int(0, 3),
    atMost: Int(1, 4)
  })
).check(Schema.isMaxLength(60))

describe("unwritten latency minutes", () => {
  const minute = (number: number): Minute => ({
    robotId: robot,
    at: new Date(number * 60_000),
    min: 1,
    max: 1,
    sum: 1,
    samples: 1,
    onlineMs: 1
  })
  const numbers = (batch: ReadonlyArray<Minute> | undefined) => batch?.map(({ at }) => at.getTime() / 60_000)

  it("unwritten latency minutes wait oldest first, those that are given back before newer ones", () => {
    const unwritten = new UnwrittenMinutes()
    unwritten.add([minute(1), minute(2)])
    unwritten.add([])
    unwritten.add([minute(3)])
    const first = unwritten.take(5_000)
    assert.deepStrictEqual(numbers(first), [1, 2])
    unwritten.giveBack(first)
    assert.deepStrictEqual(numbers(unwritten.take(5_000)), [1, 2])
    assert.deepStrictEqual(numbers(unwritten.take(5_000)), [3])
    assert.deepStrictEqual(unwritten.take(5_000), [])
    assert.strictEqual(unwritten.size, 0)
  })

  it("unwritten latency minutes are 100000 at most, and the oldest go, also of those given back", () => {
    const unwritten = new UnwrittenMinutes()
    const many = (from: number, count: number) => Array.from({ length: count }, (_, index) => minute(from + index))
    unwritten.add(many(0, 12_000))
    const underWay = unwritten.take(5_000)
    assert.lengthOf(underWay, 5_000)
    unwritten.add(many(12_000, 90_000))
    assert.strictEqual(unwritten.takeDropped(), 0)
    unwritten.giveBack(underWay)
    assert.strictEqual(unwritten.takeDropped(), 2_000)
    assert.strictEqual(unwritten.takeDropped(), 0)
    assert.strictEqual(unwritten.size, 100_000)
    assert.deepStrictEqual(numbers(unwritten.take(1)), [2_000])
  })

  it.prop(
    "unwritten latency minutes: each robot's are taken in order and once, and no robot twice in one statement",
    [Steps],
    ([steps]) => {
      const unwritten = new UnwrittenMinutes()
      const robots = Array.from({ length: 4 }, (_, index) => `robot ${index}` as RobotId)
      const added = robots.map((): Array<number> => [])
      const written = robots.map((): Array<number> => [])
      let underWay: ReadonlyArray<Minute> = []
      const write = () => {
        for (const { at, robotId } of underWay) written[robots.indexOf(robotId)]!.push(at.getTime() / 60_000)
        underWay = []
      }
      for (const [number, { atMost, does, robot: index }] of steps.entries()) {
        if (does === "end") {
          const ended = robots.slice(index)
          unwritten.add(ended.map((robotId) => ({ ...minute(number), robotId })))
          for (const robotId of ended) added[robots.indexOf(robotId)]!.push(number)
        } else if (does === "flush") {
          unwritten.add([{ ...minute(number), robotId: robots[index]! }])
          added[index]!.push(number)
        } else if (does === "write") write()
        else if (does === "fail") {
          unwritten.giveBack(underWay)
          underWay = []
        } else if (underWay.length === 0) {
          underWay = does === "take" ? unwritten.take(atMost) : unwritten.takeOf(robots[index]!)
          assert.lengthOf(new Set(underWay.map(({ robotId }) => robotId)), underWay.length)
          if (does === "take") assert.isAtMost(underWay.length, atMost)
          else assert.isTrue(underWay.every(({ robotId }) => robotId === robots[index]))
        }
        const waiting = added.flat().length - written.flat().length - underWay.length
        assert.strictEqual(unwritten.size, waiting)
      }
      write()
      while (unwritten.size > 0) {
        underWay = unwritten.take(3)
        write()
      }
      assert.deepStrictEqual(written, added)
    }
  )
})
