import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AuditFilter, AuditPage, AuditQuery } from "../AuditEvents.ts"
import { DeveloperSession } from "./Access.ts"
import { RoutedOnly } from "./RoutedOnly.ts"

/** The audit trail of an org. */
export class AuditApi extends HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("list", "/api/audit", { query: AuditQuery, success: AuditPage }).annotate(
      OpenApi.Summary,
      "The audit trail, newest first"
    ),
    HttpApiEndpoint.get("export", "/api/audit/export", {
      query: AuditFilter,
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })
    })
      .annotate(OpenApi.Summary, "The audit trail as CSV")
      .annotate(RoutedOnly, true)
  )
  .middleware(DeveloperSession)
  .annotateMerge(OpenApi.annotations({ title: "Audit" })) {}
