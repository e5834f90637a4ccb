import { assert, layer } from "@effect/vitest"
import { ClientDocuments } from "@fleet/server/identity/oauth/mcp/ClientDocuments"
import { type OutboundAnswer, OutboundFailed, OutboundFetch } from "@fleet/server/platform/outbound/OutboundFetch"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import {
  authorize,
  codeFor,
  exchange,
  form,
  interactionOf,
  makeMcpApp,
  redirectUri,
  refresh,
  register,
  withoutMcpLimits
} from "../../support/mcp.ts"
import { password } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const clientId = "https://agent.example/client.json"

const documentOf = (change: object = {}) => ({
  client_id: clientId,
  client_name: "Agent",
  redirect_uris: [redirectUri],
  ...change
})

/** What the client's host answers, and which addresses were asked for. */
const host = { asked: [] as Array<string>, answer: {} as Partial<OutboundAnswer> | OutboundFailed }

const says = (body: unknown, rest: Partial<OutboundAnswer> = {}) => {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  host.answer = { status: 200, headers: {}, body: Buffer.from(text), ...rest }
  return { text, ...rest }
}

/** The service, whose fetches of customers' addresses are answered by `host`. */
const World = Layer.effectDiscard(
  Effect.map(OutboundFetch, (outbound) =>
    Object.assign(outbound, {
      fetch: ({ url }: { readonly url: string }) => {
        host.asked.push(url)
        return host.answer instanceof OutboundFailed ? Effect.fail(host.answer) : Effect.succeed(host.answer)
      }
    })
  )
).pipe(Layer.provideMerge(testApp({ rateLimits: withoutMcpLimits })))

/** Another address for each try: a document that was good is kept. */
let count = 0
const freshId = () => `https://agent.example/${++count}.json`

layer(World, { timeout: "120 seconds" })("a client that names a document", (it) => {
  it.effect("a client that names a document is who the document says, if that is wholly in order", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const tried = Effect.fnUntraced(function* (body: unknown, rest: Partial<OutboundAnswer> = {}) {
        const client_id = freshId()
        says(typeof body === "function" ? body(client_id) : body, rest)
        const answer = yield* authorize(path, { client_id })
        assert.isTrue(answer.status === 302 || answer.headers.get("location") === null)
        return answer.status
      })
      const good = (client_id: string) => documentOf({ client_id })
      assert.strictEqual(yield* tried(good), 302)
      for (const [what, body, rest] of [
        ["another client's id", documentOf()],
        ["its id with a slash", (id: string) => documentOf({ client_id: `${id}/` })],
        ["its id in capitals", (id: string) => documentOf({ client_id: id.toUpperCase() })],
        ["no id", (id: string) => ({ ...good(id), client_id: undefined })],
        ["a list of ids", (id: string) => documentOf({ client_id: [id] })],
        ["no redirects", (id: string) => documentOf({ client_id: id, redirect_uris: [] })],
        [
          "redirects elsewhere",
          (id: string) => documentOf({ client_id: id, redirect_uris: ["https://evil.example/"] })
        ],
        [
          "redirects by http",
          (id: string) => documentOf({ client_id: id, redirect_uris: ["http://client.example/back"] })
        ],
        [
          "too many redirects",
          (id: string) => documentOf({ client_id: id, redirect_uris: Array(51).fill(redirectUri) })
        ],
        ["a text of redirects", (id: string) => documentOf({ client_id: id, redirect_uris: redirectUri })],
        ["a secret", (id: string) => documentOf({ client_id: id, client_secret: "s" })],
        [
          "a secret's method",
          (id: string) => documentOf({ client_id: id, token_endpoint_auth_method: "client_secret_post" })
        ],
        ["a list", (id: string) => [good(id)]],
        ["a page", "<html>"],
        ["nothing", ""],
        ["half of it", (id: string) => JSON.stringify(good(id)).slice(0, -1)],
        ["depth", (id: string) => `${JSON.stringify(good(id)).slice(0, -1)},"a":${"[".repeat(30_000)}`],
        ["a redirect", good, { status: 302, headers: { location: "https://evil.example/client.json" } }],
        ["not found", good, { status: 404 }],
        ["partial", good, { status: 206 }],
        ["an error", good, { status: 500 }]
      ] as ReadonlyArray<readonly [string, unknown, Partial<OutboundAnswer>?]>) {
        assert.strictEqual(yield* tried(body, rest), 400, what)
      }
    })
  )

  it.effect(
    "a client that names a document is not looked for at an address that is written otherwise than it is read",
    () =>
      Effect.gen(function* () {
        const { path } = yield* makeMcpApp
        host.asked.length = 0
        for (const client_id of [
          "http://agent.example/client.json",
          "https://agent.example",
          "https://agent.example/",
          "https://agent.example/a/../client.json",
          "https://agent.example/./client.json",
          "https://agent.example/a/%2e%2e/client.json",
          "https://agent.example/client.json#",
          "https://agent.example/client.json#a",
          "https://user@agent.example/client.json",
          "https://@agent.example/client.json",
          "https://agent.example\\client.json",
          "https:agent.example/client.json",
          "https:///agent.example/client.json",
          "HTTPS://agent.example/client.json",
          "https://AGENT.example/client.json",
          "https://agent.example:443/client.json",
          "https://agent.example/client .json",
          "https://agent.example/client.json\n",
          " https://agent.example/client.json",
          "https://аgent.example/client.json",
          "file:///etc/passwd",
          "data:application/json,{}"
        ]) {
          assert.strictEqual((yield* authorize(path, { client_id })).status, 400, client_id)
        }
        assert.deepStrictEqual(host.asked, [])
      })
  )

  it.effect("a client that names a document that cannot be fetched is refused, without a word on why", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      host.answer = new OutboundFailed({ message: "connect ECONNREFUSED 10.1.2.3:443", code: "ECONNREFUSED" })
      for (const accept of ["application/json", "text/html"]) {
        const answer = yield* authorize(path, { client_id: freshId() }, { accept })
        assert.strictEqual(answer.status, 400)
        assert.notInclude(JSON.stringify(answer.body), "10.1.2.3")
      }
    })
  )

  it.effect("a client that changes its document between authorize and token changes nothing of what was asked", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const client_id = freshId()
      says(documentOf({ client_id, client_name: "Honest agent" }), { headers: { "cache-control": "no-store" } })
      const id = interactionOf(yield* authorize(path, { client_id }))
      yield* TestClock.adjust("6 minutes")
      const evil = "https://evil.example/back"
      says(documentOf({ client_id, client_name: "Evil agent", redirect_uris: [evil] }))
      // Whoever asks now is asked of under the new document; the question that stands is as it was.
      assert.strictEqual((yield* authorize(path, { client_id })).status, 400)
      const shown = yield* call("GET", `/api/client/mcp/interactions/${id}`)
      assert.deepInclude(shown.body, { client_name: "Honest agent", redirect_host: "client.example" })
      const approved = yield* call("POST", `/api/client/mcp/interactions/${id}/approve`, { as: user.token })
      const back = new URL(approved.body.redirect_to)
      assert.strictEqual(back.host, "client.example")
      const asked = host.asked.length
      const stolen = yield* exchange(path, client_id, back.searchParams.get("code")!, { redirect_uri: evil })
      assert.deepStrictEqual([stolen.status, stolen.body.error], [400, "invalid_grant"])
      says(documentOf({ client_id }))
      yield* TestClock.adjust("6 minutes")
      const code = yield* codeFor(path, client_id, user.token)
      const tokens = yield* exchange(path, client_id, code)
      host.answer = new OutboundFailed({ message: "gone", code: null })
      // Tokens are renewed without the document.
      assert.strictEqual((yield* refresh(path, client_id, tokens.body.refresh_token)).status, 200)
      assert.strictEqual(host.asked.length, asked + 1)
    })
  )

  it.effect("a client that names a document is fetched once in five minutes, however many ask", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const client_id = freshId()
      says(documentOf({ client_id }), { headers: { "cache-control": "max-age=0, must-revalidate" } })
      const before = host.asked.length
      for (let tries = 0; tries < 20; tries++) yield* authorize(path, { client_id })
      assert.strictEqual(host.asked.length, before + 1)
      yield* TestClock.adjust("5 minutes")
      yield* authorize(path, { client_id })
      assert.strictEqual(host.asked.length, before + 2)
    })
  )

  it.effect("a client that names a document is shown with the host that serves it, whatever name it takes", () =>
    Effect.gen(function* () {
      const { app, path, user } = yield* makeMcpApp
      for (const [id, host] of [
        ["https://evil.example:8443/claude.ai/client.json", "evil.example:8443"],
        ["https://claude.ai.evil.example/client.json", "claude.ai.evil.example"]
      ] as const) {
        const answer = "http://127.0.0.1:4711/back"
        says(documentOf({ client_id: id, client_name: "claude.ai", redirect_uris: [answer] }))
        const asked = interactionOf(yield* authorize(path, { client_id: id, redirect_uri: answer }))
        const page = `/app/${app.identifier}/mcp/${asked}`
        const signedIn = yield* form(`${page}/password`, { email: user.email, password })
        const cookie = signedIn.headers.getSetCookie()[0]!.split(";", 1)[0]!
        const { body } = yield* call("GET", page, { headers: { cookie } })
        assert.match(body, new RegExp(`It is described at</dt>\\s*<dd><strong>${host}</strong>`))
        assert.include(body, "goes to this computer")
      }
    })
  )

  it.effect("a client that names a document does not become a registered one, nor the other way round", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const registered = yield* register(path)
      says(documentOf({ client_id: registered }))
      const before = host.asked.length
      assert.strictEqual((yield* authorize(path, { client_id: registered })).status, 302)
      assert.strictEqual(host.asked.length, before)
    })
  )
})

/** With the real fetch: addresses of the service's own network are refused before anything connects. */
const Guarded = ClientDocuments.layer.pipe(
  Layer.provide(
    OutboundFetch.layerWith((name, _, done) => {
      const address = name === "inside.example" ? "10.1.2.3" : "127.0.0.1"
      done(null, [{ address, family: 4 }])
    })
  ),
  Layer.provide(Settings.layerTest({}))
)

layer(Guarded)("a document at a private address", (it) => {
  it.effect("a document at a private address is not fetched, by whatever name", () =>
    Effect.gen(function* () {
      const documents = yield* ClientDocuments
      for (const at of [
        "inside.example",
        "rebound.example",
        "127.0.0.1",
        "10.0.0.1",
        "169.254.169.254",
        "192.168.0.1",
        "172.16.0.1",
        "100.64.0.1",
        "0.0.0.0",
        "[::1]",
        "[fd00::1]",
        "[fe80::1]",
        "[::ffff:10.0.0.1]",
        "[64:ff9b::a00:1]"
      ]) {
        const why = yield* Effect.flip(documents.get(`https://${at}/client.json`))
        assert.strictEqual(why.error, "invalid_request", at)
        assert.notInclude(why.description, "10.1.2.3")
      }
      assert.strictEqual(yield* documents.size, 0)
    })
  )
})
