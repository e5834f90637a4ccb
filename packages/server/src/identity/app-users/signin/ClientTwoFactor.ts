import type { AppUser } from "@fleet/domain/Caller"
import type {
  SignInTokens,
  TwoFactorConfirmResponse,
  TwoFactorSetupResponse,
  TwoFactorVerifyRequest
} from "@fleet/domain/ClientAuth"
import {
  InvalidCode,
  type OrgLocked,
  type RateLimited,
  TargetStateConflict,
  type TokenRevoked,
  TokenSpent
} from "@fleet/domain/Errors"
import type { AppUserId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option } from "effect"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import type { Holder } from "../../factors/Holder.ts"
import { SecondFactors } from "../../factors/SecondFactors.ts"
import { Sessions } from "../../sessions/Sessions.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { SignInCompletion } from "./SignInCompletion.ts"
import { Challenges } from "./Challenges.ts"
import { AuditLog } from "../../../audit/AuditLog.ts"
import { TwoFactorStore } from "./TwoFactorStore.ts"

/** Who sets an authenticator up: a sign-in that waits for it, or a signed-in user from settings. */
export type Enroller = { readonly challenge: string } | { readonly user: AppUser }

/**
 * The second factor of app users. Calls are rate-limited by person; those with an unknown challenge by `address`, the
 * caller's.
 */
export class ClientTwoFactor extends Context.Service<
  ClientTwoFactor,
  {
    /** Ends a sign-in that waits for a code. A challenge to set an authenticator up counts as a dead one. */
    readonly verify: (
      request: typeof TwoFactorVerifyRequest.Type,
      address?: string
    ) => Effect.Effect<SignInTokens, InvalidCode | TokenSpent | OrgLocked | RateLimited>
    /**
     * A challenge that waits for a code counts as a dead one, and so does every challenge of a person who has an
     * authenticator by now: it would let a first proof alone replace the second. A challenge has the same key each time,
     * and no other's.
     */
    readonly setup: (
      enroller: Enroller,
      address?: string
    ) => Effect.Effect<
      typeof TwoFactorSetupResponse.Type,
      TokenSpent | TokenRevoked | TargetStateConflict | OrgLocked | RateLimited
    >
    /** Ends the sign-in that waits for it; from settings it ends the person's other sessions. */
    readonly confirm: (
      enroller: Enroller,
      code: string,
      address?: string
    ) => Effect.Effect<
      typeof TwoFactorConfirmResponse.Type,
      InvalidCode | TokenSpent | TokenRevoked | TargetStateConflict | OrgLocked | RateLimited
    >
    readonly remove: (
      user: AppUser,
      code: string
    ) => Effect.Effect<void, InvalidCode | TokenRevoked | TargetStateConflict | RateLimited>
  }
>()("@fleet/server/ClientTwoFactor") {
  static readonly layer = Layer.effect(
    ClientTwoFactor,
    Effect.gen(function* () {
      const store = yield* TwoFactorStore
      const challenges = yield* Challenges
      const factors = yield* SecondFactors
      const completion = yield* SignInCompletion
      const sessions = yield* Sessions
      const limits = yield* RateLimits
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const holderOf = (id: AppUserId): Holder => ({ kind: "app_user", id })
      const conflict = (rule: "off" | "required") => new TargetStateConflict({ details: { field: "two_factor", rule } })
      const isEnrolled = (holder: Holder) => Effect.map(factors.status(holder), (found) => found.confirmedAt !== null)

      const take = Effect.fnUntraced(function* (
        bucket: "two_factor_verify" | "two_factor_setup" | "two_factor_confirm",
        enroller: Enroller,
        address: string
      ) {
        const owner =
          "user" in enroller ? enroller.user.id : Option.getOrNull(yield* challenges.ownerOf(enroller.challenge))
        yield* limits.take(bucket, owner ?? address)
        // A daily limit too: with the password, ten guesses a minute would add up.
        if (bucket === "two_factor_verify" && owner !== null) yield* limits.take("two_factor_day", owner)
      })

      // A refusal keeps what was written before it: the counted wrong code and its record.
      const verify = Effect.fnUntraced(function* ({ challenge, ...proof }: typeof TwoFactorVerifyRequest.Type) {
        const found = Option.getOrUndefined(yield* challenges.lockForUpdate(challenge))
        if (found?.status !== "two_factor_required") return yield* new TokenSpent()
        const { method, user } = found
        const holder = holderOf(user.id)
        if (!(yield* isEnrolled(holder))) return yield* new TokenSpent()
        if (!(yield* factors.check(holder, proof))) {
          yield* audit.recordOwn(user, { action: "app_user.login_failed", details: { method, step: "two_factor" } })
          return yield* new InvalidCode({ details: { attempts_left: yield* challenges.wrong(challenge) } })
        }
        yield* challenges.spend(challenge)
        if (proof.recovery_code !== undefined) yield* audit.recordOwn(user, { action: "app_user.recovery_code_used" })
        return yield* completion.openSession(user, method)
      }, transaction.keep)

      /** The person who may enrol, locked, with the sign-in that waits for it. */
      const enrolling = Effect.fnUntraced(function* (enroller: Enroller) {
        const waiting =
          "user" in enroller ? null : Option.getOrNull(yield* challenges.lockForUpdate(enroller.challenge))
        const user = "user" in enroller ? enroller.user : waiting?.user
        if (user === undefined) return yield* new TokenSpent()
        const holder = holderOf(user.id)
        if (waiting !== null && (waiting.status !== "two_factor_setup_required" || (yield* isEnrolled(holder)))) {
          return yield* new TokenSpent()
        }
        const locked = yield* store.lockForUpdate(user.id)
        if ("user" in enroller) yield* sessions.lockForUpdate(enroller.user)
        const terms = yield* Effect.mapError(Effect.fromOption(locked), () => new TokenSpent())
        if (terms.policy === "off") return yield* conflict("off")
        return { holder, user, waiting, issuer: terms.app_name }
      })

      /** A wrong code, which a sign-in that waits has a few of. */
      const counted = Effect.fnUntraced(function* (enroller: Enroller, wrong: InvalidCode) {
        if ("user" in enroller) return yield* wrong
        return yield* new InvalidCode({ details: { attempts_left: yield* challenges.wrong(enroller.challenge) } })
      })

      const confirm = Effect.fnUntraced(function* (enroller: Enroller, code: string) {
        const { holder, issuer, user, waiting } = yield* enrolling(enroller)
        if (waiting !== null) {
          if (waiting.key === null) return yield* new TokenSpent()
          // The key of this sign-in, whichever of the person's sign-ins began a set-up last.
          yield* factors.begin(holder, { issuer, account: user.email }, waiting.key)
        }
        yield* Effect.catchTag(factors.confirm(holder, code), "invalid_code", (wrong) => counted(enroller, wrong))
        const recovery_codes = yield* factors.issueRecoveryCodes(holder)
        const person = { id: user.id, orgId: user.orgId, appId: user.appId, email: user.email }
        yield* audit.recordOwn(person, { action: "app_user.two_factor_enabled" })
        // The person's other sign-ins began without this authenticator.
        yield* challenges.endAll(user.id)
        if ("user" in enroller) return { recovery_codes, session: yield* sessions.renew(enroller.user) }
        return { recovery_codes, session: yield* completion.openSession(person, waiting!.method) }
      }, transaction.keepOn("invalid_code"))

      const remove = Effect.fnUntraced(function* (user: AppUser, code: string) {
        const terms = Option.getOrUndefined(yield* store.lockForUpdate(user.id))
        yield* sessions.lockForUpdate(user)
        if (terms?.policy === "required") return yield* conflict("required")
        const holder = holderOf(user.id)
        if (terms === undefined || !(yield* isEnrolled(holder))) return yield* conflict("off")
        if (!(yield* factors.check(holder, { code }))) return yield* new InvalidCode({})
        yield* factors.removeAuthenticator(holder)
        yield* factors.voidRecoveryCodes(holder)
        yield* challenges.endAll(user.id)
        yield* audit.recordOwn(user, { action: "app_user.two_factor_disabled" })
      }, transaction.run)

      const setup = Effect.fnUntraced(function* (enroller: Enroller) {
        const { holder, issuer, user, waiting } = yield* enrolling(enroller)
        const key = yield* factors.begin(holder, { issuer, account: user.email }, waiting?.key ?? undefined)
        if ("challenge" in enroller) yield* challenges.keepKey(enroller.challenge, key.secret)
        return key
      }, transaction.run)

      return ClientTwoFactor.of({
        verify: Effect.fn("ClientTwoFactor.verify")(function* (request, address = "unknown") {
          yield* take("two_factor_verify", request, address)
          return yield* verify(request)
        }),
        setup: Effect.fn("ClientTwoFactor.setup")(function* (enroller, address = "unknown") {
          yield* take("two_factor_setup", enroller, address)
          return yield* setup(enroller)
        }),
        confirm: Effect.fn("ClientTwoFactor.confirm")(function* (enroller, code, address = "unknown") {
          yield* take("two_factor_confirm", enroller, address)
          return yield* confirm(enroller, code)
        }),
        remove: Effect.fn("ClientTwoFactor.remove")(function* (user, code) {
          yield* limits.take("two_factor_delete", user.id)
          yield* limits.take("two_factor_day", user.id)
          yield* remove(user, code)
        })
      })
    })
  )
}
