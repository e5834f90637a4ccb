import type { ClientSignInResult, SignInTokens } from "@fleet/domain/ClientAuth"
import { Effect, Redacted } from "effect"
import { Sessions } from "../../sessions/Sessions.ts"
import { seeOther } from "../../../platform/pages/Answers.ts"
import type { Facts } from "../../../platform/pages/FormResults.ts"
import { doneHref } from "./endViews.ts"
import type { Deed } from "./Texts.ts"
import type { View } from "./View.ts"

/** A sign-in that ends at a password nobody knows says that first. */
export const deedOf = (
  { password_reset_needed: lost }: Pick<SignInTokens, "password_reset_needed">,
  deed: Deed
): Deed => (lost === true ? "password_lost" : deed)

/**
 * What a page does with a sign-in. The portal keeps no session and shows no tokens: a page proves that the account
 * works, the app then signs in for itself. So the session is ended at once and the person sent to the last page; a
 * sign-in that wants its second step is asked for it first.
 */
export const arrival = Effect.map(Sessions, (sessions) => {
  const end = ({ refresh_token }: SignInTokens) => sessions.end("app_user", Redacted.make(refresh_token))
  return {
    end,
    arrive: (deed: Deed) => (view: View, result: ClientSignInResult) =>
      "status" in result
        ? Effect.succeed<Facts>({ challenge: result.challenge })
        : Effect.as(end(result), seeOther(doneHref(view, deedOf(result, deed))))
  }
})
