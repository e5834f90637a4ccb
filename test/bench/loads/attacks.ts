import { connect, type Socket } from "node:net"
import { type Dispatcher, request } from "undici"
import { type OurFacts, reading, robots, serviceSlugs } from "../servers/facts.ts"
import { requestBytes } from "../support/RawHttp.ts"
import { RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep } from "../support/Schedule.ts"
import { bridge } from "./dialects.ts"
import { letIn, requestOf } from "./mcpClient.ts"
import { beginSync, urdfHeaders } from "./robotFiles.ts"

/** Requests that cost the service more than their sender. */
export interface Attack {
  /** Sends the request number so-and-so of a caller; answers its status once it has ended, 0 where it has none. */
  readonly send: (over: Dispatcher, caller: number, index: number) => Promise<number>
  readonly close?: () => void
}

type Attacks = Readonly<Record<string, (facts: OurFacts) => Promise<Attack>>>

interface Asked {
  readonly method?: Dispatcher.HttpMethod
  readonly bearer?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const ask = async (over: Dispatcher, url: string, { bearer, body, headers = {}, method = "GET" }: Asked = {}) => {
  const answered = await request(url, {
    dispatcher: over,
    method,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(body === undefined ? {} : { body })
  })
  await answered.body.dump({ limit: Infinity })
  return answered.statusCode
}

const sent = async (method: string, url: string, bearer: string, body?: unknown) => {
  const answered = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await answered.text()
  if (answered.status >= 300) throw new Error(`${url}: ${answered.status} ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

const robotOf = ({ robots: all, url }: OurFacts, robot: number) => `${url}/api/robots/${all[robot % robots]!.id}`

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]))
const nested = (count: number) => `${"[".repeat(count)}${"]".repeat(count)}`

/** The robot whose history is large. */
const largeRobot = 7

/** Eight samples of 990 kB in the history of a robot. */
const largeSamples = async (facts: OurFacts) => {
  const robot = robotOf(facts, largeRobot)
  const source = `platform: 1\ndatapoints:\n  large: { topic: /large, type: std_msgs/msg/String, field: data, retention: { enabled: true, interval_seconds: 1 } }\n`
  await sent("PUT", `${robot}/config/draft`, facts.ownerToken, { source })
  await sent("POST", `${robot}/config/publish`, facts.ownerToken)
  const socket = await bridge(facts, largeRobot)
  const began = Date.now() - 60_000
  for (let sample = 0; sample < 8; sample++) {
    const value = "x".repeat(990_000)
    socket.send(JSON.stringify({ type: "datapoint", slug: "large", value, timestamp_ms: began + sample * 1000 }))
    await sleep(300)
  }
  const read = () => sent("GET", `${robot}/datapoints/large/history`, facts.ownerToken)
  for (let found = 0; found < 8; found = (await read()).samples.length) await sleep(200)
}

const unread =
  (path: string) =>
  async (facts: OurFacts): Promise<Attack> => {
    await largeSamples(facts)
    const asked = requestBytes("GET", `${robotOf(facts, largeRobot)}/datapoints/large/${path}`, facts.ownerToken)
    const open = new Set<Socket>()
    const { hostname, port } = new URL(facts.url)
    return {
      send: async () => {
        const socket = connect(Number(port), hostname)
        open.add(socket)
        socket.on("error", () => undefined).pause()
        socket.write(asked)
        return 200
      },
      close: () => {
        for (const socket of open) socket.destroy()
        open.clear()
      }
    }
  }

const job =
  (body: string) =>
  async (facts: OurFacts): Promise<Attack> => ({
    send: (over, caller) =>
      ask(over, `${robotOf(facts, caller)}/jobs/${serviceSlugs[0]}`, {
        method: "POST",
        bearer: facts.serverKey,
        body
      })
  })

const draftOf = (index: number) =>
  `platform: 1\n# ${index}\ndatapoints:\n${Array.from({ length: 25_000 }, (_, line) => `  bad_${line}: { topic: 3, typ: x, fild: y }`).join("\n")}\n`

const drafts = async (facts: OurFacts): Promise<Attack> => {
  const bodies = Array.from({ length: 40 }, (_, index) => JSON.stringify({ source: draftOf(index) }))
  return {
    send: (over, caller, index) => {
      const config = `${robotOf(facts, caller)}/config`
      const by = { bearer: facts.ownerToken }
      switch ((index >> 2) % 4) {
        case 0:
          return ask(over, `${config}/draft`, { method: "PUT", ...by, body: bodies[index % bodies.length]! })
        case 1:
          return ask(over, `${config}/draft`, by)
        case 2:
          return ask(over, `${config}/slug-usage/bad_1`, by)
        default:
          return ask(over, `${config}/publish`, { method: "POST", ...by })
      }
    }
  }
}

const uploadTo = (over: Dispatcher, { url }: OurFacts, sync: Parameters<typeof urdfHeaders>[0], body: Buffer) =>
  ask(over, `${url}/api/bridge/assets`, { method: "POST", headers: urdfHeaders(sync), body })

const carriageReturns = async (facts: OurFacts): Promise<Attack> => {
  const syncs = await Promise.all([4, 5, 6, 7].map((robot) => beginSync(facts, robot)))
  const body = Buffer.from(`<robot>${"\r".repeat(9_990_000)}</robot>`)
  return { send: (over, caller) => uploadTo(over, facts, syncs[caller]!, body) }
}

/** A robot whose URDF names 19,000 meshes that nobody uploaded. */
const manyMeshes = async (facts: OurFacts, robot: number) => {
  const meshes = Array.from({ length: 19_000 }, (_, at) => `<mesh filename="package://rover/meshes/${at}.stl"/>`)
  const sync = await beginSync(facts, robot)
  const answered = await fetch(`${facts.url}/api/bridge/assets`, {
    method: "POST",
    headers: urdfHeaders(sync),
    body: `<robot name="r">${meshes.join("")}</robot>`
  })
  if (answered.status !== 201) throw new Error(`${answered.status} ${await answered.text()}`)
}

const linkedUrdf = async (facts: OurFacts): Promise<Attack> => {
  await manyMeshes(facts, 2)
  const { url } = (await sent("POST", `${robotOf(facts, 2)}/urdf/link`, facts.ownerToken)) as { url: string }
  return { send: (over) => ask(over, url) }
}

const assetLists = async (facts: OurFacts): Promise<Attack> => {
  await manyMeshes(facts, 3)
  return { send: (over) => ask(over, `${robotOf(facts, 3)}/assets`, { bearer: facts.ownerToken }) }
}

const burst = 300
const wrongSignIns = async ({ appIdentifier, url }: OurFacts): Promise<Attack> => {
  const signIn = (over: Dispatcher, index: number) =>
    ask(over, `${url}/api/client/login`, {
      method: "POST",
      body: JSON.stringify({
        app_identifier: appIdentifier,
        email: `nobody-${index}@example.com`,
        password: "wrong one"
      })
    })
  return {
    send: async (over, _, index) => {
      if (index > 0) return signIn(over, index)
      const all = await Promise.all(Array.from({ length: burst }, (_, at) => signIn(over, 10_000 + at)))
      return all[0]!
    }
  }
}

const mcpCalls =
  (args: string) =>
  async (facts: OurFacts): Promise<Attack> => {
    const endpoint = await letIn(facts)
    const params = { name: "read_datapoint", arguments: { robot_id: facts.robots[1]!.id, slug: reading, more: "@" } }
    const { body, headers, path } = requestOf(endpoint, { method: "tools/call", params })
    return {
      send: (over) =>
        ask(over, `${endpoint.url}${path}`, { method: "POST", headers, body: body.replace('"@"', () => args) })
    }
  }

const templates = async ({ appId, ownerToken, url }: OurFacts): Promise<Attack> => {
  const html =
    "{% for a in (1..1000) %}{% for b in (1..1000) %}{{ app.name | upcase | split: '' | join: 'x' }}{% endfor %}{% endfor %}"
  const body = JSON.stringify({ subject: "a", text: "a", html: html.repeat(700).slice(0, 100_000) })
  return {
    send: (over) =>
      ask(over, `${url}/api/apps/${appId}/mail-templates/invite/preview`, { method: "POST", bearer: ownerToken, body })
  }
}

const grants = async ({ appId, ownerToken, robots: all, url }: OurFacts): Promise<Attack> => {
  const { roles } = await sent("GET", `${url}/api/apps/${appId}/roles`, ownerToken)
  const role_id = roles[0].id as string
  const slugs = Array.from({ length: 2000 }, (_, index) => `slug_${index}`)
  const granted = all.slice(0, robots).map(({ id }) => ({ robot_id: id, slugs, confirm: slugs, confirm_page: slugs }))
  const body = JSON.stringify({ role_id, grants: granted, capabilities: { action_history: true, assets: true } })
  return {
    send: (over) =>
      ask(over, `${url}/api/apps/${appId}/roles/${role_id}/permissions`, { method: "PUT", bearer: ownerToken, body })
  }
}

const details = async (facts: OurFacts): Promise<Attack> => {
  const body = JSON.stringify({ details: { list: Array.from({ length: 30_000 }, () => 1) } })
  return {
    send: (over, caller) =>
      ask(over, `${robotOf(facts, caller)}/details`, { method: "PUT", bearer: facts.ownerToken, body })
  }
}

const lists = async ({ ownerToken, url }: OurFacts): Promise<Attack> => {
  const paths = ["/api/robots", "/api/audit?limit=200", "/api/org/jobs?limit=200", "/api/apps"]
  return { send: (over, _, index) => ask(over, `${url}${paths[index % paths.length]}`, { bearer: ownerToken }) }
}

const frames = async (facts: OurFacts): Promise<Attack> => {
  const sockets = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const socket = await RawWebSocket.open(`${facts.url.replace("http", "ws")}/realtime`)
      socket.send(JSON.stringify({ type: "auth", token: facts.serverKey }))
      await socket.next((text) => text.includes('"auth_ok"'))
      return socket
    })
  )
  const invoke = { type: "invoke", request_id: "1", robot_id: facts.robots[0]!.id, slug: serviceSlugs[0] }
  const text = JSON.stringify({ ...invoke, params: keys(4000) })
  return {
    send: async (_, caller) => {
      sockets[caller]!.send(text)
      return 200
    },
    close: () => {
      for (const socket of sockets) socket.close()
    }
  }
}

const undeclared = JSON.stringify(keys(170_000))
const arrays = nested(1_000_000)

/** What one tenant sends to do harm, by what it is. Each may send ten a second and caller. */
export const attacks: Attacks = {
  "unread histories": unread("history"),
  "unread exports": unread("history/export?format=ndjson"),
  "170,000 undeclared keys": job(`{"params":${undeclared}}`),
  "a million nested arrays": job(`{"params":{"a":${arrays}}}`),
  "drafts with many findings": drafts,
  "URDFs of carriage returns": carriageReturns,
  "a linked URDF of 19,000 meshes": linkedUrdf,
  "a file list of 19,000 missing": assetLists,
  "wrong sign-ins of another app": wrongSignIns,
  "MCP arguments of 170,000 keys": mcpCalls(undeclared),
  "MCP arguments of nested arrays": mcpCalls(arrays),
  "templates that loop": templates,
  "grants of 48,000 slugs": grants,
  "details of 64 KiB": details,
  "lists of 1,000 robots and more": lists,
  "realtime frames of 4,000 keys": frames
}
