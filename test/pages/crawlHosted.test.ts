import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { makePages } from "../identity/app-users/hosted/world.ts"
import { MailSink } from "../support/MailSink.ts"
import { password, unique } from "../support/people.ts"
import { invite, SignInApp, stranger, tokenOf } from "../support/signIn.ts"
import { crawl, type Jar, keepsKey, leadsOn, navigate, titlesOf } from "./crawl.ts"

const everywhere = [
  "sign-in",
  "sign-up",
  "forgot",
  "done",
  ...["signed_in", "verified", "reset", "joined", "password_lost", "x"].map((action) => `done?for=${action}`),
  "verify/x",
  "reset/x",
  "invite/x",
  "result/x",
  "nowhere",
  "two-factor/setup/confirm",
  "sign-in/with/none",
  "sign-in/return?state=x&code=y",
  `mcp/${randomUUID()}`,
  `mcp/confirm/${randomUUID()}`,
  `sign-in?next=mcp/${randomUUID()}`
]

layer(SignInApp, { excludeTestServices: true, timeout: "60 seconds" })("a crawl of the hosted pages", (it) => {
  it.effect("a crawl of the hosted pages finds a way on from each, whatever the app offers", () =>
    Effect.gen(function* () {
      const { page, set } = yield* makePages
      const from = everywhere.map(page)
      for (const offered of [
        { self_registration: true },
        { self_registration: false, password_enabled: false, app_url: "https://app.example.com/" },
        { email_code_enabled: false },
        { app_url: null }
      ]) {
        yield* set(offered)
        const pages = yield* crawl({ jar: new Map(), from, check: leadsOn })
        assert.isAbove(pages.size, 10)
      }
      const nowhere = yield* crawl({ jar: new Map(), from: [`/app/${unique()}/sign-in`], check: leadsOn })
      assert.deepStrictEqual(titlesOf(nowhere), ["No such page"])
    })
  )

  it.effect(
    "a crawl of the hosted pages goes on from mailed links, used and good, and from wrong codes until the last",
    () =>
      Effect.gen(function* () {
        const sink = yield* MailSink
        const { app, observe, page, user } = yield* makePages
        const newcomer = stranger()
        const jar: Jar = new Map()
        const go = (path: string, fields: Readonly<Record<string, string>>) => navigate(jar, page(path), fields)
        yield* go("sign-up", { email: newcomer, password })
        const verify = tokenOf((yield* sink.waitFor(newcomer)).link)
        yield* go("forgot", { email: user.email })
        const reset = tokenOf((yield* sink.waitFor(user.email)).link)
        const code = (yield* go("sign-in/code", { email: user.email })).at!
        const invitation = yield* invite(app, stranger(), observe.id, { displayName: "Kim" })
        const from = [`verify/${verify}`, `reset/${reset}`, `invite/${invitation}`].map(page)
        const pages = yield* crawl({ jar, from: [code, ...from], check: leadsOn })
        const titles = titlesOf(pages)
        for (const title of [
          "Check your mail",
          "Confirm your address",
          "Choose a new password",
          `Join ${app.name}`,
          "Your address is confirmed",
          "Your password is changed",
          "Welcome",
          "This link no longer works"
        ])
          assert.include(titles, title)
        const said = Array.from(pages.values()).flatMap((visited) => visited.page.alerts)
        assert.include(said, "This code is not right, and that was the last attempt.")
        assert.include(said, "This code no longer works. Ask for a new one.")
      })
  )

  it.effect(
    "a crawl of the hosted pages sees the same key and its QR code after each wrong code of a set-up, until it is over",
    () =>
      Effect.gen(function* () {
        const { page, set, user } = yield* makePages
        yield* set({ two_factor: "required" })
        const jar: Jar = new Map()
        const { at } = yield* navigate(jar, page("sign-in"), { email: user.email, password })
        const { check, wrong } = keepsKey()
        const pages = yield* crawl({ jar, from: [at!], check })
        for (const title of [
          "Set up a second step",
          "Add this account to your authenticator app",
          "This set-up is over"
        ])
          assert.include(titlesOf(pages), title)
        assert.isAtLeast(wrong(), 5)
      })
  )
})
