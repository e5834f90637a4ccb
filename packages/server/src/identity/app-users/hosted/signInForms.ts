import {
  HostedAddressRequest,
  HostedCodeRequest,
  HostedPasswordRequest,
  HostedSignUpRequest
} from "@fleet/domain/HostedPages"
import { Effect } from "effect"
import { accepted, asJson } from "../../../platform/pages/Answers.ts"
import type { Given } from "../../../platform/pages/Exchange.ts"
import type { Facts } from "../../../platform/pages/FormResults.ts"
import { ClientAuth } from "../signin/ClientAuth.ts"
import { LoginCodes } from "../signin/LoginCodes.ts"
import { Registration } from "../signin/Registration.ts"
import { endHostedSignIn } from "./endHostedSignIn.ts"
import { hostedForm, type Refused } from "./forms.ts"
import { deadLinkPage } from "./linkViews.ts"
import { challengePages } from "./stepPages.ts"
import { codePage, signInPage } from "./signInViews.ts"
import { signUpPage, signUpSentPage } from "./signUpViews.ts"
import type { View } from "./View.ts"

const again = ({ given, problem, tag }: Refused) => ({
  problem,
  email: given["email"],
  denied: tag === "invalid_credentials"
})

/** The address alone, whether or not it was mailed. */
const emailed = (_: View, __: void, { email = "" }: Given): Facts => ({ email })

/** The forms that begin a sign-in or an account. */
export const signInForms = Effect.gen(function* () {
  const clients = yield* ClientAuth
  const codes = yield* LoginCodes
  const registration = yield* Registration
  const { complete } = yield* endHostedSignIn
  const { challenged } = yield* challengePages

  return {
    signIn: hostedForm({
      body: HostedPasswordRequest,
      bucket: "client_login",
      handle: ({ app }, body) => clients.login({ ...body, app_identifier: app.identifier }),
      json: asJson,
      taken: complete("signed_in"),
      page: challenged,
      refused: (view, refused) => signInPage(view, again(refused))
    }),
    code: hostedForm({
      body: HostedAddressRequest,
      bucket: "login_code",
      handle: ({ app }, body) => codes.request({ ...body, app_identifier: app.identifier }),
      json: accepted,
      taken: emailed,
      page: codePage,
      refused: (view, refused) => signInPage(view, again(refused))
    }),
    codeVerify: hostedForm({
      body: HostedCodeRequest,
      bucket: "login_code_verify",
      handle: ({ app }, body) => codes.verify({ ...body, app_identifier: app.identifier }),
      json: asJson,
      taken: complete("signed_in"),
      page: challenged,
      refused: (view, refused) =>
        refused.given["email"] === undefined || refused.problem.field === "email"
          ? signInPage(view, again(refused))
          : codePage(view, again(refused))
    }),
    signUp: hostedForm({
      body: HostedSignUpRequest,
      bucket: "register",
      handle: ({ app }, body) => registration.register({ ...body, app_identifier: app.identifier }),
      json: accepted,
      taken: emailed,
      page: signUpSentPage,
      refused: (view, refused) => signUpPage(view, { ...again(refused), name: refused.given["display_name"] })
    }),
    resend: hostedForm({
      body: HostedAddressRequest,
      bucket: "resend_verification",
      handle: ({ app }, body) => registration.resend({ ...body, app_identifier: app.identifier }),
      json: accepted,
      taken: emailed,
      page: signUpSentPage,
      refused: (view, refused) =>
        refused.given["email"] === undefined || refused.problem.field === "email"
          ? deadLinkPage(view, "verify", again(refused))
          : signUpSentPage(view, again(refused))
    })
  }
})
