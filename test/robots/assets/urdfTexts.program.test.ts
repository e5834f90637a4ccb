import { assert, layer } from "@effect/vitest"
import { answerUrdf } from "@fleet/server/robots/assets/urdf/answerUrdf"
import { UrdfTexts } from "@fleet/server/robots/assets/urdf/UrdfTexts"

import { Effect } from "effect"
import { getPriority } from "node:os"
import { allProcesses, below } from "../../bench/support/Processes.ts"

const manyMeshes = `<robot name="r">${Array.from({ length: 19_000 }, (_, at) => `<mesh filename="package://rover/${at}.stl"/>`).join("")}</robot>`

/** The least processor time of this thread that one of three tries took, in milliseconds: other work adds to any. */
const leastMs = Effect.fnUntraced(function* <A>(work: (run: number) => Effect.Effect<A>) {
  let least = Infinity
  for (let run = 0; run < 3; run++) {
    const before = process.threadCpuUsage()
    yield* work(run)
    const { system, user } = process.threadCpuUsage(before)
    least = Math.min(least, (system + user) / 1000)
  }
  return least
})

layer(UrdfTexts.layer, { timeout: "60 seconds", excludeTestServices: true })("texts of URDFs", (it) => {
  it.effect("reading a costly URDF takes little time of the main thread", () =>
    Effect.gen(function* () {
      const { read } = yield* UrdfTexts
      const bytes = Buffer.from(`<robot>${"\r".repeat(2_000_000)}</robot>`)
      // The process starts with the first question.
      const ask = Effect.orDie(read("a", bytes.length, Effect.succeed(bytes)))
      assert.deepStrictEqual(yield* ask, { files: [] })
      const beneath = below(process.pid, allProcesses()).map(({ pid }) => getPriority(pid))
      assert.include(beneath, 19, "behind the process of passwords, which has 10")
      const here = yield* leastMs(() => Effect.sync(() => answerUrdf({ bytes, addresses: null })))
      const beside = yield* leastMs(() => ask)
      assert.isBelow(beside, here / 3)
    })
  )

  it.effect("a URDF with addresses is written once for all that ask for the same, beside the main thread", () =>
    Effect.gen(function* () {
      const { rewrite } = yield* UrdfTexts
      let reads = 0
      const bytes = Effect.sync(() => {
        reads++
        return Buffer.from(manyMeshes)
      })
      const addresses = {
        files: [["package://rover/7.stl", "http://cloud.example/7"]],
        missing: "http://cloud.example/missing?name="
      } as const
      const urdf = { sha256: "sha", size: manyMeshes.length }
      const ask = (missing: string = addresses.missing) =>
        Effect.orDie(rewrite("a", urdf, bytes, { ...addresses, missing }))
      const first = yield* ask()
      const text = Buffer.from(first).toString()
      assert.include(text, `<mesh filename="http://cloud.example/7"/>`)
      assert.include(text, `<mesh filename="http://cloud.example/missing?name=package%3A%2F%2Frover%2F8.stl"/>`)
      const again = yield* Effect.all(
        Array.from({ length: 30 }, () => ask()),
        { concurrency: "unbounded" }
      )
      assert.isTrue(again.every((each) => each === first))
      assert.strictEqual(reads, 1)
      yield* ask("http://other.example/missing?name=")
      assert.strictEqual(reads, 2)

      const question = { bytes: Buffer.from(manyMeshes), addresses }
      const here = yield* leastMs(() => Effect.sync(() => answerUrdf(question)))
      const beside = yield* leastMs((run) => ask(`http://cloud.example/${run}?name=`))
      assert.isBelow(beside, here / 3)
    })
  )
})
