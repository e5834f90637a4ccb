import { Api } from "@fleet/domain/api/Api"
import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import type { RateLimits } from "../../../platform/limits/RateLimits.ts"
import type { Settings } from "../../../platform/settings/Settings.ts"
import type { Sealing } from "../../../platform/crypto/Sealing.ts"
import type { TeamInvitations } from "../team/TeamInvitations.ts"
import { authorizeHttp } from "./AuthorizeHttp.ts"
import type { ConsoleTokens } from "./ConsoleTokens.ts"
import type { Enrolments } from "./Enrolments.ts"
import type { Interactions } from "../../oauth/Interactions.ts"
import type { McpInteractions } from "../../oauth/mcp/McpInteractions.ts"
import { invitationPageHttp } from "./InvitationHttp.ts"
import { resultHttp } from "./ResultHttp.ts"
import * as setup from "./SetupHttp.ts"
import * as signIn from "./SignInHttp.ts"
import type { SignIns } from "./SignIns.ts"
import * as signUp from "./SignUpHttp.ts"
import type { SignUps } from "./SignUps.ts"
import { tokenHttp } from "./TokenHttp.ts"
import type { Waitlist } from "./Waitlist.ts"
import { waitlistForm } from "./WaitlistFormHttp.ts"

type Services =
  | ConsoleTokens
  | Enrolments
  | Interactions
  | McpInteractions
  | RateLimits
  | Sealing
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
      .handleRaw("identify", answer(signIn.signInSteps.identify.post))
      .handleRaw("codePage", answer(signIn.codePageOf("sign_in")))
      .handleRaw("code", answer(signIn.signInSteps.code.post))
      .handleRaw("passkeyOptions", answer(signIn.signInSteps.passkeyOptions.post))
      .handleRaw("passkey", answer(signIn.signInSteps.passkey.post))
      .handleRaw("twoFactorPage", answer(signIn.twoFactorPageHttp))
      .handleRaw("recoveryPage", answer(signIn.recoveryPageHttp))
      .handleRaw("twoFactor", answer(signIn.signInSteps.twoFactor.post))
      .handleRaw("setupPage", answer(setup.setupPageHttp))
      .handleRaw("setupTotp", answer(setup.setupSteps.totp.post))
      .handleRaw("setupTotpConfirm", answer(setup.setupSteps.totpConfirm.post))
      .handleRaw("setupPasskeyOptions", answer(setup.setupSteps.passkeyOptions.post))
      .handleRaw("setupPasskey", answer(setup.setupSteps.passkey.post))
      .handleRaw("setupDone", answer(setup.setupSteps.done.post))
      .handleRaw("signUpPage", answer(signUp.signUpPageHttp))
      .handleRaw("signUp", answer(signUp.signUpSteps.signUp.post))
      .handleRaw("signUpCodePage", answer(signUp.signUpCodePageHttp))
      .handleRaw("signUpCode", answer(signUp.signUpSteps.code.post))
      .handleRaw("organizationPage", answer(signUp.organizationPageHttp))
      .handleRaw("organization", answer(signUp.signUpSteps.organization.post))
      .handleRaw("waitlist", answer(waitlistForm.post))
      .handleRaw("result", answer(resultHttp))
      .handleRaw("invitationPage", answer(invitationPageHttp))
  })
)
