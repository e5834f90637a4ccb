import { DateTime, Effect, Layer } from "effect"
import { feature } from "../platform/features/feature.ts"
import { every } from "../platform/schedule/every.ts"
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
import { MailPreviewStore } from "./MailPreviewStore.ts"
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

/** Deletes previews of mails that are over, every hour. */
const previewSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const previews = yield* MailPreviewStore
    const swept = Effect.flatMap(DateTime.now, (now) => previews.deleteBefore(DateTime.toDateUtc(now)))
    yield* every("1 hour", "old previews of mails could not be deleted", swept)
  })
)

/** Apps with their roles, permissions, server keys, sign-in rules, logos and mail templates. */
export const apps = feature({
  stores: Layer.mergeAll(
    AppStore.layer,
    AuthConfigStore.layer,
    LogoStore.layer,
    MailPreviewStore.layer,
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
  background: previewSweep,
  middleware: AppScopesLive,
  api: Layer.mergeAll(AppsHttp, AuthConfigHttp, MailTemplatesHttp, RolesHttp, ServerKeysHttp)
})
