import { assert, layer } from "@effect/vitest"
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { createTaskSessionFromClient, resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client"
import { Effect } from "effect"
import { withoutMcpLimits } from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { aConnectedWorld, servedFetch } from "./world.ts"

const clientInfo = { name: "test", version: "1" }
const framing = { protocolVersion: "2026-07-28", clientInfo, clientCapabilities: {} }

/** The extension's own client, above the official one: requests that are framed as it frames them go out as they are. */
const taskSession = Effect.fnUntraced(function* (endpoint: string, token: string) {
  const fetch = yield* servedFetch
  const authorization = `Bearer ${token}`
  const dispatch = async (request: any) => {
    const name = request.params?.taskId ?? request.params?.name
    const answer = await fetch(endpoint, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": framing.protocolVersion,
        "mcp-method": request.method,
        ...(name === undefined ? {} : { "mcp-name": name })
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...request })
    })
    const { error, result } = (await answer.json()) as any
    return error === undefined ? { kind: "result" as const, result } : { kind: "error" as const, error }
  }
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client(clientInfo, { versionNegotiation: { mode: "auto" } })
      const requestInit = { headers: { authorization } }
      await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { fetch, requestInit }))
      const session = createTaskSessionFromClient(client, {
        endpointId: "robots",
        rawDispatch: dispatch,
        v2RequestFraming: framing
      })
      return { client, session }
    }),
    ({ client, session }) =>
      Effect.promise(async () => {
        await session.close()
        await client.close()
      })
  )
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("the tasks extension's client", (it) => {
  it.effect("the tasks extension's client starts an action, follows it and reads its result", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, robotId } = yield* aConnectedWorld()
      const { session } = yield* taskSession(endpoint, client.access)
      const args = { robot_id: robotId, slug: "undock" }
      const execution = yield* Effect.promise(() => session.callTool("start_action", args))
      const { job_id } = yield* bridge.next("invoke")
      const seen: Array<string | undefined> = []
      bridge.update({ id: job_id, slug: "undock" }, "running", { progress: 0.5 })
      yield* bridge.sync
      const settled = yield* Effect.promise(() =>
        execution.settle({
          onEvent: (event) => {
            if (event.type !== "task") return
            seen.push(event.task.statusMessage)
            if (event.task.statusMessage?.includes("50 %") !== true) return
            bridge.update({ id: job_id, slug: "undock" }, "succeeded", { result: { ok: true } })
          }
        })
      )
      const result: any = resultFromTaskOutcome(settled.outcome)
      assert.deepInclude(result.structuredContent.job, { id: job_id, state: "succeeded", result: { ok: true } })
      assert.include(seen, "undock is running, 50 % done.")
    })
  )

  it.effect("the tasks extension's client cancels an action, and finds it again by its id", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, robotId } = yield* aConnectedWorld()
      const { session } = yield* taskSession(endpoint, client.access)
      const execution = yield* Effect.promise(() =>
        session.callTool("start_action", { robot_id: robotId, slug: "undock" })
      )
      const { job_id } = yield* bridge.next("invoke")
      const again = yield* taskSession(endpoint, client.access)
      const cancelling = Effect.promise(() => again.session.cancelTask(job_id as never))
      const answering = Effect.gen(function* () {
        const { request_id, slug } = yield* bridge.next("cancel")
        const goals = [{ job_id, goal_id: "g", return_code: 0 }]
        bridge.send({ type: "cancel_result", request_id, slug, goals, error: null } as never)
        bridge.update({ id: job_id, slug: "undock" }, "cancelled")
      })
      yield* Effect.all([cancelling, answering], { concurrency: "unbounded" })
      const { outcome } = yield* Effect.promise(() => execution.settle())
      assert.strictEqual(outcome.status, "cancelled")
    })
  )

  it.effect("the tasks extension's client is answered at once where nothing was started", () =>
    Effect.gen(function* () {
      const { client, endpoint, robotId } = yield* aConnectedWorld()
      const { session } = yield* taskSession(endpoint, client.access)
      const refused = yield* Effect.promise(() => session.callTool("start_action", { robot_id: robotId, slug: "dock" }))
      const { outcome } = yield* Effect.promise(() => refused.settle())
      const result: any = resultFromTaskOutcome(outcome)
      assert.deepStrictEqual([result.isError, result.structuredContent.code], [true, "parameter_invalid"])
    })
  )
})
