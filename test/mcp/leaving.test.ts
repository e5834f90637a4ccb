import { assert, layer } from "@effect/vitest"
import { McpHandlers } from "@fleet/server/mcp/McpHandlers"
import { Jobs } from "@fleet/server/robots/jobs/Jobs"
import { Effect } from "effect"
import { eventually, pass } from "../robots/jobs/world.ts"
import { withoutMcpLimits } from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { type Notices, open, untilEnded } from "./notices.ts"
import { aConnectedWorld, callTool } from "./world.ts"

/** Waits for the end of the job of `undock`, as a client that may leave. */
const wait = (path: string, token: string, robotId: string) =>
  open(path, token, {
    method: "tools/call",
    name: "get_job",
    params: { name: "get_job", arguments: { robot_id: robotId, slug: "undock", wait_ms: 20_000 } },
    meta: { progressToken: 1 }
  })

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a call that waits", (it) => {
  for (const [how, end] of [
    ["its client leaves", (_: World, { stop }: Notices) => Effect.sync(stop)],
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
        yield* untilEnded(waiting)
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
