import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { addTotp, codeOf as totpNow, require2fa } from "../support/factors.ts"
import { MailSink } from "../support/MailSink.ts"
import { makeOrg, unique } from "../support/people.ts"
import { call, refusal } from "../support/wire.ts"
import {
  begin,
  challengeOf,
  codeOf,
  codesFor,
  exchange,
  type Flow,
  mailedCode,
  post,
  redirectUri,
  signedInAs
} from "../identity/developers/portal/world.ts"
import { abuseApp, raw, stateOf, together } from "./world.ts"

const wrongBrowser = [401, "wrong_browser"]
const spent = [410, "token_spent"]
const tables = [
  "developers",
  "session_families",
  "refresh_tokens",
  "orgs",
  "authenticators",
  "passkeys",
  "audit_events"
]

/** A flow's cookie renamed for another interaction: all that a thief of an id could make of his own. */
const renamed = (flow: Flow, secretOf: Flow) => `${flow.cookie.split("=")[0]}=${secretOf.cookie.split("=")[1]}`

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("a sign-in", (it) => {
  it.effect(
    "a sign-in that an attacker began cannot be gone on with by its victim, and gives the attacker nothing",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        const [attacker, victim] = [yield* begin(), yield* begin()]
        const before = yield* stateOf(tables)
        // The victim was led to the attacker's page: its browser has no cookie for it, or one of its own.
        for (const cookie of [null, victim.cookie, renamed(attacker, victim)]) {
          assert.deepStrictEqual(
            refusal(yield* post(attacker, "identify", { email: developer.email }, cookie)),
            wrongBrowser
          )
          for (const page of [
            "interaction",
            "code",
            "two-factor",
            "two-factor/setup",
            "signup",
            "signup/organization"
          ]) {
            const shown = yield* raw("GET", `/console/oauth/${page}/${attacker.id}`, cookie === null ? {} : { cookie })
            assert.strictEqual(shown.status, 401, page)
            assert.notInclude(shown.text, "<form", page)
          }
        }
        assert.deepStrictEqual(yield* stateOf(tables), before)
        // The attacker asked for the mail and the victim reads it; the code ends only the sign-in of who types it.
        const code = yield* mailedCode(attacker, developer.email)
        assert.strictEqual((yield* post(victim, "identify", { email: developer.email })).status, 200)
        const ended = yield* post(victim, "code", { code })
        assert.deepStrictEqual(refusal(yield* post(attacker, "code", { code })), spent)
        assert.deepStrictEqual(refusal(yield* exchange(attacker, codeOf(victim, ended))).slice(0, 1), [400])
        assert.strictEqual(yield* codesFor(developer.caller.id), 1)
      })
  )

  it.effect("a sign-in that its victim began cannot be taken over, nor can one of the same browser feed another", () =>
    Effect.gen(function* () {
      const [{ developer: victim }, { developer: attacker }] = [yield* makeOrg, yield* makeOrg]
      const [flow, foreign] = [yield* begin(), yield* begin()]
      const code = yield* mailedCode(flow, victim.email)
      const own = yield* mailedCode(foreign, attacker.email)
      for (const cookie of [null, foreign.cookie, renamed(flow, foreign)])
        assert.deepStrictEqual(refusal(yield* post(flow, "code", { code: own }, cookie)), wrongBrowser)
      // Both cookies in one browser: each interaction still answers for the address that was typed into it.
      const both = `${flow.cookie}; ${foreign.cookie}`
      if (own !== code) {
        assert.deepStrictEqual(refusal(yield* post(flow, "code", { code: own }, both)), [
          400,
          "invalid_code",
          { attempts_left: 4 }
        ])
      }
      yield* signedInAs(foreign, yield* post(foreign, "code", { code: own }, both), attacker.email)
      yield* signedInAs(flow, yield* post(flow, "code", { code }, both), victim.email)
      // A cookie twice, an empty one, a long one.
      const third = yield* begin()
      const name = third.cookie.split("=")[0]!
      for (const cookie of [
        `${name}=`,
        `${name}=x`,
        `${name}=${"A".repeat(43)}`,
        `${name}="; ${name}=\\`,
        `${name}=%00`
      ])
        assert.deepStrictEqual(refusal(yield* post(third, "identify", { email: victim.email }, cookie)), wrongBrowser)
    })
  )

  it.effect("a sign-in takes its steps in their order alone, each once", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const { recovery_codes } = yield* addTotp(developer.token)
      const later = [
        ["two-factor", { recovery_code: recovery_codes![0] }],
        ["two-factor/setup/totp", {}],
        ["two-factor/setup/totp/confirm", { code: "123456" }],
        ["two-factor/setup/passkey/options", {}],
        ["two-factor/setup/passkey", { name: "Key", credential: {} }],
        ["two-factor/setup/done", {}],
        ["signup/code", { code: "123456" }],
        ["signup/organization", { org_name: "Taken over" }]
      ] as const
      const refused = Effect.fnUntraced(function* (flow: Flow, steps: ReadonlyArray<readonly [string, object]>) {
        for (const [step, body] of steps) assert.deepStrictEqual(refusal(yield* post(flow, step, body)), spent, step)
      })
      const before = yield* stateOf(tables)
      const flow = yield* begin()
      yield* refused(flow, [["code", { code: "123456" }], ...later])
      const code = yield* mailedCode(flow, developer.email)
      yield* refused(flow, later)
      assert.deepStrictEqual(yield* stateOf(tables), before)
      assert.strictEqual((yield* post(flow, "code", { code })).status, 200)
      // From here no way leads back to another address, or round the second factor.
      yield* refused(flow, [
        ["code", { code }],
        ["identify", { email: developer.email }],
        ["signup", { email: `new-${unique()}@example.com` }],
        ...later.slice(1)
      ])
      assert.strictEqual(yield* codesFor(developer.caller.id), 0)
      const ended = yield* post(flow, "two-factor", { recovery_code: recovery_codes![0] })
      yield* refused(flow, [["identify", { email: developer.email }], ["code", { code }], ...later])
      yield* signedInAs(flow, ended, developer.email)
    })
  )

  it.effect(
    "a sign-in that must set a factor up gives no code before it, whichever step is tried, and one after it",
    () =>
      Effect.gen(function* () {
        const { developer, orgId } = yield* makeOrg
        yield* require2fa(orgId)
        const flow = yield* begin()
        assert.strictEqual((yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })).status, 200)
        for (const [step, body] of [
          ["two-factor", { code: "123456" }],
          ["two-factor", { recovery_code: "aaaaa-aaaaa" }],
          ["two-factor/setup/done", {}],
          ["passkey/options", {}],
          ["passkey", { credential: {} }]
        ] as const)
          assert.deepStrictEqual(refusal(yield* post(flow, step, body)), spent, step)
        const { secret } = (yield* post(flow, "two-factor/setup/totp")).body
        assert.strictEqual((yield* post(flow, "two-factor/setup/totp/confirm", { code: totpNow(secret) })).status, 200)
        assert.strictEqual(yield* codesFor(developer.caller.id), 0)
        const ends = yield* together(Array.from({ length: 20 }, () => post(flow, "two-factor/setup/done")))
        assert.strictEqual(ends.filter(({ status }) => status === 200).length, 1)
        assert.strictEqual(yield* codesFor(developer.caller.id), 1)
      })
  )

  it.effect("a sign-in does not change its person when another address is typed into it, in two tabs at once", () =>
    Effect.gen(function* () {
      const [{ developer: victim }, { developer: attacker }] = [yield* makeOrg, yield* makeOrg]
      const sink = yield* MailSink
      const flow = yield* begin()
      const own = yield* mailedCode(flow, attacker.email)
      // The code of the attacker's mail, after the address was changed to the victim's.
      yield* post(flow, "identify", { email: victim.email })
      const theirs = (yield* sink.waitFor(victim.email)).code
      if (own !== theirs)
        assert.deepStrictEqual(refusal(yield* post(flow, "code", { code: own })).slice(0, 2), [400, "invalid_code"])
      // The change and the code race: whoever comes in must be the one whose code it was.
      const answers = yield* together([
        post(flow, "identify", { email: attacker.email }),
        post(flow, "code", { code: own }),
        post(flow, "identify", { email: victim.email })
      ])
      assert.strictEqual(yield* codesFor(victim.caller.id), 0)
      const [, ended] = answers
      if (ended.status === 200) yield* signedInAs(flow, ended, attacker.email)
      // A sign-up to the same address is another purpose: its code is not the sign-in's.
      const up = yield* begin()
      assert.deepStrictEqual(refusal(yield* post(up, "signup", { email: victim.email })), [409, "email_taken"])
      const fresh = `new-${unique()}@example.com`
      yield* post(up, "signup", { email: fresh })
      const code = (yield* sink.waitFor(fresh)).code
      yield* post(up, "identify", { email: fresh })
      assert.include(["invalid_code", "token_spent"], (yield* post(up, "code", { code })).body.code)
      assert.deepStrictEqual(refusal(yield* post(up, "signup/organization", { org_name: "Mine" })), spent)
    })
  )
})

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("an authorization code", (it) => {
  const ended = Effect.gen(function* () {
    const { developer } = yield* makeOrg
    const flow = yield* begin()
    const answer = yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
    return { code: codeOf(flow, answer), developer, flow }
  })

  it.effect("an authorization code that was injected into another sign-in is spent by the try, and opens nothing", () =>
    Effect.gen(function* () {
      const changes: ReadonlyArray<(mine: Flow, theirs: Flow) => Readonly<Record<string, unknown>>> = [
        (_, theirs) => ({ code_verifier: theirs.verifier }),
        (mine) => ({ code_verifier: challengeOf(mine.verifier) }),
        (mine) => ({ code_verifier: mine.verifier.toLowerCase() + "a" }),
        () => ({ redirect_uri: `${redirectUri}/` }),
        () => ({ redirect_uri: redirectUri.replace("127.0.0.1", "localhost") })
      ]
      for (const change of changes) {
        const { code, developer, flow } = yield* ended
        const victim = yield* begin()
        const before = yield* stateOf(["session_families", "refresh_tokens", "audit_events"])
        const answer = yield* exchange(flow, code, change(flow, victim))
        assert.deepStrictEqual([answer.status, answer.body.error], [400, "invalid_grant"])
        assert.strictEqual((yield* exchange(flow, code)).body.error, "invalid_grant")
        assert.deepStrictEqual(yield* stateOf(["session_families", "refresh_tokens", "audit_events"]), before)
        assert.strictEqual(yield* codesFor(developer.caller.id), 1)
      }
    })
  )

  it.effect(
    "an authorization code of malformed or missing parts is refused in OAuth's words, and is not spent by what could not be read",
    () =>
      Effect.gen(function* () {
        const { code, developer, flow } = yield* ended
        for (const [changed, error] of [
          [{ code_verifier: undefined }, "invalid_request"],
          [{ code_verifier: "short" }, "invalid_request"],
          [{ code_verifier: [flow.verifier] }, "invalid_request"],
          [{ code: [code] }, "invalid_request"],
          [{ code: { $ne: null } }, "invalid_request"],
          [{ redirect_uri: undefined }, "invalid_request"],
          [{ client_id: "other" }, "invalid_client"],
          [{ grant_type: "password" }, "unsupported_grant_type"],
          [{ grant_type: "refresh_token" }, "unsupported_grant_type"],
          [{ grant_type: ["authorization_code"] }, "invalid_request"]
        ] as const)
          assert.strictEqual((yield* exchange(flow, code, changed)).body.error, error, JSON.stringify(changed))
        const twice = new URLSearchParams({
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          client_id: "console",
          code_verifier: flow.verifier
        })
        twice.append("code", "another")
        const form = { "content-type": "application/x-www-form-urlencoded" }
        const answer = yield* call("POST", "/console/oauth/token", { headers: form, body: twice.toString() })
        assert.deepStrictEqual([answer.status, answer.body.error], [400, "invalid_request"])
        const tokens = yield* exchange(flow, code)
        assert.strictEqual(tokens.status, 200)
        const me = yield* call("GET", "/api/auth/me", { as: tokens.body.access_token })
        assert.strictEqual(me.body.user.email, developer.email)
      })
  )

  it.effect("an authorization code that is presented again ends what it gave, after any number of refreshes too", () =>
    Effect.gen(function* () {
      const { code, developer, flow } = yield* ended
      const first = (yield* exchange(flow, code)).body
      const second = (yield* call("POST", "/api/auth/refresh", { body: { refresh_token: first.refresh_token } })).body
      // A thief has the code alone, neither verifier nor address.
      assert.strictEqual((yield* exchange(flow, code, { code_verifier: "x".repeat(43) })).status, 400)
      for (const as of [first.access_token, second.access_token])
        assert.deepStrictEqual(refusal(yield* call("GET", "/api/auth/me", { as })), [401, "token_revoked"])
      const gone = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: second.refresh_token } })
      assert.deepStrictEqual(refusal(gone), [401, "token_revoked"])
      // Other sessions of the person are not its matter.
      assert.strictEqual((yield* call("GET", "/api/auth/me", { as: developer.token })).status, 200)
    })
  )
})
