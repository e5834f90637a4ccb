/// <reference lib="dom" />
import { assert } from "@effect/vitest"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { randomBytes } from "node:crypto"
import { mkdirSync } from "node:fs"
import type { BrowserContextOptions, Page } from "playwright-core"
import { authorizePath, challengeOf, portalApp } from "../identity/developers/portal/world.ts"
import { MailSink } from "../support/MailSink.ts"
import { openPage, violations } from "./browser.ts"
import { sendCode } from "./sendCode.ts"

/** Where to keep pictures of every page, for whoever wants to see them. */
const pictures = process.env.PAGE_PICTURES
if (pictures !== undefined) mkdirSync(pictures, { recursive: true })

/** The portal on a free port, at a name that passkeys may be for. */
export const world = (signUp: "open" | "closed") =>
  Layer.unwrap(
    Effect.map(freePort("127.0.0.1"), (port) => {
      const portalUrl = `http://localhost:${port}`
      return portalApp({
        port,
        portalUrl,
        baseUrl: `http://127.0.0.1:${port}`,
        consoleOrigin: portalUrl,
        consoleRedirects: [`${portalUrl}/healthz`],
        signUp
      })
    })
  )

const portal = Effect.map(HttpServer.addressFormattedWith(Effect.succeed), (base) =>
  base.replace("127.0.0.1", "localhost")
)

/** Opens the first page of a sign-in, as a console does. */
export const openSignIn = Effect.fnUntraced(function* (
  options: BrowserContextOptions = {},
  parameters: Readonly<Record<string, string>> = {}
) {
  const origin = yield* portal
  const { errors, page } = yield* openPage(origin, { locale: "en", viewport: { width: 480, height: 900 }, ...options })
  const verifier = randomBytes(32).toString("base64url")
  const path = authorizePath({
    redirect_uri: `${origin}/healthz`,
    code_challenge: challengeOf(verifier),
    ...parameters
  })
  yield* Effect.promise(() => page.goto(`${origin}${path}`))
  return { errors, origin, page, verifier }
})

/** What a person does in the browser. */
export const run = (work: () => Promise<unknown>) => Effect.asVoid(Effect.promise(work))

/** Nothing for axe to find, nothing wider than a phone; and a picture for whoever asked. */
export const looksGood = Effect.fnUntraced(function* (page: Page, name: string) {
  if (pictures !== undefined) yield* run(() => page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true }))
  assert.deepStrictEqual(yield* violations(page), [], name)
  const wide = yield* Effect.promise(() =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  )
  assert.strictEqual(wide, 0, name)
})

/** The first page. */
export const enterAddress = Effect.fnUntraced(function* (page: Page, email: string) {
  yield* run(() => page.fill("#email", email))
  yield* run(() => page.click('form[action*="identify"] button'))
})

/** The code, as it was mailed. */
export const enterCode = Effect.fnUntraced(function* (page: Page, email: string) {
  const { code } = yield* (yield* MailSink).waitFor(email)
  yield* run(() => sendCode(page, code))
})

/** The id of what has the focus, or its text. */
export const focused = (page: Page) =>
  Effect.promise(() => page.evaluate(() => document.activeElement!.id || document.activeElement!.textContent.trim()))

/** Goes to the next thing, which is this one and shows that it has the focus. */
export const tabTo = Effect.fnUntraced(function* (page: Page, expected: string) {
  yield* run(() => page.waitForLoadState("load"))
  yield* run(() => page.keyboard.press("Tab"))
  assert.strictEqual(yield* focused(page), expected)
  const outline = yield* Effect.promise(() =>
    page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
  )
  assert.strictEqual(outline, "solid", expected)
})

/** Types where the focus is, and sends the form. */
export const enter = (page: Page, text: string) =>
  run(async () => {
    const next = page.waitForEvent("framenavigated")
    await page.keyboard.type(text)
    await page.keyboard.press("Enter")
    await next
  })

/** Types a code where the focus is; its last digit sends it. */
export const typeCode = (page: Page, code: string) =>
  run(async () => {
    await page.waitForLoadState("load")
    assert.strictEqual(await page.evaluate(() => document.activeElement!.id), "code")
    const next = page.waitForEvent("framenavigated")
    await page.keyboard.type(code)
    await next
  })

/** Back at the console, with a code. */
export const isSignedIn = Effect.fnUntraced(function* (page: Page) {
  yield* run(() => page.waitForURL(/\/healthz\?/))
  const { searchParams } = new URL(page.url())
  assert.deepStrictEqual([...searchParams.keys()].sort(), ["code", "iss", "state"])
})
