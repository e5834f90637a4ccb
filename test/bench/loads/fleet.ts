import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { many, type RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { type Dialect, dialectOf, type Target } from "./dialects.ts"
import { settled } from "./settled.ts"
import { StampReader } from "./StampReader.ts"

/** A robot with its publisher, whose samples some sockets of their own read. */
interface Robot {
  readonly topic: number
  readonly publisher: RawWebSocket
  readonly readers: ReadonlyArray<RawWebSocket>
  sent: number
  received: number
}

let dialect: Dialect
let robots: ReadonlyArray<Robot> = []
let readersEach = 0

const now = () => Math.round(performance.now() * 1000)
const total = (count: "sent" | "received") => robots.reduce((sum, robot) => sum + robot[count], 0)

const close = () => {
  for (const { publisher, readers } of robots) for (const socket of [publisher, ...readers]) socket.close()
  robots = []
}

interface Opening {
  readonly target: Target
  readonly count: number
  readonly readers: number
}

const open = async ({ count, readers, target }: Opening) => {
  close()
  dialect = dialectOf(target)
  readersEach = readers
  robots = await many(count, 10, async (topic) => ({
    topic,
    publisher: await dialect.publisher(topic),
    readers: await many(readers, readers, () => dialect.subscribe(topic)),
    sent: 0,
    received: 0
  }))
}

/** Has each reader count what comes, then do something else with it. */
const listen = (then: (robot: Robot, reader: number) => (data: Buffer, from: number, to: number) => void) => {
  for (const robot of robots) {
    robot.sent = 0
    robot.received = 0
    for (const [index, socket] of robot.readers.entries()) {
      const next = then(robot, index)
      socket.onMessage = (data, from, to) => {
        robot.received += dialect.deliveries(to - from)
        next(data, from, to)
      }
    }
  }
}

const lost = async () => {
  await settled(total("sent") * readersEach, () => total("received"))
  const missing = total("sent") * readersEach - Math.round(total("received"))
  listen(() => () => {})
  return missing
}

/** Each robot sends its next sample when all its readers have the one before. */
const saturate = async ({ ms, serverPid }: { readonly ms: number; readonly serverPid: number }) => {
  let over = false
  const send = (robot: Robot) => {
    robot.sent++
    robot.publisher.send(dialect.sample(robot.topic, now()))
  }
  listen((robot) => () => {
    if (!over && robot.received > robot.sent * readersEach - 0.5) send(robot)
  })
  for (const robot of robots) send(robot)
  await sleep(500)
  const cost = costs(serverPid)
  const [before, began] = [total("received"), performance.now()]
  await sleep(ms)
  const deliveries = total("received") - before
  const seconds = (performance.now() - began) / 1000
  const spent = cost(deliveries)
  over = true
  return { deliveries_per_s: deliveries / seconds, ...spent, lost: await lost() }
}

interface Pacing {
  readonly ms: number
  /** Samples of each robot. */
  readonly hertz: number
  readonly serverPid: number
}

/** Each robot sends at a steady rate, one after the other; a reader of each measures from when a sample was due. */
const paced = async ({ hertz, ms, serverPid }: Pacing) => {
  const values: Array<number> = []
  listen((_, reader) => {
    if (reader > 0) return () => {}
    const stamps = new StampReader((microseconds) => values.push((now() - microseconds) / 1000))
    return (data, from, to) => stamps.read(data, from, to)
  })
  const cost = costs(serverPid)
  const { seconds } = await steadily(ms, hertz * robots.length, (index, dueMs) => {
    const robot = robots[index % robots.length]!
    robot.sent++
    robot.publisher.send(dialect.sample(robot.topic, Math.round(dueMs * 1000)))
  })
  const deliveries = total("received")
  const { server_cpu, server_us_each } = cost(deliveries)
  const missing = await lost()
  const { p50, p99 } = latencies(values)
  return {
    deliveries_per_s: deliveries / seconds,
    server_cpu,
    server_us_each,
    lost: missing,
    p50_ms: p50,
    p99_ms: p99
  }
}

answer({}, { open, saturate, paced, close })
