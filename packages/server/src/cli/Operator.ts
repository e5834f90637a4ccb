import { Data, Effect, Layer, Logger, Option } from "effect"
import { join } from "node:path"
import { AppLock } from "../apps/AppLock.ts"
import { Apps } from "../apps/Apps.ts"
import { AppStore } from "../apps/AppStore.ts"
import { AppUsers } from "../identity/app-users/AppUsers.ts"
import { AppUserStore } from "../identity/app-users/AppUserStore.ts"
import { AuthConfigs } from "../apps/AuthConfigs.ts"
import { AuthConfigStore } from "../apps/AuthConfigStore.ts"
import { Logos } from "../apps/Logos.ts"
import { LogoStore } from "../apps/LogoStore.ts"
import { Permissions } from "../apps/Permissions.ts"
import { PermissionStore } from "../apps/PermissionStore.ts"
import { Roles } from "../apps/Roles.ts"
import { RoleStore } from "../apps/RoleStore.ts"
import { ServerKeys } from "../apps/ServerKeys.ts"
import { ServerKeyStore } from "../apps/ServerKeyStore.ts"
import { Credentials } from "../access/Credentials.ts"
import { CredentialStore } from "../access/CredentialStore.ts"
import { DeveloperAuth } from "../identity/developers/DeveloperAuth.ts"
import { DeveloperStore } from "../identity/developers/DeveloperStore.ts"
import { Passwords } from "../identity/factors/Passwords.ts"
import { Sessions } from "../identity/sessions/Sessions.ts"
import { SessionStore } from "../identity/sessions/SessionStore.ts"
import { Tokens } from "../access/Tokens.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { AppUserCeiling } from "../identity/app-users/ceiling/AppUserCeiling.ts"
import { AppUserCeilingStore } from "../identity/app-users/ceiling/AppUserCeilingStore.ts"
import { Audit } from "../audit/Audit.ts"
import { AuditStore } from "../audit/AuditStore.ts"
import { Orgs } from "../org/Orgs.ts"
import { OrgStore } from "../org/OrgStore.ts"
import { BridgeStates } from "../robots/bridges/BridgeStates.ts"
import { Drafts } from "../robots/config/Drafts.ts"
import { DraftStore } from "../robots/config/DraftStore.ts"
import { PublishedConfigs } from "../robots/config/PublishedConfigs.ts"
import { Publishing } from "../robots/config/Publishing.ts"
import { VersionStore } from "../robots/config/VersionStore.ts"
import { Robots } from "../robots/Robots.ts"
import { RobotStore } from "../robots/RobotStore.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { Database } from "../platform/sql/Database.ts"
import type { DatabaseUnavailable } from "../platform/sql/DatabaseUnavailable.ts"

/** What an operator can mend, in a sentence that says how. */
export class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

const Stores = Layer.mergeAll(
  AppStore.layer,
  AppUserCeilingStore.layer,
  AppUserStore.layer,
  AuditStore.layer,
  AuthConfigStore.layer,
  CredentialStore.layer,
  DeveloperStore.layer,
  DraftStore.layer,
  LogoStore.layer,
  OrgStore.layer,
  PermissionStore.layer,
  RobotStore.layer,
  RoleStore.layer,
  ServerKeyStore.layer,
  SessionStore.layer,
  VersionStore.layer
)

const Applications = Layer.mergeAll(
  Apps.layer,
  AppUsers.layer,
  AuthConfigs.layer,
  Permissions.layer,
  ServerKeys.layer
).pipe(Layer.provideMerge(Layer.mergeAll(AppLock.layer, Logos.layer, Roles.layer)))

/** Only what commands ask for: nothing that runs beside requests, such as sweeps, starts with them. */
const Services = Layer.mergeAll(
  Applications,
  DeveloperAuth.layer,
  Drafts.layer,
  Orgs.layer,
  Publishing.layer,
  Robots.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(Credentials.layer, Sessions.layer)),
  Layer.provide(
    Layer.mergeAll(
      Tokens.layer,
      AppUserCeiling.layer,
      Audit.layer,
      BridgeStates.layer,
      Passwords.layer,
      PublishedConfigs.layer
    )
  ),
  Layer.provide(Bus.layer),
  Layer.provide(Stores)
)

/** A folder has one user at a time, so a command cannot work beside a server that runs on it. */
const besideServer = ({ message }: DatabaseUnavailable) =>
  Effect.flatMap(Settings, ({ databaseUrl, dataFolder }) =>
    Effect.fail(
      new Refused({
        message: Option.isSome(databaseUrl)
          ? message
          : `${message}\nIf a server is running on it, stop it first, run this again, and start it anew. A server on ` +
            `Postgres (DATABASE_URL) need not be stopped.\nThe sign-ins of the demo are in ${join(dataFolder, "demo.json")}.`
      })
    )
  )

/** The services that commands work with, on the settings' database. They write no log lines between their answers. */
export const Operator = Services.pipe(
  Layer.provideMerge(
    Layer.catchTag(Database.layer, "DatabaseUnavailable", (error) => Layer.effectContext(besideServer(error)))
  ),
  Layer.provideMerge(Settings.layer),
  Layer.provide(Logger.layer([]))
)
