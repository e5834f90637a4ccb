import { Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { AllowedOriginsLive } from "./AllowedOriginsLive.ts"
import { AppLock } from "./AppLock.ts"
import { AppScopesLive } from "./AppScopeHttp.ts"
import { AppStore } from "./AppStore.ts"
import { Apps } from "./Apps.ts"
import { AppsHttp } from "./AppsHttp.ts"
import { AuthConfigHttp } from "./AuthConfigHttp.ts"
import { AuthConfigStore } from "./AuthConfigStore.ts"
import { AuthConfigs } from "./AuthConfigs.ts"
import { HostedPreviews } from "./HostedPreviews.ts"
import { LogoStore } from "./LogoStore.ts"
import { Logos } from "./Logos.ts"
import { MailTemplateStore } from "./MailTemplateStore.ts"
import { MailTemplates } from "./MailTemplates.ts"
import { MailTemplatesHttp } from "./MailTemplatesHttp.ts"
import { OriginStore } from "./OriginStore.ts"
import { PermissionStore } from "./PermissionStore.ts"
import { Permissions } from "./Permissions.ts"
import { RobotGrantStore } from "./RobotGrantStore.ts"
import { RoleStore } from "./RoleStore.ts"
import { Roles } from "./Roles.ts"
import { RolesHttp } from "./RolesHttp.ts"
import { ServerKeyStore } from "./ServerKeyStore.ts"
import { ServerKeys } from "./ServerKeys.ts"
import { ServerKeysHttp } from "./ServerKeysHttp.ts"
import { StoredGrants } from "./StoredGrants.ts"

/** Apps with their roles, permissions, server keys, sign-in rules, logos and mail templates. */
export const apps = feature({
  stores: Layer.mergeAll(
    AppStore.layer,
    AuthConfigStore.layer,
    LogoStore.layer,
    MailTemplateStore.layer,
    OriginStore.layer,
    PermissionStore.layer,
    RobotGrantStore.layer,
    RoleStore.layer,
    ServerKeyStore.layer
  ),
  services: Layer.mergeAll(
    Apps.layer,
    AuthConfigs.layer,
    HostedPreviews.layer,
    MailTemplates.layer,
    Permissions.layer,
    ServerKeys.layer,
    AllowedOriginsLive,
    StoredGrants
  ).pipe(Layer.provideMerge(Layer.mergeAll(AppLock.layer, Logos.layer, Roles.layer))),
  middleware: AppScopesLive,
  api: Layer.mergeAll(AppsHttp, AuthConfigHttp, MailTemplatesHttp, RolesHttp, ServerKeysHttp)
})
