import type { OrgId } from "@fleet/domain/Ids"
import { Orgs } from "@fleet/server/org/Orgs"
import { Effect } from "effect"

/** Locks an org, as the operator's command does. */
export const lock = (orgId: OrgId) => Effect.flatMap(Orgs, (orgs) => orgs.setLocked(orgId, true))
export const unlock = (orgId: OrgId) => Effect.flatMap(Orgs, (orgs) => orgs.setLocked(orgId, false))

/** What a locked org answers. */
export const locked = [403, "org_locked", { reason: "payment" }]
