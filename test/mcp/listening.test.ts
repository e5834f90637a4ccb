import { assert, layer } from "@effect/vitest"
import { McpHandlers } from "@fleet/server/mcp/McpHandlers"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect } from "effect"
import { baseUrl, connect, withoutMcpLimits } from "../support/mcp.ts"
import { grant } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { eventually } from "../robots/jobs/world.ts"
import { listen, untilEnded, untilText } from "./notices.ts"
import { aWorld, servedFetch } from "./world.ts"

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a stream of notices", (it) => {
  it.effect("a stream of notices tells of a changed list, and ends when the consent is withdrawn", () =>
    Effect.gen(function* () {
      const { app, observe, owner, path, robotId, user } = yield* aWorld()
      const { access, clientId } = yield* connect(path, user.token)
      const stream = yield* listen(path, access)
      yield* untilText(stream, "notifications/subscriptions/acknowledged")
      yield* grant(owner.caller, app, observe.id, { [robotId]: ["battery"] } as never)
      yield* untilText(stream, "notifications/tools/list_changed")
      assert.isFalse(stream.ended)
      yield* call("DELETE", `/api/client/mcp/grants/${clientId}`, { as: user.token })
      yield* untilEnded(stream)
      const { calls } = yield* (yield* McpHandlers).size
      assert.strictEqual(calls, 0)
    })
  )

  for (const [what, factOf] of [
    ["configurations", ({ robot }: World) => ({ type: "config_published", robotId: robot.id, version: 2 })],
    ["deleted robots", ({ orgId, robot }: World) => ({ type: "robot_deleted", robotId: robot.id, orgId })]
  ] as const) {
    it.effect(`a stream of notices tells of ${what} of its own organisation alone`, () =>
      Effect.gen(function* () {
        const [one, other] = [yield* aWorld(), yield* aWorld()]
        const streamOf = Effect.fnUntraced(function* ({ path, user }: World) {
          const stream = yield* listen(path, (yield* connect(path, user.token)).access)
          yield* untilText(stream, "acknowledged")
          return stream
        })
        const [near, far] = [yield* streamOf(one), yield* streamOf(other)]
        const { broadcastAndWait } = yield* Bus
        yield* broadcastAndWait(factOf(one) as never)
        yield* untilText(near, "list_changed")
        assert.notInclude(far.text, "list_changed")
        yield* broadcastAndWait(factOf(other) as never)
        yield* untilText(far, "list_changed")
        // A notice of the other's would have come before its own.
        for (const { text } of [near, far]) assert.lengthOf(text.split("list_changed"), 2)
        near.stop()
        far.stop()
      })
    )
  }

  it.effect("a stream of notices is refused to a session that has eight, and served to another", () =>
    Effect.gen(function* () {
      const { path, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      const streams = []
      for (let count = 0; count < 8; count++) {
        const stream = yield* listen(path, access)
        yield* untilText(stream, "acknowledged")
        streams.push(stream)
      }
      yield* untilText(yield* listen(path, access), "rate_limited")
      const second = yield* listen(path, (yield* connect(path, user.token)).access)
      yield* untilText(second, "acknowledged")
      for (const stream of [...streams, second]) stream.stop()
      yield* eventually((yield* McpHandlers).size, ({ calls }) => calls === 0)
    })
  )

  it.effect("a stream of notices ends when MCP is switched off, and nothing is kept when a client leaves", () =>
    Effect.gen(function* () {
      const { app, owner, path, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      const handlers = yield* McpHandlers
      const leaving = yield* listen(path, access)
      yield* untilText(leaving, "acknowledged")
      leaving.stop()
      yield* eventually(handlers.size, ({ calls }) => calls === 0)
      const stream = yield* listen(path, access)
      yield* untilText(stream, "acknowledged")
      yield* call("PUT", `/api/apps/${app.id}/auth-config/mcp`, { as: owner.token, body: { mcp_enabled: false } })
      yield* untilEnded(stream)
    })
  )

  it.effect("the official client of the 1.x line lists and calls", () =>
    Effect.gen(function* () {
      const { endpoint, path, robotId, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      const fetch = yield* servedFetch
      const answer: any = yield* Effect.promise(async () => {
        const client = new OldClient({ name: "test", version: "1" })
        const requestInit = { headers: { authorization: `Bearer ${access}` } }
        await client.connect(new OldTransport(new URL(endpoint), { fetch, requestInit }) as never)
        const { tools } = await client.listTools()
        const described = await client.callTool({ name: "describe_robot", arguments: { robot_id: robotId } })
        await client.close()
        return { tools, described }
      })
      assert.lengthOf(answer.tools, 12)
      assert.strictEqual(answer.described.structuredContent.robot_id, robotId)
      assert.include(endpoint, baseUrl)
    })
  )
})

type World = Effect.Success<ReturnType<typeof aWorld>>
