import type { ClientLoginCodeRequest, ClientLoginCodeVerifyRequest, ClientSignInResult } from "@fleet/domain/ClientAuth"
import {
  InvalidCode,
  MethodNotAllowed,
  NotFound,
  type OrgLocked,
  type RateLimited,
  TokenSpent
} from "@fleet/domain/Errors"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { randomInt } from "node:crypto"
import { Passwords } from "../../factors/Passwords.ts"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { Outbox } from "../../../mail/Outbox.ts"
import { Sealing } from "../../../platform/crypto/Sealing.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import {
  AccountStore,
  authenticatedAppUserOf,
  type LoginContext,
  type Person,
  personOf
} from "../accounts/AccountStore.ts"
import { accountKey } from "../../../platform/limits/accountKey.ts"
import { SignInCompletion } from "./SignInCompletion.ts"
import { makeEqualizeDuration } from "../../../platform/crypto/equalizeDuration.ts"
import { type Key, LoginCodeStore } from "./LoginCodeStore.ts"
import { LostPasswords } from "./LostPasswords.ts"
import { AuditLog } from "../../../audit/AuditLog.ts"

const lifetime = Duration.minutes(10)
const attempts = 5
/** Between two mails to one account. */
const minInterval = Duration.seconds(60)

const keyOf = ({ address, app_id }: LoginContext): Key => ({ appId: app_id, address })

/** Sign-in by a code that is mailed: six digits, 10 minutes, five wrong tries, one mail a minute. */
export class LoginCodes extends Context.Service<
  LoginCodes,
  {
    /** The same for every address. The mail goes to active and pending accounts. */
    readonly request: (
      request: ClientLoginCodeRequest
    ) => Effect.Effect<void, NotFound | MethodNotAllowed | RateLimited>
    /**
     * Activates a pending account. The password it was registered with is void, since the address was not verified then;
     * the answer has `password_reset_needed`, and a mail with a link to set a new one is sent. Attempts are counted for
     * unknown addresses too.
     */
    readonly verify: (
      request: ClientLoginCodeVerifyRequest
    ) => Effect.Effect<ClientSignInResult, InvalidCode | TokenSpent | MethodNotAllowed | OrgLocked>
  }
>()("@fleet/server/LoginCodes") {
  static readonly layer = Layer.effect(
    LoginCodes,
    Effect.gen(function* () {
      const store = yield* LoginCodeStore
      const accounts = yield* AccountStore
      const completion = yield* SignInCompletion
      const limits = yield* RateLimits
      const lostPasswords = yield* LostPasswords
      const outbox = yield* Outbox
      const passwords = yield* Passwords
      const sealing = yield* Sealing
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const contextOf = ({ address, appId }: Key) => `login_code\n${appId}\n${address}`

      const issue = Effect.fnUntraced(function* (context: LoginContext, person: Person | null, email: string) {
        const now = yield* DateTime.now
        const expiresAt = DateTime.toDateUtc(DateTime.addDuration(now, lifetime))
        const code = randomInt(1_000_000).toString().padStart(6, "0")
        if (!(yield* accounts.lockAppForShare(context.app_id))) return yield* new NotFound()
        const written = yield* store.put({
          ...keyOf(context),
          userId: person?.id ?? null,
          codeMac: sealing.mac(code, contextOf(keyOf(context))),
          attempts,
          now: DateTime.toDateUtc(now),
          expiresAt,
          renewable: DateTime.toDateUtc(DateTime.subtractDuration(now, minInterval))
        })
        if (Option.isNone(written)) return
        yield* outbox.post({
          kind: "login_code",
          to: person?.email ?? email,
          orgId: context.org_id,
          appId: context.app_id,
          displayName: person?.display_name ?? null,
          roleId: person?.role_id ?? null,
          link: null,
          code,
          expiresAt,
          send: written.value.user_id !== null
        })
      }, transaction.run)

      const ask = Effect.fnUntraced(function* ({ app_identifier: identifier, email }: ClientLoginCodeRequest) {
        const found = yield* accounts.find({ identifier, email })
        const context = yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        if (!context.email_code_enabled) return yield* new MethodNotAllowed()
        yield* issue(context, personOf(found), email)
      })

      const equalizeDuration = makeEqualizeDuration()
      const request = Effect.fn("LoginCodes.request")(function* (asked: ClientLoginCodeRequest) {
        yield* limits.take("login_code_account", accountKey(asked.app_identifier, asked.email))
        yield* equalizeDuration(ask(asked))
      })

      // A wrong code is counted. The refusal of a locked org rolls back: the code stays good.
      const attempt = Effect.fnUntraced(function* (context: LoginContext, code: string) {
        const key = keyOf(context)
        const found = Option.getOrNull(yield* store.lockForUpdate(key, DateTime.toDateUtc(yield* DateTime.now)))
        if (found === null) return yield* new TokenSpent()
        const { attempts_left: left, code_mac: mac, user_id: id } = found
        const right = sealing.isMac(mac, code, contextOf(key))
        const lost = yield* passwords.lost
        const person = right && id !== null ? Option.getOrNull(yield* accounts.activate(id, lost)) : null
        yield* store.setAttemptsLeft(key, person === null ? left - 1 : 0)
        if (person === null) return yield* new InvalidCode({ details: { attempts_left: left - 1 } })
        if (person.password_hash === lost) yield* lostPasswords.mail(person)
        return yield* completion.completeFirstFactor(authenticatedAppUserOf(person), "email_code")
      }, transaction.keepOn("invalid_code"))

      const verify = Effect.fn("LoginCodes.verify")(function* ({
        app_identifier: identifier,
        code,
        email
      }: ClientLoginCodeVerifyRequest) {
        const found = yield* accounts.find({ identifier, email })
        const context = yield* Effect.mapError(Effect.fromOption(found), () => new TokenSpent())
        if (!context.email_code_enabled) return yield* new MethodNotAllowed()
        const person = personOf(found)
        const failed = audit.recordOwnInBackground(person && authenticatedAppUserOf(person), {
          action: "app_user.login_failed",
          details: { method: "email_code" }
        })
        return yield* Effect.tapErrorTag(attempt(context, code), "invalid_code", () => failed)
      })

      return LoginCodes.of({ request, verify })
    })
  )
}
