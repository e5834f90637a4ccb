import { Layer } from "effect"
import { feature } from "../../platform/features/feature.ts"
import { AuthHttp } from "./AuthHttp.ts"
import { DeveloperAuth } from "./DeveloperAuth.ts"
import { DeveloperFactorStore } from "./DeveloperFactorStore.ts"
import { DeveloperFactors } from "./DeveloperFactors.ts"
import { DeveloperFactorsHttp } from "./DeveloperFactorsHttp.ts"
import { DeveloperStore } from "./DeveloperStore.ts"
import { MemberStore } from "./MemberStore.ts"

/** Developers' accounts and second factors. */
export const developers = feature({
  stores: Layer.mergeAll(DeveloperFactorStore.layer, DeveloperStore.layer, MemberStore.layer),
  services: Layer.mergeAll(DeveloperAuth.layer, DeveloperFactors.layer),
  api: Layer.mergeAll(AuthHttp, DeveloperFactorsHttp)
})
