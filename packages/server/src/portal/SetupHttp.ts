import { PortalNewPasskeyRequest, PortalStepRequest, PortalTotpConfirmRequest } from "@fleet/domain/Portal"
import { Effect } from "effect"
import { seeOther } from "../pages/Answers.ts"
import { Enrolments } from "./Enrolments.ts"
import { inLanguage, pages } from "./paths.ts"
import { type Place, type Refusal, refusal, texts } from "./PortalPage.ts"
import { enrolledPage, setupPage, totpAgainPage, totpPage } from "./setupPages.ts"
import { interactionPage, placed, refusalIn, step, toCurrent } from "./StepHttp.ts"

/** With the codes, however often it is asked for, until they are said to be kept. */
const withCodes = (place: Place, problem?: Refusal) =>
  Effect.gen(function* () {
    return enrolledPage(place, yield* (yield* Enrolments).recoveryCodes(place.interaction), problem)
  })

export const setupPageHttp = interactionPage(["setup", "enrolled"], (place) =>
  place.interaction.step === "setup" ? setupPage(place) : withCodes(place)
)

export const setupTotpHttp = step({
  body: PortalStepRequest,
  bucket: "portal_code",
  from: ["setup"],
  handle: (browser) => Effect.flatMap(Enrolments, (enrolments) => enrolments.totp(browser)),
  json: (key) => key,
  next: (key, { id }) => placed(id, (place) => totpPage(place, key)),
  again: (error, place) => setupPage(place, refusalIn(error, place.locale))
})

export const setupTotpConfirmHttp = step({
  body: PortalTotpConfirmRequest,
  bucket: "portal_code",
  from: ["setup"],
  handle: (browser, { code }) => Effect.flatMap(Enrolments, (enrolments) => enrolments.totpConfirm(browser, code)),
  json: (recovery_codes) => ({ recovery_codes }),
  next: (codes, { id }) => placed(id, (place) => enrolledPage(place, codes)),
  again: (error, place) =>
    error._tag === "token_spent" ? toCurrent(place) : totpAgainPage(place, refusalIn(error, place.locale))
})

/** For the script alone: a form has no use for them. */
export const setupPasskeyOptionsHttp = step({
  body: PortalStepRequest,
  bucket: "portal_passkey",
  from: ["setup"],
  handle: (browser) => Effect.flatMap(Enrolments, (enrolments) => enrolments.passkeyOptions(browser)),
  json: (options) => ({ options }),
  next: (_, { id, locale }) => seeOther(inLanguage(pages.setup(id), locale)),
  again: (_, place) => toCurrent(place)
})

export const setupPasskeyHttp = step({
  body: PortalNewPasskeyRequest,
  bucket: "portal_passkey",
  from: ["setup"],
  handle: (browser, { credential, name }) =>
    Effect.flatMap(Enrolments, (enrolments) => enrolments.passkey(browser, { credential, name })),
  json: (recovery_codes) => ({ recovery_codes }),
  next: (codes, { id }) => placed(id, (place) => enrolledPage(place, codes)),
  again: (error, place) =>
    setupPage(
      place,
      error._tag === "validation_error"
        ? refusal(error, texts[place.locale].passkeyRefused)
        : refusalIn(error, place.locale)
    )
})

export const setupDoneHttp = step({
  body: PortalStepRequest,
  bucket: "portal_code",
  from: ["enrolled"],
  handle: (browser) => Effect.flatMap(Enrolments, (enrolments) => enrolments.done(browser)),
  json: (redirect_to) => ({ redirect_to }),
  next: seeOther,
  again: (error, place) => withCodes(place, refusalIn(error, place.locale))
})
