import {
  AtCapacity,
  Forbidden,
  InvalidCode,
  OrgLocked,
  RateLimited,
  TokenSpent,
  ValidationError,
  WrongBrowser
} from "@fleet/domain/Errors"
import { DeveloperId } from "@fleet/domain/Ids"
import { Rule } from "@fleet/domain/Wire"
import { badClientPage, expiredPage, overPage, unknownPage } from "@fleet/server/identity/developers/portal/endPages"
import {
  acceptedPage,
  deadInvitationPage,
  invitationPage
} from "@fleet/server/identity/developers/portal/invitationPages"
import { mcpConsentPage } from "@fleet/server/identity/developers/portal/mcpConsentPages"
import { type Place, portalProblem, texts } from "@fleet/server/identity/developers/portal/PortalPage"
import { enrolledPage, setupPage, totpPage } from "@fleet/server/identity/developers/portal/setupPages"
import {
  codePage,
  identifyPage,
  recoveryPage,
  twoFactorPage
} from "@fleet/server/identity/developers/portal/signInPages"
import {
  closedPage,
  hasAccountPage,
  listedPage,
  organizationPage,
  signUpPage
} from "@fleet/server/identity/developers/portal/signUpPages"
import { type Problem, problemOf } from "@fleet/server/platform/pages/Problems"
import { DateTime } from "effect"
import type { HttpServerResponse } from "effect/http"

const id = "3f0c1a52-8f1e-4c57-9d1c-0d6f6a1b2c3d"
const email = "a.rather.long.name+robots@mail.harbour-cranes.example.com"
const secret = "XTYOUL2QR736JGLEBELNFXZ2CVIYVVAU"
const codes = Array.from({ length: 10 }, (_, at) => `sln7e-3qxc${(at % 6) + 2}`)
const key = { secret, otpauth_url: `otpauth://totp/Robot%20Fleet%20Cloud:${email}?secret=${secret}` }
const signInAt = `/console/oauth/interaction/${id}`

const interaction: Place["interaction"] = {
  id,
  client_id: "console",
  redirect_uri: "http://localhost:8787/signed-in",
  state: "state",
  code_challenge: "c".repeat(43),
  cookie_hash: new Uint8Array(32),
  step: "open",
  purpose: "sign_in",
  email,
  display_name: null,
  developer_id: DeveloperId.make(id),
  token_version: 1,
  method: null,
  factor_attempts_left: 5,
  sealed_one_time_secret: null,
  expires_at: DateTime.makeUnsafe(0)
}

const asked: Parameters<typeof mcpConsentPage>[1] = {
  id,
  app_id: null,
  client_id: "https://agent.example.com/client.json",
  client_name: "Example agent",
  redirect_uri: "http://127.0.0.1:33418/callback",
  state: null,
  code_challenge: "",
  scopes: ["robots:read", "robots:control"],
  expires_at: DateTime.makeUnsafe(0),
  decided_at: null
}

/** Every state of every page of the portal, as its view writes it. */
export const portalStatesOf = (
  locale: "en" | "de",
  consoleOrigin: string
): ReadonlyArray<readonly [string, HttpServerResponse.HttpServerResponse]> => {
  const text = texts[locale]
  const place: Place = { locale, here: "/", prefix: "/console/oauth", interaction, demo: null }
  const fresh: Place = { ...place, interaction: { ...interaction, email: null } }
  const ofProgram: Place = { ...place, prefix: "/mcp/oauth" }
  const demo: Place = { ...place, demo: { hasOutbox: true } }
  const problem = (error: Parameters<typeof problemOf>[0]): Problem => problemOf(error, locale)
  const wrong = (field: string, rule: string) => problem(new ValidationError({ details: { field, rule } }))
  const badCode = problem(new InvalidCode({ details: { attempts_left: 4 } }))
  const refusedPasskey = { field: "credential", message: text.passkeyRefused }
  const limited = new RateLimited({ details: { retry_after_ms: 41_000 } })
  const invited = { email, displayName: "Kim", orgName: "Harbour Cranes", tier: "developer" as const }
  const both = { authenticator: true, passkeys: 1 }
  return [
    ["identify", identifyPage(fresh)],
    ["identify-wrong", identifyPage(fresh, wrong("email", Rule.format), "nobody")],
    ["identify-limited", identifyPage(fresh, problem(limited), email)],
    ["identify-passkey-refused", identifyPage(fresh, refusedPasskey)],
    ["identify-demo", identifyPage({ ...fresh, demo: { hasOutbox: true } })],
    ["identify-program", identifyPage({ ...fresh, prefix: "/mcp/oauth" })],
    ["code", codePage(place, "sign_in")],
    ["code-wrong", codePage(place, "sign_in", badCode)],
    ["code-gone", codePage(place, "sign_in", { field: "code", message: text.codeDead })],
    [
      "code-locked",
      codePage(place, "sign_in", portalProblem(new OrgLocked({ details: { reason: "payment" } }), locale))
    ],
    ["code-demo", codePage(demo, "sign_in")],
    ["code-sign-up", codePage(place, "sign_up")],
    ["two-factor", twoFactorPage(place, { authenticator: true, passkeys: 0 })],
    ["two-factor-wrong", twoFactorPage(place, both, badCode)],
    ["two-factor-both", twoFactorPage(place, both)],
    ["two-factor-passkey", twoFactorPage(place, { authenticator: false, passkeys: 1 })],
    ["two-factor-passkey-refused", twoFactorPage(place, both, refusedPasskey)],
    ["recovery", recoveryPage(place)],
    ["recovery-wrong", recoveryPage(place, { ...badCode, field: "recovery_code" })],
    ["setup", setupPage(place)],
    ["setup-refused", setupPage(place, { message: text.passkeyRefused })],
    ["key", totpPage(place, key)],
    ["key-wrong", totpPage(place, key, badCode)],
    ["recovery-codes", enrolledPage(place, codes)],
    ["recovery-codes-kept", enrolledPage(place, null)],
    ["sign-up", signUpPage(fresh)],
    ["sign-up-taken", signUpPage(fresh, { field: "email", message: text.emailTaken }, { email, display_name: "Nia" })],
    ["organization", organizationPage(place)],
    ["organization-wrong", organizationPage(place, wrong("org_name", Rule.required))],
    ["organization-taken", hasAccountPage(place)],
    ["closed", closedPage(place, signInAt)],
    ["closed-wrong", closedPage(place, signInAt, { email: "nobody", problem: wrong("email", Rule.format) })],
    ["listed", listedPage(place, consoleOrigin)],
    ["invitation", invitationPage(place, "t".repeat(43), invited, consoleOrigin)],
    ["invitation-taken", invitationPage(place, "t".repeat(43), invited, consoleOrigin, { message: text.emailTaken })],
    ["invitation-accepted", acceptedPage(place, consoleOrigin)],
    ["invitation-dead", deadInvitationPage(place, consoleOrigin)],
    ["over", overPage(place, new TokenSpent(), consoleOrigin)],
    ["over-program", overPage(ofProgram, new TokenSpent(), consoleOrigin)],
    ["other-browser", overPage(place, new WrongBrowser(), consoleOrigin)],
    ["limited", overPage(place, limited, consoleOrigin)],
    ["busy", overPage(place, new AtCapacity({ details: { retry_after_ms: 1000 } }), consoleOrigin)],
    ["foreign", overPage(place, new Forbidden(), consoleOrigin)],
    ["expired", expiredPage(place, consoleOrigin)],
    ["unknown-client", badClientPage(place, consoleOrigin)],
    ["nowhere", unknownPage(place, consoleOrigin)],
    ["consent", mcpConsentPage(ofProgram, asked)],
    ["consent-app", mcpConsentPage(ofProgram, { ...asked, redirect_uri: "com.example.agent:/callback" })]
  ]
}
