import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeSurface, operations } from "./operations.ts"
import { authorizePath, begin, redirectUri } from "../identity/developers/portal/world.ts"
import { call } from "../support/wire.ts"
import { abuseApp, isEnvelope, raw, stateOf } from "./world.ts"

/** Takes the form of a page, and JSON as the rest of the API does: no cookie speaks for whoever sends it. */
const isApi = ({ path }: { readonly path: string }) => path === "/api/org/invitations/accept"
const isPage = (one: { readonly path: string }) => /^\/(?:console\/|app\/|accept-invite)/.test(one.path) || isApi(one)
/** Called by the console's own server or script, with no cookie: it has CORS instead. */
const isToken = ({ path }: { readonly path: string }) => path === "/console/oauth/token"
const forms = operations.filter((one) => one.method === "POST" && isPage(one) && !isToken(one))
const shown = operations.filter((one) => one.method === "GET" && isPage(one))

const own = "http://localhost:8787"
const foreign: ReadonlyArray<Readonly<Record<string, string>>> = [
  { origin: "https://evil.example" },
  { origin: `${own}.evil.example` },
  { origin: "http://localhost:8788" },
  { origin: "https://localhost:8787" },
  { origin: "null", "sec-fetch-site": "cross-site" },
  { origin: "null", "sec-fetch-site": "same-site" },
  { origin: "null" },
  { origin: "", "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example", "sec-fetch-site": "same-origin" },
  { origin: "https://evil.example", "sec-fetch-site": "none" },
  { origin: `${own}, https://evil.example` },
  { origin: "HTTP://LOCALHOST:8787/" }
]
const types = {
  json: "application/json",
  form: "application/x-www-form-urlencoded"
} as const
/** What a foreign form can send without asking first. */
const simple = ["text/plain", "text/plain; application/json", "multipart/form-data; boundary=x", "application/json+x"]

const tables = [
  "developers",
  "app_users",
  "session_families",
  "work_items",
  "oauth_interactions",
  "portal_mailed_codes",
  "waitlist",
  "audit_events"
]

const targets = [
  "https://evil.example/",
  "//evil.example/",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "\r\nLocation: https://evil.example/\r\n",
  "de\r\nSet-Cookie: evil=1",
  "\u2028https://evil.example",
  "https:evil.example",
  "%2f%2fevil.example",
  "\uFF0F\uFF0Fevil.example",
  "http://localhost:8787@evil.example/",
  '"><script>evil.example</script>'
]

/** Where a page's links, forms, scripts and images lead, and what it is sent on to. */
const leads = (text: string) =>
  [...text.matchAll(/\b(?:href|action|src|content|formaction|data-\w+)="([^"]*)"/g)].map(([, lead]) => lead!)

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("a page", (it) => {
  it.effect("a page takes no form that another site sends, however it is dressed, and then does nothing", () =>
    Effect.gen(function* () {
      assert.isAbove(forms.length, 20)
      const surface = yield* makeSurface
      const before = yield* stateOf(tables)
      for (const operation of forms) {
        const path = surface.pathOf(operation.path)
        const good = surface.bodyOf(operation)
        const { cookie = "" } = surface.headersOf(operation)
        for (const headers of foreign) {
          for (const [kind, type] of Object.entries(types)) {
            if (kind === "json" && isApi(operation)) continue
            const body = kind === "json" ? JSON.stringify(good) : new URLSearchParams(good).toString()
            const answer = yield* raw("POST", path, { cookie, "content-type": type, ...headers }, body)
            const where = `${operation.path} ${kind} ${JSON.stringify(headers)}: ${answer.status} ${answer.text}`
            assert.strictEqual(answer.status, 403, where)
            assert.isNull(answer.headers.get("location"), where)
            if (kind === "json") assert.isTrue(isEnvelope(answer), where)
          }
        }
      }
      assert.deepStrictEqual(yield* stateOf(tables), before)
    })
  )

  it.effect("a page reads a body that needs no asking first as nothing", () =>
    Effect.gen(function* () {
      const surface = yield* makeSurface
      const before = yield* stateOf(tables)
      for (const operation of forms) {
        const path = surface.pathOf(operation.path)
        const { cookie = "" } = surface.headersOf(operation)
        for (const type of simple) {
          const body = JSON.stringify(surface.bodyOf(operation))
          const answer = yield* raw("POST", path, { cookie, "content-type": type, origin: own }, body)
          assert.strictEqual(answer.status, 415, `${operation.path} ${type}: ${answer.text}`)
          assert.isTrue(isEnvelope(answer), operation.path)
        }
      }
      assert.deepStrictEqual(yield* stateOf(tables), before)
    })
  )

  it.effect("a page leads nowhere else, whatever its address says", () =>
    Effect.gen(function* () {
      assert.isAbove(shown.length, 15)
      const surface = yield* makeSurface
      for (const operation of shown) {
        const { cookie = "" } = surface.headersOf(operation)
        const path = surface.pathOf(operation.path)
        for (const target of targets) {
          const text = encodeURIComponent(target)
          const query = ["lang", "next", "app_url", "redirect_uri", "state", "for", "v", "return_to", "client_id"]
            .map((name) => `${name}=${text}`)
            .join("&")
          const asked = [`${path}?${query}`, surface.pathOf(operation.path.replace(/\{\w+\}/, text))]
          for (const address of asked) {
            const answer = yield* raw("GET", address, { cookie, accept: "text/html", "accept-language": "de;q=\u00e9" })
            const where = `${address}: ${answer.status} ${answer.headers.get("location")}`
            assert.isBelow(answer.status, 500, where)
            const location = answer.headers.get("location")
            if (location !== null) assert.match(location, /^\/(?![/\\])/, where)
            assert.notInclude(answer.headers.getSetCookie().join(), "evil", where)
            if (answer.headers.get("content-type")?.startsWith("text/html") === true) {
              assert.notInclude(answer.text, "<script>", where)
              for (const lead of leads(answer.text)) {
                assert.notMatch(lead, /^\s*(?:javascript|data|vbscript):/i, where)
                assert.isFalse(
                  /evil/.test(lead) && !lead.startsWith("/app/") && /^(?:\/\/|\/?\\|https?:)/.test(lead),
                  `${where} ${lead}`
                )
              }
            }
          }
        }
      }
    })
  )

  it.effect("a page goes back to no address but the console's own, and takes nothing else into it", () =>
    Effect.gen(function* () {
      for (const target of [
        ...targets,
        `${redirectUri}@evil.example`,
        `${redirectUri}/../x`,
        `${redirectUri}?a=b`,
        `${redirectUri}#`,
        ` ${redirectUri}`,
        redirectUri.toUpperCase()
      ]) {
        const answer = yield* call("GET", authorizePath({ redirect_uri: target }))
        assert.deepStrictEqual([answer.status, answer.body.error], [400, "invalid_request"], target)
        assert.isNull(answer.headers.get("location"))
        const stated = yield* call("GET", authorizePath({ state: `12345678${target}`, response_type: "token" }))
        const url = new URL(stated.headers.get("location")!)
        assert.strictEqual(`${url.origin}${url.pathname}`, redirectUri, target)
        assert.strictEqual(url.searchParams.get("state"), `12345678${target}`)
        const flow = yield* begin({ state: `12345678${target}` })
        assert.match(flow.id, /^[0-9a-f-]{36}$/)
      }
    })
  )

  it.effect("a page of an app links to the app's own home alone, which is a web address", () =>
    Effect.gen(function* () {
      const { app, owner } = yield* makeSurface
      const urls = { app_url: null, invite_url: null, verify_url: null, reset_url: null, mcp_login_url: null }
      const before = yield* stateOf(["apps", "audit_events"])
      for (const target of targets) {
        for (const [name, value] of [
          ["app_url", target],
          ["invite_url", `${target}{token}`],
          ["reset_url", `{token}${target}`],
          ["verify_url", `https://{token}.example.com/${target}`]
        ] as const) {
          // The last two are other words for addresses that are good.
          if (name === "app_url" && target === "https://evil.example/") continue
          if (name === "invite_url" && target === "https://evil.example/") continue
          const answer = yield* call("PUT", `/api/apps/${app.id}/auth-config/urls`, {
            as: owner.token,
            body: { ...urls, [name]: value }
          })
          assert.deepStrictEqual([answer.status, answer.body.code], [400, "validation_error"], `${name} ${value}`)
        }
      }
      assert.deepStrictEqual(yield* stateOf(["apps", "audit_events"]), before)
    })
  )
})
