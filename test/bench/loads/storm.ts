import { type RobotFacts, serviceSlugs } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"

/** How long a bridge tries, and a command waits, after it was due. */
const patienceMs = 60_000
/** Until a bridge that was told to come back does: this and up to as much again. */
const comeBackMs = 1000

interface Asked {
  readonly url: string
  readonly serverKey: string
  /** The robot that commands are sent to, connected before the storm. */
  readonly robot: RobotFacts
  readonly arriving: ReadonlyArray<RobotFacts>
  readonly ms: number
  readonly commandsPerSecond: number
  readonly serverPid: number
}

const hello = (token: string) => JSON.stringify({ type: "hello", protocol_version: 5, token, bridge_version: "bench" })

/** Answers pings, and has every command succeed at once. */
const serve = (socket: RawWebSocket) => {
  socket.onMessage = (data, from, to) => {
    const text = data.toString("utf8", from, to)
    if (text.startsWith(`{"type":"ping"`)) {
      return socket.send(JSON.stringify({ type: "pong", ts_ms: JSON.parse(text).ts_ms }))
    }
    if (!text.startsWith(`{"type":"invoke"`)) return
    const { job_id, slug } = JSON.parse(text)
    const result = { success: true, message: "" }
    const ended = { state: "succeeded", origin: "platform", goal_id: null, feedback: null, progress: null, error: null }
    socket.send(JSON.stringify({ type: "job_update", job_id, slug, ...ended, result, timestamp_ms: Date.now() }))
  }
}

type Arrival = "served" | "told_to_wait" | "not_accepted" | "closed_unserved"

let arrived: Array<RawWebSocket> = []

/**
 * One try of a bridge. A socket that was accepted and then closed without a word was not served; a connection that ended
 * before its upgrade was answered was not accepted.
 */
const arrive = async (url: string, { token }: RobotFacts): Promise<Arrival> => {
  let socket: RawWebSocket
  try {
    socket = await RawWebSocket.open(`${url}/bridge`)
  } catch (error) {
    return String(error).includes(" 503 ") ? "told_to_wait" : "not_accepted"
  }
  arrived.push(socket)
  socket.send(hello(token))
  try {
    const said = await socket.next((text) => /"type":"(?:config|hello_error)"/.test(text))
    serve(socket)
    return said.includes("hello_error") ? "told_to_wait" : "served"
  } catch {
    return "closed_unserved"
  }
}

const clientOf = async (url: string, token: string) => {
  const socket = await RawWebSocket.open(`${url}/realtime`)
  socket.send(JSON.stringify({ type: "auth", token }))
  await socket.next((text) => text.includes(`"auth_ok"`))
  return socket
}

const run = async ({ arriving, commandsPerSecond, ms, robot, serverKey, serverPid, url }: Asked) => {
  const base = url.replace("http", "ws")
  await arrive(base, robot)
  const client = await clientOf(base, serverKey)
  const counts = { served: 0, told_to_wait: 0, not_accepted: 0, closed_unserved: 0 }
  const hellos: Array<number> = []
  const commands: Array<number> = []
  const due = new Map<string, number>()
  let refused = 0
  client.onMessage = (data, from, to) => {
    const { ok, request_id } = JSON.parse(data.toString("utf8", from, to))
    const dueMs = due.get(request_id)
    if (dueMs === undefined) return
    due.delete(request_id)
    if (ok === true) commands.push(performance.now() - dueMs)
    else refused++
  }
  const bring = async (one: RobotFacts, dueMs: number): Promise<void> => {
    while (performance.now() - dueMs < patienceMs) {
      const arrival = await arrive(base, one)
      counts[arrival]++
      if (arrival === "served") return void hellos.push(performance.now() - dueMs)
      await sleep(comeBackMs * (1 + Math.random()))
    }
  }
  const cost = costs(serverPid)
  const coming: Array<Promise<void>> = []
  const command = (index: number, dueMs: number) => {
    due.set(String(index), dueMs)
    const slug = serviceSlugs[index % serviceSlugs.length]
    client.send(JSON.stringify({ type: "invoke", request_id: String(index), robot_id: robot.id, slug, params: {} }))
  }
  await Promise.all([
    steadily(ms, (arriving.length / ms) * 1000, (index, dueMs) => coming.push(bring(arriving[index]!, dueMs))),
    steadily(ms, commandsPerSecond, command)
  ])
  const { load_cpu, server_cpu } = cost(1)
  await Promise.all(coming)
  for (const until = performance.now() + patienceMs; due.size > 0 && performance.now() < until;) await sleep(50)
  client.close()
  for (const socket of arrived) socket.close()
  arrived = []
  const [hellosIn, commandsIn] = [latencies(hellos), latencies(commands)]
  return {
    command_p50_ms: commandsIn.p50,
    command_p99_ms: commandsIn.p99,
    commands_failed: refused + due.size,
    hello_p50_ms: hellosIn.p50,
    hello_p99_ms: hellosIn.p99,
    unserved: arriving.length - counts.served,
    told_to_wait: counts.told_to_wait,
    not_accepted: counts.not_accepted,
    closed_unserved: counts.closed_unserved,
    server_cpu,
    load_cpu
  }
}

answer({}, { run })
