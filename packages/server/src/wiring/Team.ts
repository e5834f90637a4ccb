import { Layer } from "effect"
import { Meters } from "../org/Meters.ts"
import { QuotaUsage } from "../org/QuotaUsage.ts"
import { QuotaUsageStore } from "../org/QuotaUsageStore.ts"
import { AuditHttp } from "../team/AuditHttp.ts"
import { AuditTrail } from "../team/AuditTrail.ts"
import { AuditTrailStore } from "../team/AuditTrailStore.ts"
import { Members } from "../team/Members.ts"
import { MemberStore } from "../team/MemberStore.ts"
import { OrgHttp } from "../team/OrgHttp.ts"
import { TeamHttp } from "../team/TeamHttp.ts"
import { TeamInvitations } from "../team/TeamInvitations.ts"
import { TeamInvitationStore } from "../team/TeamInvitationStore.ts"
import { TeamScopesLive } from "../team/TeamScopeHttp.ts"

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
