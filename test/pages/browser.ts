/// <reference lib="dom" />
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { atFileEnd } from "../support/atFileEnd.ts"

/** The browser without its own windows takes a third of the processor time for each page, and draws the same. */
const found = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]
const executable = process.env.CHROMIUM ?? found.find((file) => existsSync(file)) ?? found[1]!

/** Why pages cannot be tested here; null where they can. */
export const noBrowser = existsSync(executable)
  ? null
  : `there is no Chromium at ${executable} (CHROMIUM names another)`

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync"
]

/** A browser of all tests of a file: each start takes a second of processor time. Tests have contexts of their own. */
const launched = (args: ReadonlyArray<string>) => {
  let running: Promise<Browser> | undefined
  return Effect.promise(() => {
    if (running !== undefined) return running
    const launching = chromium.launch({ executablePath: executable, args: [...args] })
    running = launching
    atFileEnd(async () => {
      running = undefined
      await (await launching).close()
    })
    return launching
  })
}

export const browser = launched(args)

/** One that draws in three dimensions, without a graphics card. */
export const drawingBrowser = launched([
  ...args.filter((each) => each !== "--disable-gpu"),
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader"
])

/** A page, and every error its console or scripts wrote. Nothing but `origin` is reachable. */
export const openPage = Effect.fnUntraced(function* (
  origin: string,
  options: BrowserContextOptions = {},
  started: typeof browser = browser
) {
  const context = yield* Effect.acquireRelease(
    Effect.flatMap(started, (opened) => Effect.promise(() => opened.newContext(options))),
    (opened) => Effect.promise(() => opened.close())
  )
  const page = yield* Effect.promise(() => context.newPage())
  const errors: Array<string> = []
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()))
  page.on("pageerror", (error) => errors.push(error.message))
  yield* Effect.promise(() =>
    page.route("**", (route) => {
      if (route.request().url().startsWith(origin)) return route.continue()
      errors.push(`asked for ${route.request().url()}`)
      return route.abort()
    })
  )
  return { page, errors }
})

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js")
const tags = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]

/** What axe finds wrong on the page, as `rule: selector`; of these rules alone where some are named. */
export const violations = (page: Page, rules?: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    // Its styles too: a click is over once the next page has begun.
    await page.waitForLoadState("load")
    await page.evaluate(await readFile(axeFile, "utf8"))
    const found = await page.evaluate(
      async (runOnly) =>
        (
          globalThis as unknown as {
            axe: {
              run: (
                options: object
              ) => Promise<{ violations: Array<{ id: string; nodes: Array<{ target: unknown }> }> }>
            }
          }
        ).axe.run({ runOnly, resultTypes: ["violations"] }),
      rules === undefined ? { type: "tag", values: tags } : { type: "rule", values: [...rules] }
    )
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`))
  })
