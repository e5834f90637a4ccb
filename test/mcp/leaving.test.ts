import { assert, layer } from "@effect/vitest"
import { McpHandlers } from "@fleet/server/mcp/McpHandlers"
import { Jobs } from "@fleet/server/robots/jobs/Jobs"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { eventually, pass } from "../robots/jobs/world.ts"
import { withoutMcpLimits } from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { aConnectedWorld, callTool } from "./world.ts"

/** Waits for the end of the job of `undock`, as a client that may leave. */
const wait = Effect.fnUntraced(function* (path: string, token: string, robotId: string) {
  const served = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const controller = new AbortController()
  const ended = fetch(`${served}${path}`, {
    method: "POST",
    signal: controller.signal,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "get_job"
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "get_job",
        arguments: { robot_id: robotId, slug: "undock", wait_ms: 20_000 },
        _meta: {
          progressToken: 1,
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientCapabilities": {},
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" }
        }
      }
    })
  })
    .then((response) => response.text())
    .catch(() => "")
  return { ended: Effect.promise(() => ended), leave: () => controller.abort() }
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a call that waits", (it) => {
  for (const [how, end] of [
    ["its client leaves", (_: World, { leave }: Waiting) => Effect.sync(leave)],
    [
      "its consent is withdrawn",
      ({ client, user }: World) => call("DELETE", `/api/client/mcp/grants/${client.clientId}`, { as: user.token })
    ],
    [
      "MCP is switched off",
      ({ app, owner }: World) =>
        call("PUT", `/api/apps/${app.id}/auth-config/mcp`, { as: owner.token, body: { mcp_enabled: false } })
    ]
  ] as const) {
    it.effect(`a call that waits ends when ${how}, and the job goes on`, () =>
      Effect.gen(function* () {
        const world = yield* aConnectedWorld()
        const { bridge, client, path, robotId, user } = world
        const jobs = yield* Jobs
        const { current } = jobs
        let looks = 0
        const counted: typeof current = (robot, slug) => {
          if (robot === robotId) looks++
          return current(robot, slug)
        }
        Object.assign(jobs, { current: counted })
        yield* Effect.addFinalizer(() => Effect.sync(() => Object.assign(jobs, { current })))
        const looked = Effect.sync(() => looks)

        yield* callTool(path, client.access, "start_action", { robot_id: robotId, slug: "undock" })
        const { job_id } = yield* bridge.next("invoke")
        const waiting = yield* wait(path, client.access, robotId)
        yield* eventually(looked, (count) => count > 0)
        yield* eventually(Effect.andThen(pass(bridge, 250), looked), (count) => count > 1)
        yield* end(world, waiting)
        yield* waiting.ended
        yield* eventually((yield* McpHandlers).size, ({ calls }) => calls === 0)
        const before = looks
        yield* pass(bridge, 3000)
        assert.strictEqual(looks, before)
        const job = yield* call("GET", `/api/robots/${robotId}/jobs/undock`, { as: user.token })
        assert.deepInclude(job.body.job, { id: job_id, state: "running" })
        assert.isFalse(bridge.frames.some(({ type }) => type === "cancel"))
      }).pipe(Effect.scoped)
    )
  }
})

type World = Effect.Success<ReturnType<typeof aConnectedWorld>>
type Waiting = Effect.Success<ReturnType<typeof wait>>
