import { assert, describe, it as plain, layer } from "@effect/vitest"
import { ClientDocuments } from "@fleet/server/identity/oauth/mcp/ClientDocuments"
import { OpenCalls } from "@fleet/server/mcp/OpenCalls"
import { OutboundFetch, OutboundRefused } from "@fleet/server/platform/outbound/OutboundFetch"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { connect, withoutMcpLimits } from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"
import { ask, aWorld } from "./world.ts"

const limit = 3
const rateLimits = { ...withoutMcpLimits, mcp_call: { limit, windowMs: 60_000 } }

layer(testApp({ rateLimits }), { timeout: "120 seconds" })("calls of an MCP endpoint", (it) => {
  it.effect("calls of an MCP endpoint are counted by caller, and let through again later", () =>
    Effect.gen(function* () {
      const { path, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      for (let count = 0; count < limit; count++) {
        assert.strictEqual((yield* ask(path, access, "tools/list")).status, 200)
      }
      assert.strictEqual((yield* ask(path, access, "tools/list")).body.code, "rate_limited")
      yield* TestClock.adjust(61_000)
      assert.strictEqual((yield* ask(path, access, "tools/list")).status, 200)
    })
  )

  it.effect(
    "a call of an MCP endpoint is refused before it is read where it is deeper or longer than any route takes",
    () =>
      Effect.gen(function* () {
        const { path, user } = yield* aWorld()
        const { access } = yield* connect(path, user.token)
        const send = (params: string) =>
          call("POST", path, {
            as: access,
            body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_robots","arguments":{"x":${params}}}}`,
            headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" }
          })
        const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)
        const many = (count: number) => `[${Array(count).fill(1).join()}]`
        // The message, its parameters and its arguments are three levels, and eight values with the list itself.
        assert.strictEqual((yield* send(nested(32))).status, 200)
        const tooLarge = [400, "validation_error", { field: "body", rule: "too_large" }]
        assert.deepStrictEqual(refusal(yield* send(nested(33))), tooLarge)
        yield* TestClock.adjust(61_000)
        assert.strictEqual((yield* send(many(32_768 - 8))).status, 200)
        assert.deepStrictEqual(refusal(yield* send(many(32_768 - 7))), tooLarge)
      })
  )

  it.effect("a batch of an MCP endpoint holds at most 20 messages", () =>
    Effect.gen(function* () {
      const { path, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token, { scope: "robots:read" })
      const batch = (length: number) =>
        call("POST", path, {
          as: access,
          body: Array.from({ length }, (_, id) => ({
            jsonrpc: "2.0",
            id,
            method: "tools/call",
            params: { name: id === length - 1 ? "stop_robot" : "list_robots", arguments: {} }
          })),
          headers: { accept: "application/json, text/event-stream" }
        })
      // What the last of 20 needs is looked at: the token lacks it.
      const most = yield* batch(20)
      assert.deepStrictEqual(refusal(most), [403, "forbidden"])
      const beyond = yield* batch(21)
      assert.deepStrictEqual([beyond.status, beyond.body.error.code], [400, -32600])
    })
  )
})

const caller = { kind: "app_user", id: "c", sessionId: "s" } as const
const owner = { endpoint: "e", appId: null, caller, listens: true }
const stream = () =>
  new Response(new ReadableStream<Uint8Array>(), { headers: { "content-type": "text/event-stream" } })

describe("calls that are open", () => {
  plain("a call that has no answer is not kept", () => {
    const calls = new OpenCalls()
    const one = calls.begin(owner)
    assert.strictEqual(calls.size, 1)
    one.failed()
    assert.strictEqual(calls.size, 0)
  })

  plain("a session has at most 8 streams of notices, all together at most 1000", () => {
    const calls = new OpenCalls()
    const fill = (sessionId: string, count: number) =>
      Array.from({ length: count }, () => calls.begin({ ...owner, caller: { ...caller, sessionId } }))
    fill("s", 7)
    calls.begin({ ...owner, listens: false })
    assert.isTrue(calls.hasRoom("s"))
    const [last] = fill("s", 1)
    assert.deepStrictEqual([calls.hasRoom("s"), calls.hasRoom("t")], [false, true])
    last!.failed()
    assert.isTrue(calls.hasRoom("s"))
    for (let count = 0; count < 124; count++) fill(`t${count}`, 8)
    assert.isTrue(calls.hasRoom("u"))
    fill("s", 1)
    assert.isFalse(calls.hasRoom("u"))
    calls.end(() => true)
    assert.strictEqual(calls.size, 0)
  })

  plain("a stream that was ended before it began is closed at once, and not kept", async () => {
    const calls = new OpenCalls()
    const one = calls.begin(owner)
    calls.end(() => true)
    const answer = one.answered(stream())
    assert.strictEqual(await answer.text(), "")
    assert.strictEqual(calls.size, 0)
  })
})

const Refusing = ClientDocuments.layer.pipe(
  Layer.provide(
    Layer.succeed(
      OutboundFetch,
      OutboundFetch.of({
        fetch: () => Effect.fail(new OutboundRefused({ message: "db.internal is at 10.1.2.3" }))
      } as never)
    )
  )
)

layer(Refusing)("the document of a client", (it) => {
  it.effect("the document of a client at an address of the service's own network is refused without naming it", () =>
    Effect.gen(function* () {
      const why = yield* Effect.flip((yield* ClientDocuments).get("https://inside.example/client.json"))
      assert.include(why.description, "It could not be fetched.")
      assert.notInclude(JSON.stringify(why), "10.1.2.3")
    })
  )
})
