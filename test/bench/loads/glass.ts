import { Effect, Scope } from "effect"
import { spawn } from "node:child_process"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { anRtspCamera, noRtspServer } from "../../bridge/cameras/rtspServer.ts"
import { cameraSlug, type OurFacts, publisherSlug } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { allProcesses, below } from "../support/Processes.ts"
import { sleep } from "../support/Schedule.ts"
import { type LinkShape, type ViewerLink, viewerLink } from "../support/ViewerLink.ts"
import { ViewerPage } from "./viewerPage.ts"

const bridgeSources = fileURLToPath(new URL("../../../packages/bridge/src/", import.meta.url))
const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium"
const cameraHz = "30"
const straight: LinkShape = { delayMs: 0, loss: 0, bytesPerSecond: Infinity }
/** How long a view is left alone before anything is measured. */
const settleMs = 2_000

let facts: OurFacts
let link: ViewerLink
/** Beside the service, and behind the link. */
let pages: { readonly near: ViewerPage; readonly far: ViewerPage }
let cameraAt = ""
let rtspAt = ""
let bridgePid = 0
// The robot, its bridge and the link go with this program, however it is ended.
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

/** Publishes a camera of this source alone, with a publisher that drives. What ran before ends by it. */
const configure = async ({ kbps, source }: { readonly source: "topic" | "mjpeg" | "rtsp"; readonly kbps: number }) => {
  const said = {
    topic: "{ kind: ros, topic: /camera/image_raw/compressed, type: sensor_msgs/msg/CompressedImage }",
    mjpeg: `{ kind: mjpeg, url: "${cameraAt}" }`,
    rtsp: `{ kind: rtsp, url: "${rtspAt}" }`
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

/** Makes the link. Answers where the service is to listen, and what it is to call itself. */
const connect = async () => {
  link = await viewerLink(chromium)
  process.once("exit", link.close)
  const { kind, listens, url } = link
  return { kind, listens, url, noRtspServer: process.env["BENCH_RTSP"] === undefined ? noRtspServer : null }
}

/** The robot and its bridge, beside the service, and a browser at either end of the link. */
const open = async ({ facts: given }: { readonly facts: OurFacts }) => {
  facts = given
  const simulator = child("simulator/main.ts", ["--robot", "mobile", "--port", "0", "--camera-hz", cameraHz])
  const simulatorAt = await new Promise<string>((resolve) =>
    simulator.lines.on("line", (line) => {
      const url = /ws:\/\/\S+?(?=[,\s]|$)/.exec(line)?.[0]
      if (url !== undefined) resolve(url)
    })
  )
  cameraAt = `${simulatorAt.replace("ws:", "http:").replace(/\/$/, "")}/camera.mjpeg`
  rtspAt = process.env["BENCH_RTSP"] ?? (noRtspServer === null ? await startRtsp() : "")
  const bridge = child("main.ts", ["--ros", simulatorAt, "--log", "json"], {
    FLEET_URL: facts.url,
    FLEET_TOKEN: robot().token,
    FLEET_STATE_DIR: await mkdtemp(join(tmpdir(), "fleet-bench-bridge-"))
  })
  bridgePid = bridge.pid
  pages = { near: await ViewerPage.open(chromium, facts), far: await ViewerPage.open(link.browser, facts) }
  for (let tries = 0; !(await api("GET", `/api/robots/${robot().id}`)).bridge_state.online; tries++) {
    if (tries > 100) throw new Error("the bridge does not come")
    await sleep(200)
  }
}

/** A camera that encodes itself, with a key picture every two seconds. */
const startRtsp = () => {
  const options = ["-preset", "ultrafast", "-tune", "zerolatency", "-profile:v", "baseline", "-g", "20"]
  const scope = Effect.runSync(Scope.make())
  return Effect.runPromise(Scope.provide(anRtspCamera(options), scope))
}

const driving = () => {
  const timer = setInterval(() => {
    const path = `/api/robots/${robot().id}/publishers/${publisherSlug}`
    void api("POST", path, { message: { forward: 0.4, turn: 0.7 } }, facts.serverKey).catch(() => undefined)
  }, 300)
  return () => clearInterval(timer)
}

const release = async (page: ViewerPage) => {
  await page.stop()
  await api("DELETE", `/api/robots/${robot().id}/cameras/${cameraSlug}/live`, undefined, facts.serverKey)
}

interface Watching {
  readonly ms: number
  readonly playback: string | null
  /** Null for a browser beside the service. */
  readonly link: Pick<LinkShape, "delayMs" | "loss"> | null
  /** The link becomes as narrow as such a share of what the stream has, and is given ten seconds. */
  readonly share?: number
  /** What is lost no more at the end, after which the stream has two seconds. */
  readonly recovers?: boolean
}

const narrowed = async (page: ViewerPage, shape: LinkShape, share: number) => {
  const measuredMs = 3_000
  const before = link.bytesDown()
  await page.watched(measuredMs)
  const bytesPerSecond = ((link.bytesDown() - before) / measuredMs) * 1000 * share
  await link.change({ ...shape, bytesPerSecond })
  await sleep(10_000)
  return { link_kbit_per_s: (bytesPerSecond * 8) / 1000 }
}

const watch = async ({ link: asked, ms, playback, recovers = false, share }: Watching) => {
  const halt = driving()
  const page = asked === null ? pages.near : pages.far
  const shape: LinkShape = { ...straight, ...asked }
  if (asked !== null) await link.change(shape)
  try {
    const first_ms = await page.start(playback)
    await sleep(settleMs)
    const narrow = share === undefined ? {} : await narrowed(page, shape, share)
    const figures = { first_ms, ...narrow, ...(await page.watched(ms)) }
    if (!recovers) return figures
    await link.change({ ...shape, loss: 0 })
    await sleep(2_000)
    return { ...figures, recovered_p95_ms: (await page.watched(3_000)).p95_ms }
  } finally {
    halt()
    if (asked !== null) await link.change(straight)
    await release(page)
  }
}

/** First pictures: of a camera that nobody watched, and of one that runs. */
const first = async () => {
  const cold_ms = await pages.near.start()
  const running_ms = await pages.far.start()
  await pages.far.stop()
  await release(pages.near)
  return { cold_ms, running_ms }
}

/** How long the encoder goes on after its last viewer has left. */
const stops = async () => {
  await pages.near.start()
  await release(pages.near)
  const began = performance.now()
  while (below(bridgePid, allProcesses()).length > 0) await sleep(50)
  return { encoder_gone_ms: performance.now() - began }
}

answer({}, { connect, open, configure, watch, first, stops })
