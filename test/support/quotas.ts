import { type QuotaTable, defaultQuotas, Quotas } from "@fleet/server/plans/Quotas"
import { Layer } from "effect"

/** The default ceilings with some replaced, for every org. */
export const ceilings = (some: Partial<QuotaTable>) => Layer.succeed(Quotas, () => ({ ...defaultQuotas, ...some }))
