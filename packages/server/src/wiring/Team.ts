import { Layer } from "effect"
import { Meters } from "../org/Meters.ts"
import { QuotaUsage } from "../org/QuotaUsage.ts"
import { QuotaUsageStore } from "../org/QuotaUsageStore.ts"
import { AuditHttp } from "../audit/AuditHttp.ts"
import { AuditTrail } from "../audit/AuditTrail.ts"
import { AuditTrailStore } from "../audit/AuditTrailStore.ts"
import { Members } from "../identity/developers/team/Members.ts"
import { MemberStore } from "../identity/developers/team/MemberStore.ts"
import { OrgHttp } from "../org/OrgHttp.ts"
import { TeamHttp } from "../identity/developers/team/TeamHttp.ts"
import { TeamInvitations } from "../identity/developers/team/TeamInvitations.ts"
import { TeamInvitationStore } from "../identity/developers/team/TeamInvitationStore.ts"
import { TeamScopesLive } from "../identity/developers/team/TeamScopeHttp.ts"

/** The tables of teams and of the audit trail's readers. They ask for a database. */
export const TeamStores = Layer.mergeAll(
  AuditTrailStore.layer,
  MemberStore.layer,
  QuotaUsageStore.layer,
  TeamInvitationStore.layer
)

/** Who belongs to an org, and what an Owner governs. */
export const Team = Layer.mergeAll(AuditTrail.layer, Members.layer, QuotaUsage.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Meters.layer, TeamInvitations.layer))
)

export const TeamRoutes = Layer.mergeAll(AuditHttp, OrgHttp, TeamHttp).pipe(Layer.provide(TeamScopesLive))
