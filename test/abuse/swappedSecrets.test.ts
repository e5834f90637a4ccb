import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { begin, codeOf, exchange, mailedCode, post as step } from "../identity/developers/portal/world.ts"
import { challengeOf as openChallenge, setPolicy } from "../identity/app-users/signin/twoFactorWorld.ts"
import { MailSink } from "../support/MailSink.ts"
import { makeEveryone, makeOrg, password, unique } from "../support/people.ts"
import { invite, makeDoor, post, tokenOf } from "../support/signIn.ts"
import { codeNow } from "../support/Totp.ts"
import { call, refusal } from "../support/wire.ts"
import { abuseApp, stateOf, withAuthenticator } from "./world.ts"

const tables = [
  "developers",
  "app_users",
  "session_families",
  "refresh_tokens",
  "audit_events",
  "app_invitations",
  "team_invitations",
  "app_user_links"
]
const unauthorized = [401, "unauthorized"]
const spent = [410, "token_spent"]

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a secret that is good once", (it) => {
  it.effect(
    "a secret that is good once that a mail brought is good on its own route and app alone, and stays good",
    () =>
      Effect.gen(function* () {
        const sink = yield* MailSink
        const [door, elsewhere] = [yield* makeDoor, yield* makeDoor]
        const pending = `pending-${unique()}@example.com`
        yield* post("register", { ...door.at(pending), password })
        const verify = tokenOf((yield* sink.waitFor(pending)).link)
        yield* post("password/reset", door.at())
        const reset = tokenOf((yield* sink.waitFor(door.user.email)).link)
        const invited = yield* invite(door.app, `invited-${unique()}@example.com`, door.observe.id)
        const team = yield* call("POST", "/api/org/invitations", {
          as: door.owner.token,
          body: { email: `mate-${unique()}@example.com`, tier: "developer", send_mail: false }
        })
        const tokens = { verify, reset, invite: invited, team: tokenOf(team.body.accept_url) }
        const page = (app: string, name: string) => `/app/${app}/${name}`
        const routes = {
          verify: ["/api/client/verify-email"],
          reset: ["/api/client/password/reset/confirm"],
          invite: ["/api/client/invitations/accept"],
          team: ["/api/org/invitations/accept"]
        } as const
        const extra = { verify: {}, reset: { new_password: password }, invite: { password }, team: {} } as const
        const before = yield* stateOf(tables)
        for (const [kind, token] of Object.entries(tokens)) {
          for (const [other, paths] of Object.entries(routes) as ReadonlyArray<
            [keyof typeof routes, ReadonlyArray<string>]
          >) {
            const hosted = other === "team" ? [] : [page(elsewhere.app.identifier, other)]
            const swapped =
              kind === other
                ? hosted
                : [...paths, ...hosted, ...(other === "team" ? [] : [page(door.app.identifier, other)])]
            for (const path of swapped) {
              const answer = yield* call("POST", path, { body: { token, ...extra[other] } })
              assert.deepStrictEqual(refusal(answer), spent, `${kind} at ${path}`)
            }
          }
          for (const as of [token, `srv_${token}`])
            assert.deepStrictEqual(refusal(yield* call("GET", "/api/client/me", { as })), unauthorized)
          for (const space of ["client", "auth"])
            assert.strictEqual(
              (yield* call("POST", `/api/${space}/refresh`, { body: { refresh_token: token } })).status,
              401
            )
          assert.deepStrictEqual(
            refusal(
              yield* call("POST", "/api/client/two-factor/verify", { body: { challenge: token, code: "123456" } })
            ),
            spent
          )
          for (const twisted of [token.slice(0, -1), `${token}A`, token.toUpperCase(), ` ${token}`, `${token}=`])
            for (const [name, paths] of Object.entries(routes) as ReadonlyArray<
              [keyof typeof routes, ReadonlyArray<string>]
            >)
              assert.deepStrictEqual(
                refusal(yield* call("POST", paths[0]!, { body: { token: twisted, ...extra[name] } })),
                spent
              )
        }
        assert.deepStrictEqual(yield* stateOf(tables), before)
        for (const [kind, token] of Object.entries(tokens) as ReadonlyArray<[keyof typeof routes, string]>) {
          const answer = yield* call("POST", routes[kind][0], { body: { token, ...extra[kind] } })
          assert.include([200, 204], answer.status, kind)
        }
      })
  )

  it.effect("a secret that is good once that is a code of one kind is no code of another kind", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const door = yield* makeDoor
      const { developer } = yield* makeOrg
      const flow = yield* begin()
      const code = yield* mailedCode(flow, developer.email)
      // The same person, in an app as well: neither door takes what the other one mailed.
      yield* call("POST", `/api/apps/${door.app.id}/users`, {
        as: door.owner.token,
        body: { email: developer.email, password, role_id: door.observe.id }
      })
      yield* post("login/code", door.at(developer.email))
      const login = (yield* sink.waitFor(developer.email)).code
      if (code !== login) {
        const there = yield* post("login/code/verify", { ...door.at(developer.email), code })
        assert.deepStrictEqual(refusal(there), [400, "invalid_code", { attempts_left: 4 }])
        assert.deepStrictEqual(refusal(yield* step(flow, "code", { code: login })), [
          400,
          "invalid_code",
          { attempts_left: 4 }
        ])
      }
      const ended = codeOf(flow, yield* step(flow, "code", { code }))
      for (const path of ["auth", "client"])
        assert.strictEqual(
          (yield* call("POST", `/api/${path}/refresh`, { body: { refresh_token: ended } })).status,
          401
        )
      assert.strictEqual((yield* call("GET", "/api/auth/me", { as: ended })).status, 401)
      const { refresh_token } = (yield* exchange(flow, ended)).body
      assert.strictEqual((yield* exchange(flow, refresh_token)).body.error, "invalid_grant")
    })
  )

  it.effect(
    "a secret that is good once that is a challenge of one app or person is answered by no code of another",
    () =>
      Effect.gen(function* () {
        const [mine, theirs] = [yield* makeEveryone, yield* makeEveryone]
        for (const { app } of [mine, theirs]) yield* setPolicy(app, "optional")
        const factor = yield* withAuthenticator(mine.user)
        const other = yield* withAuthenticator(theirs.user)
        const challenge = yield* openChallenge(mine.app, mine.user)
        const at = (identifier: string) => (body: object) => call("POST", `/app/${identifier}/two-factor`, { body })
        const code = yield* codeNow(factor.secret, 1)
        assert.deepStrictEqual(refusal(yield* at(theirs.app.identifier)({ challenge, code })), spent)
        const foreign = yield* call("POST", "/api/client/two-factor/verify", {
          body: { challenge, code: yield* codeNow(other.secret, 1) }
        })
        assert.deepStrictEqual(refusal(foreign), [400, "invalid_code", { attempts_left: 4 }])
        for (const recovery_code of other.recoveryCodes.slice(0, 2))
          assert.strictEqual(
            (yield* call("POST", "/api/client/two-factor/verify", { body: { challenge, recovery_code } })).status,
            400
          )
        assert.strictEqual((yield* call("GET", "/api/client/me", { as: challenge })).status, 401)
        assert.strictEqual((yield* at(mine.app.identifier)({ challenge, code })).status, 200)
      })
  )
})
