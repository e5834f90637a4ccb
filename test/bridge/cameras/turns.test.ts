import { assert, describe, it } from "@effect/vitest"
import { makeCameraTurns } from "@fleet/bridge/engine/cameras/CameraTurns"
import { Deferred, Effect } from "effect"
import { eventually } from "../../robots/jobs/world.ts"
import { effort } from "../../support/effort.ts"
import { camera, scriptedCameras, sleepers, startAndStop } from "./scriptedCameras.ts"

describe("turns of cameras", () => {
  it.effect("turns of cameras run one after the other, the newest that waits, and beside those of other cameras", () =>
    Effect.gen(function* () {
      const turns = yield* makeCameraTurns
      const log: Array<string> = []
      const held = yield* Deferred.make<void>()
      const turn = (name: string, before: Effect.Effect<void> = Effect.void) => ({
        run: Effect.andThen(before, Effect.sync(() => log.push(name)).pipe(Effect.asVoid)),
        overtaken: Effect.sync(() => void log.push(`not ${name}`))
      })
      yield* turns.ask("front", turn("one", Deferred.await(held)))
      yield* Effect.yieldNow
      for (const name of ["two", "three", "four"]) yield* turns.ask("front", turn(name))
      yield* turns.ask("back", turn("other"))
      yield* Effect.yieldNow
      assert.strictEqual(turns.size(), 2)
      assert.deepStrictEqual(log, ["not two", "not three", "other"])
      yield* Deferred.succeed(held, undefined)
      yield* Effect.yieldNow
      assert.deepStrictEqual(log.slice(3), ["one", "four"])
      yield* turns.ask("front", { run: Effect.die("a defect"), overtaken: Effect.void })
      yield* turns.ask("front", turn("five"))
      yield* Effect.yieldNow
      assert.strictEqual(log.at(-1), "five")
      assert.strictEqual(turns.size(), 0)
    }).pipe(Effect.scoped)
  )
})

const isLinux = process.platform === "linux"

/** How long encoders sleep: a time that tells them from those of another run on this computer. */
const sleepSeconds = 10_000_000 + 2 * process.pid

/** Each is a process or two. */
const times = effort === 0 ? 250 : 1000

describe.skipIf(!isLinux)("a camera that is started and stopped", () => {
  it.live(
    "a camera that is started and stopped keeps nobody waiting while its encoder ends, and answers in order",
    () =>
      Effect.gen(function* () {
        const { answers, cameras, start, stop } = yield* scriptedCameras(`trap '' TERM\nexec sleep ${sleepSeconds}`)
        yield* cameras.run("front", camera)
        yield* start("front", "1")
        const running = Effect.sync(() => sleepers(sleepSeconds).length)
        yield* eventually(running, (count) => count > 1)
        yield* stop("front", "2")
        yield* start("front", "3")
        yield* stop("front", "4")
        // Its encoder does not heed to be ended: what is asked meanwhile waits, and nobody with it.
        assert.deepStrictEqual(
          answers("front").map(({ code, request_id }) => [request_id, code]),
          [["3", "superseded"]]
        )
        yield* start("none", "5")
        yield* eventually(
          Effect.sync(() => answers("none")),
          (given) => given[0]?.code === "unknown_slug"
        )
        yield* eventually(
          Effect.sync(() => answers("front")),
          (given) => given.length === 3
        )
        assert.deepStrictEqual(
          answers("front").map(({ request_id }) => request_id),
          ["3", "2", "4"]
        )
      }).pipe(Effect.scoped)
  )

  it.live(
    `a camera that is started and stopped ${times} times leaves no encoder and no socket`,
    () =>
      Effect.gen(function* () {
        const { encoders, sockets } = yield* startAndStop(times, sleepSeconds + 1)
        // Each camera takes one still at its beginning, which ends by itself.
        assert.isAtMost(encoders, 4)
        assert.strictEqual(sockets, 0)
        assert.deepStrictEqual(sleepers(sleepSeconds + 1), [])
      }),
    120_000
  )
})
