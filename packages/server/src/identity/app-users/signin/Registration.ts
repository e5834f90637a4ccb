import type {
  ClientRegisterRequest,
  ClientResendVerificationRequest,
  ClientSignInResult,
  ClientVerifyEmailRequest
} from "@fleet/domain/ClientAuth"
import {
  type AtCapacity,
  DomainNotAllowed,
  NotFound,
  type OrgLocked,
  type PlanLimit,
  type QuotaExceeded,
  type RateLimited,
  RegistrationClosed,
  TargetStateConflict,
  type TokenSpent,
  type ValidationError
} from "@fleet/domain/Errors"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Passwords } from "../../factors/Passwords.ts"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { AppUserLimit } from "../limit/AppUserLimit.ts"
import type { OfApp } from "../limit/AppUserLimitStore.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { AccountStore, authenticatedAppUserOf, personOf } from "../accounts/AccountStore.ts"
import { accountKey } from "../../../platform/limits/accountKey.ts"
import { SignInCompletion } from "./SignInCompletion.ts"
import { makeEqualizeDuration } from "../../../platform/crypto/equalizeDuration.ts"
import { type LinkRequest, MailedLinks, spentUnlessLocked } from "./MailedLinks.ts"
import { checkNewPassword } from "./newPassword.ts"
import { RegistrationStore } from "./RegistrationStore.ts"
import { AuditLog } from "../../../audit/AuditLog.ts"

/** How end users make an account of their own, and prove their address. */
export class Registration extends Context.Service<
  Registration,
  {
    /** The same answer after the same work for new and known addresses. */
    readonly register: (
      request: ClientRegisterRequest
    ) => Effect.Effect<
      void,
      | ValidationError
      | NotFound
      | RegistrationClosed
      | DomainNotAllowed
      | TargetStateConflict
      | OrgLocked
      | QuotaExceeded
      | PlanLimit
      | RateLimited
      | AtCapacity
    >
    /** In a locked org nothing is done, and the link stays good. */
    readonly verify: (request: ClientVerifyEmailRequest) => Effect.Effect<ClientSignInResult, TokenSpent | OrgLocked>
    readonly resend: (request: ClientResendVerificationRequest) => Effect.Effect<void, NotFound | RateLimited>
  }
>()("@fleet/server/Registration") {
  static readonly layer = Layer.effect(
    Registration,
    Effect.gen(function* () {
      const store = yield* RegistrationStore
      const accounts = yield* AccountStore
      const completion = yield* SignInCompletion
      const links = yield* MailedLinks
      const limits = yield* RateLimits
      const passwords = yield* Passwords
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const userLimit = yield* AppUserLimit

      /** The app and the role of a registration. Independent of whether the address has an account. */
      const admit = Effect.fnUntraced(function* ({
        app_identifier: identifier,
        email,
        password
      }: ClientRegisterRequest) {
        const found = yield* store.find({ identifier, email })
        const app = yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        if (!app.self_registration) return yield* new RegistrationClosed()
        yield* checkNewPassword(app, password)
        if (!app.domain_allowed) return yield* new DomainNotAllowed()
        const roleId = app.default_role_id
        if (roleId === null) {
          return yield* new TargetStateConflict({ details: { field: "default_role_id", rule: "not_set" } })
        }
        yield* userLimit.check(app.org_id)
        return { orgId: app.org_id, appId: app.app_id, template: app.verify_url, roleId }
      })

      /** One path for every address: the same statements, which change nothing for an account that is not pending. */
      const write = Effect.fnUntraced(function* (request: ClientRegisterRequest, app: OfApp, hash: string | null) {
        const { app_identifier: identifier, display_name = null, email } = request
        yield* userLimit.lockForUpdate(app)
        // Again, now that the org and the app are locked.
        const { appId, orgId, roleId, template } = yield* admit(request)
        const account = { org_id: orgId, app_id: appId, email, display_name, role_id: roleId, password_hash: hash }
        const person = Option.getOrNull(yield* accounts.register(account))
        yield* links.send({ kind: "verify", app: { orgId, appId, identifier, template }, person, email })
        yield* audit.recordOwn(person && authenticatedAppUserOf(person), { action: "app_user.registered" })
      }, transaction.run)

      const make = Effect.fnUntraced(function* (request: ClientRegisterRequest) {
        const app = yield* admit(request)
        const { password } = request
        const hash = password === undefined ? null : yield* passwords.hash(Redacted.make(password), app.appId)
        yield* write(request, app, hash)
      })

      const equalizeRegistration = makeEqualizeDuration()
      const register = Effect.fn("Registration.register")(function* (request: ClientRegisterRequest) {
        yield* limits.take("register_account", accountKey(request.app_identifier, request.email))
        yield* equalizeRegistration(make(request))
      })

      const send = Effect.fnUntraced(function* (link: LinkRequest) {
        if (!(yield* accounts.lockAppForShare(link.app.appId))) return yield* new NotFound()
        yield* links.send(link)
      }, transaction.run)

      const mailAgain = Effect.fnUntraced(function* (request: ClientResendVerificationRequest) {
        const { app_identifier: identifier, email } = request
        const found = yield* accounts.find({ identifier, email })
        const context = yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        const app = { orgId: context.org_id, appId: context.app_id, identifier, template: context.verify_url }
        yield* send({ kind: "verify", app, person: personOf(found), email })
      })

      const equalizeMail = makeEqualizeDuration()
      const resend = Effect.fn("Registration.resend")(function* (request: ClientResendVerificationRequest) {
        yield* limits.take("resend_verification_account", accountKey(request.app_identifier, request.email))
        yield* equalizeMail(mailAgain(request))
      })

      const verify = Effect.fn("Registration.verify")(
        function* ({ token }: ClientVerifyEmailRequest) {
          const id = yield* Effect.fromOption(yield* links.take("verify", token))
          const person = yield* Effect.fromOption(yield* accounts.activate(id))
          return yield* completion.completeFirstFactor(authenticatedAppUserOf(person), "verify_email")
        },
        transaction.run,
        Effect.mapError(spentUnlessLocked)
      )

      return Registration.of({ register, resend, verify })
    })
  )
}
