import { assert, layer } from "@effect/vitest"
import { UrdfTexts } from "@fleet/server/robots/assets/urdf/UrdfTexts"
import { Effect } from "effect"

const megabytes = (part: string) => part.repeat(Math.ceil(10_000_000 / part.length)).slice(0, 10_000_000)

const manyMeshes = `<robot name="r">${Array.from({ length: 19_000 }, (_, at) => `<mesh filename="package://rover/${at}.stl"/>`).join("")}</robot>`

/** Processor time of this thread that an effect takes, in milliseconds. */
const threadMs = Effect.fnUntraced(function* <A>(work: Effect.Effect<A>) {
  const before = process.threadCpuUsage()
  const value = yield* work
  const { system, user } = process.threadCpuUsage(before)
  return { value, ms: (system + user) / 1000 }
})

layer(UrdfTexts.layer, { timeout: "60 seconds", excludeTestServices: true })("texts of URDFs", (it) => {
  it.effect("reading a costly URDF takes no time of the main thread", () =>
    Effect.gen(function* () {
      const { read } = yield* UrdfTexts
      // The process starts with the first question.
      yield* read("a", Buffer.from(megabytes(" ")))
      const bytes = Buffer.from(`<robot>${megabytes("\r")}</robot>`)
      const { ms, value } = yield* threadMs(read("a", bytes))
      assert.deepStrictEqual(value, { files: [] })
      assert.isBelow(ms, 100)
    })
  )

  it.effect("a URDF with addresses is written once for all that ask for the same", () =>
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
      const ask = (missing: string = addresses.missing) => rewrite("a", "sha", bytes, { ...addresses, missing })
      const first = yield* threadMs(ask())
      assert.isBelow(first.ms, 100)
      const text = Buffer.from(first.value).toString()
      assert.include(text, `<mesh filename="http://cloud.example/7"/>`)
      assert.include(text, `<mesh filename="http://cloud.example/missing?name=package%3A%2F%2Frover%2F8.stl"/>`)
      const again = yield* Effect.all(
        Array.from({ length: 50 }, () => ask()),
        { concurrency: "unbounded" }
      )
      assert.isTrue(again.every((each) => each === first.value))
      assert.strictEqual(reads, 1)
      yield* ask("http://other.example/missing?name=")
      assert.strictEqual(reads, 2)
    })
  )
})
