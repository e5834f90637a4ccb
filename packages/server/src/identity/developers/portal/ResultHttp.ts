import type { ApiError } from "@fleet/domain/Errors"
import { Effect, Option } from "effect"
import { HttpRouter, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type Facts, resultOf } from "../../../platform/pages/FormResults.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import type { Sealing } from "../../../platform/crypto/Sealing.ts"
import type { TeamInvitations } from "../team/TeamInvitations.ts"
import { expiredPage } from "./endPages.ts"
import type { Enrolments } from "./Enrolments.ts"
import type { Interactions } from "../../oauth/Interactions.ts"
import type { McpInteractions } from "../../oauth/mcp/McpInteractions.ts"
import { mcpConsentStep } from "./McpConsentHttp.ts"
import { invitationForm } from "./InvitationHttp.ts"
import * as setup from "./SetupHttp.ts"
import * as signIn from "./SignInHttp.ts"
import type { SignIns } from "./SignIns.ts"
import * as signUp from "./SignUpHttp.ts"
import type { SignUps } from "./SignUps.ts"
import { currentReader } from "./StepHttp.ts"
import type { Waitlist } from "./Waitlist.ts"
import { waitlistForm } from "./WaitlistFormHttp.ts"

/** A form by its name, and the page of its result. */
interface Shown {
  readonly name: string
  readonly show: (
    facts: Facts,
    error: ApiError | null
  ) => Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    never,
    | Enrolments
    | HttpServerRequest.HttpServerRequest
    | Interactions
    | McpInteractions
    | Sealing
    | Settings
    | SignIns
    | SignUps
    | TeamInvitations
    | Waitlist
  >
}

const forms: ReadonlyArray<Shown> = [
  ...Object.values(signIn.signInSteps),
  ...Object.values(setup.setupSteps),
  ...Object.values(signUp.signUpSteps),
  mcpConsentStep,
  invitationForm,
  waitlistForm
]

const expired = Effect.gen(function* () {
  return expiredPage(yield* currentReader, (yield* Settings).consoleOrigin)
})

/** The result of a form, for the browser that sent it. */
export const resultHttp = Effect.gen(function* () {
  const { result: id = "" } = yield* HttpRouter.params
  const result = Option.getOrUndefined(yield* resultOf("portal", id))
  const form = forms.find(({ name }) => name === result?.form)
  return yield* result === undefined || form === undefined ? expired : form.show(result.facts, result.error)
})
