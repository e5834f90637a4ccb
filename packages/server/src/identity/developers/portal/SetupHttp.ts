import { PortalNewPasskeyRequest, PortalStepRequest, PortalTotpConfirmRequest } from "@fleet/domain/Portal"
import { Effect } from "effect"
import { seeOther } from "../../../platform/pages/Answers.ts"
import type { Problem } from "../../../platform/pages/Problems.ts"
import { Enrolments } from "./Enrolments.ts"
import { inLanguage, pathsAt } from "./paths.ts"
import { type Place, portalProblem, texts } from "./PortalPage.ts"
import { enrolledPage, setupPage, totpPage } from "./setupPages.ts"
import { interactionPage, step, toCurrent } from "./StepHttp.ts"

/** With the recovery codes, at every request until the developer confirms that they are saved. */
const withCodes = (place: Place, problem?: Problem) =>
  Effect.gen(function* () {
    return enrolledPage(place, yield* (yield* Enrolments).recoveryCodes(place.interaction), problem)
  })

/** With the key that the set-up began with; without one, the choice. */
const withKey = (place: Place, problem?: Problem) =>
  Effect.gen(function* () {
    const key = yield* (yield* Enrolments).key(place.interaction)
    return key === null ? setupPage(place, problem) : totpPage(place, key, problem)
  })

export const setupPageHttp = interactionPage(["setup", "enrolled"], (place) =>
  place.interaction.step === "setup" ? setupPage(place) : withCodes(place)
)

const toSetup = (_: unknown, { id, locale, prefix }: { readonly id: string } & Pick<Place, "locale" | "prefix">) =>
  seeOther(inLanguage(pathsAt(prefix).pages.setup(id), locale))

export const setupSteps = {
  totp: step({
    name: "setup totp",
    body: PortalStepRequest,
    bucket: "portal_code",
    from: ["setup"],
    handle: (browser) => Effect.flatMap(Enrolments, (enrolments) => enrolments.totp(browser)),
    json: (key) => key,
    page: withKey,
    again: (error, place) => setupPage(place, portalProblem(error, place.locale))
  }),
  totpConfirm: step({
    name: "setup totp confirm",
    body: PortalTotpConfirmRequest,
    bucket: "portal_code",
    from: ["setup"],
    handle: (browser, { code }) => Effect.flatMap(Enrolments, (enrolments) => enrolments.totpConfirm(browser, code)),
    json: (recovery_codes) => ({ recovery_codes }),
    next: toSetup,
    again: (error, place) =>
      error._tag === "token_spent" ? toCurrent(place) : withKey(place, portalProblem(error, place.locale))
  }),
  /** For the script alone: a form has no use for them. */
  passkeyOptions: step({
    name: "setup passkey options",
    body: PortalStepRequest,
    bucket: "portal_passkey",
    from: ["setup"],
    handle: (browser) => Effect.flatMap(Enrolments, (enrolments) => enrolments.passkeyOptions(browser)),
    json: (options) => ({ options }),
    next: toSetup,
    again: (_, place) => toCurrent(place)
  }),
  passkey: step({
    name: "setup passkey",
    body: PortalNewPasskeyRequest,
    bucket: "portal_passkey",
    from: ["setup"],
    handle: (browser, { credential, name }) =>
      Effect.flatMap(Enrolments, (enrolments) => enrolments.passkey(browser, { credential, name })),
    json: (recovery_codes) => ({ recovery_codes }),
    next: toSetup,
    again: (error, place) =>
      setupPage(
        place,
        error._tag === "validation_error"
          ? { message: texts[place.locale].passkeyRefused }
          : portalProblem(error, place.locale)
      )
  }),
  done: step({
    name: "setup done",
    body: PortalStepRequest,
    bucket: "portal_code",
    from: ["enrolled"],
    handle: (browser) => Effect.flatMap(Enrolments, (enrolments) => enrolments.done(browser)),
    json: (redirect_to) => ({ redirect_to }),
    next: seeOther,
    again: (error, place) => withCodes(place, portalProblem(error, place.locale))
  })
}
