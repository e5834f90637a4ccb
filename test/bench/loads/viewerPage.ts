/// <reference lib="dom" />
import { paintedTime } from "@fleet/bridge/simulator/camera/Scene"
import { chromium, type Page } from "playwright-core"
import { bundledSdk } from "../../sdk/support/bundledSdk.ts"
import { cameraSlug, type OurFacts } from "../servers/facts.ts"
import { sleep } from "../support/Schedule.ts"
import { quantile } from "../support/Stats.ts"

/** A page may say nothing of a picture that is this old: a second, and the quarter in which it looks. */
const oldMs = 1_250
const lookMs = 100

/** A page of a browser that watches the camera of the first robot. */
export class ViewerPage {
  private readonly page: Page
  private readonly facts: OurFacts

  private constructor(page: Page, facts: OurFacts) {
    this.page = page
    this.facts = facts
  }

  static async open(executablePath: string, facts: OurFacts): Promise<ViewerPage> {
    const browser = await chromium.launch({
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        // WebCodecs is for secure contexts, which an address of a private network is not.
        `--unsafely-treat-insecure-origin-as-secure=${facts.url}`
      ]
    })
    const page = await browser.newPage()
    page.setDefaultTimeout(60_000)
    await page.goto(`${facts.url}/healthz`)
    await page.evaluate(() => (document.body.innerHTML = "<canvas></canvas>"))
    await page.addScriptTag({ content: await bundledSdk() })
    return new ViewerPage(page, facts)
  }

  /** Begins to watch; milliseconds from asking for it to its first picture. */
  start(playback: string | null = null): Promise<number> {
    const { robots, serverKey: key, url } = this.facts
    return this.page.evaluate(
      async ({ key, lookMs, oldMs, playback, robotId, slug, url }) => {
        const { createClient, live } = (globalThis as any).sdk
        const fleet = createClient({ baseUrl: url, serverKey: key, dangerouslyAllowBrowser: true })
        const canvas = document.querySelector("canvas")!
        const seen: any = ((globalThis as any).seen = { samples: [], unsaidMs: 0 })
        let paintedMs = Infinity
        seen.timer = setInterval(() => {
          if (performance.now() - paintedMs > oldMs && seen.view?.state === "playing") seen.unsaidMs += lookMs
        }, lookMs)
        const began = performance.now()
        await new Promise<void>((resolve, reject) => {
          const view = live(fleet.robot(robotId).camera(slug), canvas, {
            ...(playback === null ? {} : { playback }),
            onState: (state: string, reason: string | null) => {
              if (state === "ended") reject(new Error(reason ?? state))
            },
            onPainted: () => {
              paintedMs = performance.now()
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
      { key, lookMs, oldMs, playback, robotId: robots[0]!.id, slug: cameraSlug, url }
    )
  }

  stop(): Promise<void> {
    return this.page.evaluate(() => {
      const { timer, view } = (globalThis as any).seen
      clearInterval(timer)
      view?.stop()
    })
  }

  /** What came in so many milliseconds, and how old each picture was when it was painted. */
  async watched(ms: number) {
    await this.page.evaluate(() => Object.assign((globalThis as any).seen, { samples: [], unsaidMs: 0 }))
    await sleep(ms)
    const { samples, unsaidMs } = (await this.page.evaluate(() => {
      const { samples, unsaidMs } = (globalThis as any).seen
      return { samples, unsaidMs }
    })) as { samples: ReadonlyArray<readonly [number, ReadonlyArray<number>]>; unsaidMs: number }
    const delays = samples.map(([atMs, blocks]) => {
      let bit = 0
      return atMs - paintedTime(() => blocks[bit++]!)
    })
    // Where nothing came, all of that time is a delay.
    const sorted = Float64Array.from(delays.length === 0 ? [ms] : delays).sort()
    return {
      pictures_per_s: (samples.length / ms) * 1000,
      p50_ms: quantile(sorted, 0.5),
      p95_ms: quantile(sorted, 0.95),
      oldest_ms: sorted.at(-1)!,
      unsaid_frozen_ms: unsaidMs
    }
  }
}
