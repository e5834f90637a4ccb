import { figure, type Outcome, over, type Row } from "../support/Measure.ts"
import type { Target } from "../support/Targets.ts"
import * as accept from "./accept.ts"
import * as alerts from "./alerts.ts"
import * as assets from "./assets.ts"
import { restS, server as atRest } from "./atRest.ts"
import * as commands from "./commands.ts"
import { consoleTargets } from "./console.ts"
import { crowdTargets } from "./crowdTargets.ts"
import { exported, most as mostExported } from "./export.ts"
import * as fanout from "./fanout.ts"
import * as fleet from "./fleet.ts"
import { monthByHours } from "./history.ts"
import * as introspection from "./introspection.ts"
import { batched, bun, nats } from "./lanes.ts"
import { cold, warm } from "./lists.ts"
import * as media from "./media.ts"
import * as memory from "./memory.ts"
import * as recording from "./recording.ts"
import * as rest from "./rest.ts"
import * as stills from "./stills.ts"
import { ours as oursInStorm } from "./storm.ts"

const narrow = (name: string) => fanout.atWindow(name, 1)
const saturated = (name: string) => `${name}, ${fleet.saturation}`
const paced = (name: string) => `${name}, ${fleet.pace}`

/** A service call over what a bare relay and 1.3 times two bare inserts take together. */
const overRelayAndInserts = (ours: string, inserts: string) => (rows: ReadonlyArray<Row>) => {
  const [whole, relay, written] = [ours, commands.bareRelay, inserts].map((row) => figure(rows, row, "p50_ms"))
  return whole === undefined || relay === undefined || written === undefined
    ? undefined
    : whole / (relay + 1.3 * written)
}

const reads = (bearer: rest.Bearer): ReadonlyArray<Target> => [
  {
    what: `REST latest value, ${bearer}, rate, of fastify + postgres.js`,
    scenario: "rest",
    measured: (rows) => over(rows, "requests_per_s", rest.ours(bearer), rest.peer(bearer)),
    reach: { atLeast: 0.9 }
  },
  {
    what: `REST latest value, ${bearer}, CPU a request, of fastify + postgres.js`,
    scenario: "rest",
    measured: (rows) => over(rows, "server_us_each", rest.ours(bearer), rest.peer(bearer)),
    reach: { atMost: 1.2 }
  }
]

const accepted = (what: string, said: string, atLeast: number): Target => ({
  what: `${what}, of ws with the same check and one query`,
  scenario: "accept",
  measured: (rows) => over(rows, "accepts_per_s", `${accept.ours}, ${said}`, `${accept.peer}, ${said}`),
  reach: { atLeast }
})

const stormy = (what: string, name: string, atMost: number, unit = ""): Target => ({
  what: `Storm on Postgres, ${what}`,
  scenario: "storm",
  measured: (rows) => figure(rows, oursInStorm, name),
  reach: { atMost },
  unit
})

const recorded = (database: string): Target => ({
  what: `Recording on ${database}, of a bare unnest insert`,
  scenario: "recording",
  measured: (rows) => over(rows, "samples_per_s", recording.ours(database), recording.bare(database)),
  reach: { atLeast: 0.7 }
})

const unseen = (database: string): Target => ({
  what: `Recording on ${database}, samples neither in the history nor counted as dropped`,
  scenario: "recording",
  measured: (rows) => {
    const row = rows.find(({ name }) => name === recording.ours(database))
    if (row === undefined) return undefined
    const dropped = row.runs.reduce((sum, run) => sum + run["unrecorded"]!, 0)
    return Math.abs(row.runs.at(-1)!["missing"]! - dropped)
  },
  reach: { atMost: 0 }
})

const download = (what: string, name: string, reach: Target["reach"], unit: string): Target => ({
  what: `Export of 10 million samples as CSV, ${what}`,
  scenario: "export",
  measured: (rows) => figure(rows, exported("csv", mostExported), name),
  reach,
  unit
})

const listed = (row: string): Target => ({
  what: `List of ${row}`,
  scenario: "lists",
  measured: (rows) => figure(rows, row, "p50_ms"),
  reach: { atMost: 60 },
  unit: " ms"
})

const idle = (name: string, what: string, atMost: number): Target => ({
  what: `Client socket with one subscription, ${what}`,
  scenario: "memory",
  measured: (rows) => {
    const bytes = [memory.ours, memory.onPostgres].flatMap((row) => figure(rows, row, name) ?? [])
    return bytes.length === 0 ? undefined : Math.max(...bytes) / 1000
  },
  reach: { atMost },
  unit: " KB"
})

const introspected = (what: string, row: string, atMost: number): Target => ({
  what: `Introspection of 2,000 topics and 200 types, ${what}, ${row.split(", ")[1]}, p50`,
  scenario: "introspection",
  measured: (rows) => figure(rows, row, "p50_ms"),
  reach: { atMost },
  unit: " ms"
})

const wantedDays = 30

/** A figure of fewer days is one of samples that lie in no block yet, and of an almost empty database. */
const tooFewDays = ({ rows }: Outcome): string | null => {
  const days = figure(rows, monthByHours, "days")
  return days === undefined || days >= wantedDays - 0.5
    ? null
    : `the run filled ${days.toFixed(1)} of ${wantedDays} days, which lie in no blocks yet`
}

const tooShortARest = ({ rows }: Outcome): string | null => {
  const rested = figure(rows, atRest, "rested_s")
  return rested === undefined || rested >= restS ? null : `read after ${rested} of ${restS} s`
}

const filmed = (what: string, row: string, name: string, reach: Target["reach"], unit = " ms"): Target => ({
  what: `Live video, ${what}`,
  scenario: "media",
  measured: (rows) => figure(rows, row, name),
  reach,
  unit
})

/** What is to be reached on one core beside the peers of the same run. */
export const targets: ReadonlyArray<Target> = [
  {
    what: "Fan-out, window 1, deliveries per CPU second, of batched ws",
    scenario: "fanout",
    measured: (rows) => over(rows, "server_us_each", narrow(batched), narrow(fanout.ours)),
    reach: { atLeast: 1 }
  },
  {
    what: "Fan-out, window 1, rate, of nats",
    scenario: "fanout",
    measured: (rows) => over(rows, "deliveries_per_s", narrow(fanout.ours), narrow(nats)),
    reach: { atLeast: 1.6 }
  },
  {
    what: "Fan-out, window 1, deliveries per CPU second, of nats",
    scenario: "fanout",
    measured: (rows) => over(rows, "server_us_each", narrow(nats), narrow(fanout.ours)),
    reach: { atLeast: 1.6 }
  },
  {
    what: "Fleet shape, saturated, rate, of nats",
    scenario: "fleet",
    measured: (rows) => over(rows, "deliveries_per_s", saturated(fleet.ours), saturated(nats)),
    reach: { atLeast: 1.2 }
  },
  {
    what: "Fleet shape, saturated, rate, of Bun",
    scenario: "fleet",
    measured: (rows) => over(rows, "deliveries_per_s", saturated(fleet.ours), saturated(bun)),
    reach: { atLeast: 0.9 }
  },
  {
    what: "Fleet shape, p99 at 20,000 deliveries/s, of Bun's",
    scenario: "fleet",
    measured: (rows) => over(rows, "p99_ms", paced(fleet.ours), paced(bun)),
    reach: { atMost: 2 }
  },
  ...reads("server key"),
  ...reads("app user"),
  accepted("Accept and authenticate, server key", accept.by.key, 0.75),
  accepted("Accept and authenticate, app user", accept.by.user, 0.75),
  accepted("Bridges with hello", accept.by.bridge, 0.5),
  stormy("p99 of commands meanwhile", "command_p99_ms", 250, " ms"),
  stormy("p99 of hello", "hello_p99_ms", 5000, " ms"),
  stormy("sockets closed unserved", "closed_unserved", 0),
  {
    what: "Service call over realtime, Postgres, p50 over relay + 1.3 x two INSERT and COMMIT",
    scenario: "commands",
    measured: overRelayAndInserts(commands.onPostgres, commands.inserts.postgres),
    reach: { atMost: 1 }
  },
  {
    what: "Service call over realtime, embedded, p50 over relay + 1.3 x two INSERT and COMMIT",
    scenario: "commands",
    measured: overRelayAndInserts(commands.embedded, commands.inserts.embedded),
    reach: { atMost: 1 }
  },
  ...alerts.rows.map((row): Target => ({
    what: `Alert, ${row}, sample to org event, p99`,
    scenario: "alerts",
    measured: (rows) => figure(rows, row, "p99_ms"),
    reach: { atMost: 50 },
    unit: " ms"
  })),
  ...introspection.databases.flatMap((database) => [
    introspected("refresh", introspection.refresh(database), 1000),
    introspected("draft of 200 datapoints held against it", introspection.draft(database), 20)
  ]),
  recorded(recording.on.postgres),
  recorded(recording.on.embedded),
  unseen(recording.on.postgres),
  unseen(recording.on.embedded),
  {
    what: "History of a sample a second, 30 days in windows of 1 h",
    scenario: "history",
    unfit: tooFewDays,
    measured: (rows) => figure(rows, monthByHours, "p50_ms"),
    reach: { atMost: 30 },
    unit: " ms"
  },
  {
    what: "History, bytes a sample with indexes",
    scenario: "history",
    unfit: tooFewDays,
    measured: (rows) => figure(rows, "filling", "bytes_per_sample"),
    reach: { atMost: 5 }
  },
  download("first byte", "first_byte_ms", { atMost: 200 }, " ms"),
  download("rate", "mb_per_s", { atLeast: 20 }, " MB/s"),
  download("memory", "grown_mb", { atMost: 50 }, " MB"),
  listed(cold(10_000)),
  listed(warm(10_000)),
  idle("heap_bytes_per_socket", "heap", 6),
  idle("rss_bytes_per_socket", "RSS", 12),
  {
    what: "npm start, RSS of the server at rest",
    scenario: "atrest",
    unfit: tooShortARest,
    measured: (rows) => figure(rows, atRest, "rss_mb"),
    reach: { atMost: 350 },
    unit: " MB"
  },
  filmed("viewer streams a core", media.relay, "streams_per_core", { atLeast: 1500 }, ""),
  {
    what: "Live video, processor time for each write, of bare ws",
    scenario: "media",
    measured: (rows) => over(rows, "server_us_each", media.relay, media.bareRelay),
    reach: { atMost: 1.2 }
  },
  filmed("p99 of reads beside the relay", media.readsBeside, "control_p99_ms", { atMost: 5 }),
  {
    what: "Live video, what a second node adds, p50",
    scenario: "media",
    unfit: () => "one process serves a robot's live video, so there is no second node",
    measured: () => undefined,
    reach: { atMost: 2 },
    unit: " ms"
  },
  filmed("viewer closed after the answer that revokes it", media.revoked, "closed_after_most_ms", { atMost: 50 }),
  filmed("unbilled of each session after a kill", media.killed, "unbilled_s_each", { atMost: 30 }, " s"),
  filmed("billed too much of each session", media.killed, "overbilled_s_each", { atMost: 0 }, " s"),
  filmed("glass to glass beside the service, p95", media.loopback, "p95_ms", { atMost: 60 }),
  filmed("80 ms away and 1 % lost, p95", media.away80, "p95_ms", { atMost: 160 }),
  filmed("200 ms away and 5 % lost, p95", media.away200, "p95_ms", { atMost: 650 }),
  filmed("2 s after nothing is lost any more, p95", media.away200, "recovered_p95_ms", { atMost: 250 }),
  filmed("link of 75 % of the stream, p95", media.narrow, "p95_ms", { atMost: 250 }),
  filmed("picture of over a second not said to be frozen", media.narrow, "unsaid_frozen_ms", { atMost: 0 }),
  filmed("first picture of a stream that runs", media.firstOf("topic"), "running_ms", { atMost: 400 }),
  filmed("first picture of MJPEG", media.firstOf("mjpeg"), "cold_ms", { atMost: 1500 }),
  filmed("first picture of RTSP", media.firstOf("rtsp"), "cold_ms", { atMost: 3000 }),
  filmed("encoder gone after the last viewer", media.stopped, "encoder_gone_ms", { atMost: 12_000 }),
  filmed("encoders left after 1000 starts and stops", media.raced, "encoders_left", { atMost: 0 }, ""),
  filmed("memory for an upload of 1 GB", assets.uploadTo("folder"), "grown_mb", { atMost: 50 }, " MB"),
  filmed("answers to 10,000 links that nobody made", assets.forged, "answers", { atMost: 1 }, ""),
  ...(["embedded", "postgres"] as const).map((database): Target => ({
    what: `Samples beside stills of 10 MB/s, ${database}, p99 more than alone`,
    scenario: "stills",
    measured: (rows) => figure(rows, stills.beside(database), "p99_more_ms"),
    reach: { atMost: 5 },
    unit: " ms"
  })),
  ...crowdTargets,
  ...consoleTargets
]
