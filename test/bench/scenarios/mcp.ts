import type { Endpoint, Kind } from "../loads/mcp.ts"
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
const asked = { list: "tools/list", read: "read_datapoint" } as const

export const mcp: Scenario = {
  name: "mcp",
  about:
    "calls of an MCP endpoint, one after the other (p50, p99), then 16 at a time; bearer, session, consent, grants and rate limit each time",
  run: async (plan) => {
    const ms = plan.pick(5000, 800)
    const databaseUrl = await temporaryDatabase()
    const server = await startOurs(databaseUrl === null ? { env } : { databaseUrl, env })
    // One robot has a value, another one answers services: each has one bridge.
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
    const subject = (name: string, at: Endpoint, serverPid: number, kind: Kind | "rest"): Subject => ({
      name,
      run: () =>
        load.ask<Figures>("measure", {
          endpoint: at,
          kind,
          robotId: (kind === "list" || kind === "read" ? valued : serving)!.id,
          serverKey: server.facts.serverKey,
          ms,
          serverPid
        })
    })
    const rows = await measure(
      [
        ...(["list", "read"] as const).flatMap((kind) => [
          subject(ours(asked[kind]), endpoint, server.pid, kind),
          subject(bare(asked[kind]), alone, peer.pid, kind)
        ]),
        subject("call_service, ours over MCP", endpoint, server.pid, "service"),
        subject("call_service, ours over REST", endpoint, server.pid, "rest")
      ],
      plan.rounds()
    )
    const ratios = ["per_s", "p50_ms", "server_us_each"].flatMap((figure) => [
      ratio(rows, figure, ours(asked.list), bare(asked.list)),
      ratio(rows, figure, ours(asked.read), bare(asked.read)),
      ratio(rows, figure, "call_service, ours over MCP", "call_service, ours over REST")
    ])
    return {
      rows,
      notes: [
        plan.said(plan.rounds(), ms),
        databaseUrl === null ? "On the embedded database." : "On Postgres.",
        "The official server alone answers what ours answered once, and compares its bearer with a constant."
      ],
      ratios: Object.assign({}, ...ratios)
    }
  }
}
