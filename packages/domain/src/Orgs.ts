import { Schema } from "effect"
import { Org } from "./DeveloperAuth.ts"
import { closed, Count, Name } from "./Wire.ts"

export const PatchOrgRequest = closed({
  name: Schema.optionalKey(Name(120)),
  require_two_factor: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "patch-org-request" })
export type PatchOrgRequest = typeof PatchOrgRequest.Type

export const OrgResponse = Schema.Struct({ org: Org }).annotate({ identifier: "org-response" })

const Quotas = Schema.Struct({
  max_robots: Count,
  max_apps: Count,
  max_end_users: Count,
  max_retention_bytes: Count,
  max_retention_writes_per_minute: Count,
  max_realtime_connections: Count
})

/** The protection quotas of an org, and what it uses of each under the same name. */
export const OrgQuotas = Schema.Struct({ quotas: Quotas, usage: Quotas }).annotate({ identifier: "org-quotas" })
export type OrgQuotas = typeof OrgQuotas.Type
