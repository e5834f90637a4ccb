import { assert, describe, it, layer } from "@effect/vitest"
import { isMailAddress } from "@fleet/domain/MailAddress"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { begin, post as step } from "../identity/developers/portal/world.ts"
import { MailSink } from "../support/MailSink.ts"
import { password, unique } from "../support/people.ts"
import { makeDoor, post } from "../support/signIn.ts"
import { call, invalid, refusal } from "../support/wire.ts"
import { abuseApp } from "./world.ts"

const reached = [
  "kim@example.com",
  "KIM@EXAMPLE.COM",
  "o'neil+tag@sub.example.co.uk",
  "!#$%&'*+/=?^_`{|}~-@example.com",
  "k@1.example",
  "jörg@müller.example",
  "用户@例子.广告",
  "कि.कि@उदाहरण.example",
  "kim@xn--mller-kva.example",
  `kim@${"a".repeat(63)}.example`,
  `kim@${"ü".repeat(50)}.example`,
  `${"k".repeat(64)}@example.com`,
  `${"ü".repeat(32)}@example.com`
]

const unreached = [
  "<x@good.example",
  "x@good.example>",
  "v@t..example",
  "v@.example.com",
  "v@example.com.",
  "v@[127.0.0.1]",
  "v@127.0.0.1",
  "v@0x7f.1",
  "v@localhost",
  "v@example.123",
  "v@-example.com",
  "v@example-.com",
  "v@exa_mple.com",
  "v@exa%6dple.com",
  "v@example.com:25",
  "v@example.com/x",
  "v@xn--zz--.example",
  "v@\uff45xample.com",
  "v@example\u3002com",
  "v@mu\u0308ller.example",
  "v@\u0308a.example",
  `v@${"a".repeat(64)}.example`,
  `v@${"ü".repeat(60)}.example`,
  `${"k".repeat(65)}@example.com`,
  `${"ü".repeat(33)}@example.com`,
  ".kim@example.com",
  "kim.@example.com",
  "k..im@example.com",
  '"kim"@example.com',
  "kim(a)@example.com",
  "kim,eve@example.com",
  "kim;eve@example.com",
  "kim:eve@example.com",
  "kim\\eve@example.com",
  "\u0301kim@example.com",
  "kim\u{1F600}@example.com",
  ...[
    "\u200b",
    "\u200c",
    "\u200d",
    "\u200e",
    "\u200f",
    "\u202a",
    "\u202e",
    "\u2066",
    "\u2069",
    "\u061c",
    "\u00ad",
    "\u034f",
    "\u3164",
    "\u115f",
    "\uffa0",
    "\ufe0f",
    "\u{e0100}",
    "\u{e0061}",
    "\ue000",
    "\u2800",
    "\ufffd",
    "\u0085"
  ].flatMap((invisible) => [`k${invisible}im@example.com`, `kim@exam${invisible}ple.com`])
]

describe("a mail address", () => {
  it("a mail address is one that a mail can be addressed to, in the letters of any script", () => {
    for (const address of reached) assert.isTrue(isMailAddress(address), address)
    for (const address of unreached) assert.isFalse(isMailAddress(address), JSON.stringify(address))
  })
})

layer(abuseApp([], { signUp: "open" }), { excludeTestServices: true, timeout: "60 seconds" })("an address", (it) => {
  it.effect("an address that no mail reaches is taken in nowhere", () =>
    Effect.gen(function* () {
      const { app, at, observe, owner } = yield* makeDoor
      const as = owner.token
      const flow = yield* begin()
      const form = (path: string, body: object) => call("POST", `/app/${app.identifier}/${path}`, { body })
      const doors: Readonly<Record<string, (email: string) => ReturnType<typeof call>>> = {
        register: (email) => post("register", { ...at(email), password }),
        "sign-up page": (email) => form("sign-up", { email, password }),
        "create a user": (email) =>
          call("POST", `/api/apps/${app.id}/users`, { as, body: { email, password, role_id: observe.id } }),
        "invite a user": (email) =>
          call("POST", `/api/apps/${app.id}/invitations`, {
            as,
            body: { email, role_id: observe.id, send_mail: false }
          }),
        "invite a developer": (email) =>
          call("POST", "/api/org/invitations", { as, body: { email, tier: "developer", send_mail: false } }),
        "sign up": (email) => step(flow, "signup", { email }),
        waitlist: (email) => call("POST", "/api/waitlist", { body: { email } })
      }
      for (const [name, enter] of Object.entries(doors)) {
        for (const email of unreached)
          assert.deepStrictEqual(refusal(yield* enter(email)), invalid("email", "format"), `${name} ${email}`)
        const email = `jörg-${unique()}@müller.example`
        assert.isBelow((yield* enter(` ${email} `)).status, 300, name)
      }
    })
  )

  it.effect("an address in letters beyond ASCII gets its mail", () =>
    Effect.gen(function* () {
      const sink = yield* MailSink
      const { at } = yield* makeDoor
      const email = `kim-${unique()}@müller.example`
      assert.strictEqual((yield* post("register", { ...at(email), password })).status, 202)
      const { to } = yield* sink.waitFor(email)
      assert.strictEqual(to, email)
    })
  )

  it.effect("an address that an account has from before still signs in, and a malformed one is refused as ever", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, at, user } = yield* makeDoor
      for (const email of [`<${unique()}@good.example`, `${unique()}..x@t.example`, `${unique()}@localhost`]) {
        yield* sql`UPDATE app_users SET email = ${email} WHERE id = ${user.user.id}`
        assert.strictEqual((yield* post("login", { ...at(email), password })).status, 200, email)
        assert.strictEqual((yield* post("login/code", at(email))).status, 202, email)
        assert.strictEqual((yield* post("password/reset", at(email))).status, 202, email)
        const page = yield* call("POST", `/app/${app.identifier}/sign-in`, { body: { email, password } })
        assert.strictEqual(page.status, 200, email)
      }
      for (const path of ["login", "login/code", "password/reset", "resend-verification"])
        for (const email of ["kim", "a@b@c", "k im@example.com"])
          assert.deepStrictEqual(
            refusal(yield* post(path, { ...at(email), ...(path === "login" && { password }) })),
            invalid("email", "format")
          )
    })
  )
})
