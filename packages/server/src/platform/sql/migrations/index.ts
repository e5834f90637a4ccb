import orgs from "./0001_orgs.ts"
import robots from "./0002_robots.ts"
import apps from "./0003_apps.ts"
import configurations from "./0004_configurations.ts"
import jobs from "./0005_jobs.ts"
import audit from "./0006_audit.ts"
import identity from "./0010_identity.ts"
import appPolicies from "./0011_app_policies.ts"
import mail from "./0012_mail.ts"
import signIn from "./0013_sign_in.ts"
import secondFactors from "./0014_second_factors.ts"
import portal from "./0015_portal.ts"
import team from "./0016_team.ts"
import latency from "./0017_latency.ts"
import sessionSweep from "./0018_session_sweep.ts"
import mailOwners from "./0021_mail_owners.ts"
import rateLimits from "./0022_rate_limits.ts"
import portalSetup from "./0023_portal_setup.ts"
import auditActors from "./0024_audit_actors.ts"
import latencyWrites from "./0025_latency_writes.ts"
import roleReferences from "./0026_role_references.ts"
import orgLock from "./0027_org_lock.ts"
import grantConfirm from "./0028_grant_confirm.ts"
import jobEnds from "./0029_job_ends.ts"
import exposureCounts from "./0031_exposure_counts.ts"
import offlineSince from "./0032_offline_since.ts"
import captured from "./0033_captured.ts"
import adoptedJobs from "./0034_adopted_jobs.ts"
import protocolVersions from "./0035_protocol_versions.ts"
import signInPages from "./0036_sign_in_pages.ts"
import accessVersions from "./0037_access_versions.ts"
import work from "./0039_work.ts"
import oauth from "./0040_oauth.ts"
import plans from "./0041_plans.ts"
import history from "./0042_history.ts"
import currentVersions from "./0045_current_versions.ts"
import alerts from "./0047_alerts.ts"
import introspections from "./0050_introspections.ts"
import webhooks from "./0051_webhooks.ts"
import workByOrg from "./0052_work_by_org.ts"
import datapointHealth from "./0074_datapoint_health.ts"
import resourceHealth from "./0053_resource_health.ts"
import jobStarts from "./0054_job_starts.ts"
import assets from "./0055_assets.ts"
import assetSyncs from "./0056_asset_syncs.ts"
import snapshotReceipts from "./0057_snapshot_receipts.ts"
import liveVideo from "./0058_live_video.ts"
import mcp from "./0059_mcp.ts"
import mcpConfirmations from "./0060_mcp_confirmations.ts"
import oidcProviders from "./0061_oidc_providers.ts"
import oidcSignIns from "./0062_oidc_sign_ins.ts"
import jobNames from "./0063_job_names.ts"
import recordings from "./0064_recordings.ts"
import mcpClientActivity from "./0067_mcp_client_activity.ts"
import jobClients from "./0068_job_clients.ts"
import mcpInteractionRedirects from "./0069_mcp_interaction_redirects.ts"
import cameraStills from "./0070_camera_stills.ts"
import leanCalls from "./0071_lean_calls.ts"
import slugNames from "./0072_slug_names.ts"
import syncRefusals from "./0076_sync_refusals.ts"
import confirmPage from "./0077_confirm_page.ts"
import moreIssues from "./0079_more_issues.ts"
import latestArrival from "./0080_latest_arrival.ts"
import boots from "./0083_boots.ts"
import webhookListeners from "./0084_webhook_listeners.ts"
import connectedAt from "./0085_connected_at.ts"
import alertsByOrg from "./0086_alerts_by_org.ts"
import mailPreviews from "./0087_mail_previews.ts"
import usageMonths from "./0088_usage_months.ts"
import orgPlans from "./0090_org_plans.ts"
import planNotices from "./0092_plan_notices.ts"
import billing from "./0094_billing.ts"
import publishKeys from "./0097_publish_keys.ts"

/** Forward only; a released migration never changes. */
export const migrations = {
  "0001_orgs": orgs,
  "0002_robots": robots,
  "0003_apps": apps,
  "0004_configurations": configurations,
  "0005_jobs": jobs,
  "0006_audit": audit,
  "0010_identity": identity,
  "0011_app_policies": appPolicies,
  "0012_mail": mail,
  "0013_sign_in": signIn,
  "0014_second_factors": secondFactors,
  "0015_portal": portal,
  "0016_team": team,
  "0017_latency": latency,
  "0018_session_sweep": sessionSweep,
  "0021_mail_owners": mailOwners,
  "0022_rate_limits": rateLimits,
  "0023_portal_setup": portalSetup,
  "0024_audit_actors": auditActors,
  "0025_latency_writes": latencyWrites,
  "0026_role_references": roleReferences,
  "0027_org_lock": orgLock,
  "0028_grant_confirm": grantConfirm,
  "0029_job_ends": jobEnds,
  "0031_exposure_counts": exposureCounts,
  "0032_offline_since": offlineSince,
  "0033_captured": captured,
  "0034_adopted_jobs": adoptedJobs,
  "0035_protocol_versions": protocolVersions,
  "0036_sign_in_pages": signInPages,
  "0037_access_versions": accessVersions,
  "0039_work": work,
  "0040_oauth": oauth,
  "0041_plans": plans,
  "0042_history": history,
  "0045_current_versions": currentVersions,
  "0047_alerts": alerts,
  "0050_introspections": introspections,
  "0051_webhooks": webhooks,
  "0052_work_by_org": workByOrg,
  "0053_resource_health": resourceHealth,
  "0054_job_starts": jobStarts,
  "0055_assets": assets,
  "0056_asset_syncs": assetSyncs,
  "0057_snapshot_receipts": snapshotReceipts,
  "0058_live_video": liveVideo,
  "0059_mcp": mcp,
  "0060_mcp_confirmations": mcpConfirmations,
  "0061_oidc_providers": oidcProviders,
  "0062_oidc_sign_ins": oidcSignIns,
  "0063_job_names": jobNames,
  "0064_recordings": recordings,
  "0067_mcp_client_activity": mcpClientActivity,
  "0068_job_clients": jobClients,
  "0069_mcp_interaction_redirects": mcpInteractionRedirects,
  "0070_camera_stills": cameraStills,
  "0071_lean_calls": leanCalls,
  "0072_slug_names": slugNames,
  "0074_datapoint_health": datapointHealth,
  "0076_sync_refusals": syncRefusals,
  "0077_confirm_page": confirmPage,
  "0079_more_issues": moreIssues,
  "0080_latest_arrival": latestArrival,
  "0083_boots": boots,
  "0084_webhook_listeners": webhookListeners,
  "0085_connected_at": connectedAt,
  "0086_alerts_by_org": alertsByOrg,
  "0087_mail_previews": mailPreviews,
  "0088_usage_months": usageMonths,
  "0090_org_plans": orgPlans,
  "0092_plan_notices": planNotices,
  "0094_billing": billing,
  "0097_publish_keys": publishKeys
}
