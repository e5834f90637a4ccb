import { TwoFactorConfirmRequest, TwoFactorSetupRequest, TwoFactorVerifyRequest } from "@fleet/domain/ClientAuth"
import { TokenSpent, Unauthorized } from "@fleet/domain/Errors"
import { Effect, Option } from "effect"
import { type Bucket, RateLimits } from "../auth/RateLimits.ts"
import { asJson } from "../pages/Answers.ts"
import { Challenges } from "../signin/Challenges.ts"
import { ClientTwoFactor } from "../signin/ClientTwoFactor.ts"
import { arrival } from "./Arrival.ts"
import { hostedForm, type Refused } from "./forms.ts"
import { makeShownCodes } from "./ShownCodes.ts"
import type { Said, Texts } from "./Texts.ts"
import {
  challengePage,
  deadChallengePage,
  recoveryPage,
  setupAgainPage,
  setupPage,
  twoFactorPage
} from "./twoFactorViews.ts"
import type { View } from "./View.ts"

/** The second step of a sign-in on the hosted pages. A challenge is all there is of it: it travels in the forms. */
export const twoFactorForms = Effect.gen(function* () {
  const challenges = yield* Challenges
  const factors = yield* ClientTwoFactor
  const limits = yield* RateLimits
  const { arrive, end } = yield* arrival
  const shown = yield* makeShownCodes

  const formOf = ({ app }: View, challenge: string | undefined, code: string | undefined) =>
    JSON.stringify([app.id, challenge, code])

  /** A challenge of another app is as dead on these pages as it looks, and counted like one that nobody owns. */
  const ownChallenge = Effect.fnUntraced(function* ({ app }: View, challenge: string, bucket: Bucket, address: string) {
    const owner = Option.getOrElse(yield* challenges.appOf(challenge), () => app.id)
    if (owner === app.id) return
    yield* limits.take(bucket, address)
    return yield* new TokenSpent()
  })
  const enroller = Effect.fnUntraced(function* (
    view: View,
    challenge: string | undefined,
    bucket: Bucket,
    address: string
  ) {
    if (challenge === undefined) return yield* new Unauthorized()
    yield* ownChallenge(view, challenge, bucket, address)
    return { challenge }
  })

  /** The form again while its challenge may live. Where the step may be done already, by a second click, it says so. */
  const refused =
    (
      again: (
        view: View,
        step: { challenge: string } & Pick<Refused, "problem" | "status">
      ) => ReturnType<typeof twoFactorPage>,
      dead: (texts: Texts) => Said = ({ twoFactor }) => twoFactor.dead
    ) =>
    (view: View, { given, problem, status, tag }: Refused) => {
      const { challenge } = given
      const { texts } = view
      if (tag === "target_state_conflict") return deadChallengePage(view, texts.setup.off, status)
      if (tag === "token_spent" || challenge === undefined) return deadChallengePage(view, dead(texts), status)
      return again(view, { challenge, problem, status })
    }

  const setupRefused = refused(setupAgainPage, ({ setup }) => setup.dead)

  return {
    twoFactor: hostedForm({
      body: TwoFactorVerifyRequest,
      handle: (view, body, address) =>
        Effect.andThen(ownChallenge(view, body.challenge, "two_factor_verify", address), factors.verify(body, address)),
      json: asJson,
      page: arrive("signed_in"),
      refused: refused(twoFactorPage)
    }),
    setup: hostedForm({
      body: TwoFactorSetupRequest,
      handle: (view, { challenge }, address) =>
        Effect.flatMap(enroller(view, challenge, "two_factor_setup", address), (who) => factors.setup(who, address)),
      json: asJson,
      page: (view, result, { challenge = "" }) => setupPage(view, challenge, result),
      refused: refused((view, { challenge, ...again }) =>
        challengePage(view, { challenge, status: "two_factor_setup_required" }, again)
      )
    }),
    confirm: hostedForm({
      body: TwoFactorConfirmRequest,
      handle: (view, { challenge, code }, address) =>
        Effect.flatMap(enroller(view, challenge, "two_factor_confirm", address), (who) =>
          shown.inTurn(formOf(view, challenge, code), factors.confirm(who, code, address))
        ),
      json: asJson,
      page: (view, { recovery_codes, session }) => Effect.as(end(session), recoveryPage(view, recovery_codes)),
      refused: (view, again) => {
        const { challenge, code } = again.given
        const codes = again.tag === "token_spent" ? shown.of(formOf(view, challenge, code)) : undefined
        return codes === undefined ? setupRefused(view, again) : recoveryPage(view, codes, again.status)
      }
    })
  }
})
