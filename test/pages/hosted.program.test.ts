/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { Logos } from "@fleet/server/apps/Logos"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdir, readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { unique } from "../support/people.ts"
import { generous, invite, makeDoor } from "../support/signIn.ts"
import { codeInStep } from "../support/Totp.ts"
import { noBrowser, openPage, violations } from "./browser.ts"
import { sendCode } from "./sendCode.ts"

if (noBrowser !== null) console.warn(`Pages are not tested: ${noBrowser}.`)

/** Pictures of every page, for whoever wants to look at them. */
const pictures = process.env.HOSTED_PICTURES

const port = await Effect.runPromise(freePort("127.0.0.1"))
const origin = `http://localhost:${port}`
const HostedApp = testAppWithMail({ port, portalUrl: origin, rateLimits: generous })

const logo = new TextEncoder().encode(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 32" width="120" height="32"><rect width="120" height="32" rx="6" fill="#7a1fa2"/><circle cx="16" cy="16" r="8" fill="#fff"/></svg>`
)

const views = [
  { locale: "en-GB", colorScheme: "light" },
  { locale: "de-DE", colorScheme: "dark" }
] as const

/** A browser's console tells of every answer that is a refusal. */
const statusOnly = /the server responded with a status of 4/

const codeFor = (secret: string, later = 0) => codeInStep(secret, Math.floor(Date.now() / 30_000) + later)

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click()

layer(HostedApp, { excludeTestServices: true, timeout: "1 minute" })("the hosted pages in a browser", (it) => {
  const onPages = it.effect.skipIf(noBrowser !== null)

  onPages(
    "lead a person from the sign-up to the reset of a password, without any script",
    () =>
      Effect.gen(function* () {
        const sink = yield* MailSink
        const sql = yield* SqlClient.SqlClient
        const { app } = yield* makeDoor
        yield* sql`UPDATE apps SET two_factor = 'required', app_url = 'https://app.example.com/' WHERE id = ${app.id}`
        const { errors, page } = yield* openPage(origin, {
          locale: "en-GB",
          javaScriptEnabled: false,
          acceptDownloads: true
        })
        const does = (work: () => Promise<unknown>) => Effect.promise(work)
        const email = `nia-${unique()}@example.com`
        const first = "a first good password"
        const second = "a second good password"
        const heading = () => page.locator("h1").innerText()

        yield* does(async () => {
          await page.goto(`${origin}/app/${app.identifier}/sign-in`)
          await page.getByRole("link", { name: "Create an account" }).click()
          await page.getByLabel("E-mail address").fill(email)
          await page.getByLabel("Password").fill(first)
          await page.getByLabel("Name").fill("Nia <b>")
          await press(page, "Create the account")
          assert.strictEqual(await heading(), "Check your mail")
          await press(page, "Mail the link again")
          assert.strictEqual(await heading(), "Check your mail")
        })
        const old = yield* sink.waitFor(email)
        const fresh = yield* sink.waitFor(email)
        const { recovery, secret } = yield* Effect.promise(async () => {
          assert.strictEqual((await page.goto(old.link))!.status(), 410)
          assert.strictEqual(await heading(), "This link no longer works")
          await page.goto(fresh.link)
          assert.strictEqual(await page.locator(".account strong").innerText(), email)
          await press(page, "Yes, confirm it")
          assert.strictEqual(await heading(), "Set up a second step")
          await press(page, "Set it up now")
          const secret = (await page.locator(".secret").innerText()).replaceAll(" ", "")
          await page.getByLabel("Six-digit code").fill(codeFor(secret, 7))
          await press(page, "Continue")
          assert.strictEqual(await page.getByRole("alert").innerText(), "This code is not right. 4 attempts are left.")
          await page.getByLabel("Six-digit code").fill(codeFor(secret))
          await press(page, "Continue")
          assert.strictEqual(await heading(), "Keep these recovery codes")
          const codes = await page.locator(".codes li").allInnerTexts()
          assert.strictEqual(codes.length, 10)
          const [file] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("link", { name: "Download" }).click()
          ])
          assert.strictEqual(file.suggestedFilename(), "recovery-codes.txt")
          const kept = await readFile((await file.path())!, "utf8")
          assert.strictEqual(kept, `${app.name}\n\n${codes.join("\n")}\n`)
          await page.getByRole("link", { name: "I have kept them" }).click()
          assert.strictEqual(await heading(), "Your sign-in works")
          const home = page.getByRole("link", { name: `Go to ${app.name}` })
          assert.strictEqual(await home.getAttribute("href"), "https://app.example.com/")
          return { recovery: codes[0]!, secret }
        })

        const signIn = async (password: string) => {
          await page.goto(`${origin}/app/${app.identifier}/sign-in`)
          const form = page.locator("form").first()
          await form.getByLabel("E-mail address").fill(email)
          await form.getByLabel("Password").fill(password)
          await form.getByRole("button", { name: "Sign in" }).click()
        }
        yield* does(async () => {
          await signIn(first)
          assert.strictEqual(await heading(), "Second step")
          await page.getByLabel("Six-digit code").fill(codeFor(secret, 1))
          await press(page, "Continue")
          assert.strictEqual(await heading(), "Your sign-in works")

          await page.goto(`${origin}/app/${app.identifier}/sign-in`)
          await page.getByRole("link", { name: "Forgot your password?" }).click()
          await page.getByLabel("E-mail address").fill(email)
          await press(page, "Mail me a link")
          assert.strictEqual(await heading(), "Check your mail")
        })
        const reset = yield* sink.waitFor(email)
        yield* does(async () => {
          await page.goto(reset.link)
          await page.getByLabel("New password").fill(second)
          await press(page, "Set the password")
          assert.strictEqual(await heading(), "Second step")
          const byRecovery = page.locator("details")
          const recover = async (code: string) => {
            await byRecovery.getByLabel("Recovery code", { exact: true }).fill(code)
            await byRecovery.getByRole("button").click()
          }
          await page.getByText("Use a recovery code").click()
          await recover("aaaaa-aaaaa")
          assert.strictEqual(
            await byRecovery.getByRole("alert").innerText(),
            "This code is not right. 4 attempts are left."
          )
          await recover(recovery.toUpperCase())
          assert.strictEqual(await heading(), "Your sign-in works")
          await signIn(first)
          assert.strictEqual(
            await page.getByRole("alert").innerText(),
            "The e-mail address or the password is not right."
          )
          await signIn(second)
          assert.strictEqual(await heading(), "Second step")
        })
        assert.deepStrictEqual(
          errors.filter((error) => !statusOnly.test(error)),
          []
        )
        assert.deepStrictEqual(
          yield* sql`
          SELECT id FROM session_families f WHERE ended_at IS NULL AND subject_id IN
            (SELECT id FROM app_users WHERE email = ${email})`,
          []
        )
      }).pipe(Effect.scoped),
    600_000
  )

  for (const options of views) {
    onPages(
      `are clean in ${options.locale} and ${options.colorScheme}`,
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const sink = yield* MailSink
          const { app, observe, user } = yield* makeDoor
          yield* (yield* Logos).put(app.id, "image/svg+xml", logo)
          yield* sql`UPDATE apps SET hosted_accent = '#7a1fa2', name = 'Harbour Cranes' WHERE id = ${app.id}`
          const { errors, page } = yield* openPage(origin, { ...options, viewport: { width: 480, height: 700 } })
          const at = (path: string) => `${origin}/app/${app.identifier}/${path}`
          const go = (path: string) => Effect.promise(() => page.goto(at(path)))
          const click = (selector: string) => Effect.promise(() => page.locator(selector).first().click())
          const fill = (name: string, value: string) =>
            Effect.promise(() => page.locator(`[name="${name}"]`).first().fill(value))
          const look = Effect.fnUntraced(function* (name: string) {
            assert.strictEqual(
              yield* Effect.promise(() => page.locator('script:not([src^="/pages/"]), [style]').count()),
              0,
              name
            )
            if (pictures !== undefined) {
              yield* Effect.promise(async () => {
                await mkdir(pictures, { recursive: true })
                const file = `${name}-${options.locale.slice(0, 2)}-${options.colorScheme}.png`
                await page.screenshot({ path: `${pictures}/${file}`, fullPage: true })
              })
            }
            // Only the colours differ in the dark.
            const rules = options.colorScheme === "dark" ? ["color-contrast"] : undefined
            assert.deepStrictEqual(yield* violations(page, rules), [], name)
            const wide = () =>
              page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
            yield* Effect.promise(() => page.setViewportSize({ width: 320, height: 640 }))
            assert.strictEqual(yield* Effect.promise(wide), 0, name)
            yield* Effect.promise(() => page.setViewportSize({ width: 480, height: 700 }))
          })

          yield* go("sign-in")
          yield* look("sign-in")
          yield* fill("email", user.email)
          yield* fill("password", "not the password")
          yield* click("form button:not(.reveal)")
          yield* look("sign-in-wrong")
          const focused = yield* Effect.promise(() => page.evaluate(() => document.activeElement?.getAttribute("role")))
          assert.strictEqual(focused, "alert")
          yield* Effect.promise(() => page.locator("#email").fill(user.email))
          yield* click('button[formaction*="/sign-in/code"]')
          yield* look("code")
          yield* sink.waitFor(user.email)
          yield* Effect.promise(() => sendCode(page, "000000"))
          yield* look("code-wrong")
          yield* go("sign-up")
          yield* look("sign-up")
          yield* fill("email", `nia-${unique()}@example.com`)
          yield* Effect.promise(() => page.evaluate(() => (document.querySelector("form")!.noValidate = true)))
          yield* fill("password", "short")
          yield* click("form button:not(.reveal)")
          yield* look("sign-up-wrong")
          yield* fill("password", "a long enough one")
          yield* click("form button:not(.reveal)")
          yield* look("sign-up-sent")
          yield* go("forgot")
          yield* look("forgot")
          yield* fill("email", user.email)
          yield* click("form button:not(.reveal)")
          yield* look("forgot-sent")
          const { link } = yield* sink.waitFor(user.email)
          yield* Effect.promise(() => page.goto(link))
          yield* look("reset")
          yield* go("reset/dead")
          yield* look("reset-dead")
          yield* go("verify/dead")
          yield* look("verify-dead")
          yield* go("invite/dead")
          yield* look("invite-dead")
          const kim = `kim-${unique()}@example.com`
          const token = yield* invite(app, kim, observe.id, { displayName: "Kim" })
          yield* go(`invite/${token}`)
          yield* look("invite")

          yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${app.id}`
          yield* fill("password", "a long enough one")
          yield* click("form button:not(.reveal)")
          yield* look("setup-intro")
          yield* click("form button:not(.reveal)")
          yield* look("setup")
          const secret = (yield* Effect.promise(() => page.locator(".secret").innerText())).replaceAll(" ", "")
          yield* Effect.promise(() => sendCode(page, codeFor(secret, 9)))
          yield* look("setup-wrong")
          yield* Effect.promise(() => sendCode(page, codeFor(secret)))
          yield* look("recovery")
          yield* click("a.button:not(.second)")
          yield* look("done")
          yield* go("sign-in")
          yield* fill("email", kim)
          yield* fill("password", "a long enough one")
          yield* click("form button:not(.reveal)")
          yield* look("two-factor")
          yield* click("summary")
          yield* fill("recovery_code", "aaaaa-aaaaa")
          yield* click("details button")
          yield* look("two-factor-wrong")
          yield* go("done?for=reset")
          yield* look("done-reset")
          yield* sql`UPDATE apps SET self_registration = false, app_url = 'https://app.example.com' WHERE id = ${app.id}`
          yield* go("sign-up")
          yield* look("sign-up-closed")
          yield* go("done?for=verified")
          yield* look("done-app")
          yield* Effect.promise(() => page.goto(`${origin}/app/no_such_app/sign-in`))
          yield* look("unknown")
          assert.deepStrictEqual(
            errors.filter((error) => !statusOnly.test(error)),
            []
          )
        }).pipe(Effect.scoped),
      600_000
    )
  }
})
