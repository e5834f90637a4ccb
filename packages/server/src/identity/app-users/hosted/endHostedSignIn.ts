import type { ClientSignInResult, SignInTokens } from "@fleet/domain/ClientAuth"
import { Effect, Redacted } from "effect"
import { Sessions } from "../../sessions/Sessions.ts"
import { seeOther } from "../../../platform/pages/Answers.ts"
import type { Facts } from "../../../platform/pages/FormResults.ts"
import { doneHref } from "./endViews.ts"
import type { HostedAction } from "./Texts.ts"
import type { View } from "./View.ts"

/** A sign-in whose password was lost leads to the page that offers a new one. */
export const actionOf = (
  { password_reset_needed: lost }: Pick<SignInTokens, "password_reset_needed">,
  action: HostedAction
): HostedAction => (lost === true ? "password_lost" : action)

/**
 * Ends the session of a sign-in on a hosted page and redirects to the last page. The portal keeps no session and shows no
 * tokens: a page proves that the account works, and the app signs in for itself. A sign-in that needs its second factor
 * is asked for it first.
 */
export const endHostedSignIn = Effect.map(Sessions, (sessions) => {
  const endSession = ({ refresh_token }: SignInTokens) => sessions.end("app_user", Redacted.make(refresh_token))
  return {
    endSession,
    complete: (action: HostedAction) => (view: View, result: ClientSignInResult) =>
      "status" in result
        ? Effect.succeed<Facts>({ challenge: result.challenge })
        : Effect.as(endSession(result), seeOther(doneHref(view, actionOf(result, action))))
  }
})
