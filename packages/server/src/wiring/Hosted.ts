import { Layer } from "effect"
import { HostedHttp } from "../identity/app-users/hosted/HostedHttp.ts"
import { NowhereHttp } from "../identity/app-users/hosted/NowhereHttp.ts"
import { PagesHttp } from "../platform/pages/PagesHttp.ts"

/** What the apps' hosted pages need beside the services of sign-in. */
export const Hosted = Layer.empty

export const HostedRoutes = HostedHttp

/** What every page loads, the portal's too, and what is answered where an app has no page. */
export const SharedPages = Layer.mergeAll(PagesHttp, NowhereHttp)
