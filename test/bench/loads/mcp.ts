import { Pool } from "undici"
import { actionSlugs, reading, serviceSlugs } from "../servers/facts.ts"
import type { Constants } from "../servers/mcpPeer.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { many } from "../support/RawWebSocket.ts"
import { latencies } from "../support/Stats.ts"
import { type Call, type Endpoint, letIn, requestOf } from "./mcpClient.ts"

const connections = 16
type Sent = ReturnType<typeof requestOf>

const ask = async (pool: Pool, sent: Sent): Promise<string> => {
  const { body, statusCode } = await pool.request(sent)
  const text = await body.text()
  if (statusCode >= 300 || text.includes('"isError":true')) throw new Error(`${statusCode} ${text}`)
  return text
}

const tool = (name: string, args: object): Call => ({ method: "tools/call", params: { name, arguments: args } })

/** Slugs of each lane: a slug runs one job at a time, and a job of an action ends after its start was answered. */
const slugsOf = (slugs: ReadonlyArray<string>, lane: number) => slugs.filter((_, at) => at % connections === lane)

export type Kind = "list" | "read" | "service" | "action"

/** What a lane asks for over MCP, by turns. */
const calls: Readonly<Record<Kind, (robotId: string, lane: number) => ReadonlyArray<Call>>> = {
  list: () => [{ method: "tools/list", params: {} }],
  read: (robot_id) => [tool("read_datapoint", { robot_id, slug: reading })],
  service: (robot_id, lane) => slugsOf(serviceSlugs, lane).map((slug) => tool("call_service", { robot_id, slug })),
  action: (robot_id, lane) => slugsOf(actionSlugs, lane).map((slug) => tool("start_action", { robot_id, slug }))
}

interface Asked {
  readonly endpoint: Endpoint
  readonly kind: Kind
  /** Whether the same person asks for the same over REST, with the token of their own sign-in. */
  readonly overRest: boolean
  readonly robotId: string
  readonly userToken: string
  readonly ms: number
  readonly serverPid: number
}

const restRequest = (robotId: string, userToken: string, slug: string): Sent =>
  ({
    path: `/api/robots/${robotId}/jobs/${slug}`,
    method: "POST",
    headers: { authorization: `Bearer ${userToken}`, "content-type": "application/json" },
    body: "{}"
  }) as unknown as Sent

const requestsOf = ({ endpoint, kind, overRest, robotId, userToken }: Asked, lane: number): ReadonlyArray<Sent> =>
  overRest
    ? slugsOf(kind === "action" ? actionSlugs : serviceSlugs, lane).map((slug) => restRequest(robotId, userToken, slug))
    : calls[kind](robotId, lane).map((call) => requestOf(endpoint, call))

/** One call after the other for their times, then on all connections for the rate. */
const measure = async (asked: Asked) => {
  const { endpoint, ms, serverPid } = asked
  const pool = new Pool(endpoint.url, { connections, pipelining: 1 })
  const lanes = Array.from({ length: connections }, (_, lane) => requestsOf(asked, lane))
  const repeat = async (count: number, until: number) => {
    const values: Array<number> = []
    await many(count, count, async (lane) => {
      const requests = lanes[lane]!
      for (let at = performance.now(), sent = 0; at < until; sent++) {
        await ask(pool, requests[sent % requests.length]!)
        const now = performance.now()
        values.push(now - at)
        at = now
      }
    })
    return values
  }
  await repeat(connections, performance.now() + 1500)
  const { p50, p99 } = latencies(await repeat(1, performance.now() + ms))
  const cost = costs(serverPid)
  const began = performance.now()
  const crowded = await repeat(connections, began + ms)
  const seconds = (performance.now() - began) / 1000
  const spent = cost(crowded.length)
  await pool.close()
  return { per_s: crowded.length / seconds, p50_ms: p50, p99_ms: p99, ...spent }
}

/** What ours answers, for a peer that answers nothing else. */
const constants = async ({ endpoint, robotId }: Pick<Asked, "endpoint" | "robotId">): Promise<Constants> => {
  const pool = new Pool(endpoint.url)
  const result = async (call: Call) => JSON.parse(await ask(pool, requestOf(endpoint, call))).result
  const { tools } = await result(calls.list(robotId, 0)[0]!)
  const read = await result(calls.read(robotId, 0)[0]!)
  await pool.close()
  return { tools, result: { content: read.content, structuredContent: read.structuredContent } }
}

answer({}, { letIn, measure, constants })
