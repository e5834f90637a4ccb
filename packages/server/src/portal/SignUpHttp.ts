import type { ApiError } from "@fleet/domain/Errors"
import { PortalCodeRequest, PortalOrganizationRequest, PortalSignUpRequest } from "@fleet/domain/Portal"
import { WaitlistRequest } from "@fleet/domain/Waitlist"
import { Effect } from "effect"
import { HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { seeOther } from "../pages/Answers.ts"
import { exchange } from "../pages/Exchange.ts"
import { inLanguage, nextOf, pages } from "./paths.ts"
import { type Place, refusal, texts } from "./PortalPage.ts"
import { codeAgain, codePageOf } from "./SignInHttp.ts"
import { closedPage, listedPage, organizationPage, signUpPage } from "./signUpPages.ts"
import { SignUps } from "./SignUps.ts"
import { currentLocale, interactionPage, refusalIn, step } from "./StepHttp.ts"
import { Waitlist } from "./Waitlist.ts"

/** A page of sign-up; while that is closed, the one that says so. */
const whileOpen = <A, E, R>(page: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    if ((yield* SignUps).open) return yield* page
    const { interaction = "" } = yield* HttpRouter.params
    return closedPage(yield* currentLocale, pages.signUp(encodeURIComponent(interaction)))
  })

const taken = (error: ApiError, place: Place) =>
  error._tag === "email_taken"
    ? refusal(error, texts[place.locale].emailTaken, "email")
    : refusalIn(error, place.locale)

export const signUpPageHttp = whileOpen(interactionPage(["open"], (place) => signUpPage(place)))
export const signUpCodePageHttp = whileOpen(codePageOf("sign_up"))
export const organizationPageHttp = whileOpen(interactionPage(["organization"], (place) => organizationPage(place)))

export const signUpHttp = step({
  body: PortalSignUpRequest,
  bucket: "portal_sign_up",
  from: ["open"],
  handle: (browser, { display_name, email }) =>
    Effect.gen(function* () {
      yield* (yield* SignUps).begin(browser, { email, ...(display_name === undefined ? {} : { display_name }) })
      return email
    }),
  json: (email, id) => ({ next: nextOf("signUpCode", id), email }),
  next: (_, { id, locale }) => seeOther(inLanguage(pages.signUpCode(id), locale)),
  again: (error, place, given) =>
    error._tag === "signup_closed"
      ? closedPage(place.locale, pages.signUp(place.interaction.id))
      : signUpPage(place, taken(error, place), given)
})

export const signUpCodeHttp = step({
  body: PortalCodeRequest,
  bucket: "portal_code",
  from: ["open"],
  handle: (browser, { code }) => Effect.flatMap(SignUps, (signUps) => signUps.code(browser, code)),
  json: (_, id) => ({ next: nextOf("organization", id) }),
  next: (_, { id, locale }) => seeOther(inLanguage(pages.organization(id), locale)),
  again: (error, place) =>
    error._tag === "signup_closed"
      ? closedPage(place.locale, pages.signUp(place.interaction.id))
      : codeAgain("sign_up")(error, place)
})

export const organizationHttp = step({
  body: PortalOrganizationRequest,
  bucket: "portal_sign_up",
  from: ["organization"],
  handle: (browser, { org_name }) => Effect.flatMap(SignUps, (signUps) => signUps.found(browser, org_name)),
  json: (redirect_to) => ({ redirect_to }),
  next: seeOther,
  again: (error, place, { org_name }) => organizationPage(place, taken(error, place), org_name)
})

/** The waitlist's form: what /api/waitlist is, for a page. */
export const waitlistHttp = exchange<
  typeof WaitlistRequest.Type,
  void,
  never,
  Waitlist | HttpServerRequest.HttpServerRequest
>({
  body: WaitlistRequest,
  bucket: "waitlist",
  handle: ({ email }) => Effect.flatMap(Waitlist, (waitlist) => waitlist.join(email)),
  json: () => HttpServerResponse.empty({ status: 202 }),
  page: () => Effect.map(currentLocale, listedPage),
  refused: (error, { email }) =>
    Effect.map(currentLocale, (locale) => closedPage(locale, null, { email, problem: refusalIn(error, locale) }))
})
