import type { ClientAcceptInvitationRequest, ClientSignInResult } from "@fleet/domain/ClientAuth"
import {
  type AtCapacity,
  EmailTaken,
  type OrgLocked,
  type QuotaExceeded,
  TargetStateConflict,
  TokenSpent,
  type ValidationError
} from "@fleet/domain/Errors"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Passwords } from "../../factors/Passwords.ts"
import { rememberApp } from "../../../platform/http/RequestCaller.ts"
import { hashSecret } from "../../../platform/crypto/Secrets.ts"
import { AppUserLimit } from "../limit/AppUserLimit.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { AccountStore, authenticatedAppUserOf } from "../accounts/AccountStore.ts"
import { AppInvitationStore } from "../accounts/AppInvitationStore.ts"
import { AcceptanceStore, type Invited, type Presented } from "./AcceptanceStore.ts"
import { SignInCompletion } from "./SignInCompletion.ts"
import { checkNewPassword } from "./newPassword.ts"
import { AuditLog } from "../../../audit/AuditLog.ts"

/** Accepts invitations to an app. */
export class InvitationAcceptance extends Context.Service<
  InvitationAcceptance,
  {
    /** A pending account of the address becomes active; without one an account is made. */
    readonly accept: (
      request: ClientAcceptInvitationRequest
    ) => Effect.Effect<
      ClientSignInResult,
      ValidationError | TokenSpent | EmailTaken | TargetStateConflict | OrgLocked | QuotaExceeded | AtCapacity
    >
  }
>()("@fleet/server/InvitationAcceptance") {
  static readonly layer = Layer.effect(
    InvitationAcceptance,
    Effect.gen(function* () {
      const store = yield* AcceptanceStore
      const accounts = yield* AccountStore
      const invitations = yield* AppInvitationStore
      const completion = yield* SignInCompletion
      const passwords = yield* Passwords
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const userLimit = yield* AppUserLimit

      /** The account of the invited address: a pending one becomes active, without one it is made. */
      const settle = Effect.fnUntraced(function* (
        invited: Invited,
        hash: string | null,
        displayName: string | null | undefined
      ) {
        const existing = Option.getOrUndefined(yield* store.lockAccountForUpdate(invited))
        if (existing !== undefined && existing.status !== "pending_verification") return yield* new EmailTaken()
        const roleId = invited.role_id ?? invited.default_role_id
        if (roleId === null) {
          return yield* new TargetStateConflict({ details: { field: "role_id", rule: "not_set" } })
        }
        const { app_id, email, org_id } = invited
        const name = displayName === undefined ? (invited.display_name ?? existing?.display_name ?? null) : displayName
        // The address was not verified when it was registered: the password and name set then are replaced.
        const account = { org_id, app_id, email, display_name: name, role_id: roleId, password_hash: hash }
        if (existing !== undefined) return yield* accounts.accept(existing.id, account)

        yield* userLimit.checkInvited(org_id)
        const inserted = yield* accounts.insert(account)
        const created = yield* Effect.mapError(Effect.fromOption(inserted), () => new EmailTaken())
        yield* audit.recordOwn(authenticatedAppUserOf(created), { action: "app_user.created" })
        return created
      })

      const take = Effect.fnUntraced(function* (
        found: Invited,
        presented: Presented,
        { display_name, password }: ClientAcceptInvitationRequest,
        hash: string | null
      ) {
        yield* Effect.catchTag(userLimit.lockForUpdate({ orgId: found.org_id, appId: found.app_id }), "not_found", () =>
          Effect.fail(new TokenSpent())
        )
        const locked = yield* store.lockForUpdate(presented)
        const invited = yield* Effect.mapError(Effect.fromOption(locked), () => new TokenSpent())
        // Again, now that the app is locked.
        yield* checkNewPassword(invited, password)
        const user = authenticatedAppUserOf(yield* settle(invited, hash, display_name))
        yield* invitations.remove(invited.id)
        const target = { kind: "app_invitation", id: invited.id, label: invited.email }
        yield* audit.recordOwn(user, { action: "app_invitation.accepted", target })
        return yield* completion.completeFirstFactor(user, "invitation")
      }, transaction.run)

      const accept = Effect.fn("InvitationAcceptance.accept")(function* (request: ClientAcceptInvitationRequest) {
        const { password, token } = request
        const presented = { tokenHash: hashSecret(token), now: DateTime.toDateUtc(yield* DateTime.now) }
        const found = yield* Effect.mapError(Effect.fromOption(yield* store.find(presented)), () => new TokenSpent())
        yield* rememberApp(found.app_id)
        yield* checkNewPassword(found, password)
        const hash = password === undefined ? null : yield* passwords.hash(Redacted.make(password), found.app_id)
        return yield* take(found, presented, request, hash)
      })

      return InvitationAcceptance.of({ accept })
    })
  )
}
