/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Page } from "playwright-core"
import { noBrowser, openPage } from "../../../pages/browser.ts"
import { MailSink, testAppWithMail } from "../../../support/MailSink.ts"
import { password } from "../../../support/people.ts"
import { generous, invite, makeDoor, statusOf, stranger } from "../../../support/signIn.ts"
import { codeInStep } from "../../../support/Totp.ts"
import { posts } from "./world.ts"

if (noBrowser !== null) console.warn(`Hosted pages are not tested in a browser: ${noBrowser}.`)

const port = await Effect.runPromise(freePort("127.0.0.1"))
const origin = `http://localhost:${port}`
const HostedApp = testAppWithMail({ port, portalUrl: origin, rateLimits: generous })

const evil = "http://evil.localhost"
const unscripted = { locale: "en-GB", javaScriptEnabled: false }

const heading = (page: Page) => page.locator("h1").innerText()
const press = (page: Page, name: string) => page.getByRole("button", { name }).click()

/** An app, and a page of it in a browser. */
const world = Effect.fnUntraced(function* (options: Parameters<typeof openPage>[1] = unscripted) {
  const door = yield* makeDoor
  const opened = yield* openPage(origin, options)
  const at = (path: string) => `${origin}/app/${door.app.identifier}/${path}`
  return { ...door, ...opened, at }
})

layer(HostedApp, { excludeTestServices: true, timeout: "1 minute" })("a hosted page in a browser", (it) => {
  const onPages: typeof it.effect = ((name, run) =>
    it.effect.skipIf(noBrowser !== null)(name, run, 600_000)) as typeof it.effect

  onPages("is walked by keyboard alone, and shows where the focus is", () =>
    Effect.gen(function* () {
      const { at, page } = yield* world({ locale: "en-GB" })
      const focus = () =>
        page.evaluate(() => {
          const element = document.activeElement as HTMLElement
          const { outlineStyle, outlineWidth } = getComputedStyle(element)
          const name = element.id || element.ariaLabel || element.innerText.trim()
          return [name, outlineStyle, parseFloat(outlineWidth) >= 2]
        })
      yield* Effect.promise(async () => {
        await page.goto(at("sign-in"))
        for (const expected of [
          "email",
          "password",
          "Show the password",
          "Forgot your password?",
          "Sign in",
          "Mail me a code",
          "Create an account",
          "Deutsch"
        ]) {
          await page.keyboard.press("Tab")
          assert.deepStrictEqual(await focus(), [expected, "solid", true])
        }
        await page.goto(at("sign-up"))
        await page.evaluate(() => (document.querySelector("form")!.noValidate = true))
        await page.locator("#email").fill("nobody")
        await page.locator("#password").press("Enter")
        await page.waitForSelector("[role=alert]")
        assert.deepStrictEqual(await focus(), ["email", "solid", true])
      })
    }).pipe(Effect.scoped)
  )

  onPages("is not framed, and does nothing that another site's form asks for", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, page, user } = yield* world(unscripted)
      let shown = ""
      yield* Effect.promise(() =>
        page.route(`${evil}/**`, (route) => route.fulfill({ contentType: "text/html", body: shown }))
      )
      yield* Effect.promise(async () => {
        shown = `<iframe src="${at("sign-in")}"></iframe>`
        await page.goto(`${evil}/frame`)
        assert.strictEqual(await page.frames()[1]!.locator("form").count(), 0)
        for (const [index, path] of posts.entries()) {
          // Without a referrer a form's origin is null.
          const policy = index % 2 === 0 ? "unsafe-url" : "no-referrer"
          shown = `<meta name="referrer" content="${policy}"><form method="post" action="${at(path)}">
            <input name="email" value="${user.email}"><button>Win</button></form>`
          await page.goto(`${evil}/form`)
          const [answer] = await Promise.all([page.waitForResponse(at(path)), press(page, "Win")])
          assert.strictEqual(answer.status(), 403, `${path} ${policy}`)
          await page.waitForURL(at(path))
          assert.strictEqual(await heading(page), "That did not work")
        }
      })
      const mails = yield* sql`SELECT id FROM work_items WHERE app_id = ${app.id}`
      assert.strictEqual(mails.length, 0)
    }).pipe(Effect.scoped)
  )

  onPages("sends no referrer to other pages", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, observe, page } = yield* world()
      yield* sql`UPDATE apps SET app_url = 'http://home.localhost/', hosted_accent = '#7a1fa2' WHERE id = ${app.id}`
      const token = yield* invite(app, stranger(), observe.id)
      const referrers: Array<string | undefined> = []
      const paths: Array<string> = []
      page.on("request", (request) => {
        paths.push(new URL(request.url()).pathname)
        referrers.push(request.headers()["referer"])
      })
      yield* Effect.promise(async () => {
        await page.route("http://home.localhost/", (route) => route.fulfill({ contentType: "text/html", body: "Home" }))
        await page.goto(at(`invite/${token}`))
        await page.getByLabel("Password").fill(password)
        await press(page, "Accept the invitation")
        await page.getByRole("link", { name: `Go to ${app.name}` }).click()
        await page.waitForURL("http://home.localhost/")
      })
      assert.includeMembers(paths, ["/pages/style.css", `/app/${app.identifier}/theme.css`, "/"])
      assert.deepStrictEqual(
        referrers.filter((referrer) => referrer !== undefined),
        []
      )
    }).pipe(Effect.scoped)
  )

  onPages("answers a second click, a second tab and the back button as done", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { app, at, page, user } = yield* world()
      const email = stranger()
      const other = yield* Effect.promise(() => page.context().newPage())
      yield* Effect.promise(async () => {
        await page.goto(at("sign-up"))
        await page.getByLabel("E-mail address").fill(email)
        await page.getByLabel("Password").fill(password)
        await press(page, "Create the account")
      })
      const { link } = yield* sink.waitFor(email)
      yield* Effect.promise(async () => {
        await Promise.all([page.goto(link), other.goto(link)])
        await page.getByRole("button", { name: "Yes, confirm it" }).dblclick()
        await page.locator("h1", { hasNotText: "Confirm your address" }).waitFor()
        await press(other, "Yes, confirm it")
        assert.strictEqual(await heading(other), "This link no longer works")
        assert.include(await other.locator("main").innerText(), "If you have confirmed your address, just sign in.")
        await other.getByRole("link", { name: "Sign in" }).click()
        assert.match(await heading(other), /^Sign in to /)
      })
      assert.strictEqual(yield* statusOf(app.id, email), "active")

      yield* Effect.promise(async () => {
        await page.goto(at("forgot"))
        await page.getByLabel("E-mail address").fill(user.email)
        await press(page, "Mail me a link")
        assert.strictEqual(await page.locator(".account strong").innerText(), user.email)
        await page.getByRole("link", { name: "Change" }).click()
        assert.strictEqual(await heading(page), "Forgot your password?")
      })
      const reset = yield* sink.waitFor(user.email)
      yield* Effect.promise(async () => {
        for (const tab of [page, other]) {
          await tab.goto(reset.link)
          await tab.getByLabel("New password").fill("an entirely new one")
        }
        await press(page, "Set the password")
        assert.strictEqual(await heading(page), "Your password is changed")
        await press(other, "Set the password")
        assert.include(await other.locator("main").innerText(), "If you have just set a new password, sign in with it.")
        assert.strictEqual((await page.goBack())!.status(), 410)
        assert.strictEqual(await heading(page), "This link no longer works")
      })
    }).pipe(Effect.scoped)
  )

  onPages("leads on from a set-up that another tab finished, and from a sign-in that took too long", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, page, user } = yield* world()
      yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${app.id}`
      const signIn = () =>
        Effect.promise(async () => {
          await page.goto(at("sign-in"))
          await page.locator("#email").fill(user.email)
          await page.locator("#password").fill(password)
          await page.locator("form button").first().click()
        })
      yield* signIn()
      yield* Effect.promise(async () => {
        await press(page, "Set it up now")
        const secret = (await page.locator(".secret").innerText()).replaceAll(" ", "")
        const challenge = await page.locator("[name=challenge]").getAttribute("value")
        const code = codeInStep(secret, Math.floor(Date.now() / 30_000))
        await page.getByLabel("Six-digit code").fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
        await press(page, "Continue")
        assert.strictEqual(await heading(page), "Keep these recovery codes")
        const again = await page.request.post(at("two-factor/setup/confirm"), {
          form: { challenge: challenge!, code: codeInStep(secret, 1) },
          headers: { origin }
        })
        assert.strictEqual(again.status(), 410)
        assert.include(await again.text(), "The second step is set up already")
      })
      yield* signIn()
      yield* sql`UPDATE sign_in_challenges SET expires_at = now() - interval '1 second'
        WHERE user_id = ${user.user.id}`
      yield* Effect.promise(async () => {
        await page.locator("#code").fill("123456")
        await press(page, "Continue")
        assert.strictEqual(await heading(page), "This sign-in is over")
        assert.strictEqual((await page.goto(at("two-factor")))!.status(), 404)
        assert.strictEqual(await heading(page), "No such page")
        await page.getByRole("link", { name: "Sign in" }).click()
        assert.match(await heading(page), /^Sign in to /)
      })
    }).pipe(Effect.scoped)
  )
})
