import type { AppId } from "@fleet/domain/Ids"
import type { AppUser } from "@fleet/domain/Caller"
import type { PasswordChangeRequest } from "@fleet/domain/ClientAuth"
import {
  type AtCapacity,
  InvalidCredentials,
  MethodNotAllowed,
  type OrgLocked,
  TargetStateConflict,
  type TokenRevoked
} from "@fleet/domain/Errors"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Passwords } from "../../factors/Passwords.ts"
import { Sessions } from "../../sessions/Sessions.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { makeKeyedSemaphore } from "../../../platform/limits/KeyedSemaphore.ts"
import { AccountStore, authenticatedAppUserOf } from "../accounts/AccountStore.ts"
import { Challenges } from "./Challenges.ts"
import { AuditLog } from "../../../audit/AuditLog.ts"

/** A new password from settings. */
export class PasswordChange extends Context.Service<
  PasswordChange,
  {
    /** Ends the person's other sessions and answers a fresh pair. `password/not_set` without a password. */
    readonly change: (
      user: AppUser,
      request: PasswordChangeRequest
    ) => Effect.Effect<
      SessionTokens,
      InvalidCredentials | TargetStateConflict | MethodNotAllowed | OrgLocked | TokenRevoked | AtCapacity
    >
  }
>()("@fleet/server/PasswordChange") {
  static readonly layer = Layer.effect(
    PasswordChange,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const challenges = yield* Challenges
      const passwords = yield* Passwords
      const sessions = yield* Sessions
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      // These calls have no rate limit, and share the few hashing slots with every sign-in.
      const oneByOrg = makeKeyedSemaphore(1)
      const rehash = Effect.fnUntraced(function* (app: AppId, presented: string, current: string, fresh: string) {
        if (!(yield* passwords.verify(Redacted.make(presented), current, app))) return yield* new InvalidCredentials()
        return yield* passwords.hash(Redacted.make(fresh), app)
      })

      /** Of two concurrent changes that prove the same password, one is made. */
      const replace = Effect.fnUntraced(function* (user: AppUser, current: string, fresh: string) {
        const person = Option.getOrNull(yield* accounts.lockForUpdate(user.id))
        yield* sessions.lockForUpdate(user)
        if (person?.status !== "active" || person.password_hash !== current) return yield* new InvalidCredentials()
        yield* accounts.setPassword(user.id, fresh)
        yield* challenges.endAll(user.id)
        yield* audit.recordOwn(authenticatedAppUserOf(person), { action: "app_user.password_changed" })
        return yield* sessions.renew(user)
      }, transaction.run)

      const change = Effect.fn("PasswordChange.change")(function* (
        user: AppUser,
        { current_password, new_password }: PasswordChangeRequest
      ) {
        const { password_enabled, password_hash: current } = yield* accounts.password(user.id)
        if (!password_enabled) return yield* new MethodNotAllowed()
        if (current === null) {
          return yield* new TargetStateConflict({ details: { field: "password", rule: "not_set" } })
        }
        const hash = yield* oneByOrg(user.orgId)(rehash(user.appId, current_password, current, new_password))
        return yield* replace(user, current, hash)
      })

      return PasswordChange.of({ change })
    })
  )
}
