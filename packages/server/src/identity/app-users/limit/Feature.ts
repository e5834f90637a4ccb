import { feature } from "../../../platform/features/feature.ts"
import { AppUserLimit } from "./AppUserLimit.ts"
import { AppUserLimitStore } from "./AppUserLimitStore.ts"

/** How many people an org's apps may have. */
export const appUserLimit = feature({
  stores: AppUserLimitStore.layer,
  services: AppUserLimit.layer
})
