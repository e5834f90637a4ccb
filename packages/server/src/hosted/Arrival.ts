import type { ClientSignInResult } from "@fleet/domain/ClientAuth"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Effect, Redacted } from "effect"
import { Sessions } from "../auth/Sessions.ts"
import { seeOther } from "../pages/Answers.ts"
import type { Deed } from "./Texts.ts"
import { challengePage, doneHref } from "./twoFactorViews.ts"
import type { View } from "./View.ts"

/**
 * What a page does with a sign-in. The portal keeps no session and shows no tokens: a page proves that the account
 * works, the app then signs in for itself. So the session is ended at once and the person sent to the last page; a
 * sign-in that wants its second step is asked for it first.
 */
export const arrival = Effect.map(Sessions, (sessions) => {
  const end = ({ refresh_token }: SessionTokens) => sessions.end("app_user", Redacted.make(refresh_token))
  return {
    end,
    arrive: (deed: Deed) => (view: View, result: ClientSignInResult) =>
      "status" in result ? challengePage(view, result) : Effect.as(end(result), seeOther(doneHref(view, deed)))
  }
})
