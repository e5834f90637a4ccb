import { assert, describe, it } from "@effect/vitest"
import type { Unit } from "@fleet/server/media/Gop"
import { PictureRound, viewersATurn } from "@fleet/server/media/PictureRound"

const unit = (seq: number): Unit => ({ isKey: false, seq, ptsMs: 0, bytes: 1, frame: Buffer.alloc(1) })
const turn = () => new Promise((resolve) => setImmediate(resolve))
const aCrowd = (count: number) => {
  const got = Array.from({ length: count }, (): Array<number> => [])
  return { got, viewers: new Set(got.map((seqs) => ({ picture: ({ seq }: Unit) => void seqs.push(seq) }))) }
}

describe("a picture for many viewers", () => {
  it("a picture for many viewers leaves others of the process a turn, and comes to each once", async () => {
    const { got, viewers } = aCrowd(viewersATurn * 2 + 1)
    const round = new PictureRound(() => 0)
    round.begin(unit(1), viewers)
    const served = () => got.filter(({ length }) => length > 0).length
    assert.strictEqual(served(), viewersATurn)
    await turn()
    assert.strictEqual(served(), viewersATurn * 2)
    await turn()
    await turn()
    assert.deepStrictEqual(new Set(got.map((seqs) => seqs.join())), new Set(["1"]))
  })

  it("a picture for many viewers comes to all before the next", async () => {
    const { got, viewers } = aCrowd(viewersATurn * 3)
    const round = new PictureRound(() => 0)
    for (const seq of [1, 2, 3]) {
      round.finish()
      round.begin(unit(seq), viewers)
    }
    round.finish()
    assert.deepStrictEqual(new Set(got.map((seqs) => seqs.join())), new Set(["1,2,3"]))
    await turn()
    await turn()
    assert.deepStrictEqual(new Set(got.map((seqs) => seqs.join())), new Set(["1,2,3"]))
  })
})
