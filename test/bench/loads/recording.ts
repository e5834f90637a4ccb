import { type OurFacts, recorded, robots } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { clientFrame, many, RawWebSocket } from "../support/RawWebSocket.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { latencies } from "../support/Stats.ts"
import { bridge } from "./dialects.ts"

const dayMs = 86_400_000
/** Samples that are sent at once. */
const chunk = 2000
/** Samples that are recorded before a measurement begins: as many as a bare statement writes before its own. */
const warming = 5000
/** Samples that may be on the way or wait for the database: far below what the recorder holds. */
const window = 40_000

interface Totals {
  readonly received: number
  readonly lost: number
}

/** A robot whose backlog is replayed: a sample of each second of capture time, from `startMs` on. */
interface Backlog {
  readonly robot: number
  readonly socket: RawWebSocket
  readonly startMs: number
  sent: number
}

let facts: OurFacts
let outlet: RawWebSocket
let backlogs: ReadonlyArray<Backlog> = []

/** Once all received before is recorded. */
const flush = async (): Promise<Totals> => {
  const said = outlet.next()
  outlet.send("flush")
  return JSON.parse(await said) as Totals
}

interface Opening {
  readonly facts: OurFacts
  /** How many robots replay a backlog. */
  readonly count: number
  readonly days: number
}

const open = async (opening: Opening) => {
  facts = opening.facts
  outlet = await RawWebSocket.open(facts.recorderUrl)
  const startMs = Math.floor((Date.now() - opening.days * dayMs) / 1000) * 1000
  backlogs = await many(Math.min(opening.count, robots), 1, async (robot) => ({
    robot,
    socket: await bridge(facts, robot),
    startMs,
    sent: 0
  }))
}

const frames = (backlog: Backlog, count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, () => {
      const timestamp_ms = backlog.startMs + 1000 * backlog.sent++
      const value = Math.round(1000 * Math.sin(timestamp_ms / 3_600_000)) / 8
      return clientFrame(JSON.stringify({ type: "datapoint", slug: recorded, value, timestamp_ms, backfill: true }))
    })
  )

interface Recording {
  readonly ms: number
  readonly serverPid: number
  /** Samples of each backlog at most. */
  readonly most?: number
}

/**
 * Replays the backlogs as fast as samples are recorded, for so long; the rate counts until the last is in the database.
 * `unrecorded` are those the service says it dropped.
 */
const record = async ({ ms, most = Infinity, serverPid }: Recording) => {
  const cold = await flush()
  let before = cold
  let warmed = 0
  for (const backlog of backlogs) {
    const count = Math.min(Math.ceil(warming / backlogs.length), most - backlog.sent)
    backlog.socket.socket.write(frames(backlog, count))
    warmed += count
  }
  while (before.received - cold.received < warmed) before = await flush()
  const cost = costs(serverPid)
  const began = performance.now()
  let sent = 0
  let written = before
  const over = () => performance.now() - began > ms || backlogs.every((backlog) => backlog.sent >= most)
  const watch = async () => {
    while (!over()) written = await flush()
  }
  const send = async () => {
    while (!over()) {
      for (const backlog of backlogs) {
        const count = Math.min(chunk, most - backlog.sent)
        if (count <= 0 || sent - (written.received - before.received) > window) continue
        backlog.socket.socket.write(frames(backlog, count))
        sent += count
      }
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  await Promise.all([watch(), send()])
  let after = await flush()
  while (after.received - before.received < sent) after = await flush()
  const seconds = (performance.now() - began) / 1000
  const lost = after.lost - before.lost
  return { samples_per_s: (sent - lost) / seconds, ...cost(sent - lost), unrecorded: after.lost - cold.lost }
}

const history = (robot: number, query: string) =>
  requestBytes(
    "GET",
    `${facts.url}/api/robots/${facts.robots[robot]!.id}/datapoints/${recorded}/history?${query}`,
    facts.serverKey
  )

const ask = async (connection: RawHttp, request: Buffer) => {
  const { body, status } = await connection.ask(request)
  if (status !== 200) throw new Error(`${status} ${body}`)
  return JSON.parse(body) as { readonly buckets: ReadonlyArray<{ readonly sample_count: number }> }
}

const windows = (backlog: Backlog, width: string, fromMs = backlog.startMs) =>
  history(backlog.robot, `from=${fromMs}&to=${backlog.startMs + 1000 * backlog.sent}&window=${width}&agg=avg`)

/** Samples that were sent and that the history does not have, as it answers over the wire. */
const missing = async () => {
  const connection = await RawHttp.open(facts.url)
  let found = 0
  for (const backlog of backlogs) {
    const { buckets } = await ask(connection, windows(backlog, "1d"))
    found += buckets.reduce((sum, { sample_count }) => sum + sample_count, 0)
  }
  connection.close()
  return { missing: backlogs.reduce((sum, { sent }) => sum + sent, 0) - found }
}

/** Reads the first backlog, so many times, in windows of one width. */
const read = async ({ times, width }: { readonly times: number; readonly width: string }) => {
  const connection = await RawHttp.open(facts.url)
  const [backlog] = backlogs as [Backlog]
  const values: Array<number> = []
  await ask(connection, windows(backlog, width))
  for (let each = 0; each < times; each++) {
    const began = performance.now()
    await ask(connection, windows(backlog, width))
    values.push(performance.now() - began)
  }
  connection.close()
  const { p50, p99 } = latencies(values)
  return { days: backlog.sent / 86_400, p50_ms: p50, p99_ms: p99 }
}

answer({}, { open, record, missing, read })
