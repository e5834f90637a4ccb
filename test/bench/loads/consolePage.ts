/// <reference lib="dom" />
import { Effect, Exit, Scope } from "effect"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { chromium } from "playwright-core"
import { build } from "vite"
import { WebSocket } from "ws"
import { serveConsole } from "../../console/support/consoleOrigin.ts"
import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { sleep } from "../support/Schedule.ts"
import { quantile } from "../support/Stats.ts"

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"
const configFile = join(import.meta.dirname, "../../../packages/console/vite.config.ts")
const charts = 24
const hz = 20
const slowdown = 4
const settleMs = 5_000

const slugOf = (index: number) => `fast_${index}`
const source = `platform: 1
datapoints:
${Array.from({ length: charts }, (_, index) => `  ${slugOf(index)}: {topic: /fast, type: std_msgs/msg/Float64, field: data, rate_throttle_hz: ${hz}}`).join("\n")}
`

/** A bridge that sends a new value of each datapoint at the rate, until it is closed. */
const player = async ({ robots, url }: OurFacts): Promise<() => void> => {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/bridge`)
  await new Promise((opened) => socket.once("open", opened))
  socket.on("message", (data) => {
    const frame = JSON.parse(String(data)) as {
      readonly type: string
      readonly ts_ms?: number
      readonly version?: number
    }
    if (frame.type === "ping") socket.send(JSON.stringify({ type: "pong", ts_ms: frame.ts_ms }))
    if (frame.type === "config")
      socket.send(JSON.stringify({ type: "config_applied", version: frame.version, ok: true, errors: [] }))
  })
  const hello = { type: "hello", protocol_version: 5, token: robots[0]!.token, bridge_version: "0.1.0" }
  socket.send(JSON.stringify(hello))
  let at = 0
  const timer = setInterval(() => {
    at++
    for (let index = 0; index < charts; index++) {
      const value = Math.sin(at / 20 + index) * 100 + at / 1000
      socket.send(JSON.stringify({ type: "datapoint", slug: slugOf(index), value, timestamp_ms: Date.now() }))
    }
  }, 1000 / hz)
  return () => {
    clearInterval(timer)
    socket.close()
  }
}

const publish = async ({ ownerToken, robots, url }: OurFacts): Promise<void> => {
  const at = `${url}/api/robots/${robots[0]!.id}/config`
  const headers = { authorization: `Bearer ${ownerToken}`, "content-type": "application/json" }
  await fetch(`${at}/draft`, { method: "PUT", headers, body: JSON.stringify({ source }) })
  const published = await fetch(`${at}/publish`, { method: "POST", headers })
  if (!published.ok) throw new Error(`publish: ${published.status} ${await published.text()}`)
}

const built = new Map<string, Promise<string>>()
const buildAs = (mode: string): Promise<string> => {
  const known = built.get(mode)
  if (known !== undefined) return known
  const made = (async () => {
    const outDir = await mkdtemp(join(tmpdir(), "console-"))
    process.once("exit", () => void rm(outDir, { recursive: true, force: true }))
    await build({ configFile, mode, logLevel: "error", build: { outDir } })
    return outDir
  })()
  built.set(mode, made)
  return made
}

/** The sizes of what a page loads, gzip, in kilobytes. */
const sizes = async (): Promise<Readonly<Record<string, number>>> => {
  const folder = await buildAs("production")
  const html = await readFile(join(folder, "index.html"), "utf8")
  const list = (await readdir(join(folder, "assets"))).filter((name) => /RobotsPage/.test(name) || html.includes(name))
  const packed = async (names: ReadonlyArray<string>) => {
    const all = await Promise.all(names.map((name) => readFile(join(folder, "assets", name))))
    return all.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0) / 1000
  }
  return {
    scripts_kb: await packed(list.filter((name) => name.endsWith(".js"))),
    styles_kb: await packed(list.filter((name) => name.endsWith(".css")))
  }
}

/** The live page of the robot in one mode of the build, for a while. */
const watch = async (facts: OurFacts, mode: string, ms: number): Promise<Readonly<Record<string, number>>> => {
  const scope = Scope.makeUnsafe()
  const served = await Effect.runPromise(Scope.provide(serveConsole(await buildAs(mode), facts.url), scope))
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 4000 } })
    const session = {
      accessToken: facts.ownerToken,
      refreshToken: "none",
      expiresAt: Date.now() + 800_000,
      user: { kind: "developer", app_user_id: null, developer_id: null, server_key_id: null }
    }
    await page.addInitScript(
      ([key, value]) => localStorage.setItem(key!, value!),
      [`fleet:${served.origin}:developer`, JSON.stringify(session)]
    )
    await page.goto(`${served.origin}/robots/${facts.robots[0]!.id}`)
    await page.locator(`[data-slug="${slugOf(charts - 1)}"] canvas`).waitFor()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
    await devtools.send("Performance.enable")
    await sleep(settleMs)
    const metric = async (name: string) => {
      const { metrics } = await devtools.send("Performance.getMetrics")
      return metrics.find((each) => each.name === name)?.value ?? 0
    }
    const before = await metric("ScriptDuration")
    const seen = await page.evaluate(async (ms) => {
      const frames: Array<number> = []
      const long: Array<number> = []
      let changed = 0
      const observer = new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => long.push(entry.duration))
      )
      observer.observe({ type: "longtask" })
      const value = document.querySelector(".value-text")!
      let shown = value.textContent
      const began = performance.now()
      await new Promise<void>((done) => {
        const frame = (nowMs: number) => {
          frames.push(nowMs)
          if (value.textContent !== shown) changed++
          shown = value.textContent
          if (nowMs - began < ms) requestAnimationFrame(frame)
          else done()
        }
        requestAnimationFrame(frame)
      })
      observer.disconnect()
      return { frames, long, changed }
    }, ms)
    const script = ((await metric("ScriptDuration")) - before) * 1000
    const spans = seen.frames.slice(1).map((at, index) => at - seen.frames[index]!)
    if (seen.changed < ms / 1000)
      throw new Error(
        `The values did not change, so that nothing was measured: ${seen.changed} changes in ${spans.length} frames, ` +
          `${seen.long.length} long tasks, script ${Math.round(script)} ms. The page says ${(await page.locator("[data-slug] .value-age").allTextContents()).slice(0, 3).join()}.`
      )
    return {
      fps: (1000 * spans.length) / spans.reduce((sum, span) => sum + span, 0),
      script_ms_per_frame: script / Math.max(1, spans.length),
      script_ms_per_s: script / (ms / 1000),
      frame_p95_ms: quantile(spans, 0.95),
      long_tasks: seen.long.length,
      longest_task_ms: Math.max(0, ...seen.long),
      changes_per_s: seen.changed / (ms / 1000)
    }
  } finally {
    await browser.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

let facts: OurFacts
let stop = () => {}
answer(null, {
  begin: async (input: { readonly facts: OurFacts }) => {
    facts = input.facts
    await publish(facts)
    stop = await player(facts)
    return { begun: 1 }
  },
  sizes: () => sizes(),
  watch: ({ mode, ms }: { readonly mode: string; readonly ms: number }) => watch(facts, mode, ms),
  end: async () => {
    stop()
    return { ended: 1 }
  }
})
