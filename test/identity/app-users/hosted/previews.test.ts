import { assert, layer } from "@effect/vitest"
import { PreviewedPage } from "@fleet/domain/AuthConfig"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { createHash, randomBytes } from "node:crypto"
import { makeEveryone } from "../../../support/people.ts"
import { TestApp } from "../../../support/TestApp.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"

layer(TestApp, { timeout: "60 seconds" })("a preview of a hosted page", (it) => {
  const aPreviewer = Effect.gen(function* () {
    const world = yield* makeEveryone
    const { portalUrl } = yield* Settings
    const route = `/api/apps/${world.app.id}/auth-config/preview`
    const ask = (body: unknown, as = world.developer.token) => call("POST", route, { as, body })
    const show = Effect.fnUntraced(function* (url: string, headers: Readonly<Record<string, string>> = {}) {
      assert.isTrue(url.startsWith(`${portalUrl}/app/${world.app.identifier}/preview?show=`))
      return yield* call("GET", url.slice(portalUrl.length), { headers })
    })
    const shown = (body: object, headers?: Readonly<Record<string, string>>) =>
      Effect.flatMap(ask(body), (made) => show(made.body.url, headers))
    return { ...world, ask, route, show, shown }
  })

  it.effect("each page is shown without script to the console's origin alone, and its forms do nothing", () =>
    Effect.gen(function* () {
      const { ask, show } = yield* aPreviewer
      const { consoleOrigin } = yield* Settings
      const titles = new Set<string>()
      for (const page of PreviewedPage.literals) {
        const made = yield* ask({ page })
        assert.deepStrictEqual(Object.keys(made.body), ["url", "expires_at"])
        assert.strictEqual(made.status, 201)
        assert.strictEqual(Date.parse(made.body.expires_at), (yield* Clock.currentTimeMillis) + 300_000)
        const { body, headers, status } = yield* show(made.body.url)
        assert.strictEqual(status, 200, page)
        const policy = headers.get("content-security-policy")!.split("; ")
        assert.includeMembers(policy, [
          "default-src 'none'",
          "form-action 'none'",
          "base-uri 'none'",
          `frame-ancestors ${consoleOrigin}`,
          "sandbox allow-same-origin"
        ])
        assert.isFalse(policy.some((part) => part.startsWith("script-src")))
        assert.notInclude(body, "<script")
        assert.isNull(headers.get("x-frame-options"))
        assert.strictEqual(headers.get("cache-control"), "no-store")
        assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
        titles.add(/<h1>(.*?)<\/h1>/s.exec(body)![1]!)
      }
      assert.strictEqual(titles.size, PreviewedPage.literals.length)
    })
  )

  it.effect(
    "it is shown in the look, language and scheme that are asked for, else as stored and as the browser wants",
    () =>
      Effect.gen(function* () {
        const { app, developer, shown } = yield* aPreviewer
        const put = (hosted_accent: string | null) =>
          call("PUT", `/api/apps/${app.id}/auth-config/look`, { as: developer.token, body: { hosted_accent } })
        assert.strictEqual((yield* put("#aa3300")).status, 200)
        const styleOf = ({ body, headers }: { readonly body: string; readonly headers: Headers }) => {
          const style = /<style>(.*?)<\/style>/s.exec(body)![1]!
          const hash = createHash("sha256").update(style).digest("base64")
          assert.include(headers.get("content-security-policy"), `'sha256-${hash}'`)
          return style
        }
        const page = "sign_in"
        const stored = yield* shown({ page }, { "accept-language": "de" })
        assert.include(stored.body, '<html lang="de">')
        assert.include(styleOf(stored), "#aa3300")
        assert.notInclude(styleOf(stored), "color-scheme")
        const asked = yield* shown(
          { page, look: { hosted_accent: "#0055aa" }, locale: "en", theme: "dark" },
          {
            "accept-language": "de"
          }
        )
        assert.include(asked.body, '<html lang="en">')
        assert.include(styleOf(asked), "#0055aa")
        assert.include(styleOf(asked), "color-scheme: dark")
        assert.notInclude(asked.body, "theme.css")
        const neutral = yield* shown({ page, look: { hosted_accent: null }, theme: "light" })
        assert.strictEqual(styleOf(neutral).trim(), ":root { color-scheme: light; }")
        assert.include(styleOf(yield* shown({ page, look: {} })), "#aa3300")
        // Nothing was stored by it.
        const config = yield* call("GET", `/api/apps/${app.id}/auth-config`, { as: developer.token })
        assert.include(JSON.stringify(config.body), "#aa3300")
      })
  )

  it.effect("its address ends after five minutes, and is good for its app and as it was made only", () =>
    Effect.gen(function* () {
      const { app, ask, show } = yield* aPreviewer
      const other = yield* makeEveryone
      const { url } = (yield* ask({ page: "done" })).body
      const { pathname, search } = new URL(url)
      const at = `${pathname}${search}`
      assert.strictEqual((yield* call("GET", at.replace(app.identifier, other.app.identifier))).status, 410)
      // A letter in the middle, where every bit counts.
      const changed = `${at.slice(0, -20)}${at.at(-20) === "A" ? "B" : "A"}${at.slice(-19)}`
      assert.strictEqual((yield* call("GET", changed)).status, 410)
      assert.strictEqual((yield* call("GET", `/app/${app.identifier}/preview?show=x`)).status, 410)
      assert.strictEqual((yield* call("GET", pathname)).status, 410)
      assert.strictEqual((yield* call("GET", at.replace(app.identifier, "nobodys_app"))).status, 404)
      yield* TestClock.adjust("299999 millis")
      assert.strictEqual((yield* show(url)).status, 200)
      yield* TestClock.adjust("1 millis")
      const ended = yield* show(url)
      assert.strictEqual(ended.status, 410)
      assert.include(ended.headers.get("content-security-policy"), "sandbox")
    })
  )

  it.effect("it is for developers of the app's org, checked, and bounded to 60 a minute and app", () =>
    Effect.gen(function* () {
      const { ask, key, owner, user } = yield* aPreviewer
      const other = yield* makeEveryone
      for (const token of [user.token, key.token]) assert.strictEqual((yield* ask({ page: "done" }, token)).status, 401)
      assert.deepStrictEqual(refusal(yield* ask({ page: "done" }, other.owner.token)), [404, "not_found"])
      for (const [body, field, rule] of [
        [{}, "page", "required"],
        [{ page: "mail" }, "page", "invalid_value"],
        [{ page: "done", locale: "fr" }, "locale", "invalid_value"],
        [{ page: "done", theme: "blue" }, "theme", "invalid_value"],
        [{ page: "done", look: { hosted_accent: "red" } }, "look.hosted_accent", "format"],
        [{ page: "done", look: { logo: 1 } }, "look.logo", "unknown"],
        [{ page: "done", more: 1 }, "more", "unknown"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* ask(body)), invalid(field, rule))
      }
      yield* TestClock.adjust("2 minutes")
      for (let count = 0; count < 60; count++) {
        assert.strictEqual((yield* ask({ page: "done" }, owner.token)).status, 201, `${count}`)
      }
      assert.strictEqual((yield* ask({ page: "done" })).body.code, "rate_limited")
    })
  )

  it.effect("a mail's HTML is shown for five minutes to the console's frame alone, without script or origin", () =>
    Effect.gen(function* () {
      const { app, developer } = yield* aPreviewer
      const other = yield* makeEveryone
      const { consoleOrigin, portalUrl } = yield* Settings
      const written = (html: string) => ({ subject: "s", text: "t", html })
      const ask = (html: string) =>
        Effect.map(
          call("POST", `/api/apps/${app.id}/mail-templates/reset/preview`, {
            as: developer.token,
            body: written(html)
          }),
          ({ body }) => body.html_url as string | null
        )
      const url = (yield* ask("<p>Hello {{ user.email }}</p><script>alert(1)</script>"))!
      const get = (identifier: string) =>
        call("GET", url.slice(portalUrl.length).replace(app.identifier, identifier), {})
      const { body, headers, status } = yield* get(app.identifier)
      assert.strictEqual(status, 200)
      assert.match(body, /^<p>Hello \S+@\S+<\/p><script>/)
      assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
      assert.deepStrictEqual(headers.get("content-security-policy")!.split("; "), [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src https: data:",
        "form-action 'none'",
        "base-uri 'none'",
        `frame-ancestors ${consoleOrigin}`,
        "sandbox"
      ])
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.notInclude((yield* get(other.app.identifier)).body, "Hello")
      // So long that no address carries it: letters that cannot be packed.
      const long = `<p>${randomBytes(40_000).toString("hex")}</p>`
      const longUrl = (yield* ask(long))!
      assert.isBelow(longUrl.length, 500)
      const getLong = (identifier: string) =>
        call("GET", longUrl.slice(portalUrl.length).replace(app.identifier, identifier), {})
      const shownLong = yield* getLong(app.identifier)
      assert.strictEqual(shownLong.body, long)
      assert.strictEqual(shownLong.headers.get("content-security-policy"), headers.get("content-security-policy"))
      assert.notInclude((yield* getLong(other.app.identifier)).body, long)
      const kept = yield* (yield* SqlClient.SqlClient)<{
        all: string
      }>`SELECT mail_previews::text AS all FROM mail_previews`
      assert.strictEqual(kept.length, 1)
      assert.notInclude(kept[0]!.all, longUrl.split("mail=")[1]!)
      yield* TestClock.adjust("5 minutes")
      assert.notInclude((yield* get(app.identifier)).body, "Hello")
      assert.notInclude((yield* getLong(app.identifier)).body, long)
    })
  )
})
