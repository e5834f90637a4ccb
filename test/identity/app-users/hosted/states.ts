import { AppId, OrgId } from "@fleet/domain/Ids"
import { randomUUID } from "node:crypto"
import {
  deadChallengePage,
  donePage,
  expiredPage,
  notOfferedPage,
  providerFailedPage,
  unknownPage,
  unreadPage
} from "@fleet/server/identity/app-users/hosted/endViews"
import {
  deadLinkPage,
  forgotPage,
  forgotSentPage,
  invitePage,
  resetPage,
  verifyPage
} from "@fleet/server/identity/app-users/hosted/linkViews"
import { commandPage, decidedPage } from "@fleet/server/identity/app-users/hosted/mcpCommandViews"
import { consentPage, deadInteractionPage, mcpLead } from "@fleet/server/identity/app-users/hosted/mcpViews"
import { codePage, signInPage } from "@fleet/server/identity/app-users/hosted/signInViews"
import { signUpPage, signUpSentPage } from "@fleet/server/identity/app-users/hosted/signUpViews"
import {
  recoveryPage,
  setupIntroPage,
  setupPage,
  twoFactorPage
} from "@fleet/server/identity/app-users/hosted/twoFactorViews"
import { unknownApp, type View, viewOf } from "@fleet/server/identity/app-users/hosted/View"
import { unknownStatePage } from "@fleet/server/identity/app-users/oidc/unknownStatePage"
import { refused } from "@fleet/server/identity/oauth/mcp/OAuthRefused"
import { refusedPage } from "@fleet/server/identity/oauth/mcp/refusedPage"
import { type Problem, problemOf } from "@fleet/server/platform/pages/Problems"
import { Forbidden, InvalidCode, InvalidCredentials, RateLimited, ValidationError } from "@fleet/domain/Errors"
import { AppUserId } from "@fleet/domain/Ids"
import { Rule } from "@fleet/domain/Wire"
import { DateTime } from "effect"
import type { HttpServerResponse } from "effect/http"

type Request = Parameters<typeof viewOf>[1]
type App = View["app"]

const requestIn = (locale: string) =>
  ({ method: "GET", url: "/", headers: { "accept-language": locale } }) as unknown as Request

const email = "a.rather.long.name+robots@mail.harbour-cranes.example.com"
const token = "t".repeat(43)
const challenge = "c".repeat(43)
const secret = "XTYOUL2QR736JGLEBELNFXZ2CVIYVVAU"
const codes = Array.from({ length: 10 }, (_, at) => `sln7e-3qxc${(at % 6) + 2}`)

/** An app with every way to sign in. */
export const app: View["app"] = {
  id: AppId.make(randomUUID()),
  orgId: OrgId.make(randomUUID()),
  identifier: "cranes",
  name: "Harbour Cranes",
  appUrl: null,
  accent: null,
  logoHash: null,
  passwordEnabled: true,
  emailCodeEnabled: true,
  selfRegistration: true,
  twoFactor: "required",
  providers: [{ slug: "harbour", name: "Harbour Authority" }]
}

const id = "3f0c1a52-8f1e-4c57-9d1c-0d6f6a1b2c3d"

const asked = ({ id: app_id }: App): Parameters<typeof consentPage>[1] => ({
  id,
  app_id,
  client_id: "https://agent.example.com/client.json",
  client_name: "Example agent",
  redirect_uri: "http://127.0.0.1:33418/callback",
  state: null,
  code_challenge: "",
  scopes: ["robots:read", "robots:control"],
  expires_at: DateTime.makeUnsafe(0),
  decided_at: null
})

const command: Parameters<typeof commandPage>[1] = {
  id,
  state: id,
  app_user_id: AppUserId.make(id),
  client_id: "preview",
  arguments_hash: new Uint8Array(32),
  decision: null,
  expires_at: DateTime.makeUnsafe(0),
  command: {
    robot: "Crane 7",
    tool: "start_action",
    slug: "dock",
    client: "Example agent",
    parameters: { station: "A", speed: 0.5 }
  }
}

/** Every state of every hosted page, as its view writes it. */
export const statesOf = (
  app: App,
  locale: "en" | "de"
): ReadonlyArray<readonly [string, HttpServerResponse.HttpServerResponse]> => {
  const view = viewOf(app, requestIn(locale))
  const athome = viewOf({ ...app, appUrl: "https://app.example.com/" }, requestIn(locale))
  const bare = viewOf(
    { ...app, passwordEnabled: false, emailCodeEnabled: false, providers: [], selfRegistration: false },
    requestIn(locale)
  )
  const { notOffered, refusals, setup, twoFactor } = view.texts
  const wrong = (field: string, rule: string): { problem: Problem } => ({
    problem: problemOf(new ValidationError({ details: { field, rule } }), locale)
  })
  const limited = { problem: problemOf(new RateLimited({ details: { retry_after_ms: 41_000 } }), locale) }
  const badCode = { problem: problemOf(new InvalidCode({ details: { attempts_left: 4 } }), locale) }
  const badRecovery = { problem: { ...badCode.problem, field: "recovery_code" } }
  const gone = { problem: { field: "code", message: refusals.gone } }
  const denied = { problem: problemOf(new InvalidCredentials(), locale) }
  const step = { challenge, email }
  const key = { secret, otpauth_url: `otpauth://totp/${app.name}:${email}?secret=${secret}` }
  const link = { token, email, name: "Kim" }
  return [
    ["sign-in", signInPage(view)],
    ["sign-in-limited", signInPage(view, { ...limited, email })],
    ["sign-in-program", signInPage(view, { lead: mcpLead(view, asked(app)) })],
    ["sign-in-wrong", signInPage(view, { ...denied, email, denied: true })],
    ["sign-in-code-wrong", signInPage(view, { ...wrong("email", Rule.format), email: "nobody" })],
    ["code", codePage(view, { email })],
    ["code-wrong", codePage(view, { email, ...badCode })],
    ["code-gone", codePage(view, { email, ...gone })],
    ["sign-up", signUpPage(view)],
    ["sign-up-short", signUpPage(view, { email, ...wrong("password", Rule.tooShort), name: "Nia" })],
    ["sign-up-domain", signUpPage(view, { email, problem: { field: "email", message: refusals.domain } })],
    ["sign-up-full", signUpPage(view, { email, problem: { message: refusals.full } })],
    ["sign-up-sent", signUpSentPage(view, { email })],
    ["sign-up-sent-limited", signUpSentPage(view, { email, ...limited })],
    ["verify", verifyPage(view, link)],
    ["verify-dead", deadLinkPage(view, "verify")],
    ["verify-dead-wrong", deadLinkPage(view, "verify", { ...wrong("email", Rule.format), email: "nobody" })],
    ["forgot", forgotPage(view)],
    ["forgot-wrong", forgotPage(view, { ...wrong("email", Rule.required) })],
    ["forgot-sent", forgotSentPage(view, { email })],
    ["reset", resetPage(view, link)],
    ["reset-short", resetPage(view, { ...link, ...wrong("new_password", Rule.tooShort) })],
    ["reset-dead", deadLinkPage(view, "reset")],
    ["invite", invitePage(view, link)],
    ["invite-taken", invitePage(view, { ...link, problem: { message: refusals.taken } })],
    ["invite-dead", deadLinkPage(view, "invite")],
    ["two-factor", twoFactorPage(view, step)],
    ["two-factor-wrong", twoFactorPage(view, { ...step, ...badCode })],
    ["two-factor-recovery-wrong", twoFactorPage(view, { ...step, ...badRecovery })],
    ["two-factor-dead", deadChallengePage(view, twoFactor.dead)],
    ["setup-intro", setupIntroPage(view, step)],
    ["setup", setupPage(view, { ...step, key })],
    ["setup-wrong", setupPage(view, { ...step, key, ...badCode })],
    ["setup-off", deadChallengePage(view, setup.off)],
    ["setup-dead", deadChallengePage(view, setup.dead)],
    ["recovery", recoveryPage(view, codes)],
    ["done", donePage(view, null)],
    ["done-signed-in", donePage(view, "signed_in")],
    ["done-verified", donePage(view, "verified")],
    ["done-reset", donePage(view, "reset")],
    ["done-password-lost", donePage(view, "password_lost")],
    ["done-joined", donePage(view, "joined")],
    ["done-app", donePage(athome, "joined")],
    ["done-app-password-lost", donePage(athome, "password_lost")],
    ["two-factor-dead-app", deadChallengePage(athome, twoFactor.dead)],
    ["verify-dead-app", deadLinkPage(athome, "verify")],
    ["reset-dead-app", deadLinkPage(athome, "reset")],
    ["expired", expiredPage(view)],
    ["no-sign-in", notOfferedPage(bare, notOffered.signIn)],
    [
      "no-sign-in-app",
      notOfferedPage({ ...bare, app: { ...bare.app, appUrl: "https://app.example.com/" } }, notOffered.signIn)
    ],
    ["sign-in-provider", signInPage({ ...bare, app: { ...bare.app, providers: app.providers } })],
    ["verify-dead-bare", deadLinkPage(bare, "verify")],
    ["no-password", notOfferedPage(view, notOffered.password)],
    ["no-sign-up", notOfferedPage(view, notOffered.signUp)],
    ["no-method", notOfferedPage(view, notOffered.method)],
    ["provider-failed", providerFailedPage(view, "email_unverified")],
    ["foreign", unreadPage(view, problemOf(new Forbidden(), locale), 403)],
    ["limited", unreadPage(view, limited.problem, 429)],
    [
      "unreadable",
      unreadPage(view, problemOf(new ValidationError({ details: { field: "body", rule: Rule.format } }), locale), 400)
    ],
    ["nowhere", unknownPage(view)],
    ["consent", consentPage(view, asked(app), email, true)],
    ["command", commandPage(view, command, email)],
    ["command-allowed", decidedPage(view, "approve")],
    ["command-refused", decidedPage(athome, "deny")],
    ["request-over", deadInteractionPage(view)],
    ["request-refused", refusedPage(requestIn(locale), refused("invalid_request", "client_id is missing."))],
    ["provider-over", unknownStatePage(requestIn(locale))],
    ["unknown-app", unknownApp(requestIn(locale))]
  ]
}
