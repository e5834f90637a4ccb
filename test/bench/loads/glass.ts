/// <reference lib="dom" />
import { paintedTime } from "@fleet/bridge/simulator/camera/Scene"
import { spawn } from "node:child_process"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { chromium, type Page } from "playwright-core"
import { bundledSdk } from "../../sdk/support/bundledSdk.ts"
import { cameraSlug, type OurFacts, publisherSlug } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { allProcesses, below } from "../support/Processes.ts"
import { sleep } from "../support/Schedule.ts"
import { quantile } from "../support/Stats.ts"
import { type LinkShape, slowLink } from "../support/SlowLink.ts"

const bridgeSources = fileURLToPath(new URL("../../../packages/bridge/src/", import.meta.url))

let facts: OurFacts
let page: Page
let simulatorAt = ""
let cameraAt = ""
let bytesDown = () => 0
const shape: { now: LinkShape } = { now: { delayMs: 0, loss: 0, bytesPerSecond: Infinity } }

let bridgePid = 0
// The robot and its bridge go with this program, however it is ended.
process.once("SIGTERM", () => process.exit(0))

const child = (file: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  const started = spawn(process.execPath, ["--no-warnings", join(bridgeSources, file), ...args], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, ...env }
  })
  process.once("exit", () => started.kill("SIGKILL"))
  return { pid: started.pid!, lines: createInterface({ input: started.stdout! }) }
}

const api = async (method: string, path: string, body?: object, bearer = facts.ownerToken) => {
  const answered = await fetch(`${facts.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!answered.ok) throw new Error(`${method} ${path}: ${answered.status} ${await answered.text()}`)
  return answered.status === 204 ? null : ((await answered.json()) as any)
}

const robot = () => facts.robots[0]!

/** Publishes a camera of this source alone, with a publisher that drives. */
const configure = async ({ kbps, source }: { readonly source: "topic" | "mjpeg" | "rtsp"; readonly kbps: number }) => {
  const said = {
    topic: "{ kind: ros, topic: /camera/image_raw/compressed, type: sensor_msgs/msg/CompressedImage }",
    mjpeg: `{ kind: mjpeg, url: "${cameraAt}" }`,
    rtsp: `{ kind: rtsp, url: "${process.env["BENCH_RTSP"]}" }`
  }[source]
  const text = `platform: 1
publishers:
  ${publisherSlug}:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: { linear: { x: "\${forward}" }, angular: { z: "\${turn}" } }
    parameters: { forward: { type: float64 }, turn: { type: float64 } }
    failsafe: { timeout_ms: 60000, message: { linear: { x: 0 } } }
    quiet_timeout_ms: 60000
cameras:
  ${cameraSlug}:
    source: ${said}
    width: 320
    height: 240
    fps: 30
    bitrate_kbps: ${kbps}
    snapshot_interval_seconds: 3600
`
  await api("PUT", `/api/robots/${robot().id}/config/draft`, { source: text })
  await api("POST", `/api/robots/${robot().id}/config/publish`)
  await sleep(1_000)
}

/** The robot and its bridge, which find the service behind the link, and a browser. The link listens where the service says it is. */
const open = async ({ behind, facts: given }: { readonly facts: OurFacts; readonly behind: number }) => {
  facts = given
  const link = await slowLink(Number(new URL(facts.url).port), behind, () => shape.now)
  bytesDown = link.bytesDown
  simulatorAt = await new Promise<string>((resolve) =>
    child("simulator/main.ts", ["--robot", "mobile", "--port", "0"]).lines.on("line", (line) => {
      const url = /ws:\/\/\S+?(?=[,\s]|$)/.exec(line)?.[0]
      if (url !== undefined) resolve(url)
    })
  )
  cameraAt = `${simulatorAt.replace("ws:", "http:").replace(/\/$/, "")}/camera.mjpeg`
  const state = await mkdtemp(join(tmpdir(), "fleet-bench-bridge-"))
  const bridge = child("main.ts", ["--ros", simulatorAt, "--log", "json"], {
    FLEET_URL: facts.url,
    FLEET_TOKEN: robot().token,
    FLEET_STATE_DIR: state
  })
  bridgePid = bridge.pid
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
  })
  page = await browser.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${facts.url}/healthz`)
  await page.evaluate(() => (document.body.innerHTML = "<canvas></canvas>"))
  await page.addScriptTag({ content: await bundledSdk() })
  for (let tries = 0; !(await api("GET", `/api/robots/${robot().id}`)).bridge_state.online; tries++) {
    if (tries > 100) throw new Error("the bridge does not come")
    await sleep(200)
  }
}

const driving = () => {
  const timer = setInterval(() => {
    const path = `/api/robots/${robot().id}/publishers/${publisherSlug}`
    void api("POST", path, { message: { forward: 0.4, turn: 0.7 } }, facts.serverKey).catch(() => undefined)
  }, 300)
  return () => clearInterval(timer)
}

/** Starts a view; milliseconds from asking for it to its first picture. */
const start = (playback: string | null) =>
  page.evaluate(
    async ({ key, playback, robotId, slug, url }) => {
      const { createClient, live } = (globalThis as any).sdk
      const fleet = createClient({ baseUrl: url, serverKey: key, dangerouslyAllowBrowser: true })
      const canvas = document.querySelector("canvas")!
      const seen: any = ((globalThis as any).seen = { samples: [], states: [] })
      const began = performance.now()
      await new Promise<void>((resolve, reject) => {
        const view = live(fleet.robot(robotId).camera(slug), canvas, {
          ...(playback === null ? {} : { playback }),
          onState: (state: string, reason: string | null) => {
            seen.states.push([Date.now(), state])
            if (state === "ended") reject(new Error(reason ?? state))
          },
          onPainted: () => {
            const { data, width } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, 32)
            const blocks: Array<number> = []
            // The middle of each of the 48 blocks in which the time is painted.
            for (let bit = 0; bit < 48; bit++) {
              const x = 8 + (bit % 24) * 8 + 4
              const y = 8 + Math.floor(bit / 24) * 8 + 4
              blocks.push(data[(y * width + x) * 4]!)
            }
            seen.samples.push([Date.now(), blocks])
            resolve()
          }
        })
        view.then((opened: unknown) => (seen.view = opened), reject)
      })
      return performance.now() - began
    },
    { key: facts.serverKey, playback, robotId: robot().id, slug: cameraSlug, url: facts.url }
  )

const stop = () => page.evaluate(() => (globalThis as any).seen.view.stop())

const release = async () => {
  await stop()
  await api("DELETE", `/api/robots/${robot().id}/cameras/${cameraSlug}/live`, undefined, facts.serverKey)
}

/** Milliseconds from the painted time of each picture to its painting, of `ms`. */
const watched = async (ms: number) => {
  await page.evaluate(() => ((globalThis as any).seen.samples = []))
  const bytes = bytesDown()
  await sleep(ms)
  const { samples } = (await page.evaluate(() => (globalThis as any).seen)) as {
    samples: ReadonlyArray<readonly [number, ReadonlyArray<number>]>
  }
  const delays = samples.map(([atMs, blocks]) => {
    let bit = 0
    return atMs - paintedTime(() => blocks[bit++]!)
  })
  const sorted = Float64Array.from(delays).sort()
  return {
    pictures_per_s: (samples.length / ms) * 1000,
    kbit_per_s: ((bytesDown() - bytes) * 8) / ms,
    p50_ms: quantile(sorted, 0.5),
    p95_ms: quantile(sorted, 0.95)
  }
}

interface Watching {
  readonly ms: number
  readonly playback: string | null
  readonly link: Omit<LinkShape, "bytesPerSecond"> & { readonly ofBitrate: number | null }
  /** What is left out before it is measured. */
  readonly settleMs: number
}

/** Watches over a link; one narrower than the stream is narrowed once the stream's rate was measured. */
const watch = async ({ link: { delayMs, loss, ofBitrate }, ms, playback, settleMs }: Watching) => {
  const halt = driving()
  shape.now = { delayMs, loss, bytesPerSecond: Infinity }
  try {
    const first_ms = await start(playback)
    await sleep(2_000)
    if (ofBitrate !== null) {
      const { kbit_per_s } = await watched(5_000)
      shape.now = { delayMs, loss, bytesPerSecond: (kbit_per_s * 1000 * ofBitrate) / 8 }
    }
    await sleep(settleMs)
    return { first_ms, ...(await watched(ms)) }
  } finally {
    halt()
    shape.now = { delayMs: 0, loss: 0, bytesPerSecond: Infinity }
    await release()
  }
}

/** First pictures: of a camera that nobody watches, which is left alone until it has stopped, and of one that runs. */
const first = async () => {
  await sleep(11_000)
  const cold_ms = await start(null)
  await stop()
  const running_ms = await start(null)
  await release()
  return { cold_ms, running_ms }
}

/** How long the encoder goes on after its last viewer has left. */
const stops = async () => {
  await start(null)
  await release()
  const began = performance.now()
  while (below(bridgePid, allProcesses()).length > 0) await sleep(50)
  return { encoder_gone_ms: performance.now() - began }
}

answer({}, { open, configure, watch, first, stops })
