import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { begin, codeOf, exchange, mailedCode, post as step } from "../identity/developers/portal/world.ts"
import { setPolicy, challengeOf, verify } from "../identity/app-users/signin/twoFactorWorld.ts"
import { addTotp, codeOf as totpNow, newCodes } from "../support/factors.ts"
import { MailSink } from "../support/MailSink.ts"
import { makeServerKey, password, unique } from "../support/people.ts"
import { makeDoor, post, tokenOf } from "../support/signIn.ts"
import { codeNow } from "../support/Totp.ts"
import { call } from "../support/wire.ts"
import { abuseApp, logged, raw, withAuthenticator } from "./world.ts"

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly data_type: string
}

/** Every text, JSON and bytes of the database, by the column that holds it; bytes as they are and as hex. */
const everything = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql<Column>`
    SELECT c.table_name, c.column_name, c.data_type FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'`
  const held = new Map<string, string>()
  for (const { column_name, data_type, table_name } of columns) {
    const isBytes = data_type === "bytea"
    const value = isBytes ? sql`encode(${sql(column_name)}, 'escape')` : sql`${sql(column_name)}::text`
    const rows = yield* sql<{ value: string | null }>`SELECT ${value} AS value FROM ${sql(table_name)}`
    held.set(`${table_name}.${column_name}`, rows.map(({ value }) => value ?? "").join("\n"))
  }
  return held
})

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("what is kept", (it) => {
  it.effect(
    "what is kept holds no secret that a person, a mail or a program was given, in no table and no line of the log",
    () =>
      Effect.gen(function* () {
        const sink = yield* MailSink
        const secrets: Record<string, string> = {}
        const keep = (name: string, secret: unknown) => {
          assert.isString(secret, name)
          assert.isAtLeast((secret as string).length, 6, name)
          secrets[name] = secret as string
          return secret as string
        }
        const door = yield* makeDoor
        const { app, at, bridgeToken, key, observe, owner, robot, user } = door
        const as = owner.token
        keep("a bridge token", bridgeToken)
        keep("a rotated bridge token", (yield* call("POST", `/api/robots/${robot.id}/token/rotate`, { as })).body.token)
        keep("a server key", key.token)
        keep("another server key", (yield* makeServerKey(owner.caller, app)).token)
        keep("an access token", user.token)
        keep("a refresh token", user.refreshToken)

        // An app user's ways in.
        const email = `kim-${unique()}@example.com`
        const own = keep("a password", `secret ${unique()} ${unique()}`)
        yield* post("register", { ...at(email), password: own, display_name: "Kim" })
        const link = tokenOf(keep("a verification link", (yield* sink.waitFor(email)).link))
        keep("a verification token", link)
        yield* post("verify-email", { token: link })
        yield* post("login", { ...at(email), password: keep("a wrong password", `wrong ${unique()} ${unique()}`) })
        keep("tokens of a password", (yield* post("login", { ...at(email), password: own })).body.refresh_token)
        yield* post("login/code", at(email))
        const code = (yield* sink.waitFor(email)).code
        yield* post("login/code/verify", { ...at(email), code: "000000" })
        const signedIn = yield* post("login/code/verify", { ...at(email), code })
        keep("tokens of a code", signedIn.body.access_token)
        const changed = keep("a changed password", `changed ${unique()} ${unique()}`)
        yield* call("POST", "/api/client/password/change", {
          as: signedIn.body.access_token,
          body: { current_password: own, new_password: changed }
        })
        yield* post("password/reset", at(email))
        const reset = keep("a reset token", tokenOf((yield* sink.waitFor(email)).link))
        yield* raw("GET", `/app/${app.identifier}/reset/${reset}`)
        yield* raw("GET", `/app/${app.identifier}/verify/${reset}?token=${reset}`)
        yield* post("password/reset/confirm", {
          token: reset,
          new_password: keep("a reset password", `reset ${unique()}!`)
        })
        yield* post("password/reset", at(email))
        keep("an open reset token", tokenOf((yield* sink.waitFor(email)).link))
        yield* post("login/code", at(`other-${email}`))

        // Second factors.
        yield* setPolicy(app, "optional")
        const factor = yield* withAuthenticator(user)
        keep("an authenticator's secret", factor.secret)
        for (const [index, recovery] of factor.recoveryCodes.entries()) keep(`a recovery code ${index}`, recovery)
        const challenge = keep("a challenge", yield* challengeOf(app, user))
        yield* verify({ challenge, recovery_code: factor.recoveryCodes[0]! })
        keep("an open challenge", yield* challengeOf(app, user))
        yield* verify({ challenge, code: yield* codeNow(factor.secret, 1) })

        // Invitations.
        const guest = `guest-${unique()}@example.com`
        const invited = yield* call("POST", `/api/apps/${app.id}/invitations`, {
          as,
          body: { email: guest, role_id: observe.id, send_mail: true }
        })
        assert.strictEqual(invited.status, 201)
        keep("an invitation", tokenOf((yield* sink.waitFor(guest)).link))
        const mate = `mate-${unique()}@example.com`
        const team = yield* call("POST", "/api/org/invitations", {
          as,
          body: { email: mate, tier: "developer", send_mail: true }
        })
        const teamToken = keep("a team invitation", tokenOf(team.body.accept_url))
        yield* raw("GET", `/accept-invite/${teamToken}`)

        // The console.
        const flow = yield* begin()
        keep("a portal cookie", flow.cookie.split("=")[1])
        keep("a verifier", flow.verifier)
        const portalCode = yield* mailedCode(flow, owner.email)
        const first = codeOf(flow, yield* step(flow, "code", { code: portalCode }))
        keep("an authorization code", first)
        const session = (yield* exchange(flow, first)).body
        keep("a console token", session.access_token)
        keep("a console refresh token", session.refresh_token)
        const next = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: session.refresh_token } })
        keep("a rotated refresh token", next.body.refresh_token)
        const { recovery_codes } = yield* addTotp(owner.token)
        keep("a developer's recovery code", recovery_codes![0])
        keep("a fresh recovery code", (yield* newCodes(owner.token)).body.recovery_codes[0])
        const pending = (yield* call("POST", "/api/auth/totp", { as })).body.secret
        keep("a pending secret", pending)
        yield* call("POST", "/api/auth/totp/confirm", { as, body: { code: totpNow(pending) } })
        yield* raw("GET", `/api/nowhere/${user.token}?access_token=${user.refreshToken}`)
        yield* raw(
          "POST",
          `/api/client/login?password=${encodeURIComponent(own)}`,
          { "content-type": "application/json" },
          "{"
        )

        const held = yield* everything
        assert.isAbove(held.size, 100)
        const lines = logged.join("\n")
        // The search finds what is there to be found.
        assert.include(held.get("app_users.email"), email)
        assert.include(lines, "/api/client/login")
        for (const [name, secret] of Object.entries(secrets)) {
          const ways = [
            secret,
            encodeURIComponent(secret),
            Buffer.from(secret).toString("hex"),
            Buffer.from(secret).toString("base64")
          ]
          for (const way of new Set(ways)) {
            for (const [column, text] of held) assert.isFalse(text.includes(way), `${name} is in ${column}`)
            assert.isFalse(lines.includes(way), `${name} is in the log`)
          }
        }
        // Six digits alone stand in a number now and then; as a value of their own they stand nowhere.
        for (const digits of [code, portalCode]) {
          const alone = new RegExp(`(?<![0-9A-Za-z.\\\\-])${digits}(?![0-9A-Za-z.-])`)
          for (const [column, text] of held) assert.isFalse(alone.test(text), `a mailed code is in ${column}`)
          assert.isFalse(alone.test(lines), "a mailed code is in the log")
        }
        assert.isFalse(lines.includes(password))
        assert.isFalse([...held.values()].some((text) => text.includes(password)))
      })
  )
})
