import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { LatencyQuery, LatencyResponse } from "../OrgReports.ts"
import { DeveloperSession } from "./Access.ts"

/** How an org's robots fare. */
export class OrgReportsApi extends HttpApiGroup.make("orgReports")
  .add(
    HttpApiEndpoint.get("latency", "/api/org/latency", { query: LatencyQuery, success: LatencyResponse }).annotate(
      OpenApi.Summary,
      "Latency and time online of the organisation's bridges, minute by minute"
    )
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Organisation reports" })) {}
