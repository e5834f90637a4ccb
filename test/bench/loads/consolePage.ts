/// <reference lib="dom" />
import type { Page } from "playwright-core"
import { type OurFacts, reading } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { scriptByFrame, type TraceEvent } from "../support/Frames.ts"
import type { Figures } from "../support/Measure.ts"
import { sleep } from "../support/Schedule.ts"
import { median, quantile } from "../support/Stats.ts"
import { countFrames, forgetSeen, inConsole, type Opened, seenBy, sizesOf } from "./consoleBrowser.ts"

/** Below so many changed texts a second nothing is measured. */
const fewestTexts = 5
const settleMs = 4000
const categories = ["devtools.timeline", "v8", "v8.execute", "disabled-by-default-devtools.timeline"]

interface Measured {
  readonly facts: OurFacts
  readonly mode?: string
  readonly ms?: number
}

const listPath = `/robots?cols=${reading}`
const p75 = (values: ReadonlyArray<number>) =>
  quantile(
    values.toSorted((left, right) => left - right),
    0.75
  )

const isLive = (page: Page) =>
  page.waitForFunction(
    () => [...document.querySelectorAll("tbody .value-text")].some(({ textContent }) => /\d/.test(textContent)),
    undefined,
    { polling: "raf", timeout: 60_000 }
  )

/** From the address to a list with a value, without and with a cache, and what moved after its first row. */
const list = ({ facts }: Measured): Promise<Figures> =>
  inConsole(facts, "production", async ({ console, page }) => {
    const load = async () => {
      await page.goto(`${console.origin}${listPath}`)
      await page.locator("tbody tr").first().waitFor()
      const rowMs = await page.evaluate(() => performance.now())
      await isLive(page)
      return { rowMs, usableMs: await page.evaluate(() => performance.now()) }
    }
    const cold = await load()
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
    const warm = await load()
    await sleep(2000)
    const { shifts } = await seenBy(page)
    return {
      ...(await sizesOf(loaded)),
      usable_ms: cold.usableMs,
      usable_from_cache_ms: warm.usableMs,
      shift_after_row: shifts.filter(([at]) => at > warm.rowMs).reduce((sum, [, value]) => sum + value, 0)
    }
  })

/** From the press of a link in the navigation to the heading of its page. */
const routes = ({ facts }: Measured): Promise<Figures> =>
  inConsole(facts, "production", async ({ console, page }) => {
    await page.goto(`${console.origin}/robots`)
    await page.locator("tbody tr").first().waitFor()
    const times: Array<number> = []
    for (const name of ["Alerts", "Jobs", "Activity", "Overview", "Robots", "Alerts", "Jobs", "Robots"]) {
      const link = page
        .getByRole("navigation")
        .first()
        .getByRole("link", { name: new RegExp(`^${name}`) })
      // A pointer passes over a link before it presses, and the page is fetched meanwhile.
      await link.hover()
      await page.evaluate(() => {
        const before = document.querySelector("h1")
        const text = before?.textContent
        Object.assign(globalThis, {
          changed: new Promise<number>((done) => {
            addEventListener(
              "click",
              ({ timeStamp }) => {
                const look = () => {
                  const now = document.querySelector("h1")
                  if (now !== null && (now !== before || now.textContent !== text)) done(performance.now() - timeStamp)
                  else requestAnimationFrame(look)
                }
                look()
              },
              { once: true, capture: true }
            )
          })
        })
      })
      await link.click()
      times.push(await page.evaluate(() => (globalThis as unknown as { changed: Promise<number> }).changed))
    }
    return { route_p50_ms: median(times), route_most_ms: Math.max(...times) }
  })

/** Script of each frame while values move. */
const scriptFor = async ({ browser, page }: Opened, within: string, ms: number) => {
  await forgetSeen(page)
  await browser.startTracing(page, { categories })
  const counted = await countFrames(page, within, ms)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
    readonly traceEvents: ReadonlyArray<TraceEvent>
  }
  const { long } = await seenBy(page)
  if (counted.texts_per_s < fewestTexts)
    throw new Error(
      `Values did not change, so that nothing was measured: ${counted.texts_per_s.toFixed(1)} texts a second at ` +
        `${counted.fps.toFixed(1)} frames a second. The page says: ${(await page.locator("main").innerText()).slice(0, 300)}`
    )
  const frames = scriptByFrame(traceEvents).toSorted((left, right) => left - right)
  return {
    script_p95_ms: quantile(frames, 0.95),
    script_ms_per_s: frames.reduce((sum, each) => sum + each, 0) / (ms / 1000),
    still_fps: counted.fps,
    long_tasks: long.length,
    longest_task_ms: Math.max(0, ...long),
    texts_per_s: counted.texts_per_s,
    frames_changed_share: counted.frames_changed_share
  }
}

/** Frames a second while the page is scrolled by a wheel. */
const scrolled = async (page: Page, ms: number): Promise<number> => {
  await page.mouse.move(700, 500)
  const counting = countFrames(page, "body", ms)
  for (const until = Date.now() + ms; Date.now() < until;) {
    for (const by of [120, -80]) await page.mouse.wheel(0, by)
    await sleep(16)
  }
  return (await counting).fps
}

/** The list of many robots whose values move. */
const crowd = ({ facts, ms = 10_000 }: Measured): Promise<Figures> =>
  inConsole(facts, "production", async (opened) => {
    const { console, page } = opened
    await page.goto(`${console.origin}${listPath}`)
    await isLive(page)
    await sleep(settleMs)
    const script = await scriptFor(opened, "tbody", ms)
    const scroll_fps = await scrolled(page, ms / 2)
    await forgetSeen(page)
    const typed = "status:online robot"
    await page
      .getByRole("textbox", { name: "Filter" })
      .or(page.getByRole("combobox", { name: "Filter" }))
      .first()
      .focus()
    for (const key of typed) {
      await page.keyboard.press(key === " " ? "Space" : key)
      await sleep(150)
    }
    const { keys } = await seenBy(page)
    // Those under 16 ms are not told.
    const all = [...keys, ...Array.from({ length: Math.max(0, typed.length - keys.length) }, () => 16)]
    return { ...script, scroll_fps, key_p75_ms: p75(all) }
  })

const livePage = async ({ console, page }: Opened, facts: OurFacts, slug: string) => {
  await page.goto(`${console.origin}/robots/${facts.robots[0]!.id}`)
  await page.locator(`[data-slug="${slug}"] canvas`).waitFor()
}
const tall = { width: 1440, height: 4000 }

/** A robot's page with a chart of each slug. */
const charts = ({ facts, mode = "production", ms = 10_000, slug }: Measured & { readonly slug: string }) =>
  inConsole(
    facts,
    mode,
    async (opened): Promise<Figures> => {
      await livePage(opened, facts, slug)
      await sleep(settleMs)
      return scriptFor(opened, "[data-slug]", ms)
    },
    tall
  )

/** A page that does nothing, for what Chromium takes by itself here. */
const bare = ({ facts, ms = 10_000 }: Measured): Promise<Figures> =>
  inConsole(facts, "production", async (opened) => {
    const { page } = opened
    await page.goto("about:blank")
    await page.setContent("<main><p>0</p><div style='height:9000px'>tall</div></main>")
    await page.evaluate(() => {
      let count = 0
      setInterval(() => (document.querySelector("p")!.firstChild!.nodeValue = String(++count)), 100)
    })
    return { still_fps: (await countFrames(page, "main", ms)).fps, scroll_fps: await scrolled(page, ms / 2) }
  })

/** How much the page's memory grows in ten minutes, from two looks after forced collections. */
const memory = ({ facts, ms = 120_000, slug }: Measured & { readonly slug: string }): Promise<Figures> =>
  inConsole(
    facts,
    "production",
    async (opened) => {
      const { devtools } = opened
      await livePage(opened, facts, slug)
      const used = async () => {
        for (let times = 0; times < 3; times++) {
          await devtools.send("HeapProfiler.collectGarbage")
          await sleep(200)
        }
        return (await devtools.send("Runtime.getHeapUsage")).usedSize / 1e6
      }
      // Until then charts fill what they keep.
      await sleep(ms / 2)
      const before = await used()
      await sleep(ms)
      const after = await used()
      return { heap_mb: after, grown_mb: after - before, in_10_min_mb: ((after - before) * 600_000) / ms }
    },
    tall
  )

/** When the page shows something, by this computer's clock. */
const whenShown = (page: Page, selector: string, has: RegExp, not = false): Promise<number> =>
  page
    .waitForFunction(
      ([selector, has, not]) => {
        const element = document.querySelector(selector)
        return element !== null && new RegExp(has).test(element.textContent) !== (not === "not") ? Date.now() : false
      },
      [selector, has.source, not ? "not" : ""] as const,
      { polling: 50, timeout: 120_000 }
    )
    .then((shown) => shown.jsonValue() as Promise<number>)

/** How soon a link that is lost is said, and whether everything comes back. */
const links = ({ facts, slug }: Measured & { readonly slug: string }): Promise<Figures> =>
  inConsole(
    facts,
    "production",
    async (opened) => {
      const { console, page } = opened
      await livePage(opened, facts, slug)
      const isBack = async () => {
        const at = await whenShown(page, ".link-state", /^Live/)
        await whenShown(page, `[data-slug="${slug}"] .value-age`, /Hz/)
        return at
      }
      await isBack()
      const lose = async (how: "cut" | "freeze") => {
        const lostMs = Date.now()
        console[how]()
        const saidMs = await whenShown(page, ".link-state", /^Live/, true)
        // By then each value on the page has its time beside it.
        await whenShown(page, `[data-slug="${slug}"] .value-age`, /as of/)
        const fresh = await page.evaluate(
          () => [...document.querySelectorAll(".value-age")].filter(({ textContent }) => /Hz/.test(textContent)).length
        )
        const mendedMs = Date.now()
        console.mend()
        const back = await isBack()
        return { said: saidMs - lostMs, back: back - mendedMs, fresh }
      }
      const cut = await lose("cut")
      const silent = await lose("freeze")
      // Driving, where a silence is noticed sooner.
      const pad = page.getByRole("group", { name: /drive/i })
      await page.getByRole("switch", { name: /Drive without picture/ }).click()
      const press = async () => {
        if ((await pad.getAttribute("data-phase")) === "held") return
        await page.keyboard.up("w")
        await pad.getByRole("button").first().focus()
        await page.keyboard.down("Shift")
        await page.keyboard.down("w")
        await sleep(400)
      }
      for (let tries = 0; tries < 20 && (await pad.getAttribute("data-phase")) !== "held"; tries++) await press()
      if ((await pad.getAttribute("data-phase")) !== "held") throw new Error(`The pad: ${await pad.innerText()}`)
      const held = pad.and(page.locator('[data-phase="held"]'))
      const lostMs = Date.now()
      console.freeze()
      await held.waitFor({ state: "detached", timeout: 30_000 })
      return {
        closed_said_ms: cut.said,
        silent_said_ms: silent.said,
        driving_said_ms: Date.now() - lostMs,
        back_ms: Math.max(cut.back, silent.back),
        old_as_new: cut.fresh + silent.fresh
      }
    },
    tall
  )

answer(null, { list, routes, crowd, charts, bare, memory, links })
