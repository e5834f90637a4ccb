import { Layer } from "effect"
import { AppInvitationsHttp } from "../identity/app-users/AppInvitationsHttp.ts"
import { AppInvitations } from "../identity/app-users/AppInvitations.ts"
import { AppInvitationStore } from "../identity/app-users/AppInvitationStore.ts"
import { Apps } from "../apps/Apps.ts"
import { AppLock } from "../apps/AppLock.ts"
import { AppsHttp } from "../apps/AppsHttp.ts"
import { AppStore } from "../apps/AppStore.ts"
import { AppUserAccess } from "../identity/app-users/AppUserAccess.ts"
import { AppUsers } from "../identity/app-users/AppUsers.ts"
import { AppUsersHttp } from "../identity/app-users/AppUsersHttp.ts"
import { AppUserStore } from "../identity/app-users/AppUserStore.ts"
import { AuthConfigs } from "../apps/AuthConfigs.ts"
import { AuthConfigHttp } from "../apps/AuthConfigHttp.ts"
import { AuthConfigStore } from "../apps/AuthConfigStore.ts"
import { Logos } from "../apps/Logos.ts"
import { LogoStore } from "../apps/LogoStore.ts"
import { MailTemplates } from "../apps/MailTemplates.ts"
import { MailTemplatesHttp } from "../apps/MailTemplatesHttp.ts"
import { MailTemplateStore } from "../apps/MailTemplateStore.ts"
import { OriginStore } from "../apps/OriginStore.ts"
import { Permissions } from "../apps/Permissions.ts"
import { PermissionStore } from "../apps/PermissionStore.ts"
import { Roles } from "../apps/Roles.ts"
import { RolesHttp } from "../apps/RolesHttp.ts"
import { RoleStore } from "../apps/RoleStore.ts"
import { ServerKeys } from "../apps/ServerKeys.ts"
import { ServerKeysHttp } from "../apps/ServerKeysHttp.ts"
import { ServerKeyStore } from "../apps/ServerKeyStore.ts"
import { RoleDatasheetsLive } from "../robots/RoleDatasheetsLive.ts"

/** The tables of apps. They ask for a database. */
export const AppStores = Layer.mergeAll(
  AppInvitationStore.layer,
  AppStore.layer,
  AppUserStore.layer,
  AuthConfigStore.layer,
  LogoStore.layer,
  MailTemplateStore.layer,
  OriginStore.layer,
  PermissionStore.layer,
  RoleStore.layer,
  ServerKeyStore.layer
)

/** What developers do with their apps. */
export const AppsAndRoles = Layer.mergeAll(
  AppInvitations.layer,
  Apps.layer,
  AppUserAccess.layer,
  AppUsers.layer,
  AuthConfigs.layer,
  MailTemplates.layer,
  Permissions.layer,
  ServerKeys.layer
).pipe(Layer.provideMerge(Layer.mergeAll(AppLock.layer, Logos.layer, Roles.layer)))

export const AppRoutes = Layer.mergeAll(
  AppInvitationsHttp,
  AppsHttp,
  AppUsersHttp,
  AuthConfigHttp,
  MailTemplatesHttp,
  RolesHttp,
  ServerKeysHttp
).pipe(Layer.provide(RoleDatasheetsLive))
