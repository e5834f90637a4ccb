import type { Developer, Tier } from "@fleet/domain/Caller"
import type { PlatformUser } from "@fleet/domain/DeveloperAuth"
import { LastOwner, NotFound, TargetStateConflict, type TierRequired, type TokenRevoked } from "@fleet/domain/Errors"
import type { DeveloperId } from "@fleet/domain/Ids"
import type { PatchPlatformUserRequest } from "@fleet/domain/Team"
import { Context, Effect, Layer } from "effect"
import { DeveloperFactors } from "../DeveloperFactors.ts"
import { Sessions } from "../../sessions/Sessions.ts"
import { type AuditEntry, AuditLog, type PlatformIn } from "../../../audit/AuditLog.ts"
import { Orgs } from "../../../org/Orgs.ts"
import { ownersOnly } from "../../../org/ownersOnly.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { MemberStore, type Row } from "../MemberStore.ts"
import { TeamInvitations } from "./TeamInvitations.ts"

const toUser = ({ authenticator, passkeys, ...row }: Row): PlatformUser => ({
  ...row,
  two_factor: { passkeys, authenticator }
})

/**
 * The developers of an org. Changes of one team happen one after the other, each by a caller as the one before left it:
 * an org keeps at least one Owner, and who was removed or is no Owner any more changes nothing.
 */
export class Members extends Context.Service<
  Members,
  {
    /** Oldest first. */
    readonly list: (developer: Developer) => Effect.Effect<ReadonlyArray<PlatformUser>>
    readonly get: (developer: Developer, id: DeveloperId) => Effect.Effect<PlatformUser, NotFound>
    readonly rename: (
      developer: Developer,
      member: PlatformUser,
      change: PatchPlatformUserRequest
    ) => Effect.Effect<PlatformUser, NotFound | TokenRevoked>
    /** Only an Owner removes an Owner; anybody may go. Ends every session, and what invites the address. */
    readonly remove: (
      developer: Developer,
      member: PlatformUser
    ) => Effect.Effect<void, TierRequired | NotFound | LastOwner | TokenRevoked>
    /** The same by the platform, which removes no Owner: one is left as it is. */
    readonly removeByPlatform: (platform: PlatformIn, id: DeveloperId) => Effect.Effect<void, NotFound>
    readonly setTier: (
      developer: Developer,
      member: PlatformUser,
      tier: Tier
    ) => Effect.Effect<PlatformUser, TierRequired | NotFound | LastOwner | TokenRevoked>
    /** Forgets another member's second factors and signs that member out everywhere. */
    readonly resetTwoFactor: (
      developer: Developer,
      member: PlatformUser
    ) => Effect.Effect<void, TierRequired | NotFound | TargetStateConflict | TokenRevoked>
  }
>()("@fleet/server/Members") {
  static readonly layer = Layer.effect(
    Members,
    Effect.gen(function* () {
      const store = yield* MemberStore
      const orgs = yield* Orgs
      const invitations = yield* TeamInvitations
      const factors = yield* DeveloperFactors
      const sessions = yield* Sessions
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const keyOf = ({ id, org_id }: PlatformUser) => ({ orgId: org_id, id })

      const record = (
        developer: Developer | PlatformIn,
        { email, id, org_id }: PlatformUser,
        entry: Pick<AuditEntry, "action" | "details">
      ) => audit.record({ orgId: org_id, actor: developer, target: { kind: "developer", id, label: email }, ...entry })

      const get = Effect.fn("Members.get")(function* ({ orgId }: Pick<Developer, "orgId">, id: DeveloperId) {
        return toUser(yield* Effect.mapError(Effect.fromOption(yield* store.find({ orgId, id })), () => new NotFound()))
      })

      /** The caller and the member as they are, with the team locked. */
      const lockForUpdate = Effect.fnUntraced(function* (developer: Developer, { id }: PlatformUser) {
        return { by: yield* orgs.lockForUpdate(developer), now: yield* get(developer, id) }
      })

      const keepAnOwner = Effect.fnUntraced(function* ({ org_id, tier }: PlatformUser) {
        if (tier === "owner" && (yield* store.owners(org_id)) === 1) return yield* new LastOwner()
      })

      const rename = Effect.fn("Members.rename")(function* (
        developer: Developer,
        member: PlatformUser,
        { display_name }: PatchPlatformUserRequest
      ) {
        const { now } = yield* lockForUpdate(developer, member)
        if (display_name === undefined || display_name === now.display_name) return now
        yield* store.rename(keyOf(now), display_name)
        yield* record(developer, now, { action: "developer.renamed", details: { fields: ["display_name"] } })
        return { ...now, display_name }
      }, transaction.run)

      const drop = Effect.fnUntraced(function* (by: Developer | PlatformIn, member: PlatformUser) {
        yield* sessions.endAll("developer", [member.id])
        yield* invitations.revokeFor(by, member.email)
        yield* store.delete(keyOf(member))
        yield* record(by, member, { action: "developer.removed", details: { tier: member.tier } })
      })

      const remove = Effect.fn("Members.remove")(function* (developer: Developer, member: PlatformUser) {
        const { by, now } = yield* lockForUpdate(developer, member)
        if (now.tier === "owner") yield* ownersOnly(by)
        yield* keepAnOwner(now)
        yield* drop(developer, now)
      }, transaction.run)

      const removeByPlatform = Effect.fn("Members.removeByPlatform")(function* (platform: PlatformIn, id: DeveloperId) {
        yield* orgs.hold(platform.orgId)
        const member = yield* get(platform, id)
        if (member.tier !== "owner") yield* drop(platform, member)
      }, transaction.run)

      const setTier = Effect.fn("Members.setTier")(function* (developer: Developer, member: PlatformUser, tier: Tier) {
        const { by, now } = yield* lockForUpdate(developer, member)
        yield* ownersOnly(by)
        if (now.tier === tier) return now
        yield* keepAnOwner(now)
        yield* store.setTier(keyOf(now), tier)
        yield* record(developer, now, { action: "developer.tier_changed", details: { from: now.tier, to: tier } })
        return { ...now, tier }
      }, transaction.run)

      const resetTwoFactor = Effect.fn("Members.resetTwoFactor")(function* (
        developer: Developer,
        member: PlatformUser
      ) {
        if (member.id === developer.id) {
          return yield* new TargetStateConflict({ details: { field: "user_id", rule: "self" } })
        }
        const { by, now } = yield* lockForUpdate(developer, member)
        yield* ownersOnly(by)
        yield* store.raiseTokenVersion(keyOf(now))
        yield* sessions.endAll("developer", [now.id])
        yield* factors.forget(now.id)
        yield* record(developer, now, { action: "developer.two_factor_reset" })
      }, transaction.run)

      return Members.of({
        list: Effect.fn("Members.list")(function* ({ orgId }) {
          return (yield* store.list(orgId)).map(toUser)
        }),
        get,
        rename,
        remove,
        removeByPlatform,
        setTier,
        resetTwoFactor
      })
    })
  )
}
