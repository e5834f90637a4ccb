import { assert, describe, it } from "@effect/vitest"
import { RobotId } from "@fleet/domain/Ids"
import {
  type Happened,
  type Known,
  maxAutomaticAnHour,
  planRecordings
} from "@fleet/server/robots/recordings/planRecordings"

const robot = RobotId.make("00000000-0000-4000-8000-000000000001")
const other = RobotId.make("00000000-0000-4000-8000-000000000002")
const recorder = { robot_id: robot, before_ms: 10_000, after_ms: 2_000 }

const at = (atMs: number, robotId = robot): Happened => ({ robotId, cause: { kind: "alert", ref: "low" }, atMs })
const known = (atMs: number, rest: Partial<Known> = {}): Known => ({
  robot_id: robot,
  wanted_from_ms: atMs - 10_000,
  wanted_to_ms: atMs + 2_000,
  open: true,
  automatic: true,
  ...rest
})
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

const madeOf = (happened: ReadonlyArray<Happened>, before: ReadonlyArray<Known> = []) => {
  const { made, refused } = planRecordings(happened, [recorder], before)
  return { made: made.map(({ happened: { atMs } }) => atMs), refused: refused.map(({ atMs }) => atMs) }
}

describe("recordings that are made without being asked for", () => {
  it("have the recorder's seconds around the moment, for robots that have a recorder", () => {
    const { made, refused } = planRecordings([at(50_000), at(50_000, other)], [recorder], [])
    assert.deepStrictEqual(made, [{ recorder, happened: at(50_000), wanted_from_ms: 40_000, wanted_to_ms: 52_000 }])
    assert.deepStrictEqual(refused, [])
  })

  it("are one for moments that one covers, to either edge", () => {
    assert.deepStrictEqual(madeOf([at(50_000), at(52_000), at(40_000), at(51_000)]).made, [50_000])
    assert.deepStrictEqual(madeOf([at(50_000), at(52_001), at(39_999)]).made, [50_000, 52_001, 39_999])
    const another: Happened = { ...at(50_001), cause: { kind: "job", ref: "1" } }
    assert.deepStrictEqual(madeOf([at(50_000), another]).made, [50_000])
    assert.deepStrictEqual(madeOf([at(50_000)], [known(50_000)]).made, [])
    assert.deepStrictEqual(madeOf([at(50_000)], [known(50_000, { open: false })]).made, [50_000])
  })

  it("are refused where three have not ended, for each caller", () => {
    const open = (count: number) => times(count).map((index) => known(index * 1_000_000, { automatic: false }))
    assert.deepStrictEqual(madeOf([at(500_000)], open(2)), { made: [500_000], refused: [] })
    assert.deepStrictEqual(madeOf([at(500_000)], open(3)), { made: [], refused: [500_000] })
    assert.deepStrictEqual(madeOf([at(500_000), at(600_000)], open(2)), { made: [500_000], refused: [600_000] })
  })

  it("are twelve in an hour at most", () => {
    const ended = (count: number) => times(count).map((index) => known(index * 1_000_000, { open: false }))
    assert.strictEqual(maxAutomaticAnHour, 12)
    assert.deepStrictEqual(madeOf([at(500_000)], ended(11)), { made: [500_000], refused: [] })
    assert.deepStrictEqual(madeOf([at(500_000)], ended(12)), { made: [], refused: [500_000] })
    assert.deepStrictEqual(madeOf([at(500_000), at(600_000)], ended(11)), { made: [500_000], refused: [600_000] })
  })
})
