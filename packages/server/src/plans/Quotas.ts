import type { OrgId } from "@fleet/domain/Ids"
import { Context } from "effect"

/** Protection quotas of one org. Plans sell less; these only keep the service whole. */
export interface QuotaTable {
  readonly max_robots: number
  readonly max_apps: number
  readonly max_end_users: number
  readonly max_retention_bytes: number
  readonly max_retention_writes_per_minute: number
  readonly max_realtime_connections: number
}

export const defaultQuotas: QuotaTable = {
  max_robots: 1000,
  max_apps: 100,
  max_end_users: 100_000,
  max_retention_bytes: 10_000_000_000,
  max_retention_writes_per_minute: 60_000,
  max_realtime_connections: 5000
}

/** The quotas of an org, as they are at the call. Synchronous and cheap: it may be asked for every sample. */
export const Quotas = Context.Reference<(orgId: OrgId) => QuotaTable>("@fleet/server/Quotas", {
  defaultValue: () => () => defaultQuotas
})
