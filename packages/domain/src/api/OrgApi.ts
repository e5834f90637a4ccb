import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { OrgQuotas, OrgResponse, PatchOrgRequest } from "../Orgs.ts"
import { TierRequired, TokenRevoked } from "../Errors.ts"
import { OrgPlan } from "../Plans.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"

/** The org itself. */
export class OrgApi extends HttpApiGroup.make("org")
  .add(
    HttpApiEndpoint.patch("update", "/api/org", {
      payload: PatchOrgRequest,
      success: OrgResponse,
      error: [TierRequired, TokenRevoked]
    })
      .annotate(OpenApi.Summary, "Rename the organisation, or change whether it requires a second factor")
      .middleware(OwnerOnly),
    HttpApiEndpoint.get("plan", "/api/org/plan", { success: OrgPlan }).annotate(
      OpenApi.Summary,
      "The organisation's plan: its limits and features, and what is used of them"
    ),
    HttpApiEndpoint.get("quotas", "/api/org/quotas", { success: OrgQuotas }).annotate(
      OpenApi.Summary,
      "The organisation's protection quotas, and what it uses of them"
    )
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Organisation" })) {}
