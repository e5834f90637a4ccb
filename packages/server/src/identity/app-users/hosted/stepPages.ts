import { Effect, Option } from "effect"
import { otpauthUrl } from "../../factors/Totp.ts"
import type { Response } from "../../../platform/pages/Answers.ts"
import type { Facts } from "../../../platform/pages/FormResults.ts"
import { Challenges } from "../signin/Challenges.ts"
import { deadChallengePage, unreadPage } from "./endViews.ts"
import type { Refused } from "./forms.ts"
import type { TitledText, Texts } from "./Texts.ts"
import { setupIntroPage, type Step, twoFactorPage } from "./twoFactorViews.ts"
import type { View } from "./View.ts"

type Page = (view: View, step: Step) => Response
type Words = (texts: Texts) => TitledText

/** The pages of a sign-in that waits for its second step: as it is now, or that it is over. */
export const challengePages = Effect.map(Challenges, (challenges) => {
  /** None once it is dead, or where it is another app's. */
  const living = Effect.fnUntraced(function* ({ app }: View, challenge: string | undefined) {
    const found = challenge === undefined ? undefined : Option.getOrUndefined(yield* challenges.look(challenge))
    if (challenge === undefined || found?.living !== true || found.appId !== app.id) return undefined
    const { appName: issuer, email, key: secret, status } = found
    const key = secret === null ? null : { secret, otpauth_url: otpauthUrl(secret, { issuer, account: email }) }
    return { status, step: { challenge, email, key } satisfies Step }
  })

  const step =
    (page: Page, dead: Words) =>
    (view: View, { challenge }: Facts) =>
      Effect.map(living(view, challenge), (found) =>
        found === undefined ? deadChallengePage(view, dead(view.texts)) : page(view, found.step)
      )

  return {
    step,
    /** The second step after the first factor. */
    challenged: (view: View, { challenge }: Facts) =>
      Effect.map(living(view, challenge), (found) => {
        if (found === undefined) return deadChallengePage(view, view.texts.twoFactor.dead)
        return (found.status === "two_factor_required" ? twoFactorPage : setupIntroPage)(view, found.step)
      }),
    /** The form again while its sign-in waits; after a second click, that the step may be done already. */
    refusedStep: (page: Page, dead: Words) =>
      Effect.fnUntraced(function* (view: View, { given, problem, tag }: Refused) {
        if (tag === "target_state_conflict") return deadChallengePage(view, view.texts.setup.off)
        const found = tag === "token_spent" ? undefined : yield* living(view, given["challenge"])
        if (found !== undefined) return page(view, { ...found.step, problem })
        return tag === "rate_limited" ? unreadPage(view, problem) : deadChallengePage(view, dead(view.texts))
      })
  }
})
