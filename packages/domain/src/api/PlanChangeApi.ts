import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { NotFound, PlanLimit, TargetStateConflict, TierRequired, TokenRevoked, ValidationError } from "../Errors.ts"
import { OrgPlan, PlanChangeRequest } from "../Plans.ts"
import { DeveloperSession } from "./Access.ts"

/** Changes of an org to a lower plan. */
export class PlanChangeApi extends HttpApiGroup.make("planChange")
  .add(
    HttpApiEndpoint.put("choose", "/api/org/plan/change", {
      payload: PlanChangeRequest,
      success: OrgPlan,
      error: [ValidationError, TierRequired, TargetStateConflict, PlanLimit, TokenRevoked]
    }).annotate(OpenApi.Summary, "Move to a lower plan at the end of the period; in a locked organisation at once"),
    HttpApiEndpoint.delete("withdraw", "/api/org/plan/change", {
      success: HttpApiSchema.NoContent,
      error: [NotFound, TokenRevoked]
    }).annotate(OpenApi.Summary, "Withdraw the change of the plan that waits for the end of the period")
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Plan change" })) {}
