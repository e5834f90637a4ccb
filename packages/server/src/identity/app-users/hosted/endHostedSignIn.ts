import type { ClientSignInResult, SignInTokens } from "@fleet/domain/ClientAuth"
import { Effect, Redacted } from "effect"
import { Sessions } from "../../sessions/Sessions.ts"
import { type Response, seeOther } from "../../../platform/pages/Answers.ts"
import type { Facts } from "../../../platform/pages/FormResults.ts"
import { doneHref } from "./endViews.ts"
import { SignedInPeople } from "./SignedInPeople.ts"
import type { HostedAction } from "./Texts.ts"
import type { View } from "./View.ts"

/** A sign-in whose password was lost leads to the page that offers a new one. */
export const actionOf = (
  { password_reset_needed: lost }: Pick<SignInTokens, "password_reset_needed">,
  action: HostedAction
): HostedAction => (lost === true ? "password_lost" : action)

/**
 * Ends the session of a sign-in on a hosted page and redirects to the last page. The portal shows no tokens: a page proves
 * that the account works, and the app signs in for itself. Where the sign-in goes on to a page of MCP, the browser keeps
 * who signed in. A sign-in that needs its second factor is asked for it first.
 */
export const endHostedSignIn = Effect.gen(function* () {
  const sessions = yield* Sessions
  const people = yield* SignedInPeople

  const endSession = (view: View, { refresh_token }: SignInTokens) =>
    view.next === null ? sessions.end("app_user", Redacted.make(refresh_token)) : Effect.void
  const keepPerson = (view: View, tokens: SignInTokens, answer: Response) =>
    view.next === null ? Effect.succeed(answer) : people.keep(view.app, tokens, answer)
  return {
    endSession,
    keepPerson,
    complete:
      (action: HostedAction) =>
      (view: View, result: ClientSignInResult): Effect.Effect<Response | Facts> =>
        "status" in result
          ? Effect.succeed<Facts>({ challenge: result.challenge })
          : Effect.andThen(
              endSession(view, result),
              keepPerson(view, result, seeOther(doneHref(view, actionOf(result, action))))
            )
  }
})
