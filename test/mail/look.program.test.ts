import { assert, describe, it } from "@effect/vitest"
import { defaultLetter } from "@fleet/server/mail/DefaultLetters"
import { asHtml } from "@fleet/server/mail/Letter"
import { schemesOf } from "@fleet/server/platform/pages/Theme"
import { intents } from "@fleet/server/platform/pages/tokens.gen"
import { Effect } from "effect"
import { noBrowser, openPage, violations } from "../pages/browser.ts"

if (noBrowser !== null) console.warn(`The looks of mails are not tested: ${noBrowser}.`)

const origin = "http://mail.localhost"
const purple = "#7a1fa2"

const facts = {
  sender: "Harbour Cranes",
  org: "United Harbours",
  name: "Nia",
  role: "operate",
  link: `https://portal.example.com/app/cranes/invite/${"t".repeat(43)}`,
  code: "409113",
  notice: { limit: "live_video_ms_per_month", used: 36_000_000, max: 36_000_000, percent: 100, hard: true }
} as const

describe("a mail", () => {
  it("has the app's mark and accent, else the platform's", () => {
    const letter = defaultLetter("invite", "en", facts)
    const { dark, light } = schemesOf([122, 31, 162])
    for (const colour of [light.accent, light.link, dark.accent, dark.link])
      assert.include(asHtml(letter, purple), colour)
    assert.match(asHtml(letter, purple), />H<\/td>/)
    for (const accent of [null, "red;}"]) {
      assert.include(asHtml(letter, accent), `background:${intents.light.accent}`)
      assert.include(asHtml(letter, accent), `background:${intents.dark.accent}!important`)
    }
  })

  for (const colorScheme of ["light", "dark"] as const) {
    it.live.skipIf(noBrowser !== null)(
      `has nothing that axe finds and fits a phone, ${colorScheme}`,
      () =>
        Effect.gen(function* () {
          const { errors, page } = yield* openPage(origin, { colorScheme, viewport: { width: 320, height: 640 } })
          for (const kind of [
            "invite",
            "verify",
            "reset",
            "login_code",
            "team_invitation",
            "portal_code",
            "plan_notice"
          ] as const) {
            for (const accent of [null, "#fff3b0"]) {
              const body = asHtml(defaultLetter(kind, accent === null ? "de" : "en", facts), accent)
              yield* Effect.promise(async () => {
                await page.unrouteAll()
                await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: "text/html", body }))
                await page.goto(`${origin}/`)
              })
              // A mail has no landmarks: mailboxes put it into theirs.
              const rules = ["color-contrast", "document-title", "html-has-lang", "link-name", "empty-heading"]
              assert.deepStrictEqual(yield* violations(page, rules), [], `${kind} ${accent}`)
              const wide = yield* Effect.promise(() =>
                page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
              )
              assert.strictEqual(wide, 0, `${kind} ${accent}`)
            }
          }
          assert.deepStrictEqual(errors, [])
        }).pipe(Effect.scoped),
      120_000
    )
  }
})
