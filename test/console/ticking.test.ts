import { afterEach, assert, describe, it } from "@effect/vitest"
import { askNow, serviceNow, setClockOffset } from "../../packages/console/src/format/ticking.ts"

const hours = 3_600_000

afterEach(() => setClockOffset(0))

describe("what has to do with now", () => {
  it("is asked once where the answer tells nothing new", async () => {
    let asked = 0
    const answer = await askNow(async (nowMs) => {
      asked += 1
      setClockOffset(900)
      return nowMs
    })
    assert.strictEqual(asked, 1)
    assert.closeTo(answer, Date.now(), 5000)
  })

  it("is asked again where the answer tells another time, and what was answered is dropped", async () => {
    for (const off of [3 * hours, -3 * hours]) {
      const asked: Array<number> = []
      const answer = await askNow(async (nowMs) => {
        asked.push(nowMs)
        setClockOffset(off + 0.37)
        return nowMs
      })
      assert.lengthOf(asked, 2)
      for (const each of asked) assert.isTrue(Number.isInteger(each))
      assert.closeTo(answer, Date.now() + off, 5000)
      assert.closeTo(serviceNow(), Date.now() + off, 5000)
      setClockOffset(0)
    }
  })

  it("is asked again where a refusal is of a wrong time, and fails where it is not", async () => {
    const asked: Array<number> = []
    const failed = await askNow(async (nowMs): Promise<number> => {
      asked.push(nowMs)
      setClockOffset(3 * hours)
      throw new Error(`refused ${asked.length}`)
    }).catch((error: unknown) => error)
    assert.strictEqual((failed as Error).message, "refused 2")
  })
})
