import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { UsageQuery, UsageResponse } from "../Usage.ts"
import { DeveloperSession } from "./Access.ts"

/** What an org used. */
export class UsageApi extends HttpApiGroup.make("usage")
  .add(
    HttpApiEndpoint.get("list", "/api/org/usage", { query: UsageQuery, success: UsageResponse }).annotate(
      OpenApi.Summary,
      "What the organisation and its apps used, day by day"
    )
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Usage" })) {}
