import { feature } from "../../../platform/features/feature.ts"
import { HostedHttp } from "./HostedHttp.ts"
import { NowhereHttp } from "./NowhereHttp.ts"

/** The apps' hosted sign-in pages. */
export const hostedPages = feature({
  api: HostedHttp,
  pages: NowhereHttp
})
