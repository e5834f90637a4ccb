import type { RobotFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { many, RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"

const atOnce = 64

/** Sockets that authenticate, or robots whose bridges greet. */
export type Arriving =
  | { readonly kind: "clients"; readonly token: string; readonly count: number }
  | { readonly kind: "bridges"; readonly robots: ReadonlyArray<RobotFacts> }

interface Asked {
  readonly url: string
  readonly arriving: Arriving
  readonly serverPid: number
}

/** Opens a socket and says one frame on it; answers when `done` has come. */
const opened = async (url: string, frame: object, done: string): Promise<RawWebSocket> => {
  const socket = await RawWebSocket.open(url)
  socket.send(JSON.stringify(frame))
  await socket.next((text) => text.includes(done))
  return socket
}

/** Opens them all, so many at once, measures until each is served, and closes them. */
const accept = async ({ arriving, serverPid, url }: Asked) => {
  const base = url.replace("http", "ws")
  const values: Array<number> = []
  const count = arriving.kind === "clients" ? arriving.count : arriving.robots.length
  const one = (index: number) =>
    arriving.kind === "clients"
      ? opened(`${base}/realtime`, { type: "auth", token: arriving.token }, `"auth_ok"`)
      : opened(
          `${base}/bridge`,
          { type: "hello", protocol_version: 5, token: arriving.robots[index]!.token, bridge_version: "bench" },
          `"config"`
        )
  const cost = costs(serverPid)
  const began = performance.now()
  const sockets = await many(count, atOnce, async (index) => {
    const at = performance.now()
    const socket = await one(index)
    values.push(performance.now() - at)
    return socket
  })
  const seconds = (performance.now() - began) / 1000
  const spent = cost(count)
  for (const socket of sockets) socket.close()
  await sleep(500)
  const { p50, p99 } = latencies(values)
  return { accepts_per_s: count / seconds, ...spent, p50_ms: p50, p99_ms: p99 }
}

answer({}, { accept })
