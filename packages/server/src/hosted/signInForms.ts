import {
  HostedAddressRequest,
  HostedCodeRequest,
  HostedPasswordRequest,
  HostedSignUpRequest
} from "@fleet/domain/HostedPages"
import { Effect } from "effect"
import { accepted, asJson } from "../pages/Answers.ts"
import { ClientAuth } from "../signin/ClientAuth.ts"
import { LoginCodes } from "../signin/LoginCodes.ts"
import { Registration } from "../signin/Registration.ts"
import { arrival } from "./Arrival.ts"
import { hostedForm, type Refused } from "./forms.ts"
import { deadLinkPage } from "./linkViews.ts"
import { codePage, signInPage } from "./signInViews.ts"
import { signUpPage, signUpSentPage } from "./signUpViews.ts"

const again = ({ given, problem, status }: Refused) => ({ problem, status, email: given["email"] })

/** The forms that begin a sign-in or an account. */
export const signInForms = Effect.gen(function* () {
  const clients = yield* ClientAuth
  const codes = yield* LoginCodes
  const registration = yield* Registration
  const { arrive } = yield* arrival

  return {
    signIn: hostedForm({
      body: HostedPasswordRequest,
      bucket: "client_login",
      handle: ({ app }, body) => clients.login({ ...body, app_identifier: app.identifier }),
      json: asJson,
      page: arrive("signed_in"),
      refused: (view, refused) => signInPage(view, again(refused), "password")
    }),
    code: hostedForm({
      body: HostedAddressRequest,
      bucket: "login_code",
      handle: ({ app }, body) => codes.request({ ...body, app_identifier: app.identifier }),
      json: accepted,
      page: (view, _, { email }) => codePage(view, { email }),
      refused: (view, refused) => signInPage(view, again(refused), "code")
    }),
    codeVerify: hostedForm({
      body: HostedCodeRequest,
      bucket: "login_code_verify",
      handle: ({ app }, body) => codes.verify({ ...body, app_identifier: app.identifier }),
      json: asJson,
      page: arrive("signed_in"),
      refused: (view, refused) =>
        refused.given["email"] === undefined || refused.problem.field === "email"
          ? signInPage(view, again(refused), "code")
          : codePage(view, again(refused))
    }),
    signUp: hostedForm({
      body: HostedSignUpRequest,
      bucket: "register",
      handle: ({ app }, body) => registration.register({ ...body, app_identifier: app.identifier }),
      json: accepted,
      page: (view, _, { email }) => signUpSentPage(view, { email }),
      refused: (view, refused) => signUpPage(view, { ...again(refused), name: refused.given["display_name"] })
    }),
    resend: hostedForm({
      body: HostedAddressRequest,
      bucket: "resend_verification",
      handle: ({ app }, body) => registration.resend({ ...body, app_identifier: app.identifier }),
      json: accepted,
      page: (view, _, { email }) => signUpSentPage(view, { email }),
      refused: (view, refused) =>
        refused.given["email"] === undefined || refused.problem.field === "email"
          ? deadLinkPage(view, "verify", again(refused))
          : signUpSentPage(view, again(refused))
    })
  }
})
