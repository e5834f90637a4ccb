import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import type { OurFacts } from "../servers/facts.ts"
import type { Figures, Row, Scenario } from "../support/Measure.ts"
import { freePort } from "../support/Nats.ts"
import { startOurs } from "../support/Ours.ts"
import type { Plan } from "../support/Plan.ts"
import { start } from "../support/Program.ts"

export const relay = (viewers: number) => `relay, ${viewers} viewers of 4 KB at 30/s`
export const viewers = [100, 300]
export const loopback = "glass to glass, loopback, WebCodecs"
export const mediaSource = "glass to glass, loopback, media source"
export const away80 = "glass to glass, 80 ms and 1 % lost"
export const away200 = "glass to glass, 200 ms and 5 % lost"
export const narrow = "glass to glass, link of 75 % of the stream"
export const firstOf = (source: string) => `first picture, ${source}`
export const stopped = "stop of the encoder"

const row = (name: string, median: Figures): Row => ({ name, median, runs: [median] })

const relayed = async (count: number, plan: Plan): Promise<Row> => {
  const server = await startOurs({ env: { LIVE_VIEWERS: "10000" } })
  const load = await start("loads/relay.ts", { core: "load" })
  await load.ask("open", { facts: server.facts, viewers: count })
  const figures = await load.ask<Figures>("paced", { ms: plan.pick(10_000, 3_000), serverPid: server.pid })
  await load.stop()
  await server.stop()
  return row(relay(count), figures)
}

const direct = { delayMs: 0, loss: 0, ofBitrate: null }

/** The service behind a link, as the robot and the browser find it. */
const glass = async (plan: Plan): Promise<ReadonlyArray<Row>> => {
  const [behind, before] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${before}`
  const server = await startOurs({ core: "any", env: { PORT: String(behind), BASE_URL: url } })
  const load = await start("loads/glass.ts", { core: "any" })
  const facts: OurFacts = { ...server.facts, url }
  await load.ask("open", { facts, behind })
  const rows: Array<Row> = []
  const ms = plan.pick(20_000, 5_000)
  const watch = async (name: string, link: object, kbps: number, playback: string | null = null, settleMs = 0) => {
    await load.ask("configure", { source: "topic", kbps })
    rows.push(row(name, await load.ask<Figures>("watch", { ms, playback, link: { ...direct, ...link }, settleMs })))
  }
  await watch(loopback, {}, 1000, "webcodecs")
  await watch(mediaSource, {}, 1000, "media-source")
  await watch(away80, { delayMs: 40, loss: 0.01 }, 1000)
  await watch(away200, { delayMs: 100, loss: 0.05 }, 1000)
  await watch(narrow, { ofBitrate: 0.75 }, 200, null, 10_000)
  for (const source of ["topic", "mjpeg", ...(process.env["BENCH_RTSP"] === undefined ? [] : ["rtsp"])]) {
    await load.ask("configure", { source, kbps: 1000 })
    rows.push(row(firstOf(source), await load.ask<Figures>("first")))
  }
  rows.push(row(stopped, await load.ask<Figures>("stops")))
  await load.stop()
  await server.stop()
  return rows
}

const missing = (): string | null => {
  if (spawnSync("ffmpeg", ["-version"]).status !== 0) return "ffmpeg is not installed here"
  return existsSync(process.env["CHROMIUM"] ?? "/usr/bin/chromium") ? null : "there is no Chromium here"
}

export const media: Scenario = {
  name: "media",
  about: "live video: the relay alone, then from the painted clock of the simulator's camera to a canvas in Chromium",
  run: async (plan) => {
    const why = missing()
    const rows: Array<Row> = []
    for (const count of viewers) rows.push(await relayed(count, plan))
    if (why === null) rows.push(...(await glass(plan)))
    return {
      rows,
      notes: [
        "The relay's row is one stream; streams_per_core is what its processor time for each write comes to.",
        why === null
          ? "The simulator's camera has 10 pictures of 320x240 a second. Links are a proxy between both ends and the service, " +
            "no network interface: a lost packet is one that comes a round trip later, with all behind it."
          : `Not measured from glass to glass: ${why}.`
      ],
      ratios: {}
    }
  }
}
