import { type OurFacts, reading, robots, serviceSlugs } from "../servers/facts.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { many, type RawWebSocket } from "../support/RawWebSocket.ts"
import { steadily } from "../support/Schedule.ts"
import { type End, Tally } from "../support/Tally.ts"
import { bridge, subscriber } from "./dialects.ts"
import { echo } from "./echo.ts"

/** What is offered: a newest value read over REST, a service started over REST, a sample from a bridge to a subscriber. */
export const kinds = ["read", "command", "sample"] as const
export type Kind = (typeof kinds)[number]

/** Twenty of them: twelve reads, a command and seven samples. */
const order = [..."rsrrsrrsrcrsrrsrrsrs"].map((letter) => kinds.find((kind) => kind.startsWith(letter))!)

/** After this long somebody gives up. */
const patienceMs = 5000
/** A bridge drops its samples while so many bytes wait for the network, as ours do. */
const bridgeBytes = 65_536

const stamp = /"@(\d+)"/

type Connection = Pick<RawHttp, "ask" | "isOpen" | "close">

/** A mix of what the service does, offered to it at steady rates over a number of connections. */
export class Mix {
  private readonly facts: OurFacts
  private readonly connections: number
  private free: Array<Connection> = []
  private bridges: ReadonlyArray<RawWebSocket> = []
  private subscribers: ReadonlyArray<RawWebSocket> = []
  private readonly read: Buffer
  private readonly commands: ReadonlyArray<Buffer>
  private tally = new Tally<Kind>()
  /** When the samples on their way were due. */
  private readonly samples = new Map<number, number>()
  private numbered = 0
  /** Commands that were sent: each service in its turn, since one that runs is refused. */
  private commanded = 0

  constructor(facts: OurFacts, connections: number) {
    this.facts = facts
    this.connections = connections
    const paths = facts.robots.slice(0, robots).map(({ id }) => `${facts.url}/api/robots/${id}`)
    this.read = requestBytes("GET", `${paths[0]}/datapoints/${reading}`, facts.serverKey)
    this.commands = serviceSlugs.flatMap((slug) =>
      paths.map((path) => requestBytes("POST", `${path}/jobs/${slug}`, facts.serverKey, "{}"))
    )
  }

  async open(): Promise<void> {
    const each = Array.from({ length: robots }, (_, robot) => robot)
    this.bridges = await Promise.all(each.map((robot) => bridge(this.facts, robot)))
    for (const one of this.bridges) echo(one)
    this.subscribers = await Promise.all(each.map((robot) => subscriber(this.facts, robot)))
    for (const one of this.subscribers) one.onMessage = (data, from, to) => this.heard(data.toString("utf8", from, to))
    this.free = await many(this.connections, 32, () => RawHttp.open(this.facts.url))
  }

  close(): void {
    for (const one of [...this.bridges, ...this.subscribers, ...this.free]) one.close()
  }

  /** Offers the mix for a while. What is on its way in the end is not waited for. */
  async offer(ms: number, perSecond: number): Promise<Tally<Kind>> {
    const tally = new Tally<Kind>()
    this.tally = tally
    // Postgres has the rest of the load's core.
    const begin = (_: number, dueMs: number) => this.begin(order[this.numbered++ % order.length]!, dueMs)
    await steadily(ms, perSecond, begin, "idle")
    this.tally = new Tally<Kind>()
    const now = performance.now()
    for (const dueMs of this.samples.values()) tally.note("sample", "given_up", dueMs, now)
    this.samples.clear()
    return tally
  }

  private begin(kind: Kind, dueMs: number): void {
    if (kind === "sample") return this.publish(dueMs)
    const free = this.free.shift()
    // Whoever waited for a connection in a line of the load's own would tell how long that line is, and not of the service.
    if (free === undefined) return this.tally.note(kind, "unsent", dueMs, performance.now())
    const request = kind === "read" ? this.read : this.commands[this.commanded++ % this.commands.length]!
    void this.ask(free, kind, dueMs, request)
  }

  private publish(dueMs: number): void {
    const number = this.numbered
    const from = this.bridges[number % this.bridges.length]!
    if (from.socket.writableLength > bridgeBytes) {
      return this.tally.note("sample", "unsent", dueMs, performance.now())
    }
    this.samples.set(number, dueMs)
    from.send(`{"type":"datapoint","slug":"${reading}","value":"@${number}","timestamp_ms":${Date.now()}}`)
  }

  private heard(text: string): void {
    const number = Number(stamp.exec(text)?.[1])
    const dueMs = this.samples.get(number)
    if (dueMs === undefined) return
    this.samples.delete(number)
    const now = performance.now()
    this.tally.note("sample", now - dueMs > patienceMs ? "given_up" : "good", dueMs, now)
  }

  private async ask(free: Connection, kind: Kind, dueMs: number, request: Buffer): Promise<void> {
    const { tally } = this
    const connection = free.isOpen ? free : await this.reopened()
    const status = await connection.ask(request).then(
      (answer) => answer.status,
      () => 0
    )
    const now = performance.now()
    tally.note(kind, endOf(status, now - dueMs), dueMs, now)
    // Each in its turn, so that the service closes none of them for being idle.
    this.free.push(connection)
  }

  /** A connection instead of one that was closed; one that fails at once where there is none. */
  private reopened(): Promise<Connection> {
    return RawHttp.open(this.facts.url).catch(() => unconnected)
  }
}

const unconnected: Connection = {
  isOpen: false,
  ask: () => Promise.reject(new Error("no connection")),
  close: () => undefined
}

const endOf = (status: number, latencyMs: number): End => {
  if (status === 409 || status === 429 || status === 503) return "refused"
  if (status >= 300 || status === 0) return "failed"
  return latencyMs > patienceMs ? "given_up" : "good"
}
