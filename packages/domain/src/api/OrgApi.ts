import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { OrgQuotas, OrgResponse, PatchOrgRequest } from "../Orgs.ts"
import { TierRequired, TokenRevoked } from "../Errors.ts"
import { DeveloperSession, OwnerOnly } from "./Access.ts"

/** The org itself. */
export class OrgApi extends HttpApiGroup.make("org")
  .add(
    HttpApiEndpoint.patch("update", "/api/org", {
      payload: PatchOrgRequest,
      success: OrgResponse,
      error: [TierRequired, TokenRevoked]
    }).middleware(OwnerOnly),
    HttpApiEndpoint.get("quotas", "/api/org/quotas", { success: OrgQuotas })
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Organisation" })) {}
