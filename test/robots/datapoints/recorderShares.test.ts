import { assert, describe, it } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Series } from "@fleet/server/robots/history/Series"
import { type RecordedRobot, HistoryRecorderQueue } from "@fleet/server/robots/datapoints/HistoryRecorderQueue"

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`
const retention = { enabled: true, interval_seconds: 0.001 }

/** A queue, a robot of each org, and what of each org was lost. */
const aQueue = () => {
  const lost = new Map<OrgId, number>()
  const queue = new HistoryRecorderQueue({
    nowMs: () => 1_000_000,
    historyDays: () => 7,
    admit: () => null,
    lost: (orgId, loss) => {
      assert.strictEqual(loss, "queue_full")
      lost.set(orgId, (lost.get(orgId) ?? 0) + 1)
    }
  })
  const robots = new Map<number, RecordedRobot & { readonly series: Series }>()
  const robotOf = (org: number) => {
    let robot = robots.get(org)
    if (robot === undefined) {
      const series = new Series()
      const home = { orgId: OrgId.make(id(org)), robotId: RobotId.make(id(org)), published: { version: 1 } }
      robots.set(org, (robot = { home, series, seriesOf: () => series, prune: () => true }))
    }
    return robot
  }
  let at = 0
  const record = (org: number, count: number, json = "1") => {
    const robot = robotOf(org)
    for (let each = 0; each < count; each++)
      queue.record(robot, retention, {
        type: "sample",
        robotId: robot.home.robotId,
        slug: "x",
        json,
        timestampMs: at++
      })
  }
  return {
    queue,
    record,
    lostOf: (org: number) => lost.get(OrgId.make(id(org))) ?? 0,
    waitingOf: (org: number) => robotOf(org).series.waiting
  }
}

describe("the line of samples to be recorded", () => {
  it("the line of samples: one org may fill it alone, and loses what is beyond", () => {
    const { lostOf, queue, record } = aQueue()
    record(1, 100_000)
    assert.strictEqual(lostOf(1), 0)
    record(1, 1)
    assert.strictEqual(lostOf(1), 1)
    assert.strictEqual(queue.samples, 100_000)
  })

  it("the line of samples: a backlog of one org takes nothing from another, up to an equal share", () => {
    const { lostOf, queue, record, waitingOf } = aQueue()
    record(1, 120_000)
    record(2, 50_000)
    assert.deepStrictEqual([lostOf(1), lostOf(2)], [70_000, 0])
    assert.deepStrictEqual([waitingOf(1), waitingOf(2)], [50_000, 50_000])
    record(2, 1)
    record(1, 1)
    assert.deepStrictEqual([lostOf(1), lostOf(2)], [70_001, 1])
    // A third has its share from the two.
    record(3, 33_333)
    assert.strictEqual(lostOf(3), 0)
    assert.strictEqual(queue.samples, 100_000)
    record(3, 1)
    assert.strictEqual(lostOf(3), 1)
  })

  it("the line of samples: characters are shared as samples are", () => {
    const { lostOf, queue, record } = aQueue()
    const long = "1".repeat(1_000_000)
    record(1, 65, long)
    assert.strictEqual(lostOf(1), 1)
    record(2, 32, long)
    assert.deepStrictEqual([lostOf(1), lostOf(2)], [33, 0])
    record(2, 1, long)
    assert.deepStrictEqual([lostOf(1), lostOf(2)], [33, 1])
    assert.strictEqual(queue.samples, 64)
  })

  it("the line of samples: what is being written is not dropped, and a batch holds equally many of each org", () => {
    const { lostOf, queue, record } = aQueue()
    record(1, 99_000)
    record(2, 1_000)
    record(3, 10)
    assert.strictEqual(lostOf(1), 10)
    const batch = queue.take(queue.idle(), 10_000)
    const counts = Map.groupBy(batch.samples, ({ orgId }) => orgId)
    assert.deepStrictEqual(
      [...counts.values()].map(({ length }) => length).sort((a, b) => a - b),
      [10, 1_000, 8_990]
    )
    const everything = queue.take(queue.idle(), 100_000)
    assert.isEmpty(everything.samples, "its lines are being written")
    queue.giveBack(batch)
    const again = queue.take(queue.idle(), 10_000)
    assert.deepStrictEqual(again.samples, batch.samples)
    queue.written(again)
    assert.strictEqual(queue.samples, 90_000)
    assert.deepStrictEqual(
      [...queue.oldest()].map(({ line }) => line.samples),
      [90_000]
    )
  })
})
