import { mendJsonParse } from "./platform/json/mendJsonParse.ts"
import { Api } from "@fleet/domain/api/Api"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { access } from "./access/Feature.ts"
import { apps } from "./apps/Feature.ts"
import { audit } from "./audit/Feature.ts"
import { billing } from "./billing/core/Feature.ts"
import { billingDocuments } from "./billing/documents/Feature.ts"
import { console } from "./console/Feature.ts"
import { demo } from "./demo/Feature.ts"
import { accounts } from "./identity/app-users/accounts/Feature.ts"
import { appUserLimit } from "./identity/app-users/limit/Feature.ts"
import { appUsers } from "./identity/app-users/Feature.ts"
import { hostedPages } from "./identity/app-users/hosted/Feature.ts"
import { appUserOidc } from "./identity/app-users/oidc/Feature.ts"
import { appUserSignIn } from "./identity/app-users/signin/Feature.ts"
import { developers } from "./identity/developers/Feature.ts"
import { portal } from "./identity/developers/portal/Feature.ts"
import { team } from "./identity/developers/team/Feature.ts"
import { factors } from "./identity/factors/Feature.ts"
import { sessions } from "./identity/sessions/Feature.ts"
import { oauth } from "./identity/oauth/Feature.ts"
import { mcpOAuth } from "./identity/oauth/mcp/Feature.ts"
import { mail } from "./mail/Feature.ts"
import { mcp } from "./mcp/Feature.ts"
import { media } from "./media/Feature.ts"
import { org } from "./org/Feature.ts"
import { planChanges } from "./plans/changes/Feature.ts"
import { plans } from "./plans/Feature.ts"
import { planNotices } from "./plans/notices/Feature.ts"
import { platform } from "./Platform.ts"
import { merge, stack } from "./platform/features/assemble.ts"
import { Cors } from "./platform/http/Cors.ts"
import { DirectReads } from "./platform/http/DirectReads.ts"
import { Envelope } from "./platform/http/Envelope.ts"
import { RequestLog } from "./platform/http/RequestLog.ts"
import { routerConfig } from "./platform/http/routerConfig.ts"
import { realtime } from "./realtime/Feature.ts"
import { alerts } from "./robots/alerts/Feature.ts"
import { assets } from "./robots/assets/Feature.ts"
import { bridges } from "./robots/bridges/Feature.ts"
import { cameras } from "./robots/cameras/Feature.ts"
import { liveVideo } from "./robots/cameras/live/Feature.ts"
import { config, publishedConfigs } from "./robots/config/Feature.ts"
import { datapoints } from "./robots/datapoints/Feature.ts"
import { recordings } from "./robots/recordings/Feature.ts"
import { robots } from "./robots/Feature.ts"
import { health } from "./robots/health/Feature.ts"
import { history } from "./robots/history/Feature.ts"
import { bridgeSockets, robotHomes } from "./robots/home/Feature.ts"
import { introspection } from "./robots/introspection/Feature.ts"
import { jobs } from "./robots/jobs/Feature.ts"
import { latency } from "./robots/latency/Feature.ts"
import { robotRecords } from "./robots/stored/Feature.ts"
import { webhooks } from "./webhooks/Feature.ts"

mendJsonParse()

/** The service is this list. Services of a feature may ask for those of the features before it. */
const features = [
  platform,
  plans,
  audit,
  org,
  media,
  publishedConfigs,
  access,
  webhooks,
  billingDocuments,
  billing,
  sessions,
  factors,
  mail,
  planNotices,
  accounts,
  robotRecords,
  apps,
  appUserLimit,
  appUserSignIn,
  appUserOidc,
  mcpOAuth,
  appUsers,
  hostedPages,
  developers,
  team,
  oauth,
  portal,
  health,
  bridges,
  robotHomes,
  history,
  introspection,
  config,
  latency,
  cameras,
  liveVideo,
  assets,
  recordings,
  robots,
  planChanges,
  datapoints,
  alerts,
  jobs,
  bridgeSockets,
  realtime,
  mcp,
  console,
  demo
] as const

/** The statements of every table. They ask for a database and a process. */
export const Stores = merge(features, "stores")

/** The rules of the service. They ask for stores and a process. To build them writes nothing. */
export const Rules = stack(features)

/** The rules of the service, and what runs beside requests. */
export const Services = merge(features, "background").pipe(Layer.provideMerge(Rules))

const Rest = Layer.merge(HttpApiBuilder.layer(Api), DirectReads).pipe(
  Layer.provide(merge(features, "api")),
  Layer.provide(merge(features, "middleware"))
)

/** What every answer passes through, from the outside in. */
const Edge = Envelope.pipe(Layer.provideMerge(Cors), Layer.provideMerge(RequestLog))

const Http = HttpRouter.serve(Layer.mergeAll(Rest, merge(features, "pages"), Edge), {
  disableListenLog: true,
  disableLogger: true,
  routerConfig
})

/**
 * Everything the service answers, on one port. It asks for services and a server. Sockets are taken after the server
 * has begun and so let go before it stops: a server waits for every open connection.
 */
export const App = merge(features, "sockets").pipe(Layer.provide(Http))
