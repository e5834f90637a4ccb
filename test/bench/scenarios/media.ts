import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import type { OurFacts, PeerFacts } from "../servers/facts.ts"
import { type Figures, ratio, type Row, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import type { Plan } from "../support/Plan.ts"
import { billedLiveMs, temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"
import { inStore } from "./assets.ts"

const viewers = 300
const metered = 1000
const crowded = (who: string, acks: string) => `${who}, ${viewers} viewers of 4 KB at 30/s, an ack ${acks}`
export const relay = crowded("relay", "each 100 ms")
const ackedEach = crowded("relay", "each picture")
export const bareRelay = crowded("bare ws relay", "each 100 ms")
const bareAckedEach = crowded("bare ws relay", "each picture")
const readsAlone = "reads of REST, nobody watching"
export const readsBeside = "reads of REST beside the relay"
export const revoked = "a key that is rotated while it watches"
export const killed = `${metered} sessions of a server that is killed`
export const loopback = "glass to glass, beside the service, WebCodecs"
export const mediaSource = "glass to glass, beside the service, media source"
export const away80 = "glass to glass, 80 ms and 1 % lost"
export const away200 = "glass to glass, 200 ms and 5 % lost"
export const narrow = "glass to glass, link of 75 % of the stream"
export const firstOf = (source: string) => `first picture, ${source}`
export const stopped = "stop of the encoder"
export const raced = "starts and stops of cameras at a bridge"

const row = (name: string, median: Figures): Row => ({ name, median, runs: [median] })

const relayedOnce = async (plan: Plan, acks: string): Promise<ReadonlyArray<Row>> => {
  const ms = plan.pick(8_000, 3_000)
  const server = await startOurs({ env: { LIVE_VIEWERS: "10000" } })
  const load = await start("loads/relay.ts", { core: "load" })
  await load.ask("open", { facts: server.facts, viewers, acks })
  const isLeast = acks === "each 100 ms"
  const rows = [row(isLeast ? relay : ackedEach, await load.ask("paced", { ms, serverPid: server.pid }))]
  if (isLeast) {
    rows.push(row(readsAlone, await load.ask("reads", { ms, isRelaying: false })))
    rows.push(row(readsBeside, await load.ask("reads", { ms, isRelaying: true })))
  }
  await load.stop()
  await server.stop()
  const peer = await start<PeerFacts>("servers/mediaPeer.ts", { core: "server" })
  const peerLoad = await start("loads/relay.ts", { core: "load" })
  await peerLoad.ask("openPeer", { facts: peer.facts, viewers, acks })
  rows.push(row(isLeast ? bareRelay : bareAckedEach, await peerLoad.ask("paced", { ms, serverPid: peer.pid })))
  await peerLoad.stop()
  await peer.stop()
  return rows
}

const relayed = async (plan: Plan): Promise<ReadonlyArray<Row>> => [
  ...(await relayedOnce(plan, "each 100 ms")),
  ...(await relayedOnce(plan, "each picture"))
]

/** When sessions began to be billed, and what others had before. */
interface Watched {
  readonly firsts: ReadonlyArray<number>
  readonly otherMs: number
}

/** Sessions that end by a rotated key, and with a server that is killed. What was billed is read from its Postgres. */
const ended = async (plan: Plan): Promise<ReadonlyArray<Row>> => {
  const databaseUrl = await temporaryDatabase()
  const server = await startOurs({
    ...(databaseUrl === null ? {} : { databaseUrl }),
    env: { LIVE_VIEWERS: "10000" }
  })
  const load = await start("loads/liveEnds.ts", { core: "load" })
  await load.ask("open", { facts: server.facts })
  const rows = [row(revoked, await load.ask<Figures>("revoke", { rounds: plan.pick(50, 20) }))]
  if (databaseUrl !== null) {
    // Each was counted at least once: that happens every 30 s.
    const { firsts, otherMs } = await load.ask<Watched>("use", { ms: 33_000, viewers: metered })
    const before = await billedLiveMs(databaseUrl, server.facts.appId)
    const endedMs = Date.now()
    await server.kill()
    const watched = firsts.reduce((sum, firstMs) => sum + endedMs - firstMs, otherMs)
    const missing = (watched - before) / metered / 1000
    rows.push(
      row(killed, {
        watched_s_each: watched / metered / 1000,
        unbilled_s_each: Math.max(0, missing),
        overbilled_s_each: Math.max(0, -missing)
      })
    )
  }
  await load.stop()
  await server.stop()
  return rows
}

const races = async (plan: Plan): Promise<Row> => {
  const load = await start("loads/cameraRaces.ts", { core: "any" })
  const figures = await load.ask<Figures>("race", { turns: plan.pick(1000, 200) })
  await load.stop()
  return row(raced, figures)
}

interface Link {
  readonly kind: "network" | "proxy"
  readonly url: string
  readonly listens: { readonly host: string; readonly port: number }
  readonly noRtspServer: string | null
}

/** The service with a robot beside it, and browsers beside it and behind a link. */
const glass = async (plan: Plan): Promise<{ readonly rows: ReadonlyArray<Row>; readonly link: Link }> => {
  const load = await start("loads/glass.ts", { core: "any" })
  const link = await load.ask<Link>("connect")
  const { listens, noRtspServer, url } = link
  const env = { HOST: listens.host, PORT: String(listens.port), BASE_URL: url }
  const server = await startOurs({ core: "any", env })
  const facts: OurFacts = { ...server.facts, url }
  await load.ask("open", { facts })
  const rows: Array<Row> = []
  const ms = plan.pick(10_000, 4_000)
  const watch = async (name: string, asked: object, kbps = 1000) => {
    await load.ask("configure", { source: "topic", kbps })
    rows.push(row(name, await load.ask<Figures>("watch", { ms, playback: null, link: null, ...asked })))
  }
  await watch(loopback, { playback: "webcodecs" })
  await watch(mediaSource, { playback: "media-source" })
  await watch(away80, { link: { delayMs: 40, loss: 0.01 } })
  await watch(away200, { link: { delayMs: 100, loss: 0.05 }, recovers: true })
  await watch(narrow, { link: { delayMs: 0, loss: 0 }, share: 0.75 }, 200)
  for (const source of ["topic", "mjpeg", ...(noRtspServer === null ? ["rtsp"] : [])]) {
    await load.ask("configure", { source, kbps: 1000 })
    rows.push(row(firstOf(source), await load.ask<Figures>("first")))
  }
  rows.push(row(stopped, await load.ask<Figures>("stops")))
  await load.stop()
  await server.stop()
  return { rows, link }
}

const missing = (): string | null => {
  if (spawnSync("ffmpeg", ["-version"]).status !== 0) return "ffmpeg is not installed here"
  return existsSync(process.env["CHROMIUM"] ?? "/usr/bin/chromium") ? null : "there is no Chromium here"
}

const linkSaid = {
  network: "Browsers are near the service, or in a network of their own whose packets are delayed and lost.",
  proxy:
    "Browsers are near the service, or behind a proxy, no network interface: a lost packet is one that comes a round " +
    "trip later, with all behind it."
}

export const media: Scenario = {
  name: "media",
  about:
    "live video: the relay alone, ends of sessions, files, then from the painted clock of a camera to a canvas in Chromium",
  run: async (plan) => {
    const why = missing()
    const rows = [
      ...(await relayed(plan)),
      ...(await ended(plan)),
      await races(plan),
      ...(await inStore("folder", plan, 1))
    ]
    const notes = [
      "The relay's rows are one stream; streams_per_core is what its processor time for each write comes to, acks included.",
      "Nothing else is asked of the service meanwhile: reads beside the relay are a row of their own."
    ]
    if (why !== null) notes.push(`Not measured from glass to glass: ${why}.`)
    else {
      const { link, rows: seen } = await glass(plan)
      rows.push(...seen)
      notes.push(
        `The simulator's camera has 30 pictures of 320x240 a second. ${linkSaid[link.kind]}`,
        ...(link.noRtspServer === null ? [] : [`No camera that speaks RTSP: ${link.noRtspServer}.`])
      )
    }
    return { rows, notes, ratios: ratio(rows, "server_us_each", relay, bareRelay) }
  }
}
