import type { OrgId } from "@fleet/domain/Ids"
import { Context, Layer } from "effect"
import type { QuotaTable } from "../plans/Quotas.ts"

type Quota = keyof QuotaTable
type Reading = (orgId: OrgId) => number

/** Usage of quotas that one process counts in memory. The service that counts it registers how to read it. */
export class Meters extends Context.Service<
  Meters,
  {
    readonly connect: (quota: Quota, reading: Reading) => void
    /** 0 where this process does not count it. */
    readonly read: (quota: Quota, orgId: OrgId) => number
  }
>()("@fleet/server/Meters") {
  static readonly layer = Layer.sync(Meters, () => {
    const readings = new Map<Quota, Reading>()
    return Meters.of({
      connect: (quota, reading) => void readings.set(quota, reading),
      read: (quota, orgId) => readings.get(quota)?.(orgId) ?? 0
    })
  })
}
