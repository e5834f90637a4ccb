/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import type { BrowserContextOptions } from "playwright-core"
import { authorizePath } from "../identity/developers/portal/world.ts"
import { addTotp, codeOf as totpNow, require2fa } from "../support/factors.ts"
import { MailSink } from "../support/MailSink.ts"
import { makeOrg } from "../support/people.ts"
import { authenticatorOf } from "./authenticator.ts"
import { noBrowser } from "./browser.ts"
import {
  enter,
  enterAddress,
  enterCode,
  focused,
  isSignedIn,
  looksGood,
  openSignIn,
  run,
  tabTo,
  typeCode,
  world
} from "./portalWalk.ts"
import { sendCode } from "./sendCode.ts"

if (noBrowser !== null) console.warn(`Pages are not tested: ${noBrowser}.`)

layer(world("open"), { excludeTestServices: true, timeout: "2 minutes" })("the portal", (it) => {
  /** Many pages, and axe on each: a busy machine takes its time. */
  const onPages = (name: string, walk: Parameters<typeof it.effect>[1]) =>
    it.effect.skipIf(noBrowser !== null)(name, walk, 600_000)

  const journey = (options: BrowserContextOptions, name: string) => () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      yield* require2fa(orgId)
      const { errors, page } = yield* openSignIn(options)
      yield* looksGood(page, `${name}-1-identify`)
      yield* run(() => page.evaluate(() => document.querySelector("form")!.setAttribute("novalidate", "")))
      yield* run(() => page.fill("#email", "nobody"))
      yield* run(() => page.click('form[action*="identify"] button'))
      yield* looksGood(page, `${name}-2-mistaken`)
      assert.strictEqual(yield* focused(page), "email")
      yield* enterAddress(page, developer.email)
      yield* looksGood(page, `${name}-3-code`)
      yield* run(() => sendCode(page, "000000"))
      yield* looksGood(page, `${name}-4-wrong-code`)
      yield* enterCode(page, developer.email)
      yield* looksGood(page, `${name}-5-setup`)
      yield* run(() => page.click('form[action*="totp"] button'))
      yield* looksGood(page, `${name}-6-totp`)
      const secret = (yield* Effect.promise(() => page.innerText(".secret"))).replaceAll(" ", "")
      yield* run(() => sendCode(page, "000000"))
      yield* looksGood(page, `${name}-7-wrong-totp`)
      yield* run(() => sendCode(page, totpNow(secret)))
      yield* looksGood(page, `${name}-8-recovery-codes`)
      assert.strictEqual(yield* Effect.promise(() => page.locator(".codes li").count()), 10)
      yield* run(() => page.click("button.first"))
      yield* isSignedIn(page)
      assert.deepStrictEqual(
        errors.filter((error) => !error.includes("400")),
        []
      )
    }).pipe(Effect.scoped)
  onPages("enrols an authenticator where the org requires one, in light and English", journey({}, "light-en"))
  onPages(
    "enrols an authenticator where the org requires one, in dark and German",
    journey({ colorScheme: "dark", locale: "de" }, "dark-de")
  )

  onPages("is walked by keyboard alone", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      yield* require2fa(orgId)
      const { errors, page } = yield* openSignIn()
      yield* tabTo(page, "email")
      yield* tabTo(page, "Continue with a code")
      yield* tabTo(page, "Use a passkey")
      yield* tabTo(page, "Create an organisation")
      yield* tabTo(page, "Deutsch")
      yield* run(() => page.reload())
      yield* tabTo(page, "email")
      yield* enter(page, developer.email)
      yield* typeCode(page, (yield* (yield* MailSink).waitFor(developer.email)).code)
      yield* tabTo(page, "Not you?")
      yield* tabTo(page, "Use an authenticator app")
      yield* enter(page, "")
      const secret = (yield* Effect.promise(() => page.innerText(".secret"))).replaceAll(" ", "")
      yield* tabTo(page, "Not you?")
      yield* tabTo(page, "code")
      yield* typeCode(page, totpNow(secret))
      yield* tabTo(page, "Copy")
      yield* tabTo(page, "Download")
      yield* tabTo(page, "I kept them, continue")
      yield* enter(page, "")
      yield* isSignedIn(page)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("signs in without a script, with a second factor, on a phone, in a switched language", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { recovery_codes: codes } = yield* addTotp(developer.token)
      const { errors, page } = yield* openSignIn({
        javaScriptEnabled: false,
        viewport: { width: 320, height: 640 }
      })
      assert.strictEqual(yield* Effect.promise(() => page.locator("[data-passkey]:visible").count()), 0)
      yield* run(() => page.click("footer a"))
      assert.strictEqual(yield* Effect.promise(() => page.getAttribute("html", "lang")), "de")
      yield* enterAddress(page, developer.email)
      yield* enterCode(page, developer.email)
      assert.strictEqual(yield* Effect.promise(() => page.getAttribute("html", "lang")), "de")
      yield* run(() => page.click('a[href*="recovery"]'))
      yield* run(() => page.fill("#recovery_code", codes![0]!))
      yield* run(() => page.click("button.first"))
      yield* isSignedIn(page)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("creates a passkey and signs in with it alone, but not without user verification", () =>
    Effect.gen(function* () {
      const { developer, orgId } = yield* makeOrg
      yield* require2fa(orgId)
      const { errors, origin, page } = yield* openSignIn()
      const authenticator = yield* authenticatorOf(page)
      yield* enterAddress(page, developer.email)
      yield* enterCode(page, developer.email)
      yield* run(() => page.fill("#name", "Laptop"))
      yield* run(() => page.click('[data-passkey="create"] button'))
      yield* run(() => page.waitForSelector(".codes"))
      yield* looksGood(page, "passkey-codes")
      yield* run(() => page.click("button.first"))
      yield* isSignedIn(page)

      const again = authorizePath({ redirect_uri: `${origin}/healthz` })
      yield* run(() => page.goto(`${origin}${again}`))
      yield* authenticator.verifies(false)
      yield* run(() => page.click('[data-passkey="get"] button'))
      yield* run(() => page.waitForSelector('[data-passkey="get"] [role=alert]:visible'))
      yield* looksGood(page, "passkey-refused")
      yield* authenticator.verifies(true)
      yield* run(() => page.click('[data-passkey="get"] button'))
      yield* isSignedIn(page)

      // As the second factor after the mailed code.
      yield* run(() => page.goto(`${origin}${again}`))
      yield* enterAddress(page, developer.email)
      yield* enterCode(page, developer.email)
      yield* looksGood(page, "passkey-second")
      yield* run(() => page.click('[data-passkey="get"] button'))
      yield* isSignedIn(page)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("shows a passkey or an authenticator as the second factor, and the way by recovery code", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      yield* addTotp(developer.token)
      const { errors, page } = yield* openSignIn()
      yield* enterAddress(page, developer.email)
      yield* enterCode(page, developer.email)
      yield* looksGood(page, "two-factor")
      yield* run(() => page.click('a[href*="recovery"]'))
      yield* looksGood(page, "recovery")
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("founds an organisation", () =>
    Effect.gen(function* () {
      const { errors, page } = yield* openSignIn({}, { prompt: "create" })
      const email = `founder-${randomBytes(6).toString("hex")}@example.com`
      yield* looksGood(page, "sign-up")
      yield* run(() => page.fill("#email", email))
      yield* run(() => page.fill("#display_name", "Ada"))
      yield* run(() => page.click("button.first"))
      yield* looksGood(page, "sign-up-code")
      yield* enterCode(page, email)
      yield* looksGood(page, "organization")
      yield* run(() => page.fill("#org_name", "Analytical Engines"))
      yield* run(() => page.click("button.first"))
      yield* isSignedIn(page)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("keeps two tabs of one browser apart", () =>
    Effect.gen(function* () {
      const { developer, owner } = yield* makeOrg
      const { origin, page } = yield* openSignIn()
      const second = yield* Effect.promise(() => page.context().newPage())
      yield* run(() => second.goto(`${origin}${authorizePath({ redirect_uri: `${origin}/healthz` })}`))
      yield* enterAddress(page, developer.email)
      yield* enterAddress(second, owner.email)
      yield* enterCode(page, developer.email)
      yield* enterCode(second, owner.email)
      yield* isSignedIn(page)
      yield* isSignedIn(second)
      yield* run(() => page.goBack())
      yield* run(() => page.reload())
      yield* looksGood(page, "over")
    }).pipe(Effect.scoped)
  )
})

layer(world("closed"), { excludeTestServices: true, timeout: "1 minute" })("a closed sign-up", (it) => {
  it.effect.skipIf(noBrowser !== null)("a closed sign-up offers the waitlist", () =>
    Effect.gen(function* () {
      const { page } = yield* openSignIn({}, { prompt: "create" })
      yield* looksGood(page, "closed")
      yield* run(() => page.fill("#email", "founder@example.com"))
      yield* run(() => page.click("button.first"))
      yield* looksGood(page, "listed")
    }).pipe(Effect.scoped)
  )
})
