import { assert, describe, it as plain, layer } from "@effect/vitest"
import { clientName } from "@fleet/server/identity/oauth/mcp/clientName"
import { visibleJson } from "@fleet/server/identity/oauth/mcp/visibleText"
import { Effect } from "effect"
import { authorize, form, interactionOf, makeMcpApp, register, withoutMcpLimits } from "../../support/mcp.ts"
import { makeAppUser, password } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { type Answer, call } from "../../support/wire.ts"

const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0]!)
    .join("; ")

/** A question of a client that calls itself by this name, and the page on which it is decided. */
const asked = Effect.fnUntraced(function* (client_name: string) {
  const world = yield* makeMcpApp
  const clientId = yield* register(world.path, { client_name })
  const id = interactionOf(yield* authorize(world.path, { client_id: clientId }))
  const page = `/app/${world.app.identifier}/mcp/${id}`
  const signIn = (email: string) => Effect.map(form(`${page}/password`, { email, password }), cookieOf)
  return { ...world, clientId, id, page, signIn }
})

const isOpen = (id: string) =>
  Effect.map(call("GET", `/api/client/mcp/interactions/${id}`), ({ status }) => status === 200)

describe("the name of a client", () => {
  plain.each([
    ["Agent", "Agent"],
    ["  two   words\t", "two words"],
    ["a\r\nNobody has to verify this", "a Nobody has to verify this"],
    ["\u202Egnirts\u202C \u2066x\u2069", "gnirts x"],
    ["zero\u200Bwidth\u2060\uFEFF", "zero width"],
    ["line\u2028para\u2029graph\u0085", "line para graph"],
    ["tag\u{E0041}ged\u{E007F}", "tag ged"],
    ["\u3164\u115Fhangul", "hangul"],
    ["he\u0301\u0302\u0303\u0304\u0305ap", "he\u0301\u0302ap"],
    ["x” was verified by “Fleet", "x' was verified by 'Fleet"],
    ["Зенит Робот 機器人", "Зенит Робот 機器人"],
    ["a".repeat(201), "a".repeat(200)],
    ["\u{1F916}".repeat(201), "\u{1F916}".repeat(200)],
    ["\u200B \u202E", null],
    ["", null],
    [7, null],
    [null, null]
  ])("the name of a client that calls itself %j is %j", (given, name) => {
    assert.strictEqual(clientName(given), name)
  })

  plain("the parameters of a command are shown with all that is in them", () => {
    assert.strictEqual(visibleJson({ a: "x\u202Ey\u200Bz\u{E0041}" }), '{"a":"x\\u{202e}y\\u{200b}z\\u{e0041}"}')
  })
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a page of consent", (it) => {
  it.effect(
    "a page of consent shows a name as text, whatever it is, and always that nobody verified it and where the answer goes",
    () =>
      Effect.gen(function* () {
        for (const name of [
          "<img src=x onerror=alert(1)>",
          "</strong></dd></dl><form action=https://evil.example>",
          "{{constructor.constructor('alert(1)')()}}",
          "&lt;b&gt; &amp;",
          "Robot Fleet Cloud",
          "Robot Fleet Cloud ✓ (verified)",
          "\u202EduolC teelF toboR",
          "W".repeat(200)
        ]) {
          const { page, signIn, user } = yield* asked(name)
          const cookie = yield* signIn(user.email)
          for (const headers of [{}, { cookie }]) {
            const { body } = yield* call("GET", page, { headers })
            assert.notMatch(body, /<img|onerror=alert\(1\)>|<form action=https|[\u202A-\u202E\u2066-\u2069]/)
          }
          const { body } = yield* call("GET", page, { headers: { cookie } })
          assert.include(body, "Nobody has verified this name.")
          assert.include(body, "<strong>client.example</strong>")
        }
      })
  )

  it.effect("a page of consent cannot be framed, cached or read by scripts of others, and names itself to nobody", () =>
    Effect.gen(function* () {
      const { app, page, signIn, user } = yield* asked("Agent")
      const cookie = yield* signIn(user.email)
      for (const [at, headers] of [
        [page, {}],
        [page, { cookie }],
        [`${page}?account=other`, { cookie }],
        [`/app/${app.identifier}/mcp/not-an-id`, {}]
      ] as const) {
        const answer = yield* call("GET", at, { headers: { ...headers, origin: "https://evil.example" } })
        const policy = answer.headers.get("content-security-policy")!
        assert.include(policy, "frame-ancestors 'none'")
        assert.include(policy, "default-src 'none'")
        assert.notInclude(policy, "unsafe-inline")
        assert.strictEqual(answer.headers.get("referrer-policy"), "no-referrer")
        assert.include(answer.headers.get("cache-control"), "no-store")
        assert.isNull(answer.headers.get("access-control-allow-origin"))
      }
    })
  )

  it.effect("a page of consent takes a yes from its own form alone", () =>
    Effect.gen(function* () {
      const { id, page, signIn, user } = yield* asked("Agent")
      const cookie = yield* signIn(user.email)
      const yes = { decision: "approve" }
      for (const [headers, what] of [
        [{}, "no cookie"],
        [{ cookie: cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A")) }, "a changed cookie"],
        [{ cookie, origin: "https://evil.example" }, "another origin"],
        [
          { cookie, origin: "https://evil.example", "sec-fetch-site": "same-origin" },
          "another origin that says it is ours"
        ],
        [{ cookie, origin: "null" }, "an opaque origin"],
        [{ cookie, origin: "null", "sec-fetch-site": "cross-site" }, "a sandboxed frame"],
        [{ cookie, "sec-fetch-site": "cross-site" }, "another site without an origin"],
        [{ cookie, "sec-fetch-site": "same-site" }, "a neighbour of the same site"]
      ] as ReadonlyArray<readonly [Readonly<Record<string, string>>, string]>) {
        for (const answer of [
          yield* form(`${page}/consent`, yes, headers),
          yield* call("POST", `${page}/consent`, { body: yes, headers })
        ]) {
          assert.notInclude(answer.headers.get("location") ?? "", "code=", what)
          assert.notInclude(JSON.stringify(answer.body), "code=", what)
          assert.isTrue(yield* isOpen(id), what)
        }
      }
      // Neither an address nor a method of reading decides.
      for (const at of [`${page}/consent`, `${page}/consent?decision=approve`, `${page}?decision=approve`]) {
        yield* call("GET", at, { headers: { cookie } })
        assert.isTrue(yield* isOpen(id), at)
      }
      for (const wrong of [{ decision: "Approve" }, { decision: "" }, { approve: "1" }, {}]) {
        yield* form(`${page}/consent`, wrong as Record<string, string>, { cookie })
        assert.isTrue(yield* isOpen(id))
      }
      const allowed = yield* form(`${page}/consent`, yes, { cookie })
      assert.include(allowed.headers.get("location"), "code=")
    })
  )

  it.effect(
    "a page of consent that another browser opened is decided for the person of this one, and no cookie of another app",
    () =>
      Effect.gen(function* () {
        const { app, id, observe, owner, page, signIn, user } = yield* asked("Agent")
        const elsewhere = yield* asked("Agent")
        const foreign = yield* elsewhere.signIn(elsewhere.user.email)
        const refused = yield* form(`${page}/consent`, { decision: "approve" }, { cookie: foreign })
        assert.notInclude(refused.headers.get("location") ?? "", "code=")
        assert.isTrue(yield* isOpen(id))
        // Under the name that this app's cookie has, it is still another app's.
        const renamed = foreign.replace(elsewhere.app.identifier, app.identifier)
        const forged = yield* form(`${page}/consent`, { decision: "approve" }, { cookie: renamed })
        assert.notInclude(forged.headers.get("location") ?? "", "code=")
        assert.isTrue(yield* isOpen(id))

        const colleague = yield* makeAppUser(owner.caller, app, observe.id)
        yield* signIn(user.email)
        const cookie = yield* signIn(colleague.email)
        const allowed = yield* form(`${page}/consent`, { decision: "approve" }, { cookie })
        assert.include(allowed.headers.get("location"), "code=")
        const grantsOf = (as: string) =>
          Effect.map(call("GET", "/api/client/mcp/grants", { as }), ({ body }) => body.grants.length)
        assert.deepStrictEqual([yield* grantsOf(user.token), yield* grantsOf(colleague.token)], [0, 1])
        const again = yield* form(`${page}/consent`, { decision: "approve" }, { cookie: yield* signIn(user.email) })
        assert.notInclude(again.headers.get("location") ?? "", "code=")
      })
  )
})
