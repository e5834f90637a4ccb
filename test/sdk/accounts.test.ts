import { assert, layer } from "@effect/vitest"
import { createClient, FleetError, memoryStorage, type SessionEvent, type SignInStep } from "@fleet/sdk"
import { AuthConfigs } from "@fleet/server/apps/AuthConfigs"
import { Apps } from "@fleet/server/apps/Apps"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { makeApp, makeOrg, unique } from "../support/people.ts"
import { codeInStep } from "../support/Totp.ts"
import { call } from "../support/wire.ts"

const codeOf = (secret: string, later = 0) => codeInStep(secret, Math.floor(Date.now() / 30_000) + later)
const tokenOf = (link: string) => link.split("/").at(-1)!

const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown
  )
  return FleetError.is(error) ? error.code : error
}

const signedIn = (step: SignInStep) => {
  if (step.status !== "signed_in") throw new Error(step.status)
  return step
}

/** An app that anybody may register with, by both methods, with two-factor as people like. */
const world = Effect.gen(function* () {
  const { owner } = yield* makeOrg
  const { app, observe } = yield* makeApp(owner.caller)
  const configs = yield* AuthConfigs
  yield* (yield* Apps).update(owner.caller, app, { default_role_id: observe.id })
  yield* configs.putRegistration(owner.caller, app, {
    self_registration: true,
    allowed_domains: [],
    allowed_origins: []
  })
  yield* configs.putSignIn(owner.caller, app, {
    sign_in_methods: { password: true, email_code: true },
    two_factor: "optional"
  })
  const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const sink = yield* MailSink
  const mailTo = (to: string) => Effect.runPromise(sink.waitFor(to))
  return { app, baseUrl, mailTo, owner }
})

layer(testAppWithMail(), { excludeTestServices: true, timeout: "60 seconds" })("an account, with the SDK", (it) => {
  it.effect(
    "an account, with the SDK is registered, verified, given a new password and a second factor, and used",
    () =>
      Effect.gen(function* () {
        const { app, baseUrl, mailTo } = yield* world
        const email = `ann-${unique()}@example.com`
        yield* Effect.promise(async () => {
          using fleet = createClient({ baseUrl, app: app.identifier })
          const events: Array<SessionEvent> = []
          fleet.auth.onChange((event) => events.push(event))
          await fleet.auth.register({ email, password: "the first password", displayName: "Ann" })
          await fleet.auth.resendVerification({ email })
          const { link } = await mailTo(email)
          const fresh = await mailTo(email)
          assert.strictEqual(await refusalOf(fleet.auth.verifyEmail({ token: tokenOf(link) })), "token_spent")
          const { session } = signedIn(await fleet.auth.verifyEmail({ token: tokenOf(fresh.link) }))
          assert.strictEqual(session.user.email, email)

          using elsewhere = createClient({ baseUrl, app: app.identifier })
          signedIn(await elsewhere.auth.signInWithPassword({ email, password: "the first password" }))
          const wrong = { currentPassword: "not the password", newPassword: "the second password" }
          assert.strictEqual(await refusalOf(fleet.auth.account.changePassword(wrong)), "invalid_credentials")
          await fleet.auth.account.changePassword({ ...wrong, currentPassword: "the first password" })
          assert.strictEqual(await refusalOf(elsewhere.robots.list()), "token_revoked")
          assert.deepStrictEqual((await fleet.robots.list()).robots, [])

          const { otpauth_url, secret } = await fleet.auth.account.setUpTwoFactor()
          assert.match(otpauth_url, /^otpauth:\/\/totp\//)
          const enabled = await fleet.auth.account.confirmTwoFactor({ code: codeOf(secret) })
          assert.lengthOf(enabled.recoveryCodes ?? [], 10)
          assert.strictEqual(enabled.session.user.two_factor_enabled, true)
          await fleet.auth.signOut()

          const step = await fleet.auth.signInWithPassword({ email, password: "the second password" })
          if (step.status !== "two_factor") return assert.fail(step.status)
          await step.verify({ recoveryCode: enabled.recoveryCodes![0]!.toUpperCase() })
          await fleet.auth.account.removeTwoFactor({ code: codeOf(secret, 1) })
          assert.strictEqual((await fleet.auth.session())?.user.two_factor_enabled, false)
          assert.deepStrictEqual(events, [
            "signed_in",
            "refreshed",
            "refreshed",
            "signed_out",
            "signed_in",
            "refreshed"
          ])
        })
      })
  )

  it.effect("an account, with the SDK is entered by code, and by a link after a forgotten password", () =>
    Effect.gen(function* () {
      const { app, baseUrl, mailTo, owner } = yield* world
      const email = `bea-${unique()}@example.com`
      const invited = yield* call("POST", `/api/apps/${app.id}/invitations`, {
        as: owner.token,
        body: { email, send_mail: true }
      })
      assert.strictEqual(invited.status, 201, JSON.stringify(invited.body))
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, app: app.identifier })
        const token = tokenOf((await mailTo(email)).link)
        const account = { token, password: "the first password", displayName: "Bea" }
        signedIn(await fleet.auth.acceptInvitation(account))
        assert.strictEqual(await refusalOf(fleet.auth.acceptInvitation(account)), "token_spent")
        await fleet.auth.signOut()

        assert.deepStrictEqual(await fleet.auth.signInMethods(), {
          providers: [],
          sign_in_methods: { password: true, email_code: true }
        })
        await fleet.auth.requestSignInCode({ email })
        const { code } = await mailTo(email)
        const other = code === "000000" ? "000001" : "000000"
        const wrong = await fleet.auth.signInWithCode({ email, code: other }).catch((error: unknown) => error)
        assert.isTrue(FleetError.is(wrong) && wrong.is("invalid_code") && wrong.details?.attempts_left === 4)
        signedIn(await fleet.auth.signInWithCode({ email, code }))

        await fleet.auth.requestPasswordReset({ email })
        const reset = tokenOf((await mailTo(email)).link)
        signedIn(await fleet.auth.resetPassword({ token: reset, newPassword: "the second password" }))
        signedIn(await fleet.auth.signInWithPassword({ email, password: "the second password" }))
      })
    })
  )
})

layer(testAppWithMail(), { excludeTestServices: true, timeout: "60 seconds" })("a developer, with the SDK", (it) => {
  it.effect("a developer, with the SDK signs in through the portal and back", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const { consoleRedirects, portalUrl } = yield* Settings
      const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const sink = yield* MailSink
      const redirectUri = consoleRedirects[0]!
      yield* Effect.promise(async () => {
        const storage = memoryStorage()
        using before = createClient({ baseUrl, storage })
        const begun = await fetch(await before.auth.portalUrl({ redirectUri }), { redirect: "manual" })
        assert.strictEqual(begun.status, 302)
        const interaction = begun.headers.get("location")!.split("/").at(-1)!
        const cookie = begun.headers
          .getSetCookie()
          .map((each) => each.split(";")[0])
          .join("; ")
        const step = async (path: string, body: object): Promise<any> => {
          const answer = await fetch(`${baseUrl}/console/oauth/${path}`, {
            method: "POST",
            headers: { "content-type": "application/json", cookie },
            body: JSON.stringify({ interaction, ...body })
          })
          assert.strictEqual(answer.status, 200)
          return answer.json()
        }
        await step("identify", { email: owner.email })
        const { code } = await Effect.runPromise(sink.waitFor(owner.email))
        const { redirect_to } = await step("code", { code })

        // The page that comes back is another one, with the same storage, and another tab has begun a sign-in since.
        using other = createClient({ baseUrl, storage })
        const later = new URL(await other.auth.portalUrl({ redirectUri }))
        using after = createClient({ baseUrl, storage })
        const forged = `${redirectUri}?code=stolen&state=another`
        assert.strictEqual(await refusalOf(after.auth.completePortalSignIn(forged)), "sign_in_interrupted")
        const session = await after.auth.completePortalSignIn(redirect_to)
        assert.strictEqual((await other.auth.session())?.accessToken, session.accessToken)
        assert.strictEqual(await refusalOf(after.auth.completePortalSignIn(redirect_to)), "sign_in_interrupted")
        const used = `${redirectUri}?code=${new URL(redirect_to).searchParams.get("code")}&state=${later.searchParams.get("state")}`
        assert.strictEqual(await refusalOf(other.auth.completePortalSignIn(used)), "sign_in_interrupted")
      })
      yield* Effect.promise(async () => {
        const storage = memoryStorage()
        using fleet = createClient({ baseUrl, storage })
        const url = new URL(
          await fleet.auth.portalUrl({ redirectUri, signUp: true, portalUrl: "https://portal.example/" })
        )
        assert.strictEqual(url.origin, "https://portal.example")
        const byDefault = async (address: string) =>
          new URL(await createClient({ baseUrl: address }).auth.portalUrl({ redirectUri })).origin
        assert.strictEqual(await byDefault("https://fleet.example/"), "https://fleet.example")
        assert.strictEqual(await byDefault("http://127.0.0.1:8787"), portalUrl)
        assert.strictEqual(await byDefault("http://127.0.0.1.example"), "http://127.0.0.1.example")
        assert.strictEqual(url.searchParams.get("prompt"), "create")
        for (const locale of ["de", "en"]) {
          const begun = await fetch(await fleet.auth.portalUrl({ redirectUri, portalUrl: baseUrl, locale }), {
            redirect: "manual"
          })
          const page = await fetch(new URL(begun.headers.get("location")!, baseUrl), {
            headers: { cookie: begun.headers.getSetCookie()[0]!.split(";")[0]! }
          })
          assert.include(await page.text(), `<html lang="${locale}"`)
        }
        assert.strictEqual(
          await refusalOf(fleet.auth.completePortalSignIn(`${redirectUri}?error=access_denied`)),
          "sign_in_interrupted"
        )
      })
    })
  )

  it.effect("a developer, with the SDK holds a session that says who it is", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      yield* makeApp(owner.caller)
      const { consoleRedirects } = yield* Settings
      const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const sink = yield* MailSink
      const redirectUri = consoleRedirects[0]!
      yield* Effect.promise(async () => {
        using fleet = createClient({ baseUrl, storage: memoryStorage() })
        const begun = await fetch(await fleet.auth.portalUrl({ redirectUri }), { redirect: "manual" })
        const interaction = begun.headers.get("location")!.split("/").at(-1)!
        const cookie = begun.headers
          .getSetCookie()
          .map((each) => each.split(";")[0])
          .join("; ")
        const step = async (path: string, body: object): Promise<any> =>
          (
            await fetch(`${baseUrl}/console/oauth/${path}`, {
              method: "POST",
              headers: { "content-type": "application/json", cookie },
              body: JSON.stringify({ interaction, ...body })
            })
          ).json()
        await step("identify", { email: owner.email })
        const { code } = await Effect.runPromise(sink.waitFor(owner.email))
        const { redirect_to } = await step("code", { code })
        const session = await fleet.auth.completePortalSignIn(redirect_to)
        assert.strictEqual(session.user.email, owner.email)
        const { user } = await fleet.request("auth.me")
        assert.strictEqual(user.tier, "owner")
        assert.deepStrictEqual((await fleet.request("developerFactors.get")).passkeys, [])

        const { apps } = await fleet.request("apps.list")
        const logo = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8v8H0z"/></svg>'], {
          type: "image/svg+xml"
        })
        const look = await fleet.request("authConfig.putLogo", { params: { id: apps[0]!.id }, body: logo })
        assert.include(look.hosted_logo_url, "/logo?")
        assert.include(
          await fleet.request("audit.export", { query: { action_prefix: "app." } }),
          "app.auth_config_changed"
        )

        await fleet.auth.signOut()
        assert.isNull(await fleet.auth.session())
      })
    })
  )
})
