/// <reference lib="dom" />
import { assert, describe, it } from "@effect/vitest"
import { account } from "@fleet/server/platform/pages/account"
import { form } from "@fleet/server/platform/pages/Form"
import { formScript } from "@fleet/server/platform/pages/formScript"
import { html } from "@fleet/server/platform/pages/html"
import { page as written } from "@fleet/server/platform/pages/Page"
import { style } from "@fleet/server/platform/pages/style"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Page } from "playwright-core"
import { noBrowser, openPage } from "./browser.ts"

if (noBrowser !== null) console.warn(`The script of forms is not tested: ${noBrowser}.`)

const origin = "http://forms.localhost"

const shown = written({
  locale: "en",
  brand: { name: "Cranes", logo: null, theme: null, isApp: true },
  title: "Forms",
  body: html`${account({ label: "Account", email: "nia.lund@example.com" })}
  ${form({
    locale: "en",
    action: "/code",
    hidden: { of: "a" },
    fields: [{ name: "code", label: "Code", autocomplete: "one-time-code", digits: 6, focused: true }],
    submit: "Go"
  })}
  ${form({
    locale: "en",
    action: "/password",
    account: { label: "Account", email: "nia.lund@example.com" },
    fields: [{ name: "password", label: "Password", type: "password", autocomplete: "new-password", minLength: 12 }],
    submit: "Set"
  })}
  ${form({
    locale: "en",
    action: "/again",
    submit: "Mail it again",
    weight: "link",
    wait: { seconds: 60, words: "New code in {time}" }
  })}`
})

/** The page in a browser whose clock stands until it is moved, and the bodies of the forms that it sent. */
const opened = Effect.gen(function* () {
  const { errors, page } = yield* openPage(origin)
  const sent: Array<string> = []
  yield* Effect.promise(async () => {
    await page.clock.install()
    const answer = HttpServerResponse.toWeb(shown)
    const body = await answer.text()
    const headers = Object.fromEntries(answer.headers)
    await page.route(`${origin}/**`, (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      if (request.method() === "POST") sent.push(`${pathname} ${request.postData() ?? ""}`)
      if (pathname === "/pages/form.js") return route.fulfill({ contentType: "text/javascript", body: formScript })
      if (pathname === "/pages/style.css") return route.fulfill({ contentType: "text/css", body: style })
      if (pathname.startsWith("/pages/")) return route.fulfill({ contentType: "text/plain", body: "" })
      return route.fulfill({ headers, body })
    })
    await page.goto(`${origin}/`)
  })
  return { errors, page, sent }
})

const paste = (page: Page, text: string) =>
  page.locator("#code").evaluate((input: HTMLInputElement, text) => {
    input.focus()
    document.execCommand("insertText", false, text)
  }, text)

const cells = (page: Page) => page.locator(".cells span").allInnerTexts()

describe("the script of forms", () => {
  const onPages = (name: string, work: (of: Effect.Success<typeof opened>) => Promise<void>) =>
    it.live.skipIf(noBrowser !== null)(
      `the script of forms ${name}`,
      () =>
        Effect.gen(function* () {
          const of = yield* opened
          yield* Effect.promise(() => work(of))
          assert.deepStrictEqual(of.errors, [])
        }).pipe(Effect.scoped),
      60_000
    )

  onPages("shows digits in cells, and sends a code once with its last digit", async ({ page, sent }) => {
    await page.keyboard.type("4a0-9")
    assert.deepStrictEqual(await cells(page), ["4", "0", "9", "", "", ""])
    assert.strictEqual(await page.locator(".cells .at").count(), 1)
    const described = await page.getAttribute("#code", "aria-describedby")
    assert.strictEqual(described, "code-sends")
    await page.keyboard.press("Backspace")
    assert.deepStrictEqual(await cells(page), ["4", "0", "", "", "", ""])
    assert.deepStrictEqual(sent, [])
    await page.keyboard.type("9113")
    await page.waitForURL(`${origin}/code`)
    assert.deepStrictEqual(sent, ["/code of=a&code=409113"])
  })

  onPages("takes a paste with spaces, and no more digits than the code has", async ({ page, sent }) => {
    await paste(page, " 409 113 99 ")
    await page.waitForURL(`${origin}/code`)
    assert.deepStrictEqual(sent, ["/code of=a&code=409113"])
  })

  onPages("shows a password only until it is sent, and says how strong a new one is", async ({ page, sent }) => {
    const input = page.locator("#password")
    const strength = async (password: string) => {
      await input.fill(password)
      return [await page.getAttribute(".strength", "data-level"), await page.innerText(".strength")]
    }
    assert.deepStrictEqual(await strength("too short"), ["short", "Too short: 3 to go."])
    for (const weak of [
      "aaaaaaaaaaaaaa",
      "abcabcabcabcabc",
      "123456789012345",
      "nia.lund and me",
      "abcdefghijklmnop"
    ]) {
      assert.strictEqual((await strength(weak))[0], "weak", weak)
    }
    assert.strictEqual((await strength("wet gravel 9x"))[0], "good")
    assert.deepStrictEqual(await strength("correct horse battery staple"), ["strong", "Strong."])
    await page.getByRole("button", { name: "Show the password" }).click()
    assert.strictEqual(await input.getAttribute("type"), "text")
    await page.getByRole("button", { name: "Hide the password" }).click()
    assert.strictEqual(await input.getAttribute("type"), "password")
    await page.getByRole("button", { name: "Show the password" }).click()
    await page.evaluate(() =>
      addEventListener("submit", () => (document.title = document.querySelector<HTMLInputElement>("#password")!.type))
    )
    const next = page.waitForRequest(`${origin}/password`)
    await page.evaluate(() => addEventListener("submit", (event) => event.preventDefault(), { once: true }))
    await page.getByRole("button", { name: "Set" }).click()
    assert.strictEqual(await page.title(), "password")
    await page.evaluate(() => document.querySelector<HTMLFormElement>("form[action='/password']")!.submit())
    await next
    await page.waitForURL(`${origin}/password`)
    assert.deepStrictEqual(sent, ["/password password=correct+horse+battery+staple"])
  })

  onPages("counts until a mail can be sent again, also over a reload", async ({ page, sent }) => {
    const button = page.locator("button.link")
    assert.match(await button.innerText(), /^New code in (?:1:00|0:5\d)$/)
    assert.isTrue(await button.isDisabled())
    await page.clock.runFor(20_000)
    await page.reload()
    assert.match(await button.innerText(), /^New code in 0:[34]\d$/)
    await page.clock.runFor(41_000)
    assert.strictEqual(await button.innerText(), "Mail it again")
    await button.click()
    await page.waitForURL(`${origin}/again`)
    assert.deepStrictEqual(sent, ["/again "])
    // A new mail: the time begins again.
    assert.isTrue(await button.isDisabled())
  })
})
