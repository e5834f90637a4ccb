import { feature } from "../../../platform/features/feature.ts"
import { AppUserCeiling } from "./AppUserCeiling.ts"
import { AppUserCeilingStore } from "./AppUserCeilingStore.ts"

/** How many people an org's apps may have. */
export const appUserCeiling = feature({
  stores: AppUserCeilingStore.layer,
  services: AppUserCeiling.layer
})
