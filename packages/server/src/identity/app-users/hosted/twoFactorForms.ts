import { TwoFactorConfirmRequest, TwoFactorSetupRequest, TwoFactorVerifyRequest } from "@fleet/domain/ClientAuth"
import { TokenSpent, Unauthorized } from "@fleet/domain/Errors"
import { Effect, Option } from "effect"
import { type Bucket, RateLimits } from "../../../platform/limits/RateLimits.ts"
import { asJson } from "../../../platform/pages/Answers.ts"
import { Challenges } from "../signin/Challenges.ts"
import { ClientTwoFactor } from "../signin/ClientTwoFactor.ts"
import { actionOf, endHostedSignIn } from "./endHostedSignIn.ts"
import { hostedForm } from "./forms.ts"
import { makeShownCodes } from "./ShownCodes.ts"
import { challengePages } from "./stepPages.ts"
import { recoveryPage, setupIntroPage, setupPage, twoFactorPage } from "./twoFactorViews.ts"
import type { View } from "./View.ts"

/** The second step of a sign-in on the hosted pages. Its only state is the challenge, which is a field of the forms. */
export const twoFactorForms = Effect.gen(function* () {
  const challenges = yield* Challenges
  const factors = yield* ClientTwoFactor
  const limits = yield* RateLimits
  const { complete, endSession, keepPerson } = yield* endHostedSignIn
  const { refusedStep, step } = yield* challengePages
  const shown = yield* makeShownCodes

  const formOf = ({ app }: View, challenge: string | undefined, code: string | undefined) =>
    JSON.stringify([app.id, challenge, code])

  /** A challenge of another app is refused as spent, and counted like an unknown one. */
  const ownChallenge = Effect.fnUntraced(function* ({ app }: View, challenge: string, bucket: Bucket, address: string) {
    const found = Option.getOrUndefined(yield* challenges.look(challenge))
    if (found === undefined || found.appId === app.id) return
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

  return {
    twoFactor: hostedForm({
      body: TwoFactorVerifyRequest,
      handle: (view, body, address) =>
        Effect.andThen(ownChallenge(view, body.challenge, "two_factor_verify", address), factors.verify(body, address)),
      json: asJson,
      taken: complete("signed_in"),
      refused: refusedStep(twoFactorPage, ({ twoFactor }) => twoFactor.dead)
    }),
    setup: hostedForm({
      body: TwoFactorSetupRequest,
      handle: (view, { challenge }, address) =>
        Effect.flatMap(enroller(view, challenge, "two_factor_setup", address), (who) => factors.setup(who, address)),
      json: asJson,
      taken: (_, __, { challenge = "" }) => ({ challenge }),
      page: step(setupPage, ({ setup }) => setup.dead),
      refused: refusedStep(setupIntroPage, ({ setup }) => setup.dead)
    }),
    confirm: hostedForm({
      body: TwoFactorConfirmRequest,
      handle: (view, { challenge, code }, address) =>
        Effect.flatMap(enroller(view, challenge, "two_factor_confirm", address), (who) =>
          shown.oneAtATime(formOf(view, challenge, code), factors.confirm(who, code, address))
        ),
      json: asJson,
      taken: (view, { recovery_codes, session }) =>
        Effect.as(endSession(view, session), {
          codes: recovery_codes.join(" "),
          action: actionOf(session, "signed_in")
        }),
      finish: (view, { session }, answer) => keepPerson(view, session, answer),
      takenBefore: (view, { _tag }, { challenge, code }) => {
        const codes = _tag === "token_spent" ? shown.of(formOf(view, challenge, code)) : undefined
        return codes === undefined ? undefined : { codes: codes.join(" "), action: "signed_in" }
      },
      page: (view, { codes = "", action }) =>
        recoveryPage(view, codes.split(" "), action === "password_lost" ? action : "signed_in"),
      refused: refusedStep(setupPage, ({ setup }) => setup.dead)
    })
  }
})
