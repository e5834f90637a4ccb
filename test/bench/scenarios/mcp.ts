import type { Kind } from "../loads/mcp.ts"
import type { Endpoint } from "../loads/mcpClient.ts"
import type { PeerFacts } from "../servers/facts.ts"
import type { Constants } from "../servers/mcpPeer.ts"
import { type Figures, measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"

const unlimited = ["mcp_call", "mcp_token", "mcp_register", "mcp_decision", "mcp_authorize"]
const env = { RATE_LIMITS: unlimited.map((bucket) => `${bucket}=100000000`).join(" ") }

const ours = (kind: string) => `${kind}, ours`
const bare = (kind: string) => `${kind}, the official server alone`
const asked = { list: "tools/list", read: "read_datapoint", service: "call_service", action: "start_action" } as const
const overMcp = (kind: Kind) => `${asked[kind]}, ours over MCP`
const overRest = (kind: Kind) => `${asked[kind]}, ours over REST`

/** What the robot is asked, over MCP and over REST. */
const commands = ["action", "service"] as const

export const mcp: Scenario = {
  name: "mcp",
  about:
    "calls of an MCP endpoint, one after the other (p50, p99), then 16 at a time; bearer, session, consent, grants and rate limit each time",
  run: async (plan) => {
    const ms = plan.pick(5000, 800)
    const databaseUrl = await temporaryDatabase()
    const server = await startOurs(databaseUrl === null ? { env } : { databaseUrl, env })
    // One robot has a value, another one does what it is asked: each has one bridge.
    const [valued, serving] = server.facts.robots
    const robot = await start("loads/echoBridge.ts", { core: "load" })
    await robot.ask("ours", { ...server.facts, robots: [serving] })
    const feeder = await start("loads/rest.ts", { core: "load" })
    await feeder.ask("feed", server.facts)
    const load = await start("loads/mcp.ts", { core: "load" })
    const endpoint = await load.ask<Endpoint>("letIn", server.facts)
    const peer = await start<PeerFacts>("servers/mcpPeer.ts", { core: "server" })
    await peer.ask("serve", await load.ask<Constants>("constants", { endpoint, robotId: valued!.id }))
    const alone: Endpoint = { url: peer.facts.url, path: "/mcp", token: "constant" }
    const subject = (name: string, at: Endpoint, serverPid: number, kind: Kind, overRest = false): Subject => ({
      name,
      run: async () => {
        // A caller may make 600 calls a minute, and each call looks at those of the last minute. Here there are more.
        await server.ask("forgetCalls")
        return load.ask<Figures>("measure", {
          endpoint: at,
          kind,
          overRest,
          robotId: (kind === "list" || kind === "read" ? valued : serving)!.id,
          userToken: server.facts.userToken,
          ms,
          serverPid
        })
      }
    })
    const rows = await measure(
      [
        ...(["list", "read"] as const).flatMap((kind) => [
          subject(ours(asked[kind]), endpoint, server.pid, kind),
          subject(bare(asked[kind]), alone, peer.pid, kind)
        ]),
        ...commands.flatMap((kind) => [
          subject(overMcp(kind), endpoint, server.pid, kind),
          subject(overRest(kind), endpoint, server.pid, kind, true)
        ])
      ],
      plan.rounds()
    )
    const ratios = ["per_s", "p50_ms", "p99_ms", "server_us_each"].flatMap((figure) => [
      ratio(rows, figure, ours(asked.list), bare(asked.list)),
      ratio(rows, figure, ours(asked.read), bare(asked.read)),
      ...commands.map((kind) => ratio(rows, figure, overMcp(kind), overRest(kind)))
    ])
    return {
      rows,
      notes: [
        plan.said(plan.rounds(), ms),
        databaseUrl === null ? "On the embedded database." : "On Postgres.",
        "start_action and its twin over REST answer once the job is stored and sent to the robot, call_service once it has ended; the same person over both.",
        "The official server alone answers what ours answered once, and compares its bearer with a constant."
      ],
      ratios: Object.assign({}, ...ratios)
    }
  }
}
