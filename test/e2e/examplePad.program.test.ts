/// <reference lib="dom" />
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import { rolldown } from "rolldown"
import { noBrowser, openPage } from "../pages/browser.ts"

const input = fileURLToPath(new URL("../../packages/client-sdk/examples/shared/drive.ts", import.meta.url))

const bundled = Effect.promise(async () => {
  const build = await rolldown({ input, platform: "browser" })
  const { output } = await build.generate({ format: "iife", name: "example" })
  await build.close()
  return output[0].code
})

/** A page with a pad: `sent` is what was published, and a stop is under way until `stopped` is called. */
const prepare = () => {
  const page = globalThis as any
  page.sent = []
  const publish = ({ forward, turn }: { readonly forward: number; readonly turn: number }) => {
    page.sent.push(`${forward} ${turn}`)
    return forward === 0 && turn === 0 ? new Promise((resume) => (page.stopped = resume)) : Promise.resolve()
  }
  page.pad = document.createElement("div")
  document.body.append(page.pad)
  page.letGo = page.example.driveBy(
    page.pad,
    () => ({ publish }),
    () => {}
  )
}

// Skipped without a Chromium: browser.ts says where it is looked for.
it.live.skipIf(noBrowser !== null)(
  "the pad of the example pages drives while something is held, and loses nothing that is held during a stop",
  () =>
    Effect.gen(function* () {
      const { errors, page } = yield* openPage("about:blank")
      const content = yield* bundled
      yield* Effect.promise(async () => {
        await page.addScriptTag({ content })
        await page.evaluate(prepare)
        const sends = (last: string) => page.waitForFunction((last) => (globalThis as any).sent.at(-1) === last, last)

        await page.keyboard.down("ArrowUp")
        await sends("0.6 0")
        await page.keyboard.down("ArrowLeft")
        await sends("0.6 1")
        await page.keyboard.up("ArrowLeft")
        await page.keyboard.up("ArrowUp")
        await sends("0 0")
        await page.keyboard.down("ArrowDown")
        await page.evaluate(() => (globalThis as any).stopped())
        await sends("-0.4 0")
        await page.evaluate(() => (globalThis as any).letGo())
        await sends("0 0")
        assert.strictEqual(await page.locator(".held").count(), 0)
        await page.keyboard.up("ArrowDown")
        await page.evaluate(() => (globalThis as any).stopped())

        const count = await page.evaluate(() => (globalThis as any).sent.length)
        await page.keyboard.press("Alt+ArrowUp")
        await page.evaluate(() => ((globalThis as any).pad.hidden = true))
        await page.keyboard.press("ArrowUp")
        assert.strictEqual(await page.evaluate(() => (globalThis as any).sent.length), count)
      })
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped),
  60_000
)
