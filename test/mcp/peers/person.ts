/// <reference lib="dom" />
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { codeOf } from "../../support/factors.ts"
import { MailSink } from "../../support/MailSink.ts"
import { password } from "../../support/people.ts"
import { openPage } from "../../pages/browser.ts"
import { sendCode } from "../../pages/sendCode.ts"
import type { Peer } from "./officialClients.ts"
import type { callback } from "./world.ts"

type Callback = Effect.Success<typeof callback>

export const does = <A>(work: () => Promise<A>) => Effect.promise(work)

const heading = (page: Page) => page.locator("h1").innerText()
export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click()

/** A browser with the errors that its pages had. */
export const openBrowser = (origin: string) => openPage(origin, { locale: "en-GB" })

/** Signs an app's user in on the hosted pages. */
export const signIn = (page: Page, url: string, email: string, by = password) =>
  does(async () => {
    await page.goto(url)
    await page.getByLabel("E-mail address").first().fill(email)
    await page.locator("#password").fill(by)
    await press(page, "Sign in")
  })

/** The same where the app requires a second factor that they have yet to set up. */
export const signInWithNewFactor = Effect.fnUntraced(function* (page: Page, url: string, email: string, by = password) {
  yield* signIn(page, url, email, by)
  yield* does(async () => {
    assert.strictEqual(await heading(page), "Set up a second step")
    await press(page, "Set it up now")
    const secret = (await page.locator(".secret").innerText()).replaceAll(" ", "")
    await sendCode(page, codeOf(secret))
    assert.strictEqual(await heading(page), "Keep these recovery codes")
    await page.getByRole("link", { name: "I have kept them" }).click()
  })
})

/** Signs a developer in on the portal, with a mailed code and the authenticator's. */
export const signInAsDeveloper = Effect.fnUntraced(function* (
  page: Page,
  url: string,
  email: string,
  recovery: string
) {
  yield* does(() => page.goto(url))
  yield* does(() => page.fill("#email", email))
  yield* does(() => page.click('form[action*="identify"] button'))
  const { code } = yield* (yield* MailSink).waitFor(email)
  yield* does(() => sendCode(page, code))
  yield* does(() => page.click('a[href*="recovery"]'))
  yield* does(() => page.fill("#recovery_code", recovery))
  yield* does(() => page.click("button.first"))
})

/** Reads the page of consent, allows it, and answers what the client's own address was sent. */
export const allow = (page: Page, back: Callback, clientName: string) =>
  does(async () => {
    assert.strictEqual(await heading(page), "Let this program in?")
    assert.include(await page.locator("main").innerText(), clientName)
    assert.include(await page.locator("main").innerText(), new URL(back.url).host)
    await press(page, "Allow")
    await page.waitForURL(`${back.url}*`)
    const came = back.take()
    return came ?? assert.fail("The browser did not come back to the client.")
  })

/** Whether a client says that a person has to let it in. */
export const needsPerson = (peer: Peer, work: () => Promise<unknown>) =>
  does(async () => {
    peer.kept.authorizeUrl = undefined
    const error = await work().then(
      () => null,
      (error: unknown) => error as Error
    )
    assert.strictEqual(error?.constructor.name, "UnauthorizedError", String(error))
    return peer.kept.authorizeUrl!.href
  })
