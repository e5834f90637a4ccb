import { assert, describe, it as plain, layer } from "@effect/vitest"
import { isRedirectUri, matchesRedirect, redirectHost } from "@fleet/server/identity/oauth/mcp/redirectUris"
import { Effect } from "effect"
import { authorize, codeFor, exchange, makeMcpApp, register, withoutMcpLimits } from "../../support/mcp.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const good = "https://client.example/back"

/** What is never registered: no https, no loopback in one of its three spellings, or read otherwise than it is written. */
const unfit = [
  "javascript:alert(1)//https://client.example/",
  "data:text/html,<script>1</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "ftp://client.example/",
  "blob:https://client.example/1",
  "about:blank",
  "about://blank",
  "JavaScript://client.example/%0aalert(1)",
  "javascript:/alert(1)",
  "data://text/html,x",
  "file:/etc/passwd",
  "blob://x/1",
  "view-source:https://client.example/",
  "view-source://client.example/",
  "ws://client.example/",
  "wss://client.example/",
  "mailto://a@client.example",
  "mailto:/x",
  "tel://1",
  "com.example.app:back",
  "com.example.app:",
  "com.example.app:?back",
  "com.example.app:/back#a",
  "myapp://back#",
  "myapp://user@back",
  "myapp://@back",
  "myapp://user:word@back/x",
  "my app://back",
  "1app://back",
  "myapp:/\\back",
  "myapp://ba ck",
  `a${"b".repeat(255)}:/back`,
  `https://${"a.".repeat(130)}example/`,
  "//client.example/back",
  "/back",
  "client.example/back",
  "http://client.example/back",
  "http://127.0.0.1.evil.example/cb",
  "http://localhost.evil.example/cb",
  "http://localhost./cb",
  "http://127.0.0.2/cb",
  "http://127.1/cb",
  "http://2130706433/cb",
  "http://0x7f000001/cb",
  "http://0177.0.0.1/cb",
  "http://0.0.0.0/cb",
  "http://[::]/cb",
  "http://[::ffff:127.0.0.1]/cb",
  "http://[0:0:0:0:0:0:0:1]/cb",
  "http://①②⑦.0.0.1/cb",
  "http://ⓛocalhost/cb",
  "http://localhost@evil.example/cb",
  "http://127.0.0.1:80@evil.example/cb",
  "https://client.example@evil.example/",
  "https://client.example:x@evil.example/",
  "https://@client.example/",
  "https://client.example\\@evil.example/",
  "https:\\\\client.example/back",
  "https:/client.example/back",
  "https:client.example/back",
  "https:///client.example/back",
  "https://client.example/back#",
  "https://client.example/back#a",
  "https://client.example/ba ck",
  " https://client.example/back",
  "https://client.example/back\n",
  "ht\ntps://client.example/back",
  "https://client.example/\tback",
  "https://client.example/back\r\nSet-Cookie: a=b",
  "https://client.example/\u0000",
  "https://",
  "https://?x",
  "https:// /",
  "https://[client.example/",
  "https://client.example:99999/",
  ""
]

/** What opens an app on the person's device, by a scheme of its own, and what a page of consent shows of it. */
const apps = [
  ["com.example.app:/back", "com.example.app:"],
  ["com.example.app:/back?x=1", "com.example.app:"],
  ["com.example.app:/", "com.example.app:"],
  ["myapp://back", "myapp:"],
  ["myapp://back:1/x@y?z@w", "myapp:"],
  ["MyApp://Back", "myapp:"],
  ["cursor://anysphere.cursor-deeplink/mcp/auth", "cursor:"],
  ["x+y.z-1:/back", "x+y.z-1:"],
  [`a${"b".repeat(253)}:/back`, `a${"b".repeat(253)}:`]
] as const

/** What is not the registered address, however near it is. */
const others = [
  "https://client.example/back/",
  "https://client.example/back?",
  "https://client.example/back?x=1",
  "https://client.example/back#x",
  "https://client.example/BACK",
  "https://client.example/%62ack",
  "https://client.example/a/../back",
  "https://client.example/./back",
  "https://client.example//back",
  "https://client.example/back;a",
  "https://client.example:443/back",
  "https://CLIENT.example/back",
  "https://client.example./back",
  "https://client.example.evil.example/back",
  "https://sub.client.example/back",
  "https://user@client.example/back",
  "HTTPS://client.example/back",
  "http://client.example/back",
  "https://client.example\\back",
  "https://clіent.example/back",
  " https://client.example/back",
  "https://client.example/back ",
  "https://client.example/back\u0000",
  "https://client.example/back,https://evil.example/",
  "https://client.example/back https://evil.example/"
]

describe("an address for a client's answer", () => {
  plain.each(unfit)("an address for a client's answer is not %j", (uri) => {
    assert.isFalse(isRedirectUri(uri))
    // Not either where a document, which is not checked by the same words, had it.
    assert.isFalse(matchesRedirect([good], uri))
  })

  plain.each(apps)("an address for a client's answer is %j, of an app, which is shown as %j", (uri, shown) => {
    assert.isTrue(isRedirectUri(uri))
    assert.strictEqual(redirectHost(uri), shown)
    assert.isTrue(matchesRedirect([uri], uri))
    for (const other of [`${uri}/`, `${uri}x`, uri.toUpperCase(), uri.replace(":/", ":1/")]) {
      if (other !== uri) assert.isFalse(matchesRedirect([uri], other), other)
    }
  })

  plain("an address for a client's answer on loopback differs in its port alone", () => {
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      const known = [`http://${host}:3000/cb`]
      for (const same of [`http://${host}/cb`, `http://${host}:1/cb`, `http://${host}:65535/cb`]) {
        assert.isTrue(matchesRedirect(known, same), same)
      }
      for (const other of [
        `http://${host}:3000/cb/`,
        `http://${host}:3000/cb?a`,
        `http://${host}:3000/cb#a`,
        `http://${host}:3000/../cb`,
        `http://${host}:3000@evil.example/cb`,
        `http://${host}:70000/cb`,
        `https://${host}:3000/cb`,
        `http://${host}.evil.example/cb`,
        `http://evil.example/?http://${host}/cb`
      ]) {
        assert.isFalse(matchesRedirect(known, other), other)
      }
    }
    assert.isFalse(matchesRedirect(["http://localhost/cb"], "http://127.0.0.1/cb"))
    assert.isFalse(matchesRedirect(["https://client.example:1/cb"], "https://client.example:2/cb"))
  })

  plain("an address for a client's answer is shown by the host that a browser goes to, not as it looks", () => {
    assert.match(redirectHost("https://clіent.example/back"), /^xn--[a-z0-9-]+\.example$/)
    assert.strictEqual(redirectHost("https://client.example:8443/a@b"), "client.example:8443")
    assert.strictEqual(redirectHost("https://client%2eexample/back"), "client.example")
  })
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a redirect", (it) => {
  it.effect("a redirect leads to an address that was registered, to the letter, and a refusal to none", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      for (const uri of unfit) {
        const { body, headers, status } = yield* call("POST", `${path}/oauth/register`, {
          body: { redirect_uris: [good, uri] }
        })
        // A body with NUL is refused before it is read.
        const error = uri.includes("\0") ? "invalid_client_metadata" : "invalid_redirect_uri"
        assert.deepStrictEqual([status, body.error], [400, error], uri)
        assert.isNull(headers.get("location"))
      }
      const client_id = yield* register(path)
      for (const uri of [...others, ...unfit]) {
        for (const accept of ["application/json", "text/html"]) {
          const answer = yield* authorize(path, { client_id, redirect_uri: uri }, { accept })
          assert.strictEqual(answer.status, 400, uri)
          assert.isNull(answer.headers.get("location"), uri)
        }
      }
      const none = yield* call("GET", `${path}/oauth/authorize?response_type=code&client_id=${client_id}`)
      assert.deepStrictEqual([none.status, none.headers.get("location")], [400, null])
      const twice = yield* call(
        "GET",
        `${path}/oauth/authorize?response_type=code&client_id=${client_id}&redirect_uri=${encodeURIComponent(good)}&redirect_uri=${encodeURIComponent("https://evil.example/")}`
      )
      assert.deepStrictEqual([twice.status, twice.headers.get("location")], [400, null])
    })
  )

  it.effect("a redirect carries what was asked in its query alone, and nothing that breaks a header", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const registered = "https://client.example/back?code=mine&state=mine&iss=mine"
      const client_id = yield* register(path, { redirect_uris: [registered] })
      const state = "a\r\nSet-Cookie: b=c\r\n\r\n<script>&code=evil#top"
      const answer = yield* authorize(path, { client_id, redirect_uri: registered, code_challenge: "short", state })
      const location = new URL(answer.headers.get("location")!)
      assert.deepStrictEqual(
        [location.origin, location.pathname, location.hash],
        ["https://client.example", "/back", ""]
      )
      assert.strictEqual(location.searchParams.getAll("state").at(-1), state)
      assert.isNull(answer.headers.get("set-cookie"))
      assert.strictEqual(answer.headers.get("referrer-policy"), "no-referrer")
    })
  )

  it.effect("a redirect address at the token endpoint is that of the code, to the letter, on loopback as well", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const clientId = yield* register(path, { redirect_uris: ["http://127.0.0.1/cb"] })
      const asked = { redirect_uri: "http://127.0.0.1:4000/cb" }
      for (const redirect_uri of ["http://127.0.0.1:4001/cb", "http://127.0.0.1/cb", "http://localhost:4000/cb"]) {
        const code = yield* codeFor(path, clientId, user.token, asked)
        const answer = yield* exchange(path, clientId, code, { redirect_uri })
        assert.deepStrictEqual([answer.status, answer.body.error], [400, "invalid_grant"], redirect_uri)
      }
      const code = yield* codeFor(path, clientId, user.token, asked)
      assert.strictEqual((yield* exchange(path, clientId, code, asked)).status, 200)
    })
  )
})
