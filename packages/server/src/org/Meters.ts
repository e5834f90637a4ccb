import type { OrgId } from "@fleet/domain/Ids"
import { Context, Layer } from "effect"
import type { Ceilings } from "../plans/Quotas.ts"

type Quota = keyof Ceilings
type Reading = (orgId: OrgId) => number

/** What only the process that counts it knows of an org's use of its ceilings. Whoever counts says how to read it. */
export class Meters extends Context.Service<
  Meters,
  {
    readonly connect: (quota: Quota, reading: Reading) => void
    /** 0 where nothing of this process counts it. */
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
