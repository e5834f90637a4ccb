import { type ApiError, TokenSpent } from "@fleet/domain/Errors"
import {
  PortalCodeRequest,
  PortalIdentifyRequest,
  PortalPasskeyRequest,
  PortalStepRequest,
  PortalTwoFactorRequest
} from "@fleet/domain/Portal"
import { Effect } from "effect"
import { seeOther } from "../../../platform/pages/Answers.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { inLanguage, nextOf, pathsAt } from "./paths.ts"
import { type Place, portalProblem, texts } from "./PortalPage.ts"
import { codePage, identifyPage, recoveryPage, twoFactorPage } from "./signInPages.ts"
import { type Outcome, SignIns } from "./SignIns.ts"
import { interactionPage, step, toCurrent } from "./StepHttp.ts"

const ended = (redirectTo: string) => ({ redirect_to: redirectTo })

export const identifyPageHttp = interactionPage(["open"], (place) => identifyPage(place))

/** The page of a code that was asked for; without one, the first page. */
export const codePageOf = (purpose: "sign_in" | "sign_up") =>
  interactionPage(["open"], (place) =>
    place.interaction.purpose === purpose ? codePage(place, purpose) : toCurrent(place)
  )

/** The code's form again, with its own message for an expired code: the sign-in goes on with a new one. */
export const codeAgain = (purpose: "sign_in" | "sign_up") => (error: ApiError, place: Place) => {
  if (place.interaction.purpose !== purpose) return toCurrent(place)
  const problem =
    error instanceof TokenSpent
      ? { message: texts[place.locale].codeDead, field: "code" }
      : portalProblem(error, place.locale)
  return codePage(place, purpose, problem)
}

const withChoices = (place: Place, problem?: Problem) =>
  Effect.gen(function* () {
    return twoFactorPage(place, yield* (yield* SignIns).choices(place.interaction), problem)
  })

export const twoFactorPageHttp = interactionPage(["two_factor"], (place) => withChoices(place))
export const recoveryPageHttp = interactionPage(["two_factor"], (place) => recoveryPage(place))

export const signInSteps = {
  identify: step({
    name: "identify",
    body: PortalIdentifyRequest,
    bucket: "portal_identify",
    from: ["open"],
    handle: (browser, { email }) => Effect.flatMap(SignIns, (signIns) => signIns.identify(browser, email)),
    json: (_, id, prefix) => ({ next: nextOf("code", id, prefix) }),
    next: (_, { id, locale, prefix }) => seeOther(inLanguage(pathsAt(prefix).pages.code(id), locale)),
    again: (error, place, { email }) => identifyPage(place, portalProblem(error, place.locale), email)
  }),
  code: step({
    name: "code",
    body: PortalCodeRequest,
    bucket: "portal_code",
    from: ["open"],
    handle: (browser, { code }) => Effect.flatMap(SignIns, (signIns) => signIns.code(browser, code)),
    json: (outcome: Outcome, id, prefix) =>
      "redirectTo" in outcome ? ended(outcome.redirectTo) : { next: nextOf(outcome.stop, id, prefix) },
    next: (outcome, { id, locale, prefix }) =>
      "redirectTo" in outcome
        ? seeOther(outcome.redirectTo)
        : seeOther(inLanguage(pathsAt(prefix).pages[outcome.stop](id), locale)),
    again: codeAgain("sign_in")
  }),
  twoFactor: step({
    name: "two-factor",
    body: PortalTwoFactorRequest,
    bucket: "portal_code",
    from: ["two_factor"],
    handle: (browser, { code, recovery_code }) =>
      Effect.flatMap(SignIns, (signIns) =>
        signIns.twoFactor(browser, {
          ...(code === undefined ? {} : { code }),
          ...(recovery_code === undefined ? {} : { recovery_code })
        })
      ),
    json: ended,
    next: seeOther,
    again: (error, place, { recovery_code }) => {
      const problem = portalProblem(error, place.locale)
      return recovery_code === undefined
        ? withChoices(place, problem)
        : recoveryPage(place, problem.field === "code" ? { ...problem, field: "recovery_code" } : problem)
    }
  }),
  /** For the script alone: a form has no use for them. */
  passkeyOptions: step({
    name: "passkey options",
    body: PortalStepRequest,
    bucket: "portal_passkey",
    from: ["open", "two_factor"],
    handle: (browser) => Effect.flatMap(SignIns, (signIns) => signIns.passkeyOptions(browser)),
    json: (options) => ({ options }),
    next: (_, { id, locale, prefix }) => seeOther(inLanguage(pathsAt(prefix).pages.identify(id), locale)),
    again: (_, place) => toCurrent(place)
  }),
  passkey: step({
    name: "passkey",
    body: PortalPasskeyRequest,
    bucket: "portal_passkey",
    from: ["open", "two_factor"],
    handle: (browser, { credential }) => Effect.flatMap(SignIns, (signIns) => signIns.passkey(browser, credential)),
    json: ended,
    next: seeOther,
    again: (error, place) => {
      const { message } =
        error._tag === "rate_limited" || error._tag === "forbidden" || error._tag === "org_locked"
          ? portalProblem(error, place.locale)
          : { message: texts[place.locale].passkeyRefused }
      const problem = { message, field: "credential" }
      return place.interaction.step === "open" ? identifyPage(place, problem) : withChoices(place, problem)
    }
  })
}
