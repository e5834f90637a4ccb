/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { addTotp, codeOf as totpNow, require2fa } from "../support/factors.ts"
import { makeOrg, unique } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { noBrowser } from "./browser.ts"
import { enterAddress, enterCode, isSignedIn, looksGood, openSignIn, run, world } from "./portalWalk.ts"
import { sendCode } from "./sendCode.ts"

if (noBrowser !== null) console.warn(`Reload and Back are not tested in the portal: ${noBrowser}.`)

const heading = (page: Page) => page.locator("h1").innerText()

const counted = (page: Page) => {
  let posts = 0
  page.on("request", (request) => (posts += request.method() === "POST" ? 1 : 0))
  /** Reloads, and goes back and forth: each shows what it showed, and no form is sent again. */
  return Effect.promise(async () => {
    const [before, sent] = [await heading(page), posts]
    await page.reload()
    assert.strictEqual(await heading(page), before)
    await page.goBack()
    await page.goForward()
    assert.strictEqual(await heading(page), before)
    assert.strictEqual(posts, sent)
  })
}

layer(world("closed"), { excludeTestServices: true, timeout: "2 minutes" })("a form of the portal", (it) => {
  const onPages = (name: string, walk: Parameters<typeof it.effect>[1]) =>
    it.effect.skipIf(noBrowser !== null)(name, walk, 600_000)

  onPages("is sent once, however often its page is reloaded or gone back to", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      yield* require2fa(orgId)
      const { page } = yield* openSignIn()
      const again = counted(page)
      yield* run(() => page.evaluate(() => document.querySelector("form")!.setAttribute("novalidate", "")))
      yield* enterAddress(page, "nobody")
      yield* again
      assert.strictEqual(yield* Effect.promise(() => page.inputValue("#email")), "nobody")
      yield* enterAddress(page, developer.email)
      yield* run(() => sendCode(page, "000000"))
      yield* again
      yield* enterCode(page, developer.email)
      yield* run(() => page.click('form[action*="totp"] button'))
      const key = yield* Effect.promise(() => page.innerText(".secret"))
      yield* again
      yield* run(() => sendCode(page, "000000"))
      yield* again
      assert.strictEqual(yield* Effect.promise(() => page.innerText(".secret")), key)
      assert.isTrue(yield* Effect.promise(() => page.isVisible(".qr")))
      yield* looksGood(page, "again-wrong-totp")
      yield* run(() => sendCode(page, totpNow(key.replaceAll(" ", ""))))
      yield* again
      assert.strictEqual(yield* Effect.promise(() => page.locator(".codes li").count()), 10)
    }).pipe(Effect.scoped)
  )

  onPages("ends with recovery codes that can be copied and downloaded", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      yield* require2fa(orgId)
      const { errors, origin, page } = yield* openSignIn({ permissions: ["clipboard-read", "clipboard-write"] })
      yield* enterAddress(page, developer.email)
      yield* enterCode(page, developer.email)
      yield* run(() => page.click('form[action*="totp"] button'))
      const key = yield* Effect.promise(() => page.innerText(".secret"))
      yield* run(() => sendCode(page, totpNow(key.replaceAll(" ", ""))))
      yield* run(() => page.waitForSelector("[data-copy]:visible"))
      yield* looksGood(page, "codes-copy")
      yield* run(async () => {
        const codes = await page.locator(".codes li").allInnerTexts()
        await page.click("[data-copy]")
        await page.waitForFunction(() => document.querySelector("[role=status]")!.textContent !== "")
        assert.strictEqual(await page.innerText("[role=status]"), "Copied.")
        assert.strictEqual(await page.evaluate(() => navigator.clipboard.readText()), codes.join("\n"))
        const [file] = await Promise.all([page.waitForEvent("download"), page.click("a[download]")])
        assert.strictEqual(file.suggestedFilename(), "recovery-codes.txt")
        const kept = await readFile((await file.path())!, "utf8")
        assert.strictEqual(kept, `Robot Fleet Cloud\n\n${codes.join("\n")}\n`)
        const policy = (await page.reload())!.headers()["content-security-policy"]
        assert.include(policy, "script-src 'self'")
        assert.notInclude(policy, "unsafe")
        const script = await page.request.get(`${origin}/pages/copy.js`)
        assert.include(script.headers()["content-type"], "text/javascript")
        await page.click("button.first")
      })
      yield* isSignedIn(page)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("ends with recovery codes that can be downloaded without a script", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      yield* require2fa(orgId)
      const { page } = yield* openSignIn({ javaScriptEnabled: false })
      yield* enterAddress(page, developer.email)
      yield* enterCode(page, developer.email)
      yield* run(() => page.click('form[action*="totp"] button'))
      const key = yield* Effect.promise(() => page.innerText(".secret"))
      yield* run(() => sendCode(page, totpNow(key.replaceAll(" ", ""))))
      assert.isFalse(yield* Effect.promise(() => page.isVisible("[data-copy]")))
      const [file] = yield* Effect.promise(() =>
        Promise.all([page.waitForEvent("download"), page.click("a[download]")])
      )
      assert.strictEqual(file.suggestedFilename(), "recovery-codes.txt")
    }).pipe(Effect.scoped)
  )

  onPages("says whose account the second factor is for, and begins again with another one", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      yield* addTotp(developer.token)
      const { origin, page } = yield* openSignIn({ colorScheme: "dark", locale: "de" })
      yield* enterAddress(page, developer.email)
      yield* enterCode(page, developer.email)
      assert.strictEqual(yield* Effect.promise(() => page.innerText(".account strong")), developer.email)
      yield* looksGood(page, "account-two-factor-de")
      yield* run(() => page.click('a[href*="recovery"]'))
      assert.strictEqual(yield* Effect.promise(() => page.innerText(".account strong")), developer.email)
      yield* looksGood(page, "account-recovery-de")
      yield* run(() => page.getByRole("link", { name: "Nicht Sie?" }).click())
      assert.strictEqual(yield* Effect.promise(() => heading(page)), "Bei der Konsole anmelden")
      yield* enterAddress(page, owner.email)
      yield* enterCode(page, owner.email)
      yield* isSignedIn(page)
      assert.isTrue(page.url().startsWith(origin))
    }).pipe(Effect.scoped)
  )

  onPages("of a team invitation asks nothing when its end is reloaded, and leads on", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const email = `guest-${unique()}@example.com`
      const invited = yield* call("POST", "/api/org/invitations", {
        as: owner.token,
        body: { email, tier: "developer", send_mail: false }
      })
      const { origin, page } = yield* openSignIn()
      yield* run(() => page.goto(`${origin}${new URL(invited.body.accept_url).pathname}`))
      const again = counted(page)
      yield* run(() => page.click("main form button"))
      yield* again
      yield* looksGood(page, "accepted")
      assert.strictEqual(yield* Effect.promise(() => page.getAttribute("main a.button", "href")), origin)
      yield* run(() => page.goBack())
      assert.strictEqual(yield* Effect.promise(() => heading(page)), "This invitation is no longer good")
      assert.strictEqual(yield* Effect.promise(() => page.getAttribute("main a.button", "href")), origin)
    }).pipe(Effect.scoped)
  )

  onPages("of the waitlist asks nothing when its end is reloaded, and leads on", () =>
    Effect.gen(function* () {
      const { origin, page } = yield* openSignIn({}, { prompt: "create" })
      assert.strictEqual(yield* Effect.promise(() => page.locator('main a[href*="/interaction/"]').count()), 1)
      const again = counted(page)
      yield* run(() => page.fill("#email", `waits-${unique()}@example.com`))
      yield* run(() => page.click("main form button"))
      yield* again
      yield* looksGood(page, "listed")
      assert.strictEqual(yield* Effect.promise(() => page.getAttribute("main a.button", "href")), origin)
      yield* run(() => page.context().clearCookies())
      yield* run(() => page.reload())
      assert.strictEqual(yield* Effect.promise(() => heading(page)), "This page is over")
      yield* looksGood(page, "expired")
    }).pipe(Effect.scoped)
  )
})
