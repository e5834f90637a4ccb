import type { OrgId } from "@fleet/domain/Ids"
import type { OrgQuotas } from "@fleet/domain/Orgs"
import { Context, Effect, Layer } from "effect"
import { Meters } from "./Meters.ts"
import { Quotas } from "../plans/Quotas.ts"
import { QuotaUsageStore } from "./QuotaUsageStore.ts"

/** The protection quotas of an org beside what it uses of them. */
export class QuotaUsage extends Context.Service<
  QuotaUsage,
  { readonly of: (orgId: OrgId) => Effect.Effect<OrgQuotas> }
>()("@fleet/server/QuotaUsage") {
  static readonly layer = Layer.effect(
    QuotaUsage,
    Effect.gen(function* () {
      const store = yield* QuotaUsageStore
      const meters = yield* Meters
      const quotas = yield* Quotas
      return QuotaUsage.of({
        of: Effect.fn("QuotaUsage.of")(function* (orgId) {
          const counted = yield* store.count(orgId)
          return {
            quotas: quotas(orgId),
            usage: {
              ...counted,
              max_retention_bytes: meters.read("max_retention_bytes", orgId),
              max_retention_writes_per_minute: meters.read("max_retention_writes_per_minute", orgId),
              max_realtime_connections: meters.read("max_realtime_connections", orgId)
            }
          }
        })
      })
    })
  )
}
