import type { Developer, Tier } from "@fleet/domain/Caller"
import {
  EmailTaken,
  NotFound,
  type OrgLocked,
  type PlanLimit,
  type RateLimited,
  type TierRequired,
  type TokenRevoked,
  TokenSpent
} from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import type {
  AcceptTeamInviteRequest,
  CreateTeamInviteRequest,
  PendingTeamInvite,
  TeamInvite,
  TeamInvitationId
} from "@fleet/domain/Team"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { hashSecret, mintSecret } from "../../../platform/crypto/Secrets.ts"
import { Outbox } from "../../../mail/Outbox.ts"
import { type Actor, AuditLog, type PlatformIn } from "../../../audit/AuditLog.ts"
import { Plans } from "../../../plans/Plans.ts"
import { Orgs } from "../../../org/Orgs.ts"
import { ownersOnly } from "../../../org/ownersOnly.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { type Row, TeamInvitationStore } from "./TeamInvitationStore.ts"

/** How long the link of an invitation is good. */
export const invitationLifetime = Duration.days(7)

/** What an invited person is shown before accepting. */
export interface PeekedInvitation {
  readonly orgName: string
  readonly email: string
  readonly displayName: string | null
  readonly tier: Tier
}

const toPending = ({ email, expires_at, id, tier }: Row): PendingTeamInvite => ({ id, email, tier, expires_at })

/** Invitations into a team: a link that makes one account, once, within seven days. */
export class TeamInvitations extends Context.Service<
  TeamInvitations,
  {
    /** What the link of a token offers; none when it is spent. */
    readonly peek: (token: string) => Effect.Effect<Option.Option<PeekedInvitation>>
    /** Makes the account. Without a name of its own it has the invitation's; no session begins. A refusal spends nothing. */
    readonly accept: (request: AcceptTeamInviteRequest) => Effect.Effect<void, TokenSpent | EmailTaken | OrgLocked>
    /** The outstanding ones, newest first. */
    readonly list: (orgId: OrgId) => Effect.Effect<ReadonlyArray<PendingTeamInvite>>
    /** An outstanding one. */
    readonly get: (orgId: OrgId, id: TeamInvitationId) => Effect.Effect<PendingTeamInvite, NotFound>
    /** Replaces an outstanding one for the address. Only an Owner invites an Owner. */
    readonly create: (
      developer: Developer,
      request: CreateTeamInviteRequest
    ) => Effect.Effect<TeamInvite, TierRequired | EmailTaken | OrgLocked | PlanLimit | TokenRevoked>
    /** A new link for seven days; the old one is void at once. Once a minute. */
    readonly reissue: (
      developer: Developer,
      invitation: PendingTeamInvite
    ) => Effect.Effect<TeamInvite, TierRequired | RateLimited | NotFound | TokenRevoked>
    readonly revoke: (
      developer: Developer | PlatformIn,
      invitation: PendingTeamInvite
    ) => Effect.Effect<void, NotFound | TokenRevoked>
    /** Ends what is outstanding for an address; answers whether something was. */
    readonly revokeFor: (developer: Developer | PlatformIn, email: string) => Effect.Effect<boolean>
  }
>()("@fleet/server/TeamInvitations") {
  static readonly layer = Layer.effect(
    TeamInvitations,
    Effect.gen(function* () {
      const store = yield* TeamInvitationStore
      const orgs = yield* Orgs
      const outbox = yield* Outbox
      const limits = yield* RateLimits
      const audit = yield* AuditLog
      const plans = yield* Plans
      const transaction = yield* Transaction
      const { portalUrl } = yield* Settings

      const record = (actor: Actor, { email, id, org_id, tier }: Row, action: string) =>
        audit.record({
          orgId: org_id,
          actor,
          action,
          target: { kind: "team_invitation", id, label: email },
          details: { tier }
        })

      const mayGive = (developer: Developer, tier: Tier) => (tier === "owner" ? ownersOnly(developer) : Effect.void)

      const moment = Effect.map(DateTime.now, (now) => ({
        now: DateTime.toDateUtc(now),
        expiresAt: DateTime.toDateUtc(DateTime.addDuration(now, invitationLifetime))
      }))

      const revokeFor = Effect.fnUntraced(function* (developer: Developer | PlatformIn, email: string) {
        const { now } = yield* moment
        const cleared = yield* store.clear(developer.orgId, email, now)
        for (const invitation of cleared) yield* record(developer, invitation, "team_invitation.revoked")
        return cleared.length > 0
      })

      /** The mail that is asked for, written within the transaction and sent after it. */
      const issued = Effect.fnUntraced(function* (invitation: Row, token: string) {
        const accept_url = `${portalUrl}/accept-invite/${token}`
        const mail = invitation.send_mail
          ? yield* outbox.postReported({
              kind: "team_invitation",
              to: invitation.email,
              orgId: invitation.org_id,
              appId: null,
              displayName: invitation.display_name,
              roleId: null,
              link: accept_url,
              code: null,
              expiresAt: DateTime.toDateUtc(invitation.expires_at),
              send: true
            })
          : { deliver: Effect.succeed("not_requested" as const) }
        return Effect.map(mail.deliver, (mail): TeamInvite => ({ ...toPending(invitation), accept_url, mail }))
      })

      const create = Effect.fn("TeamInvitations.create")(
        function* (developer: Developer, { display_name = null, email, send_mail, tier }: CreateTeamInviteRequest) {
          const token = mintSecret()
          yield* mayGive(yield* orgs.lockForUpdate(developer), tier)
          yield* orgs.lockActiveForUpdate(developer.orgId)
          // In this order: clearing waits for an acceptance under way, and then the address is taken.
          const replaces = yield* revokeFor(developer, email)
          if (yield* store.isTaken(email)) return yield* new EmailTaken()
          if (!replaces) yield* plans.admit(developer.orgId, "seats")
          const { expiresAt, now } = yield* moment
          const invitation = yield* store.insert({
            org_id: developer.orgId,
            email,
            display_name,
            tier,
            token_hash: hashSecret(token),
            send_mail,
            created_at: now,
            expires_at: expiresAt
          })
          yield* record(developer, invitation, "team_invitation.created")
          return yield* issued(invitation, token)
        },
        transaction.run,
        Effect.flatten
      )

      const renew = Effect.fnUntraced(function* (developer: Developer, { id, tier }: PendingTeamInvite) {
        const token = mintSecret()
        yield* mayGive(yield* orgs.lockForUpdate(developer), tier)
        const found = yield* store.renew(
          { orgId: developer.orgId, id },
          { hash: hashSecret(token), ...(yield* moment) }
        )
        const invitation = yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        yield* record(developer, invitation, "team_invitation.reissued")
        return yield* issued(invitation, token)
      }, transaction.run)

      const reissue = Effect.fn("TeamInvitations.reissue")(function* (
        developer: Developer,
        invitation: PendingTeamInvite
      ) {
        yield* mayGive(developer, invitation.tier)
        yield* limits.take("team_reissue", invitation.id)
        return yield* Effect.flatten(renew(developer, invitation))
      })

      const revoke = Effect.fn("TeamInvitations.revoke")(function* (
        developer: Developer | PlatformIn,
        { id }: PendingTeamInvite
      ) {
        yield* developer.kind === "platform" ? orgs.hold(developer.orgId) : orgs.lockForUpdate(developer)
        const { now } = yield* moment
        const found = yield* store.delete({ orgId: developer.orgId, id }, now)
        const invitation = yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        yield* record(developer, invitation, "team_invitation.revoked")
      }, transaction.run)

      const accept = Effect.fn("TeamInvitations.accept")(function* ({ display_name, token }: AcceptTeamInviteRequest) {
        const { now } = yield* moment
        const hash = hashSecret(token)
        const offered = yield* Effect.mapError(Effect.fromOption(yield* store.peek(hash, now)), () => new TokenSpent())
        yield* orgs.lockActiveForUpdate(offered.org_id)
        const taken = yield* store.take(hash, now)
        const invitation = yield* Effect.mapError(Effect.fromOption(taken), () => new TokenSpent())
        const { email, tier } = invitation
        const displayName = display_name === undefined ? invitation.display_name : display_name
        // A refusal rolls back, so that the invitation stays outstanding.
        const id = yield* orgs.add(invitation.org_id, {
          email,
          tier,
          ...(displayName === null ? {} : { displayName })
        })
        yield* record({ kind: "developer", id, label: email }, invitation, "team_invitation.accepted")
      }, transaction.run)

      return TeamInvitations.of({
        peek: Effect.fn("TeamInvitations.peek")(function* (token) {
          const { now } = yield* moment
          return Option.map(yield* store.peek(hashSecret(token), now), (row) => ({
            orgName: row.org_name,
            email: row.email,
            displayName: row.display_name,
            tier: row.tier
          }))
        }),
        accept,
        list: Effect.fn("TeamInvitations.list")(function* (orgId) {
          const { now } = yield* moment
          return (yield* store.list(orgId, now)).map(toPending)
        }),
        get: Effect.fn("TeamInvitations.get")(function* (orgId, id) {
          const { now } = yield* moment
          const found = yield* store.find({ orgId, id }, now)
          return toPending(yield* Effect.mapError(Effect.fromOption(found), () => new NotFound()))
        }),
        create,
        reissue,
        revoke,
        revokeFor
      })
    })
  )
}
