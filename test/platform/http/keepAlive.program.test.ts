import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { Agent, type IncomingMessage, request } from "node:http"
import { testApp } from "../../support/TestApp.ts"

/** Asks over the agent's connection; says what was answered, and whether the connection had answered before. */
const ask = Effect.fnUntraced(function* (agent: Agent) {
  const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  return yield* Effect.callback<{ readonly answer: IncomingMessage; readonly isReused: boolean }, Error>((resume) => {
    const asked = request({ agent, host: base.hostname, port: base.port, path: "/healthz" }, (answer) => {
      answer.resume().on("end", () => resume(Effect.succeed({ answer, isReused: asked.reusedSocket })))
    })
    asked.on("error", (error) => resume(Effect.fail(error))).end()
  })
})

const anAgent = Effect.acquireRelease(
  // Like a balancer's, whose connections outlive what the server says of its own.
  Effect.sync(() => new Agent({ keepAlive: true, maxSockets: 1, timeout: 120_000 })),
  (agent) => Effect.sync(() => agent.destroy())
)

const pause = (ms: number) => Effect.promise(() => new Promise((resolve) => setTimeout(resolve, ms)))

layer(testApp(), { excludeTestServices: true, timeout: "120 seconds" })("kept connections", (it) => {
  it.effect("kept connections: one that was idle for longer than Node's 5 s takes the next request", () =>
    Effect.gen(function* () {
      const agent = yield* anAgent
      const { answer } = yield* ask(agent)
      assert.strictEqual(answer.headers["keep-alive"], "timeout=75")
      yield* pause(7_000)
      const { answer: next, isReused } = yield* ask(agent)
      assert.deepStrictEqual([next.statusCode, isReused], [200, true])
    })
  )
})

layer(testApp({ keepAliveSeconds: 1 }), { excludeTestServices: true, timeout: "120 seconds" })(
  "connections kept for a second",
  (it) => {
    it.effect("connections kept for a second are closed after it, and another is opened", () =>
      Effect.gen(function* () {
        const agent = yield* anAgent
        assert.strictEqual((yield* ask(agent)).answer.headers["keep-alive"], "timeout=1")
        yield* pause(4_000)
        const { answer, isReused } = yield* ask(agent)
        assert.deepStrictEqual([answer.statusCode, isReused], [200, false])
      })
    )
  }
)
