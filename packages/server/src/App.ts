import { Api } from "@fleet/domain/api/Api"
import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AppScopesLive } from "./apps/AppScopeHttp.ts"
import { AppUserScopesLive } from "./identity/app-users/AppUserScopeHttp.ts"
import { AllowedOriginsLive } from "./apps/AllowedOriginsLive.ts"
import { AccessLive } from "./access/AccessHttp.ts"
import { AuthHttp } from "./identity/developers/AuthHttp.ts"
import { DeveloperFactorsHttp } from "./identity/developers/DeveloperFactorsHttp.ts"
import { Credentials } from "./access/Credentials.ts"
import { CredentialStore } from "./access/CredentialStore.ts"
import { DeveloperAuth } from "./identity/developers/DeveloperAuth.ts"
import { DeveloperStore } from "./identity/developers/DeveloperStore.ts"
import { Grants } from "./access/Grants.ts"
import { GrantStore } from "./access/GrantStore.ts"
import { Passwords } from "./identity/factors/Passwords.ts"
import { RateLimitedLive } from "./platform/http/RateLimitedHttp.ts"
import { RateLimits } from "./platform/limits/RateLimits.ts"
import { RateLimitStore } from "./platform/limits/RateLimitStore.ts"
import { Sessions } from "./identity/sessions/Sessions.ts"
import { SessionSweep } from "./identity/sessions/SessionSweep.ts"
import { SessionStore } from "./identity/sessions/SessionStore.ts"
import { Tokens } from "./access/Tokens.ts"
import { BridgeGateway } from "./robots/home/BridgeGateway.ts"
import { BridgeHost } from "./robots/home/BridgeHost.ts"
import { BridgeIntake } from "./robots/home/BridgeIntake.ts"
import { BridgeHandshake } from "./robots/home/BridgeHandshake.ts"
import { Bus } from "./platform/bus/Bus.ts"
import { RobotNodes } from "./platform/bus/RobotNode.ts"
import { Cors } from "./platform/http/Cors.ts"
import { DocsHttp } from "./platform/http/DocsHttp.ts"
import { Envelope } from "./platform/http/Envelope.ts"
import { HealthHttp } from "./platform/http/HealthHttp.ts"
import { MetricsHttp } from "./platform/telemetry/MetricsHttp.ts"
import { RequestLog } from "./platform/http/RequestLog.ts"
import { RequestRefusalsLive } from "./platform/http/RequestRefusals.ts"
import { CommandScopeLive, JobHistoryScopeLive } from "./robots/jobs/CommandScopeHttp.ts"
import { LiveJobs } from "./robots/jobs/LiveJobs.ts"
import { JobStateWriter } from "./robots/jobs/JobStateWriter.ts"
import { Jobs } from "./robots/jobs/Jobs.ts"
import { JobsHttp } from "./robots/jobs/JobsHttp.ts"
import { RobotNodeHandlers } from "./robots/jobs/RobotNodeHandlers.ts"
import { JobInserter } from "./robots/jobs/JobInserter.ts"
import { JobStore } from "./robots/jobs/JobStore.ts"
import { JobSweep } from "./robots/jobs/JobSweep.ts"
import { JobSweepStore } from "./robots/jobs/JobSweepStore.ts"
import { PublisherHolds } from "./robots/jobs/PublisherHolds.ts"
import { Counters } from "./platform/telemetry/Counters.ts"
import { Audit } from "./audit/Audit.ts"
import { AuditStore } from "./audit/AuditStore.ts"
import { AuditSweep } from "./audit/AuditSweep.ts"
import { Orgs } from "./org/Orgs.ts"
import { OrgStore } from "./org/OrgStore.ts"
import { Retention } from "./plans/Retention.ts"
import { RetentionStore } from "./plans/RetentionStore.ts"
import { Fanout } from "./realtime/Fanout.ts"
import { OrgActivity } from "./realtime/OrgActivity.ts"
import { RealtimeCommands } from "./realtime/RealtimeCommands.ts"
import { RealtimeGateway } from "./realtime/RealtimeGateway.ts"
import { RealtimeHost } from "./realtime/RealtimeHost.ts"
import { Subscriptions } from "./realtime/Subscriptions.ts"
import { Presence } from "./realtime/Presence.ts"
import { BridgeRecords } from "./robots/bridges/BridgeRecords.ts"
import { BridgeRecordStore } from "./robots/bridges/BridgeRecordStore.ts"
import { Bridges } from "./robots/bridges/Bridges.ts"
import { BridgeStates } from "./robots/bridges/BridgeStates.ts"
import { Snapshots } from "./robots/cameras/Snapshots.ts"
import { SnapshotStore } from "./robots/cameras/SnapshotStore.ts"
import { ClientHttp } from "./robots/ClientHttp.ts"
import { ClientRobots } from "./robots/ClientRobots.ts"
import { ConfigHttp } from "./robots/config/ConfigHttp.ts"
import { Drafts } from "./robots/config/Drafts.ts"
import { DraftStore } from "./robots/config/DraftStore.ts"
import { PublishedConfigs } from "./robots/config/PublishedConfigs.ts"
import { Publishing } from "./robots/config/Publishing.ts"
import { Slugs } from "./robots/config/Slugs.ts"
import { SlugStore } from "./robots/config/SlugStore.ts"
import { VersionStore } from "./robots/config/VersionStore.ts"
import { DatapointScopeLive } from "./robots/datapoints/DatapointScopeHttp.ts"
import { Datapoints } from "./robots/datapoints/Datapoints.ts"
import { DatapointsHttp } from "./robots/datapoints/DatapointsHttp.ts"
import { History } from "./robots/datapoints/History.ts"
import { HistoryStore } from "./robots/datapoints/HistoryStore.ts"
import { Latest } from "./robots/datapoints/Latest.ts"
import { LatestStore } from "./robots/datapoints/LatestStore.ts"
import { Recorder } from "./robots/datapoints/Recorder.ts"
import { RecordingHealth } from "./robots/datapoints/RecordingHealth.ts"
import { RecordingStore } from "./robots/datapoints/RecordingStore.ts"
import { RetentionQuota } from "./robots/datapoints/RetentionQuota.ts"
import { RetentionSweep } from "./robots/datapoints/RetentionSweep.ts"
import { Datasheets } from "./robots/Datasheets.ts"
import { DeletionStore } from "./robots/DeletionStore.ts"
import { RobotDeletion } from "./robots/RobotDeletion.ts"
import { LatencyLog } from "./robots/latency/LatencyLog.ts"
import { LatencyStore } from "./robots/latency/LatencyStore.ts"
import { OrgReportsHttp } from "./robots/OrgReportsHttp.ts"
import { Robots } from "./robots/Robots.ts"
import { RobotScopeLive } from "./robots/RobotScopeHttp.ts"
import { RobotsHttp } from "./robots/RobotsHttp.ts"
import { RobotStore } from "./robots/RobotStore.ts"
import { Sealing } from "./platform/crypto/Sealing.ts"
import { DatabaseHealth } from "./platform/sql/DatabaseHealth.ts"
import { AppRoutes, AppsAndRoles, AppStores } from "./wiring/Apps.ts"
import { DemoRoutes } from "./wiring/Demo.ts"
import { Factors, FactorStores } from "./wiring/Factors.ts"
import { Hosted, HostedRoutes, SharedPages } from "./wiring/Hosted.ts"
import { Mail, MailHttp, MailStores } from "./wiring/Mail.ts"
import { Portal, PortalRoutes, PortalStores } from "./wiring/Portal.ts"
import { SignIn, SignInHttp, SignInStores } from "./wiring/SignIn.ts"
import { Team, TeamRoutes, TeamStores } from "./wiring/Team.ts"

/** One store per table. They ask for a database. */
export const Stores = Layer.mergeAll(
  AuditStore.layer,
  BridgeRecordStore.layer,
  CredentialStore.layer,
  DeletionStore.layer,
  DeveloperStore.layer,
  DraftStore.layer,
  GrantStore.layer,
  HistoryStore.layer,
  JobStore.layer,
  JobSweepStore.layer,
  LatencyStore.layer,
  LatestStore.layer,
  OrgStore.layer,
  RateLimitStore.layer,
  RecordingStore.layer,
  RetentionStore.layer,
  RobotStore.layer,
  SessionStore.layer,
  SlugStore.layer,
  SnapshotStore.layer,
  VersionStore.layer
).pipe(Layer.provideMerge(Layer.mergeAll(AppStores, FactorStores, MailStores, PortalStores, SignInStores, TeamStores)))

/** What belongs to the process alone. */
const Process = Layer.mergeAll(
  Bus.layer,
  Bridges.layer,
  Counters.layer,
  RateLimits.layer,
  Passwords.layer,
  Sealing.layer
)

const Identity = Layer.mergeAll(AuditSweep, Credentials.layer, DeveloperAuth.layer, Orgs.layer, SessionSweep).pipe(
  Layer.provideMerge(Layer.mergeAll(Sessions.layer, Grants.layer, Audit.layer, AllowedOriginsLive, Retention.layer)),
  Layer.provideMerge(Tokens.layer)
)

const Robotics = Layer.mergeAll(
  ClientRobots.layer,
  Datapoints.layer,
  Datasheets.layer,
  Drafts.layer,
  History.layer,
  Publishing.layer,
  RobotDeletion.layer,
  Robots.layer,
  Slugs.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(BridgeRecords.layer, LatencyLog.layer, Latest.layer, Recorder.layer, RetentionSweep, Snapshots.layer)
  ),
  Layer.provideMerge(
    Layer.mergeAll(BridgeStates.layer, PublishedConfigs.layer, RecordingHealth.layer, RetentionQuota.layer)
  )
)

const Commands = Layer.mergeAll(Jobs.layer, JobSweep).pipe(
  Layer.provideMerge(RobotNodes.layer),
  Layer.provide(RobotNodeHandlers),
  Layer.provide(JobInserter.layer),
  Layer.provideMerge(Layer.mergeAll(LiveJobs.layer, PublisherHolds.layer)),
  Layer.provideMerge(JobStateWriter.layer)
)

const Sockets = Layer.mergeAll(BridgeHost.layer, RealtimeHost.layer).pipe(
  Layer.provide(Layer.mergeAll(BridgeIntake.layer, BridgeHandshake.layer, RealtimeCommands.layer, Subscriptions.layer)),
  Layer.provide(Layer.mergeAll(Fanout.layer, OrgActivity.layer, Presence.layer))
)

/** The rules of the service. They ask for stores. */
export const Services = Sockets.pipe(
  Layer.provideMerge(Commands),
  Layer.provideMerge(Robotics),
  Layer.provideMerge(Layer.mergeAll(Hosted, Portal)),
  Layer.provideMerge(Layer.mergeAll(AppsAndRoles, Team)),
  Layer.provideMerge(SignIn),
  Layer.provideMerge(Factors),
  Layer.provideMerge(Mail),
  Layer.provideMerge(Identity),
  Layer.provideMerge(Layer.mergeAll(Process, DatabaseHealth.layer))
)

const Middleware = Layer.mergeAll(
  AccessLive,
  AppScopesLive,
  AppUserScopesLive,
  CommandScopeLive,
  DatapointScopeLive,
  JobHistoryScopeLive,
  RateLimitedLive,
  RequestRefusalsLive,
  RobotScopeLive
)

const Rest = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([AppRoutes, AuthHttp, DeveloperFactorsHttp, HostedRoutes, PortalRoutes, SignInHttp, TeamRoutes]),
  Layer.provide([ClientHttp, ConfigHttp, DatapointsHttp, HealthHttp, JobsHttp, OrgReportsHttp, RobotsHttp]),
  Layer.provide(Middleware)
)

/** What every answer passes through, from the outside in. */
const Edge = Envelope.pipe(Layer.provideMerge(Cors), Layer.provideMerge(RequestLog))

const Http = HttpRouter.serve(Layer.mergeAll(Rest, DemoRoutes, DocsHttp, MailHttp, MetricsHttp, SharedPages, Edge), {
  disableListenLog: true,
  disableLogger: true,
  // What else looks at a path, such as the cross-origin rules, takes it as it is written.
  routerConfig: { caseSensitive: true, ignoreDuplicateSlashes: false }
})

/**
 * Everything the service answers, on one port. It asks for services and a server. Sockets are taken after the server
 * has begun and so let go before it stops: a server waits for every open connection.
 */
export const App = Layer.mergeAll(BridgeGateway, RealtimeGateway).pipe(Layer.provide(Http))
