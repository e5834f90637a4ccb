import type { ApiError } from "@fleet/domain/Errors"
import { PortalCodeRequest, PortalOrganizationRequest, PortalSignUpRequest } from "@fleet/domain/Portal"
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { seeOther } from "../../../platform/pages/Answers.ts"
import { inLanguage, nextOf, pathsAt } from "./paths.ts"
import { type Place, portalProblem, texts } from "./PortalPage.ts"
import { codeAgain, codePageOf } from "./SignInHttp.ts"
import { closedPage, hasAccountPage, organizationPage, signUpPage } from "./signUpPages.ts"
import { SignUps } from "./SignUps.ts"
import { currentReader, interactionPage, step } from "./StepHttp.ts"

/** A page of sign-up; while sign-up is closed, the page about that. */
const whileOpen = <A, E, R>(page: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    if ((yield* SignUps).open) return yield* page
    const { interaction = "" } = yield* HttpRouter.params
    const reader = yield* currentReader
    return closedPage(
      reader,
      inLanguage(pathsAt(reader.prefix).pages.identify(encodeURIComponent(interaction)), reader.locale)
    )
  })

const closed = (place: Place) =>
  closedPage(place, inLanguage(pathsAt(place.prefix).pages.identify(place.interaction.id), place.locale))

const taken = (error: ApiError, place: Place) =>
  error._tag === "email_taken"
    ? { message: texts[place.locale].emailTaken, field: "email" }
    : portalProblem(error, place.locale)

export const signUpPageHttp = whileOpen(interactionPage(["open"], (place) => signUpPage(place)))
export const signUpCodePageHttp = whileOpen(codePageOf("sign_up"))
export const organizationPageHttp = whileOpen(interactionPage(["organization"], (place) => organizationPage(place)))

export const signUpSteps = {
  signUp: step({
    name: "sign-up",
    body: PortalSignUpRequest,
    bucket: "portal_sign_up",
    from: ["open"],
    handle: (browser, { display_name, email }) =>
      Effect.gen(function* () {
        yield* (yield* SignUps).begin(browser, { email, ...(display_name === undefined ? {} : { display_name }) })
        return email
      }),
    json: (email, id, prefix) => ({ next: nextOf("signUpCode", id, prefix), email }),
    next: (_, { id, locale, prefix }) => seeOther(inLanguage(pathsAt(prefix).pages.signUpCode(id), locale)),
    again: (error, place, given) =>
      error._tag === "signup_closed" ? closed(place) : signUpPage(place, taken(error, place), given)
  }),
  code: step({
    name: "sign-up code",
    body: PortalCodeRequest,
    bucket: "portal_code",
    from: ["open"],
    handle: (browser, { code }) => Effect.flatMap(SignUps, (signUps) => signUps.code(browser, code)),
    json: (_, id, prefix) => ({ next: nextOf("organization", id, prefix) }),
    next: (_, { id, locale, prefix }) => seeOther(inLanguage(pathsAt(prefix).pages.organization(id), locale)),
    again: (error, place) => (error._tag === "signup_closed" ? closed(place) : codeAgain("sign_up")(error, place))
  }),
  organization: step({
    name: "organization",
    body: PortalOrganizationRequest,
    bucket: "portal_sign_up",
    from: ["organization"],
    handle: (browser, { org_name }) => Effect.flatMap(SignUps, (signUps) => signUps.found(browser, org_name)),
    json: (redirect_to) => ({ redirect_to }),
    next: seeOther,
    again: (error, place, { org_name }) =>
      error._tag === "email_taken"
        ? hasAccountPage(place)
        : organizationPage(place, portalProblem(error, place.locale), org_name)
  })
}
