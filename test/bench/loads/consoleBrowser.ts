/// <reference lib="dom" />
import { Effect, Exit, Scope } from "effect"
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core"
import { build } from "vite"
import { type ConsoleOrigin, serveConsole } from "../../console/support/consoleOrigin.ts"
import type { OurFacts } from "../servers/facts.ts"

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium"
const configFile = join(import.meta.dirname, "../../../packages/console/vite.config.ts")
/** A computer so many times slower than this one. */
const slowdown = 4

const built = new Map<string, Promise<string>>()

/** The console built in a mode: as it is shipped, or so that React renders each sample. Answers the folder. */
export const buildAs = (mode: string): Promise<string> => {
  const known = built.get(mode)
  if (known !== undefined) return known
  const made = (async () => {
    const outDir = await mkdtemp(join(tmpdir(), "console-"))
    process.once("exit", () => void rm(outDir, { recursive: true, force: true }))
    await build({ configFile, mode, logLevel: "error", build: { outDir } })
    return outDir
  })()
  built.set(mode, made)
  // A build that failed is tried again by the next measurement.
  made.catch(() => built.delete(mode))
  return made
}

/** The sizes of files that a page loaded, gzip, in units of 1,024 bytes. */
export const sizesOf = async (addresses: ReadonlyArray<string>) => {
  const folder = await buildAs("production")
  const packed = async (ending: string) => {
    const names = new Set(addresses.map((address) => new URL(address).pathname).filter((name) => name.endsWith(ending)))
    const all = await Promise.all([...names].map((name) => readFile(join(folder, name))))
    return all.reduce((sum, bytes) => sum + gzipSync(bytes, { level: 9 }).length, 0) / 1024
  }
  return { scripts_kib: await packed(".js"), styles_kib: await packed(".css") }
}

/** A page of the console with an owner signed in. */
export interface Opened {
  readonly page: Page
  readonly devtools: CDPSession
  readonly browser: Browser
  readonly console: ConsoleOrigin
}

/** Opens a browser on a slow computer, hands over an empty page, and closes it after. */
export const inConsole = async <A>(
  facts: OurFacts,
  mode: string,
  use: (opened: Opened) => Promise<A>,
  viewport = { width: 1440, height: 900 }
): Promise<A> => {
  const scope = Scope.makeUnsafe()
  const console = await Effect.runPromise(Scope.provide(serveConsole(await buildAs(mode), facts.url), scope))
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] })
  try {
    const page = await browser.newPage({ viewport, locale: "en-GB" })
    const session = {
      accessToken: facts.ownerToken,
      refreshToken: "none",
      expiresAt: Date.now() + 800_000,
      user: { kind: "developer", app_user_id: null, developer_id: null, server_key_id: null }
    }
    await page.addInitScript(
      ([key, value]) => {
        localStorage.setItem(key!, value!)
        const seen = {
          shifts: [] as Array<readonly [number, number]>,
          long: [] as Array<number>,
          keys: [] as Array<number>
        }
        Object.assign(globalThis, { seen })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Array<PerformanceEntry & { value: number; hadRecentInput: boolean }>)
            if (!entry.hadRecentInput) seen.shifts.push([entry.startTime, entry.value])
        }).observe({ type: "layout-shift", buffered: true })
        new PerformanceObserver((list) =>
          list.getEntries().forEach(({ duration }) => seen.long.push(duration))
        ).observe({
          type: "longtask"
        })
        new PerformanceObserver((list) =>
          list.getEntries().forEach(({ duration, name }) => name === "keydown" && seen.keys.push(duration))
        ).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit)
      },
      [`fleet:${console.origin}:developer`, JSON.stringify(session)]
    )
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
    return await use({ page, devtools, browser, console })
  } finally {
    await browser.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

/** What the page has seen of itself since `seen` was emptied. */
export interface Seen {
  readonly shifts: ReadonlyArray<readonly [atMs: number, value: number]>
  /** Tasks of over 50 ms, in milliseconds. */
  readonly long: ReadonlyArray<number>
  /** From keys that took over 16 ms to be painted: how long, in milliseconds. */
  readonly keys: ReadonlyArray<number>
}

export const seenBy = (page: Page): Promise<Seen> => page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)

/** Forgets the tasks and keys so far. */
export const forgetSeen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: { long: Array<number>; keys: Array<number> } }
    seen.long.length = 0
    seen.keys.length = 0
  })

/** Counts frames of the page for a while, and in how many of them the text of a value changed. */
export const countFrames = (page: Page, within: string, ms: number) =>
  page.evaluate(
    async ({ ms, within }) => {
      let [changedNow, frames, changed, texts] = [false, 0, 0, 0]
      const observer = new MutationObserver((records) => {
        changedNow = true
        texts += records.length
      })
      for (const each of document.querySelectorAll(within))
        observer.observe(each, { subtree: true, characterData: true, childList: true })
      const began = performance.now()
      await new Promise<void>((done) => {
        const frame = () => {
          frames++
          if (changedNow) changed++
          changedNow = false
          if (performance.now() - began < ms) requestAnimationFrame(frame)
          else done()
        }
        requestAnimationFrame(frame)
      })
      observer.disconnect()
      const seconds = (performance.now() - began) / 1000
      return { fps: frames / seconds, frames_changed_share: changed / frames, texts_per_s: texts / seconds }
    },
    { ms, within }
  )
