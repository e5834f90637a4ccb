import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { LatencyQuery, LatencyResponse } from "../OrgReports.ts"
import { HealthQuery, HealthResponse } from "../ResourceHealth.ts"
import { DeveloperSession } from "./Access.ts"

/** How an org's robots fare. */
export class OrgReportsApi extends HttpApiGroup.make("orgReports")
  .add(
    HttpApiEndpoint.get("latency", "/api/org/latency", { query: LatencyQuery, success: LatencyResponse }).annotate(
      OpenApi.Summary,
      "Latency and time online of the organisation's bridges, minute by minute"
    ),
    HttpApiEndpoint.get("health", "/api/org/health", { query: HealthQuery, success: HealthResponse }).annotate(
      OpenApi.Summary,
      "Cameras, configurations and recordings that fail or once failed; a robot's alone with robot_id"
    )
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Organisation reports" })) {}
