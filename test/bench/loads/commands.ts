import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { many, RawWebSocket } from "../support/RawWebSocket.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { latencies } from "../support/Stats.ts"
import { inFlight, type OurFacts, type PeerFacts, publisherSlug, serviceSlugs } from "../servers/facts.ts"

const sockets = 16
const message = { forward: 0.5 }

export type Command = "service" | "publish"
export type Way =
  | { readonly kind: "realtime" | "rest"; readonly facts: OurFacts }
  | { readonly kind: "relay"; readonly facts: PeerFacts }

/** Sends the command number so-and-so (below `inFlight`) and waits for its result. */
type Send = (lane: number) => Promise<void>

/** A way that stands, and how it is taken down. */
interface Opened {
  readonly send: Send
  readonly close: () => void
}

/** Results pair by request id, on any of some sockets. */
const overSockets = (opened: ReadonlyArray<RawWebSocket>, robotId: string, command: Command): Send => {
  const waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  let last = 0
  for (const socket of opened) {
    socket.socket.once("close", () => {
      for (const { reject } of waiting.values()) reject(new Error("a socket was closed"))
    })
    socket.onMessage = (data, from, to) => {
      const text = data.toString("utf8", from, to)
      const result = JSON.parse(text)
      const asked = waiting.get(result.request_id)
      waiting.delete(result.request_id)
      if (result.ok === true) asked?.resolve()
      else asked?.reject(new Error(text))
    }
  }
  return (lane) =>
    new Promise((resolve, reject) => {
      const request_id = String(++last)
      waiting.set(request_id, { resolve, reject })
      const frame =
        command === "service"
          ? { type: "invoke", request_id, robot_id: robotId, slug: serviceSlugs[lane], params: {} }
          : { type: "publish", request_id, robot_id: robotId, slug: publisherSlug, message }
      opened[lane % opened.length]!.send(JSON.stringify(frame))
    })
}

const overRest = async ({ robots, serverKey, url }: OurFacts, command: Command): Promise<Opened> => {
  const robot = `${url}/api/robots/${robots[0]!.id}`
  const connections = await many(inFlight, 8, () => RawHttp.open(url))
  const requests = serviceSlugs.map((slug) =>
    command === "service"
      ? requestBytes("POST", `${robot}/jobs/${slug}`, serverKey, "{}")
      : requestBytes("POST", `${robot}/publishers/${publisherSlug}`, serverKey, JSON.stringify({ message }))
  )
  return {
    send: async (lane) => {
      const { body, status } = await connections[lane]!.ask(requests[lane]!)
      if (status >= 300) throw new Error(`${status} ${body}`)
    },
    close: () => {
      for (const connection of connections) connection.close()
    }
  }
}

const open = async (way: Way, command: Command): Promise<Opened> => {
  if (way.kind === "rest") return overRest(way.facts, command)
  const opened = await many(sockets, 8, async () => {
    const socket = await RawWebSocket.open(`${way.facts.url.replace("http", "ws")}/realtime`)
    if (way.kind === "realtime") {
      socket.send(JSON.stringify({ type: "auth", token: way.facts.serverKey }))
      await socket.next((text) => text.includes(`"auth_ok"`))
    }
    return socket
  })
  return {
    send: overSockets(opened, way.kind === "realtime" ? way.facts.robots[0]!.id : "", command),
    close: () => {
      for (const socket of opened) socket.close()
    }
  }
}

/** So many lanes, each sending its next command when the last one's result is there. */
const repeat = async (send: Send, lanes: number, ms: number) => {
  const values: Array<number> = []
  const began = performance.now()
  await many(lanes, lanes, async (lane) => {
    for (let at = performance.now(); at - began < ms;) {
      await send(lane)
      const now = performance.now()
      values.push(now - at)
      at = now
    }
  })
  return { values, perSecond: (values.length / (performance.now() - began)) * 1000 }
}

interface Asked {
  readonly way: Way
  readonly command: Command
  readonly ms: number
  readonly serverPid: number
}

const warm = { commands: 1500, ms: 4000 }

/** As many commands for every way: a quick one would otherwise be compiled when it is measured, and a slow one not. */
const warmUp = async (send: Send) => {
  let left = warm.commands
  const began = performance.now()
  await many(inFlight, inFlight, async (lane) => {
    while (left-- > 0 && performance.now() - began < warm.ms) await send(lane)
  })
}

/** One after the other, then `inFlight` at a time. */
const measure = async ({ command, ms, serverPid, way }: Asked) => {
  const { close, send } = await open(way, command)
  await warmUp(send)
  const { p50, p99 } = latencies((await repeat(send, 1, ms)).values)
  const cost = costs(serverPid)
  const crowded = await repeat(send, inFlight, ms)
  const { server_cpu, server_us_each } = cost(crowded.values.length)
  close()
  return {
    p50_ms: p50,
    p99_ms: p99,
    per_s: crowded.perSecond,
    crowded_p99_ms: latencies(crowded.values).p99,
    server_cpu,
    server_us_each
  }
}

answer({}, { measure })
