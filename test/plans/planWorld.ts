import type { OrgId } from "@fleet/domain/Ids"
import type { PlanName } from "@fleet/domain/Plans"
import { Orgs } from "@fleet/server/org/Orgs"
import { Effect } from "effect"

/** Puts an org on a plan, as the operator's command does. */
export const setPlan = (orgId: OrgId, plan: PlanName) => Effect.flatMap(Orgs, (orgs) => orgs.setPlan(orgId, plan))
