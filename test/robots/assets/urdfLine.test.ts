import { assert, layer } from "@effect/vitest"
import { answerUrdf, type UrdfQuestion } from "@fleet/server/robots/assets/urdf/answerUrdf"
import { maxWaitingUrdfs, UrdfWork } from "@fleet/server/robots/assets/urdf/UrdfTexts"
import { Effect, Fiber, Layer } from "effect"
import { type Answer, call, refusal } from "../../support/wire.ts"
import { aRobotWithFiles, AssetsApp, upload, urdfOf, wheel } from "./world.ts"

/** What came to the process: each question waits for the test while the gate is closed. */
const gate = { isOpen: true, asked: [] as Array<UrdfQuestion>, held: [] as Array<() => void> }

const open = () => {
  gate.isOpen = true
  for (const go of gate.held.splice(0)) go()
}

const Gated = Layer.succeed(
  UrdfWork,
  Effect.succeed((question: UrdfQuestion) =>
    Effect.promise(async () => {
      gate.asked.push(question)
      if (!gate.isOpen) await new Promise<void>((go) => gate.held.push(go))
      return answerUrdf(question)
    })
  )
)

const turn = Effect.promise(() => new Promise((resume) => setImmediate(resume)))
const lacking = Array.from({ length: 600 }, (_, at) => `package://rover/meshes/${at}.stl`)

/** As large as what is not read in the process of the service. */
const large = urdfOf(wheel, ...lacking)

layer(AssetsApp.pipe(Layer.provide(Gated)), { timeout: "60 seconds", excludeTestServices: true })(
  "the line of costly URDFs",
  (it) => {
    it.effect("what a large URDF lacks is worked out beside the service, and once", () =>
      Effect.gen(function* () {
        const { begin, list } = yield* aRobotWithFiles()
        const request = yield* begin
        yield* upload(request, { kind: "urdf", name: "robot_description", bytes: large })
        yield* upload(request, { name: wheel, bytes: "solid" })
        gate.asked = []
        const { body, headers } = yield* list
        assert.strictEqual(headers.get("content-type"), "application/json")
        assert.deepStrictEqual(body.urdf, {
          present: true,
          mesh_count: lacking.length + 1,
          missing: lacking.map((uri) => ({ uri, element: "mesh" }))
        })
        assert.strictEqual(body.assets.length, 2)
        assert.deepStrictEqual((yield* list).body, body)
        assert.deepStrictEqual(
          gate.asked.map((question) => Object.keys(question)),
          [["uris", "names"]]
        )
      })
    )

    it.effect("a full line refuses more of its organisation, and nobody of another", () =>
      Effect.gen(function* () {
        const busy = yield* aRobotWithFiles()
        const quiet = yield* aRobotWithFiles()
        for (const { begin } of [busy, quiet]) {
          yield* upload(yield* begin, { kind: "urdf", name: "robot_description", bytes: large })
        }
        gate.isOpen = false
        gate.held = []
        const ended: Array<Answer> = []
        const reading = ({ as, path }: typeof busy) =>
          Effect.forkChild(
            Effect.map(call("GET", `${path}/urdf`, { as }), (answer) => {
              ended.push(answer)
              return answer
            })
          )
        // Two are worked out, the others wait, and for one there is no room.
        const reads = yield* Effect.forEach(Array.from({ length: maxWaitingUrdfs.app + 3 }), () => reading(busy))
        while (ended.length === 0) yield* turn
        const other = yield* reading(quiet)
        open()
        const answers = yield* Effect.forEach(reads, Fiber.join)
        const refused = answers.filter(({ status }) => status !== 200)
        assert.deepStrictEqual(refused, [ended[0]!])
        const [, code, details] = refusal(refused[0]!) as [number, string, { retry_after_ms: number }]
        assert.deepStrictEqual([refused[0]!.status, code], [503, "at_capacity"])
        assert.strictEqual(refused[0]!.headers.get("retry-after"), String(Math.ceil(details.retry_after_ms / 1000)))
        assert.strictEqual((yield* Fiber.join(other)).status, 200)
      })
    )
  }
)
