import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { many } from "../support/RawWebSocket.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { latencies } from "../support/Stats.ts"
import { type OurFacts, reading } from "../servers/facts.ts"
import { bridge } from "./dialects.ts"

const connections = 32

interface Reading {
  readonly url: string
  readonly bearer: string
  readonly ms: number
  readonly serverPid: number
}

/** Reads one address over keep-alive connections, each asking again when it is answered. */
const read = async ({ bearer, ms, serverPid, url }: Reading) => {
  const opened = await many(connections, 8, () => RawHttp.open(url))
  const request = requestBytes("GET", url, bearer)
  const values: Array<number> = []
  const run = async (until: number) => {
    await many(connections, connections, async (index) => {
      for (let at = performance.now(); at < until;) {
        const { body, status } = await opened[index]!.ask(request)
        if (status !== 200) throw new Error(`${status} ${body}`)
        const now = performance.now()
        values.push(now - at)
        at = now
      }
    })
  }
  await run(performance.now() + 1000)
  values.length = 0
  const cost = costs(serverPid)
  const began = performance.now()
  await run(began + ms)
  const seconds = (performance.now() - began) / 1000
  const spent = cost(values.length)
  for (const connection of opened) connection.close()
  const { p50, p99 } = latencies(values)
  return { requests_per_s: values.length / seconds, ...spent, p50_ms: p50, p99_ms: p99 }
}

/** Gives the first robot's datapoint a value, and leaves its bridge connected. */
const feed = async (facts: OurFacts) => {
  const socket = await bridge(facts)
  socket.send(
    JSON.stringify({
      type: "datapoint",
      slug: reading,
      value: { x: 1.5, y: -2.25, frame: "map" },
      timestamp_ms: Date.now()
    })
  )
  const key = requestBytes(
    "GET",
    `${facts.url}/api/robots/${facts.robots[0]!.id}/datapoints/${reading}`,
    facts.serverKey
  )
  const connection = await RawHttp.open(facts.url)
  for (let tries = 0; (await connection.ask(key)).status !== 200; tries++) {
    if (tries > 100) throw new Error("the sample did not arrive")
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  connection.close()
  // It is written behind, once a second; the peer reads the table.
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

answer({}, { read, feed })
