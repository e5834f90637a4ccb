import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import {
  authorizePath,
  begin,
  type Flow,
  generous,
  mailedCode,
  portalApp,
  post
} from "../identity/developers/portal/world.ts"
import { addTotp, codeOf, require2fa } from "../support/factors.ts"
import { MailSink } from "../support/MailSink.ts"
import { authorize, locationOf, register, withoutMcpLimits } from "../support/mcp.ts"
import { makeOrg, unique } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { crawl, type Jar, keepsKey, leadsOn, navigate, titlesOf } from "./crawl.ts"

const world = (signUp: "open" | "closed") => portalApp({ rateLimits: { ...generous, ...withoutMcpLimits }, signUp })

const jarOf = ({ cookie }: Flow): Jar => new Map([cookie.split("=", 2) as [string, string]])

/** A sign-in as far as its code. */
const proved = Effect.fnUntraced(function* (email: string) {
  const flow = yield* begin()
  assert.strictEqual((yield* post(flow, "code", { code: yield* mailedCode(flow, email) })).status, 200)
  return flow
})

const pagesOf = (prefix: string, id: string) =>
  [
    "interaction",
    "code",
    "two-factor",
    "two-factor/setup",
    "signup",
    "signup/code",
    "signup/organization",
    "consent",
    "result"
  ]
    .map((path) => `${prefix}/${path}/${id}`)
    .concat(`${prefix}/two-factor/${id}/recovery`)

layer(world("open"), { excludeTestServices: true, timeout: "60 seconds" })("a crawl of the portal", (it) => {
  it.effect(
    "a crawl of the portal finds a way on from each page of a sign-in and a sign-up, in its own browser and in another",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        const flow = yield* begin()
        yield* mailedCode(flow, developer.email)
        const own = pagesOf("/console/oauth", flow.id)
        const pages = yield* crawl({ jar: jarOf(flow), from: own, check: leadsOn })
        for (const title of [
          "Sign in to the console",
          "Check your mail",
          "Create an organisation",
          "This page is over"
        ])
          assert.include(titlesOf(pages), title)
        const elsewhere = yield* crawl({ jar: new Map(), from: own, check: leadsOn })
        assert.deepStrictEqual(titlesOf(elsewhere), [
          "Continue where you began",
          "There is no page here",
          "This page is over"
        ])
        const never = yield* crawl({ jar: jarOf(flow), from: pagesOf("/console/oauth", randomUUID()), check: leadsOn })
        assert.include(titlesOf(never), "This sign-in is over")
      })
  )

  it.effect("a crawl of the portal goes on from a second factor that is asked for, until its last wrong code", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      yield* addTotp(developer.token)
      const flow = yield* proved(developer.email)
      const pages = yield* crawl({ jar: jarOf(flow), from: [`/console/oauth/two-factor/${flow.id}`], check: leadsOn })
      for (const title of ["Second factor", "Recovery code", "This sign-in is over", "Sign in to the console"])
        assert.include(titlesOf(pages), title)
    })
  )

  it.effect(
    "a crawl of the portal sees the same key and its QR code after each wrong code of a set-up, until it is over",
    () =>
      Effect.gen(function* () {
        const { developer, orgId } = yield* makeOrg
        yield* require2fa(orgId)
        const flow = yield* proved(developer.email)
        const { check, wrong } = keepsKey()
        const pages = yield* crawl({ jar: jarOf(flow), from: [`/console/oauth/two-factor/setup/${flow.id}`], check })
        for (const title of ["Set up a second factor", "Scan this with your authenticator app", "This sign-in is over"])
          assert.include(titlesOf(pages), title)
        assert.isAtLeast(wrong(), 5)

        const second = yield* proved(developer.email)
        const { secret } = (yield* post(second, "two-factor/setup/totp")).body
        yield* post(second, "two-factor/setup/totp/confirm", { code: codeOf(secret) })
        const codes = yield* crawl({
          jar: jarOf(second),
          from: [`/console/oauth/two-factor/setup/${second.id}`],
          check: leadsOn
        })
        assert.include(titlesOf(codes), "Keep your recovery codes")
      })
  )

  it.effect("a crawl of the portal goes on from the name of an organisation whose founder has an account by now", () =>
    Effect.gen(function* () {
      const email = `founder-${unique()}@example.com`
      const flow = yield* begin()
      yield* post(flow, "signup", { email })
      const { code } = yield* (yield* MailSink).waitFor(email)
      yield* post(flow, "signup/code", { code })
      const { orgId, owner } = yield* makeOrg
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE developers SET email = ${email} WHERE org_id = ${orgId} AND email = ${owner.email}`
      const jar = jarOf(flow)
      const pages = yield* crawl({ jar, from: [`/console/oauth/signup/organization/${flow.id}`], check: leadsOn })
      const taken = Array.from(pages.values()).find((visited) => visited.page.title === "You have an account already")
      assert.deepStrictEqual(taken!.page.main, ["Sign in"])
      assert.match(taken!.page.links.at(-1)!, /^\/console\/oauth\/authorize\?/)
      assert.include(titlesOf(pages), "Sign in to the console")
    })
  )

  it.effect(
    "a crawl of the portal goes on from invitations, links that lead nowhere and addresses that are cut off",
    () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        const invited = yield* call("POST", "/api/org/invitations", {
          as: owner.token,
          body: { email: `guest-${unique()}@example.com`, tier: "developer", send_mail: false }
        })
        const { pathname } = new URL(invited.body.accept_url)
        const pages = yield* crawl({
          jar: new Map(),
          from: [
            pathname,
            "/accept-invite/x",
            "/accept-invite/x/y",
            "/console/oauth/nowhere",
            "/console/oauth/identify",
            "/mcp/oauth/nowhere",
            authorizePath({ client_id: "nobody" }),
            authorizePath({ redirect_uri: "https://evil.example/" })
          ],
          check: leadsOn
        })
        for (const title of [
          "Welcome",
          "This invitation is no longer good",
          "There is no page here",
          "This link does not lead to the console"
        ])
          assert.include(titlesOf(pages), title)
        const invitation = Array.from(pages.values()).find((visited) => visited.page.title.startsWith("Join "))
        // For those who have an account already.
        assert.lengthOf(invitation!.page.links, 1)
        for (const path of ["/console/oauth/nowhere", "/accept-invite/x/y"])
          assert.strictEqual((yield* call("GET", path)).body.code, "not_found")
      })
  )

  it.effect(
    "a crawl of the portal leads a program's person to its consent, and back to the program where that is over",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        const begun = yield* authorize("/mcp", { client_id: yield* register("/mcp"), state: "st" })
        const id = locationOf(begun).pathname.split("/").at(-1)!
        const jar: Jar = new Map([begun.headers.getSetCookie()[0]!.split(";")[0]!.split("=", 2) as [string, string]])
        const first = yield* crawl({ jar, from: pagesOf("/mcp/oauth", id), check: leadsOn })
        assert.include(titlesOf(first), "Sign in to decide")
        yield* navigate(jar, "/mcp/oauth/identify", { interaction: id, email: developer.email })
        const { code } = yield* (yield* MailSink).waitFor(developer.email)
        const { at } = yield* navigate(jar, "/mcp/oauth/code", { interaction: id, code })
        const pages = yield* crawl({ jar, from: [at!], check: leadsOn })
        const consent = Array.from(pages.values()).find((visited) => visited.page.title === "Let this program in?")
        assert.include(consent!.page.links.join(" "), `/mcp/oauth/again/${id}`)
        assert.include(titlesOf(pages), "Sign in to decide")
        const over = yield* crawl({ jar, from: [`/mcp/oauth/interaction/${id}`], check: leadsOn })
        assert.include([...over.values()][0]!.page.text, "Begin again in the program that asked.")
      })
  )
})

layer(world("closed"), { excludeTestServices: true, timeout: "60 seconds" })("a crawl of a closed sign-up", (it) => {
  it.effect("a crawl of a closed sign-up leads to the waitlist and to sign in", () =>
    Effect.gen(function* () {
      const flow = yield* begin()
      const pages = yield* crawl({ jar: jarOf(flow), from: pagesOf("/console/oauth", flow.id), check: leadsOn })
      for (const title of ["Sign-up is closed", "You are on the waitlist", "Sign in to the console"])
        assert.include(titlesOf(pages), title)
    })
  )
})
