import { type OurFacts, reading } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { many } from "../support/RawWebSocket.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"

const connections = 512
/** After this long somebody gives up. */
const patienceMs = 5000
/** Share of the peak that is asked for before and after. */
const calm = 0.2
/** Latency is back to normal below this, or below twice what it was. */
const normalMs = 20

interface Offer {
  readonly ms: number
  readonly perSecond: number
}

interface Heard {
  readonly atMs: number
  readonly latencyMs: number
  readonly status: number
}

let url = ""
let request: Buffer
let free: Array<RawHttp> = []

const connect = async () => {
  free.push(...(await many(connections - free.length, 32, () => RawHttp.open(url))))
}

/** Reads on free connections at a steady rate; those that find none wait, and are given up when it took too long. */
const offer = async ({ ms, perSecond }: Offer): Promise<ReadonlyArray<Heard>> => {
  const heard: Array<Heard> = []
  const waiting: Array<number> = []
  let over = false
  let first = 0
  const ask = async (connection: RawHttp, dueMs: number) => {
    const { status } = await connection.ask(request).catch(() => ({ status: 0 }))
    const atMs = performance.now()
    heard.push({ atMs, latencyMs: atMs - dueMs, status })
    if (!connection.isOpen) {
      const again = await RawHttp.open(url).catch(() => null)
      if (again !== null) free.push(again)
    } else free.push(connection)
    next()
  }
  const next = () => {
    if (over) return
    while (first < waiting.length && performance.now() - waiting[first]! > patienceMs) {
      heard.push({ atMs: performance.now(), latencyMs: patienceMs, status: -1 })
      first++
    }
    if (first === waiting.length || free.length === 0) return
    void ask(free.pop()!, waiting[first++]!)
  }
  await steadily(ms, perSecond, (_, dueMs) => {
    waiting.push(dueMs)
    next()
  })
  over = true
  return heard
}

const goodOf = (heard: ReadonlyArray<Heard>) => heard.filter(({ status }) => status === 200)
const p99Of = (heard: ReadonlyArray<Heard>) => latencies(heard.map(({ latencyMs }) => latencyMs)).p99

/** As many reads as it answers over some connections, each asking again when it is answered. */
const peak = async (ms: number): Promise<number> => {
  const some = free.slice(0, 64)
  const until = performance.now() + ms
  let done = 0
  await many(some.length, some.length, async (index) => {
    while (performance.now() < until) {
      await some[index]!.ask(request)
      done++
    }
  })
  return (done * 1000) / ms
}

interface Asked {
  readonly facts: OurFacts
  readonly ms: number
  readonly peakMs: number
  readonly serverPid: number
}

const overload = async ({ facts, ms, peakMs, serverPid }: Asked) => {
  const { robots, serverKey } = facts
  url = facts.url
  request = requestBytes("GET", `${url}/api/robots/${robots[0]!.id}/datapoints/${reading}`, serverKey)
  await connect()
  await peak(1000)
  const most = await peak(peakMs)
  const before = p99Of(goodOf(await offer({ ms: peakMs, perSecond: most * calm })))
  const cost = costs(serverPid)
  const heard = await offer({ ms, perSecond: 3 * most })
  const { server_cpu } = cost(1)
  const good = goodOf(heard)
  const ended = performance.now()
  const afterwards = await offer({ ms: 10_000, perSecond: most * calm })
  // The last second in which somebody waited longer than usual.
  const slow = afterwards.filter(
    ({ latencyMs, status }) => status !== 200 || latencyMs > Math.max(2 * before, normalMs)
  )
  const recovered = slow.length === 0 ? 0 : (slow.reduce((last, { atMs }) => Math.max(last, atMs), 0) - ended) / 1000
  const late = afterwards.filter(({ atMs }) => atMs - ended > 5000)
  for (const connection of free) connection.close()
  free = []
  return {
    peak_per_s: most,
    offered_per_s: 3 * most,
    goodput_per_s: (good.length * 1000) / ms,
    goodput_of_peak: (good.length * 1000) / ms / most,
    good_p99_ms: p99Of(good),
    refused_per_s: (heard.filter(({ status }) => status === 429 || status === 503).length * 1000) / ms,
    failed: heard.filter(({ status }) => status === 0).length,
    server_cpu,
    normal_p99_ms: before,
    p99_ms_after_5_s: p99Of(late),
    recovery_s: recovered
  }
}

answer({}, { overload })
