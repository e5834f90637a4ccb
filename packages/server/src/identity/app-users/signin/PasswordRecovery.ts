import type {
  ClientPasswordResetConfirmRequest,
  ClientPasswordResetRequest,
  ClientSignInResult
} from "@fleet/domain/ClientAuth"
import {
  type AtCapacity,
  MethodNotAllowed,
  NotFound,
  type OrgLocked,
  type RateLimited,
  TokenSpent
} from "@fleet/domain/Errors"
import type { RoleId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Redacted } from "effect"
import { Passwords } from "../../factors/Passwords.ts"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { Sessions } from "../../sessions/Sessions.ts"
import { type MailReport, Outbox } from "../../../mail/Outbox.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { AccountStore, type AuthenticatedAppUser, authenticatedAppUserOf, personOf } from "../accounts/AccountStore.ts"
import { accountKey } from "../../../platform/limits/accountKey.ts"
import { SignInCompletion } from "./SignInCompletion.ts"
import { Challenges } from "./Challenges.ts"
import { makeEqualizeDuration } from "../../../platform/crypto/equalizeDuration.ts"
import { type LinkRequest, MailedLinks, spentUnlessLocked } from "./MailedLinks.ts"
import { AuditLog } from "../../../audit/AuditLog.ts"

/** A forgotten password: a link by mail, and a new password for it. */
export class PasswordRecovery extends Context.Service<
  PasswordRecovery,
  {
    /** The same for every address. No mail for an account without a password. */
    readonly request: (
      request: ClientPasswordResetRequest
    ) => Effect.Effect<void, NotFound | MethodNotAllowed | RateLimited>
    /** Ends every session of the person, then signs in. In a locked org nothing is done, and the link stays good. */
    readonly confirm: (
      request: ClientPasswordResetConfirmRequest
    ) => Effect.Effect<ClientSignInResult, TokenSpent | MethodNotAllowed | OrgLocked | AtCapacity>
    /**
     * For a developer: writes the mail with the link to an account that the caller has checked and locked. Run `deliver`
     * after the commit; it answers the delivery report.
     */
    readonly post: (
      user: AuthenticatedAppUser & { readonly displayName: string | null; readonly roleId: RoleId }
    ) => Effect.Effect<{ readonly deliver: Effect.Effect<MailReport> }>
  }
>()("@fleet/server/PasswordRecovery") {
  static readonly layer = Layer.effect(
    PasswordRecovery,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const completion = yield* SignInCompletion
      const challenges = yield* Challenges
      const limits = yield* RateLimits
      const links = yield* MailedLinks
      const outbox = yield* Outbox
      const passwords = yield* Passwords
      const sessions = yield* Sessions
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const send = Effect.fnUntraced(function* (link: LinkRequest) {
        if (!(yield* accounts.lockAppForShare(link.app.appId))) return yield* new NotFound()
        yield* links.send(link)
      }, transaction.run)

      const ask = Effect.fnUntraced(function* ({ app_identifier: identifier, email }: ClientPasswordResetRequest) {
        const found = yield* accounts.find({ identifier, email })
        const context = yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        if (!context.password_enabled) return yield* new MethodNotAllowed()
        const app = { orgId: context.org_id, appId: context.app_id, identifier, template: context.reset_url }
        yield* send({ kind: "reset", app, person: personOf(found), email })
      })

      const equalizeDuration = makeEqualizeDuration()
      const request = Effect.fn("PasswordRecovery.request")(function* (asked: ClientPasswordResetRequest) {
        yield* limits.take("password_reset_account", accountKey(asked.app_identifier, asked.email))
        yield* equalizeDuration(ask(asked))
      })

      const setPassword = Effect.fnUntraced(
        function* (token: string, hash: string) {
          const id = yield* Effect.fromOption(yield* links.take("reset", token))
          const user = authenticatedAppUserOf(yield* Effect.fromOption(yield* accounts.activate(id)))
          yield* accounts.setPassword(id, hash)
          yield* sessions.endAll("app_user", [id])
          yield* challenges.endAll(id)
          yield* audit.recordOwn(user, { action: "app_user.password_reset" })
          return yield* completion.completeFirstFactor(user, "password_reset")
        },
        transaction.run,
        Effect.mapError(spentUnlessLocked)
      )

      const confirm = Effect.fn("PasswordRecovery.confirm")(function* ({
        new_password,
        token
      }: ClientPasswordResetConfirmRequest) {
        const found = yield* links.find("reset", token)
        const holder = yield* Effect.mapError(Effect.fromOption(found), () => new TokenSpent())
        if (!holder.password_enabled) return yield* new MethodNotAllowed()
        const hash = yield* passwords.hash(Redacted.make(new_password), holder.app_id)
        return yield* setPassword(token, hash)
      })

      const post = Effect.fn("PasswordRecovery.post")(function* ({
        appId,
        displayName,
        email,
        id,
        orgId,
        roleId
      }: AuthenticatedAppUser & { readonly displayName: string | null; readonly roleId: RoleId }) {
        const person = { id, email, display_name: displayName, role_id: roleId }
        const { identifier, reset_url: template } = yield* accounts.app(appId)
        const app = { orgId, appId, identifier, template }
        return yield* outbox.postReported(yield* links.issue({ kind: "reset", app, person, email }))
      })

      return PasswordRecovery.of({ request, confirm, post })
    })
  )
}
