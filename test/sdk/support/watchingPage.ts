/// <reference lib="dom" />
import { paintedTime } from "@fleet/bridge/simulator/camera/Scene"
import { cameraTopics } from "@fleet/bridge/simulator/camera/SceneCamera"
import type { WebSocketRoute } from "playwright-core"
import type { LiveOptions } from "@fleet/sdk/video"
import { Effect } from "effect"
import { aFilmedRobot, ros } from "../../bridge/cameras/world.ts"
import { openPage } from "../../pages/browser.ts"
import { bundledSdk } from "./bundledSdk.ts"

/** How a page differs from that of any browser, and what it asks of the view. */
export interface Watching {
  /** Names that the browser does not know. */
  readonly without?: ReadonlyArray<string>
  readonly options?: LiveOptions
  /** Whether the page's clock is the test's to move. */
  readonly hasClock?: boolean
  /** Whether the test may break the page's sockets. */
  readonly breaks?: boolean
}

/** A page that shows the robot's camera, and counts what is painted. */
export const aWatchingPage = Effect.fnUntraced(function* (
  ffmpeg: string,
  { breaks = false, hasClock = false, options = {}, without = [] }: Watching = {}
) {
  const world = yield* aFilmedRobot(ffmpeg, () => ros(cameraTopics.compressed, "CompressedImage"))
  const { app, baseUrl, robot } = world
  const { page, errors } = yield* openPage(baseUrl)
  const script = yield* Effect.promise(bundledSdk)
  const sockets: Array<WebSocketRoute> = []
  yield* Effect.promise(async () => {
    if (breaks)
      await page.routeWebSocket("**/media", (socket) => {
        socket.connectToServer()
        sockets.push(socket)
      })
    // A page that the service itself answers: one that a test makes up may not open sockets to this computer.
    if (hasClock) await page.clock.install()
    await page.goto(`${baseUrl}/healthz`)
    await page.evaluate(() => (document.body.innerHTML = "<canvas></canvas>"))
    await page.evaluate((names) => {
      for (const name of names) Object.defineProperty(globalThis, name, { value: undefined })
    }, without)
    await page.addScriptTag({ content: script })
    await page.evaluate(
      async ({ baseUrl, key, options, robotId }) => {
        const { createClient, live } = (globalThis as any).sdk
        const fleet = createClient({ baseUrl, serverKey: key, dangerouslyAllowBrowser: true })
        const seen: any = { states: [], painted: 0, ages: [] }
        ;(globalThis as any).seen = seen
        const canvas = document.querySelector("canvas")!
        seen.view = await live(fleet.robot(robotId).camera("front"), canvas, {
          ...options,
          onState: (state: string, reason: string | null) => seen.states.push([state, reason]),
          onPainted: () => {
            seen.painted++
            const { data, width } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height)
            seen.blocks = { data, width }
            seen.atMs = Date.now()
          }
        })
      },
      { baseUrl, key: app.key, options, robotId: robot.id }
    )
  })
  const painted = (count: number) =>
    Effect.promise(async () => {
      try {
        const patience = { polling: 100, timeout: 90_000 }
        await page.waitForFunction((least) => (globalThis as any).seen.painted >= least, count, patience)
      } catch (error) {
        const seen = await page.evaluate(() => {
          const { painted, states } = (globalThis as any).seen
          return JSON.stringify({ painted, states })
        })
        throw new Error(`It stays ${seen}, ${errors.join()}`, { cause: error })
      }
    })
  /** Milliseconds from the capture of the newest picture to its painting. */
  const glassToGlass = Effect.promise(async () => {
    const { atMs, data, width } = await page.evaluate(() => {
      const { atMs, blocks } = (globalThis as any).seen
      return { atMs, data: Array.from(blocks.data as Uint8ClampedArray), width: blocks.width as number }
    })
    return atMs - paintedTime((x, y) => data[(y * width + x) * 4]!)
  })
  const states = Effect.promise(() => page.evaluate(() => (globalThis as any).seen.states as Array<[string, unknown]>))
  const playback = Effect.promise(() => page.evaluate(() => (globalThis as any).seen.view.playback as string))
  /** Closes them without saying why. */
  const breakSockets = Effect.promise(() =>
    Promise.all(sockets.splice(0).map((socket) => socket.close({ code: 3999 })))
  )
  return { ...world, breakSockets, errors, glassToGlass, page, painted, playback, states }
})
