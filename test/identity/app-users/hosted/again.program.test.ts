/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Page } from "playwright-core"
import { noBrowser, openPage } from "../../../pages/browser.ts"
import { MailSink, testAppWithMail } from "../../../support/MailSink.ts"
import { password } from "../../../support/people.ts"
import { generous, invite, makeDoor, stranger } from "../../../support/signIn.ts"
import { codeInStep } from "../../../support/Totp.ts"

if (noBrowser !== null) console.warn(`Reload and Back are not tested on hosted pages: ${noBrowser}.`)

const port = await Effect.runPromise(freePort("127.0.0.1"))
const origin = `http://localhost:${port}`
const HostedApp = testAppWithMail({ port, portalUrl: origin, rateLimits: generous })

const heading = (page: Page) => page.locator("h1").innerText()
const press = (page: Page, name: string) => page.getByRole("button", { name }).click()

layer(HostedApp, { excludeTestServices: true, timeout: "1 minute" })(
  "a form of a hosted page, without a script",
  (it) => {
    const onPages: typeof it.effect = ((name, run) =>
      it.effect.skipIf(noBrowser !== null)(name, run, 600_000)) as typeof it.effect

    const world = Effect.gen(function* () {
      const door = yield* makeDoor
      const opened = yield* openPage(origin, { locale: "en-GB", javaScriptEnabled: false })
      const at = (path: string) => `${origin}/app/${door.app.identifier}/${path}`
      let posts = 0
      opened.page.on("request", (request) => (posts += request.method() === "POST" ? 1 : 0))
      /** Reloads, and goes back and forth: each shows what it showed, and no form is sent again. */
      const again = async (page: Page) => {
        const [before, sent] = [await heading(page), posts]
        const status = (await page.reload())!.status()
        assert.strictEqual(await heading(page), before)
        await page.goBack()
        await page.goForward()
        assert.strictEqual(await heading(page), before)
        assert.strictEqual(posts, sent)
        return status
      }
      return { ...door, ...opened, again, at }
    })

    onPages("is sent once, however often its page is reloaded or gone back to", () =>
      Effect.gen(function* () {
        const sink = yield* MailSink
        const { again, app, at, observe, page, user } = yield* world
        yield* Effect.promise(async () => {
          await page.goto(at("sign-in"))
          await page.locator("#email").fill(user.email)
          await page.locator("#password").fill("not the password")
          await page.locator("form button").first().click()
          assert.strictEqual(await again(page), 200)
          assert.include(await page.getByRole("alert").innerText(), "is not right")
          assert.strictEqual(await page.locator("#email").inputValue(), user.email)
          assert.strictEqual(await page.locator("#password").inputValue(), "")
          await page.getByRole("link", { name: "Deutsch" }).click()
          assert.include(await page.getByRole("alert").innerText(), "stimmt nicht")

          await page.goto(at("sign-up"))
          await page.getByLabel("E-mail address").fill(stranger())
          await page.getByLabel("Password").fill(password)
          await press(page, "Create the account")
          assert.strictEqual(await again(page), 200)
          await page.goto(at("sign-in"))
          await page.locator("#email").fill(user.email)
          await press(page, "Mail me a code")
          await again(page)
        })
        const { code } = yield* sink.waitFor(user.email)
        yield* Effect.promise(async () => {
          await page.getByLabel("Six-digit code").fill(code === "000000" ? "000001" : "000000")
          await press(page, "Sign in")
          await again(page)
          assert.include(await page.getByRole("alert").innerText(), "4 attempts are left")
        })
        const token = yield* invite(app, stranger(), observe.id)
        yield* Effect.promise(async () => {
          await page.goto(at(`invite/${token}`))
          await page.getByLabel("Password").fill(password)
          await press(page, "Accept the invitation")
          await again(page)
          // The link is spent by now, and the page before it says so.
          assert.strictEqual((await page.goBack())!.status(), 410)
        })
      }).pipe(Effect.scoped)
    )

    onPages("is sent once in a set-up too, which shows its key and its recovery codes again", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { again, app, at, page, user } = yield* world
        yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${app.id}`
        yield* Effect.promise(async () => {
          await page.goto(at("sign-in"))
          await page.locator("#email").fill(user.email)
          await page.locator("#password").fill(password)
          await page.locator("form button").first().click()
          await again(page)
          await press(page, "Set it up now")
          const key = await page.locator(".secret").innerText()
          await again(page)
          await page.getByLabel("Six-digit code").fill("000000")
          await press(page, "Continue")
          await again(page)
          assert.strictEqual(await page.locator(".secret").innerText(), key)
          assert.isTrue(await page.locator(".qr").isVisible())
          const code = codeInStep(key.replaceAll(" ", ""), Math.floor(Date.now() / 30_000))
          await page.getByLabel("Six-digit code").fill(code)
          await press(page, "Continue")
          const codes = await page.locator(".codes li").allInnerTexts()
          assert.lengthOf(codes, 10)
          await again(page)
          assert.deepStrictEqual(await page.locator(".codes li").allInnerTexts(), codes)
          const [file] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("link", { name: "Download" }).click()
          ])
          assert.strictEqual(file.suggestedFilename(), "recovery-codes.txt")
          await page.goBack()
          assert.strictEqual(await heading(page), "This set-up is over")
          await page.getByRole("link", { name: "Sign in" }).click()
          assert.match(await heading(page), /^Sign in to /)
        })
      }).pipe(Effect.scoped)
    )

    onPages("works in two tabs at once, and has a page for browsers without cookies", () =>
      Effect.gen(function* () {
        const { at, page } = yield* world
        const other = yield* Effect.promise(() => page.context().newPage())
        yield* Effect.promise(async () => {
          for (const [tab, email] of [
            [page, "one"],
            [other, "two"]
          ] as const) {
            await tab.goto(at("forgot"))
            await tab.locator("form").evaluate((form) => form.setAttribute("novalidate", ""))
            await tab.getByLabel("E-mail address").fill(email)
            await press(tab, "Mail me a link")
          }
          for (const [tab, email] of [
            [page, "one"],
            [other, "two"]
          ] as const) {
            await tab.reload()
            assert.strictEqual(await tab.getByLabel("E-mail address").inputValue(), email)
          }
          await page.context().clearCookies()
          assert.strictEqual((await page.reload())!.status(), 410)
          assert.strictEqual(await heading(page), "This page is over")
          await page.getByRole("link", { name: "Sign in" }).click()
          assert.match(await heading(page), /^Sign in to /)
        })
      }).pipe(Effect.scoped)
    )
  }
)
