/// <reference lib="dom" />
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer, Option } from "effect"
import type { Page } from "playwright-core"
import { openPage } from "../../pages/browser.ts"
import { sendCode } from "../../pages/sendCode.ts"
import { MailSink, testAppWithMail } from "../../support/MailSink.ts"
import { builtDist } from "./builtDist.ts"

/** Where the console of the test is; written by the layer, read by its tests. */
export const place = { origin: "" }

/** The service with the built console and a mail server, at a name that a passkey could have. */
export const ConsoleWithMail = Layer.unwrap(
  Effect.gen(function* () {
    const folder = yield* builtDist
    const port = yield* freePort("127.0.0.1")
    const origin = `http://localhost:${port}`
    place.origin = origin
    return testAppWithMail({
      port,
      baseUrl: `http://127.0.0.1:${port}`,
      portalUrl: origin,
      consoleOrigin: origin,
      consoleRedirects: [`${origin}/signed-in`],
      consoleFiles: Option.some(folder)
    })
  })
).pipe(Layer.orDie)

/** A page of a browser that is signed out. */
export const openSignedOut = Effect.fnUntraced(function* (path: string) {
  const opened = yield* openPage(place.origin, { viewport: { width: 1280, height: 900 }, locale: "en-GB" })
  yield* Effect.promise(() => opened.page.goto(place.origin + path))
  return opened
})

export const atPortal = (page: Page) => page.waitForURL(/\/console\/oauth\//)

/** Signs in through the portal, whose page the browser is on already or soon. */
export const signInAs = Effect.fnUntraced(function* (page: Page, email: string) {
  yield* Effect.promise(async () => {
    await atPortal(page)
    await page.getByLabel("E-mail address").fill(email)
    await page.getByRole("button", { name: "Continue with a code" }).click()
    await page.locator("#code").waitFor()
  })
  const { code } = yield* (yield* MailSink).waitFor(email)
  yield* Effect.promise(() => sendCode(page, code))
})

/** What the console keeps as the session of somebody, for all windows of the browser. */
export const keepSession = (
  page: Page,
  { refreshToken, token }: { readonly token: string; readonly refreshToken: string },
  goodForMs = 800_000
) =>
  page.evaluate(({ key, session }) => localStorage.setItem(key, session), {
    key: `fleet:${place.origin}:developer`,
    session: JSON.stringify({
      accessToken: token,
      refreshToken,
      expiresAt: Date.now() + goodForMs,
      user: { kind: "developer", app_user_id: null, developer_id: null, server_key_id: null }
    })
  })

/** A page of the console on which nobody is signed in, and which asks for nothing. */
export const openAtRest = Effect.gen(function* () {
  const opened = yield* openSignedOut("/signed-in")
  yield* Effect.promise(() => opened.page.getByRole("heading", { name: "The sign-in was interrupted." }).waitFor())
  return opened
})

/** A page with somebody signed in, as another window of the browser would be. */
export const openSignedIn = Effect.fnUntraced(function* (
  person: { readonly token: string; readonly refreshToken: string },
  path: string,
  goodForMs?: number
) {
  const opened = yield* openAtRest
  yield* Effect.promise(async () => {
    await keepSession(opened.page, person, goodForMs)
    await opened.page.goto(place.origin + path)
  })
  return opened
})
