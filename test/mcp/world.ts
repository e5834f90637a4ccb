import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { publish, source } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { baseUrl, connect, makeMcpApp } from "../support/mcp.ts"
import { grant } from "../support/people.ts"
import { call } from "../support/wire.ts"

export const everySlug = ["battery", "dock", "undock", "reset", "drive", "horn", "bridge_state"]

/** Slugs of every kind and both capabilities: what opens every tool. */
export const wholeRole = [[...everySlug, "front"], { action_history: true, assets: true }] as const

/** An app that serves MCP with a published robot, whose user has the role `observe` with these grants. */
export const aWorld = Effect.fnUntraced(function* (
  slugs: ReadonlyArray<string> = everySlug,
  capabilities = { action_history: true, assets: false }
) {
  const world = yield* makeMcpApp
  yield* publish(world.owner.caller, world.robot.id, source)
  yield* grant(world.owner.caller, world.app, world.observe.id, { [world.robot.id]: slugs }, capabilities)
  return { ...world, robotId: world.robot.id as string }
})

/** The same with the robot's bridge connected, and a client that the user lets act. */
export const aConnectedWorld = Effect.fnUntraced(function* (...rest: Parameters<typeof aWorld>) {
  const world = yield* aWorld(...rest)
  const bridge = yield* connectBridge(world.bridgeToken)
  yield* bridge.next("config")
  return { ...world, bridge, client: yield* connect(world.path, world.user.token) }
})

const modern = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" }
}

/** One bare request of the newest revision. */
export const ask = (
  path: string,
  token: string | undefined,
  method: string,
  params: { readonly name?: string; readonly [key: string]: unknown } = {},
  headers: Readonly<Record<string, string>> = {}
) =>
  call("POST", path, {
    ...(token === undefined ? {} : { as: token }),
    body: {
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, _meta: { ...modern, ...(params["_meta"] as object) } }
    },
    headers: {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(params.name === undefined ? {} : { "mcp-name": params.name }),
      ...headers
    }
  })

/** The result of a tool. */
export const callTool = Effect.fnUntraced(function* (path: string, token: string, name: string, args: object = {}) {
  const answer = yield* ask(path, token, "tools/call", { name, arguments: args })
  return answer.body.result ?? answer.body
})

export const toolsOf = Effect.fnUntraced(function* (path: string, token: string) {
  const { body } = yield* ask(path, token, "tools/list")
  return body.result.tools as ReadonlyArray<any>
})

export const namesOf = (path: string, token: string) =>
  Effect.map(toolsOf(path, token), (tools) => tools.map(({ name }) => name as string))

/** Sends what is for the service's address to where a test serves it. */
export const servedFetch = Effect.gen(function* () {
  const served = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return (url: string | URL, init?: RequestInit) => fetch(String(url).replace(baseUrl, served), init)
})

/** The official client of the 2.x line, connected with a token. */
export const officialClient = Effect.fnUntraced(function* (endpoint: string, token: string, mode: "auto" | "legacy") {
  const fetch = yield* servedFetch
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } })
      const transport = new StreamableHTTPClientTransport(new URL(endpoint), {
        fetch,
        requestInit: { headers: { authorization: `Bearer ${token}` } }
      })
      await client.connect(transport)
      return client
    }),
    (client) => Effect.promise(() => client.close())
  )
})
