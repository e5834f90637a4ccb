import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"

export const Health = Schema.Struct({ ok: Schema.Literal(true), version: Schema.String }).annotate({
  identifier: "health"
})
const dependencies = Schema.Record(Schema.String, Schema.Boolean)
export const Ready = Schema.Struct({ ok: Schema.Literal(true), dependencies }).annotate({ identifier: "readiness" })
export const NotReady = Schema.Struct({ ok: Schema.Literal(false), dependencies })
  .annotate({ identifier: "not-ready" })
  .pipe(HttpApiSchema.status(503))

/** Whether the process lives, and whether it can serve. */
export class HealthApi extends HttpApiGroup.make("health")
  .add(
    HttpApiEndpoint.get("healthz", "/healthz", { success: Health }).annotate(
      OpenApi.Summary,
      "Whether the process lives"
    ),
    HttpApiEndpoint.get("readyz", "/readyz", { success: [Ready, NotReady] }).annotate(
      OpenApi.Summary,
      "Whether the service can serve, dependency by dependency"
    )
  )
  .annotateMerge(OpenApi.annotations({ title: "Health" })) {}
