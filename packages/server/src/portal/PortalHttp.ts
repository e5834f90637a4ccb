import { Api } from "@fleet/domain/api/Api"
import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { RateLimits } from "../auth/RateLimits.ts"
import type { Settings } from "../Settings.ts"
import type { TeamInvitations } from "../team/TeamInvitations.ts"
import { authorizeHttp } from "./AuthorizeHttp.ts"
import type { ConsoleTokens } from "./ConsoleTokens.ts"
import type { Enrolments } from "./Enrolments.ts"
import type { Interactions } from "./Interactions.ts"
import { invitationPageHttp } from "./InvitationHttp.ts"
import * as setup from "./SetupHttp.ts"
import * as signIn from "./SignInHttp.ts"
import type { SignIns } from "./SignIns.ts"
import * as signUp from "./SignUpHttp.ts"
import type { SignUps } from "./SignUps.ts"
import { tokenHttp } from "./TokenHttp.ts"
import type { Waitlist } from "./Waitlist.ts"

type Services =
  | ConsoleTokens
  | Enrolments
  | Interactions
  | RateLimits
  | Settings
  | SignIns
  | SignUps
  | TeamInvitations
  | Waitlist

/** Every answer is a page or JSON as the request is a form or not, so none of it is left to HttpApi's decoding. */
export const PortalHttp = HttpApiBuilder.group(
  Api,
  "portal",
  Effect.fnUntraced(function* (handlers) {
    const services = yield* Effect.context<Services>()
    const answer =
      <R>(answered: Effect.Effect<HttpServerResponse.HttpServerResponse, never, R>) =>
      () =>
        Effect.provideContext(answered, services)
    return handlers
      .handleRaw("authorize", answer(authorizeHttp))
      .handleRaw("token", answer(tokenHttp))
      .handleRaw("identifyPage", answer(signIn.identifyPageHttp))
      .handleRaw("identify", answer(signIn.identifyHttp))
      .handleRaw("codePage", answer(signIn.codePageOf("sign_in")))
      .handleRaw("code", answer(signIn.codeHttp))
      .handleRaw("passkeyOptions", answer(signIn.passkeyOptionsHttp))
      .handleRaw("passkey", answer(signIn.passkeyHttp))
      .handleRaw("twoFactorPage", answer(signIn.twoFactorPageHttp))
      .handleRaw("recoveryPage", answer(signIn.recoveryPageHttp))
      .handleRaw("twoFactor", answer(signIn.twoFactorHttp))
      .handleRaw("setupPage", answer(setup.setupPageHttp))
      .handleRaw("setupTotp", answer(setup.setupTotpHttp))
      .handleRaw("setupTotpConfirm", answer(setup.setupTotpConfirmHttp))
      .handleRaw("setupPasskeyOptions", answer(setup.setupPasskeyOptionsHttp))
      .handleRaw("setupPasskey", answer(setup.setupPasskeyHttp))
      .handleRaw("setupDone", answer(setup.setupDoneHttp))
      .handleRaw("signUpPage", answer(signUp.signUpPageHttp))
      .handleRaw("signUp", answer(signUp.signUpHttp))
      .handleRaw("signUpCodePage", answer(signUp.signUpCodePageHttp))
      .handleRaw("signUpCode", answer(signUp.signUpCodeHttp))
      .handleRaw("organizationPage", answer(signUp.organizationPageHttp))
      .handleRaw("organization", answer(signUp.organizationHttp))
      .handleRaw("waitlist", answer(signUp.waitlistHttp))
      .handleRaw("invitationPage", answer(invitationPageHttp))
  })
)
