import { SignedInPeople } from "./SignedInPeople.ts"
import { feature } from "../../../platform/features/feature.ts"
import { HostedHttp } from "./HostedHttp.ts"
import { UnknownAppPageHttp } from "./UnknownAppPageHttp.ts"

/** The apps' hosted sign-in pages. */
export const hostedPages = feature({
  services: SignedInPeople.layer,
  api: HostedHttp,
  pages: UnknownAppPageHttp
})
