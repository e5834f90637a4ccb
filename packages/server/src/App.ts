import { Api } from "@fleet/domain/api/Api"
import { Layer } from "effect"
import { HttpRouter } from "effect/unstable/http"
import { HttpApiBuilder } from "effect/unstable/httpapi"
import { AppScopesLive } from "./apps/AppScopeHttp.ts"
import { Apps } from "./apps/Apps.ts"
import { AppsHttp } from "./apps/AppsHttp.ts"
import { AppStore } from "./apps/AppStore.ts"
import { AppUsers } from "./apps/AppUsers.ts"
import { AppUsersHttp } from "./apps/AppUsersHttp.ts"
import { AppUserStore } from "./apps/AppUserStore.ts"
import { OriginStore } from "./apps/OriginStore.ts"
import { Origins } from "./apps/Origins.ts"
import { Permissions } from "./apps/Permissions.ts"
import { PermissionStore } from "./apps/PermissionStore.ts"
import { Roles } from "./apps/Roles.ts"
import { RolesHttp } from "./apps/RolesHttp.ts"
import { RoleStore } from "./apps/RoleStore.ts"
import { ServerKeys } from "./apps/ServerKeys.ts"
import { ServerKeysHttp } from "./apps/ServerKeysHttp.ts"
import { ServerKeyStore } from "./apps/ServerKeyStore.ts"
import { AccessLive } from "./auth/AccessHttp.ts"
import { AuthHttp } from "./auth/AuthHttp.ts"
import { ClientAuth } from "./auth/ClientAuth.ts"
import { ClientAuthHttp } from "./auth/ClientAuthHttp.ts"
import { Credentials } from "./auth/Credentials.ts"
import { CredentialStore } from "./auth/CredentialStore.ts"
import { DeveloperAuth } from "./auth/DeveloperAuth.ts"
import { DeveloperStore } from "./auth/DeveloperStore.ts"
import { Grants } from "./auth/Grants.ts"
import { GrantStore } from "./auth/GrantStore.ts"
import { Passwords } from "./auth/Passwords.ts"
import { RateLimitedLive } from "./auth/RateLimitedHttp.ts"
import { RateLimits } from "./auth/RateLimits.ts"
import { Sessions } from "./auth/Sessions.ts"
import { SessionStore } from "./auth/SessionStore.ts"
import { SignInStore } from "./auth/SignInStore.ts"
import { Tokens } from "./auth/Tokens.ts"
import { BridgeGateway } from "./bridge/BridgeGateway.ts"
import { BridgeHost } from "./bridge/BridgeHost.ts"
import { BridgeIntake } from "./bridge/BridgeIntake.ts"
import { Greeting } from "./bridge/Greeting.ts"
import { Bus } from "./bus/Bus.ts"
import { RobotNodes } from "./bus/RobotNode.ts"
import { Cors } from "./http/Cors.ts"
import { DocsHttp } from "./http/DocsHttp.ts"
import { Envelope } from "./http/Envelope.ts"
import { HealthHttp } from "./http/HealthHttp.ts"
import { RequestLog } from "./http/RequestLog.ts"
import { RequestRefusalsLive } from "./http/RequestRefusals.ts"
import { CommandScopeLive } from "./jobs/CommandScopeHttp.ts"
import { JobDesks } from "./jobs/JobDesks.ts"
import { JobLog } from "./jobs/JobLog.ts"
import { Jobs } from "./jobs/Jobs.ts"
import { JobsHttp } from "./jobs/JobsHttp.ts"
import { JobsNodeLive } from "./jobs/JobsNode.ts"
import { JobStarts } from "./jobs/JobStarts.ts"
import { JobStore } from "./jobs/JobStore.ts"
import { Counters } from "./ops/Counters.ts"
import { MetricsHttp } from "./ops/MetricsHttp.ts"
import { Audit } from "./org/Audit.ts"
import { AuditStore } from "./org/AuditStore.ts"
import { Orgs } from "./org/Orgs.ts"
import { OrgStore } from "./org/OrgStore.ts"
import { Fanout } from "./realtime/Fanout.ts"
import { OrgActivity } from "./realtime/OrgActivity.ts"
import { RealtimeCommands } from "./realtime/RealtimeCommands.ts"
import { RealtimeGateway } from "./realtime/RealtimeGateway.ts"
import { RealtimeHost } from "./realtime/RealtimeHost.ts"
import { Subscriptions } from "./realtime/Subscriptions.ts"
import { Viewers } from "./realtime/Viewers.ts"
import { BridgeRecords } from "./robots/BridgeRecords.ts"
import { BridgeRecordStore } from "./robots/BridgeRecordStore.ts"
import { Bridges } from "./robots/Bridges.ts"
import { BridgeStates } from "./robots/BridgeStates.ts"
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
import { RecordingStore } from "./robots/datapoints/RecordingStore.ts"
import { RetentionQuota } from "./robots/datapoints/RetentionQuota.ts"
import { RetentionSweep } from "./robots/datapoints/RetentionSweep.ts"
import { Datasheets } from "./robots/Datasheets.ts"
import { DeletionStore } from "./robots/DeletionStore.ts"
import { RobotDeletion } from "./robots/RobotDeletion.ts"
import { Robots } from "./robots/Robots.ts"
import { RobotScopeLive } from "./robots/RobotScopeHttp.ts"
import { RobotsHttp } from "./robots/RobotsHttp.ts"
import { RobotStore } from "./robots/RobotStore.ts"
import { DatabaseHealth } from "./sql/DatabaseHealth.ts"

/** One store per table. They ask for a database. */
export const Stores = Layer.mergeAll(
  AppStore.layer,
  AppUserStore.layer,
  AuditStore.layer,
  BridgeRecordStore.layer,
  CredentialStore.layer,
  DeletionStore.layer,
  DeveloperStore.layer,
  DraftStore.layer,
  GrantStore.layer,
  HistoryStore.layer,
  JobStore.layer,
  LatestStore.layer,
  OrgStore.layer,
  OriginStore.layer,
  PermissionStore.layer,
  RecordingStore.layer,
  RobotStore.layer,
  RoleStore.layer,
  ServerKeyStore.layer,
  SessionStore.layer,
  SignInStore.layer,
  SlugStore.layer,
  SnapshotStore.layer,
  VersionStore.layer
)

/** What belongs to the process alone. */
const Process = Layer.mergeAll(Bus.layer, Bridges.layer, Counters.layer, RateLimits.layer, Passwords.layer)

const Identity = Layer.mergeAll(Credentials.layer, DeveloperAuth.layer, ClientAuth.layer, Orgs.layer).pipe(
  Layer.provideMerge(Layer.mergeAll(Sessions.layer, Grants.layer, Audit.layer, Origins.layer)),
  Layer.provideMerge(Tokens.layer)
)

const AppsAndRoles = Layer.mergeAll(Apps.layer, AppUsers.layer, Permissions.layer, ServerKeys.layer).pipe(
  Layer.provideMerge(Roles.layer)
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
    Layer.mergeAll(BridgeRecords.layer, Latest.layer, Recorder.layer, RetentionSweep, Snapshots.layer)
  ),
  Layer.provideMerge(Layer.mergeAll(BridgeStates.layer, PublishedConfigs.layer, RetentionQuota.layer))
)

const Commands = Jobs.layer.pipe(
  Layer.provideMerge(RobotNodes.layer),
  Layer.provide(JobsNodeLive),
  Layer.provide(JobStarts.layer),
  Layer.provideMerge(JobDesks.layer),
  Layer.provideMerge(JobLog.layer)
)

const Sockets = Layer.mergeAll(BridgeHost.layer, RealtimeHost.layer).pipe(
  Layer.provide(Layer.mergeAll(BridgeIntake.layer, Greeting.layer, RealtimeCommands.layer, Subscriptions.layer)),
  Layer.provide(Layer.mergeAll(Fanout.layer, OrgActivity.layer, Viewers.layer))
)

/** The rules of the service. They ask for stores. */
export const Services = Sockets.pipe(
  Layer.provideMerge(Commands),
  Layer.provideMerge(Robotics),
  Layer.provideMerge(AppsAndRoles),
  Layer.provideMerge(Identity),
  Layer.provideMerge(Layer.mergeAll(Process, DatabaseHealth.layer))
)

const Middleware = Layer.mergeAll(
  AccessLive,
  AppScopesLive,
  CommandScopeLive,
  DatapointScopeLive,
  RateLimitedLive,
  RequestRefusalsLive,
  RobotScopeLive
)

const Rest = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([AppsHttp, AppUsersHttp, AuthHttp, ClientAuthHttp, RolesHttp, ServerKeysHttp]),
  Layer.provide([ClientHttp, ConfigHttp, DatapointsHttp, HealthHttp, JobsHttp, RobotsHttp]),
  Layer.provide(Middleware)
)

/** What every answer passes through, from the outside in. */
const Edge = Envelope.pipe(Layer.provideMerge(Cors), Layer.provideMerge(RequestLog))

const Http = HttpRouter.serve(Layer.mergeAll(Rest, DocsHttp, MetricsHttp, Edge), {
  disableListenLog: true,
  disableLogger: true
})

/**
 * Everything the service answers, on one port. It asks for services and a server. Sockets are taken after the server
 * has begun and so let go before it stops: a server waits for every open connection.
 */
export const App = Layer.mergeAll(BridgeGateway, RealtimeGateway).pipe(Layer.provide(Http))
