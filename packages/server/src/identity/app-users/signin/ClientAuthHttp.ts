import { Api } from "@fleet/domain/api/Api"
import { CurrentAppUser } from "@fleet/domain/api/Access"
import { CurrentCaller } from "@fleet/domain/Caller"
import { identityOf } from "@fleet/domain/ClientIdentity"
import { NotFound } from "@fleet/domain/Errors"
import { Effect, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Sessions } from "../../sessions/Sessions.ts"
import { ClientAuth } from "./ClientAuth.ts"
import { InvitationAcceptance } from "./InvitationAcceptance.ts"
import { LoginCodes } from "./LoginCodes.ts"
import { PasswordChange } from "./PasswordChange.ts"
import { PasswordRecovery } from "./PasswordRecovery.ts"
import { Registration } from "./Registration.ts"
import { SignInPages } from "./SignInPages.ts"

export const ClientAuthHttp = HttpApiBuilder.group(
  Api,
  "clientAuth",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* ClientAuth
    const codes = yield* LoginCodes
    const invitations = yield* InvitationAcceptance
    const passwords = yield* PasswordChange
    const recovery = yield* PasswordRecovery
    const registration = yield* Registration
    const sessions = yield* Sessions
    const pages = yield* SignInPages
    return handlers.handleAll({
      providers: Effect.fnUntraced(function* ({ query }) {
        const found = yield* pages.app(query.app_identifier)
        const app = yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        return {
          providers: app.providers,
          sign_in_methods: { password: app.passwordEnabled, email_code: app.emailCodeEnabled }
        }
      }),
      me: () => Effect.map(CurrentCaller, identityOf),
      login: ({ payload }) => clients.login(payload),
      requestCode: ({ payload }) => codes.request(payload),
      verifyCode: ({ payload }) => codes.verify(payload),
      register: ({ payload }) => registration.register(payload),
      verifyEmail: ({ payload }) => registration.verify(payload),
      resendVerification: ({ payload }) => registration.resend(payload),
      resetPassword: ({ payload }) => recovery.request(payload),
      confirmReset: ({ payload }) => recovery.confirm(payload),
      acceptInvitation: ({ payload }) => invitations.accept(payload),
      refresh: ({ payload }) => sessions.refresh("app_user", Redacted.make(payload.refresh_token)),
      logout: ({ payload }) => sessions.end("app_user", Redacted.make(payload.refresh_token)),
      changePassword: ({ payload }) => Effect.flatMap(CurrentAppUser, (user) => passwords.change(user, payload))
    })
  })
)
