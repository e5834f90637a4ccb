import { Layer } from "effect"
import { HostedHttp } from "../hosted/HostedHttp.ts"
import { NowhereHttp } from "../hosted/NowhereHttp.ts"
import { PagesHttp } from "../pages/PagesHttp.ts"

/** What the apps' hosted pages need beside the services of sign-in. */
export const Hosted = Layer.empty

export const HostedRoutes = HostedHttp

/** What every page loads, the portal's too, and what is answered where an app has no page. */
export const SharedPages = Layer.mergeAll(PagesHttp, NowhereHttp)
