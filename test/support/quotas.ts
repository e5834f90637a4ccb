import { type Ceilings, defaultCeilings, Quotas } from "@fleet/server/plans/Quotas"
import { Layer } from "effect"

/** The default ceilings with some replaced, for every org. */
export const ceilings = (some: Partial<Ceilings>) => Layer.succeed(Quotas, () => ({ ...defaultCeilings, ...some }))
