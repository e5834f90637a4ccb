import { HttpApi, OpenApi } from "effect/http-api"
import { AlertsApi } from "./AlertsApi.ts"
import { AppInvitationsApi } from "./AppInvitationsApi.ts"
import { AppsApi } from "./AppsApi.ts"
import { AppUsersApi } from "./AppUsersApi.ts"
import { AssetLinksApi, AssetsApi, AssetUploadsApi } from "./AssetsApi.ts"
import { AssetSyncsApi } from "./AssetSyncsApi.ts"
import { AuditApi } from "./AuditApi.ts"
import { AuthApi } from "./AuthApi.ts"
import { AuthConfigApi } from "./AuthConfigApi.ts"
import { BillingApi, BillingWebhookApi } from "./BillingApi.ts"
import { CamerasApi } from "./CamerasApi.ts"
import { ClientApi } from "./ClientApi.ts"
import { ClientAuthApi } from "./ClientAuthApi.ts"
import { ClientOidcApi } from "./ClientOidcApi.ts"
import { ClientTwoFactorApi } from "./ClientTwoFactorApi.ts"
import { ConfigApi } from "./ConfigApi.ts"
import { DatapointsApi } from "./DatapointsApi.ts"
import { DeveloperFactorsApi } from "./DeveloperFactorsApi.ts"
import { HealthApi } from "./HealthApi.ts"
import { HostedApi } from "./HostedApi.ts"
import { IntrospectionApi } from "./IntrospectionApi.ts"
import { InvitationsApi } from "./InvitationsApi.ts"
import { JobsApi } from "./JobsApi.ts"
import { AppUserMcpApi, DeveloperMcpApi, McpApi, McpClientsApi } from "./McpApi.ts"
import { LiveApi } from "./LiveApi.ts"
import { MailTemplatesApi } from "./MailTemplatesApi.ts"
import { OidcProvidersApi } from "./OidcProvidersApi.ts"
import { OrgApi } from "./OrgApi.ts"
import { PlanChangeApi } from "./PlanChangeApi.ts"
import { OrgReportsApi } from "./OrgReportsApi.ts"
import { PortalApi } from "./PortalApi.ts"
import { RecordingFilesApi, RecordingRequestsApi, RecordingsApi } from "./RecordingsApi.ts"
import { RequestRefusals } from "./RequestRefusals.ts"
import { RobotsApi } from "./RobotsApi.ts"
import { RolesApi } from "./RolesApi.ts"
import { ServerKeysApi } from "./ServerKeysApi.ts"
import { TeamApi } from "./TeamApi.ts"
import { UsageApi } from "./UsageApi.ts"
import { WaitlistApi } from "./WaitlistApi.ts"
import { WebhooksApi } from "./WebhooksApi.ts"

/** The whole REST surface, version 1. */
export class Api extends HttpApi.make("fleet")
  .add(HealthApi)
  .add(AuthApi)
  .add(DeveloperFactorsApi)
  .add(PortalApi)
  .add(WaitlistApi)
  .add(TeamApi)
  .add(InvitationsApi)
  .add(OrgApi)
  .add(PlanChangeApi)
  .add(OrgReportsApi)
  .add(UsageApi)
  .add(BillingApi)
  .add(BillingWebhookApi)
  .add(AuditApi)
  .add(ClientAuthApi)
  .add(ClientTwoFactorApi)
  .add(ClientOidcApi)
  .add(HostedApi)
  .add(ClientApi)
  .add(RobotsApi)
  .add(ConfigApi)
  .add(IntrospectionApi)
  .add(DatapointsApi)
  .add(CamerasApi)
  .add(LiveApi)
  .add(AlertsApi)
  .add(JobsApi)
  .add(AssetsApi)
  .add(AssetSyncsApi)
  .add(AssetLinksApi)
  .add(AssetUploadsApi)
  .add(RecordingsApi)
  .add(RecordingFilesApi)
  .add(RecordingRequestsApi)
  .add(AppsApi)
  .add(AuthConfigApi)
  .add(MailTemplatesApi)
  .add(RolesApi)
  .add(AppUsersApi)
  .add(AppInvitationsApi)
  .add(OidcProvidersApi)
  .add(ServerKeysApi)
  .add(WebhooksApi)
  .add(McpApi)
  .add(AppUserMcpApi)
  .add(DeveloperMcpApi)
  .add(McpClientsApi)
  .middleware(RequestRefusals)
  .annotateMerge(OpenApi.annotations({ title: "Robot Fleet Cloud", version: "1" })) {}
