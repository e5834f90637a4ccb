import { Context, Schema } from "effect"
import { AppId, AppUserId, DeveloperId, OrgId, RoleId, ServerKeyId, SessionId } from "./Ids.ts"

/**
 * How often what the caller may do had changed when its credential was read. What was decided about a lower version holds
 * no more.
 */
const accessVersion = Schema.Finite

/** The client that acts for the person, where one does: over MCP. */
const client = { clientId: Schema.optionalKey(Schema.String), scopes: Schema.optionalKey(Schema.Array(Schema.String)) }

export const Tier = Schema.Literals(["owner", "developer"])
export type Tier = typeof Tier.Type

/** A platform user with a console session. */
export const Developer = Schema.Struct({
  kind: Schema.tag("developer"),
  id: DeveloperId,
  orgId: OrgId,
  tier: Tier,
  email: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  sessionId: SessionId,
  /** The developer's own when the session was proven: raised, it ends every session there was. */
  tokenVersion: Schema.Int,
  accessVersion,
  ...client
})
export type Developer = typeof Developer.Type

/** An end user of one app. */
export const AppUser = Schema.Struct({
  kind: Schema.tag("app_user"),
  id: AppUserId,
  orgId: OrgId,
  appId: AppId,
  roleId: RoleId,
  email: Schema.String,
  displayName: Schema.NullOr(Schema.String),
  twoFactorEnabled: Schema.Boolean,
  sessionId: SessionId,
  accessVersion,
  ...client
})
export type AppUser = typeof AppUser.Type

/** A backend of one app, with the app's full permission set. */
export const ServerKey = Schema.Struct({
  kind: Schema.tag("server_key"),
  id: ServerKeyId,
  orgId: OrgId,
  appId: AppId,
  name: Schema.String,
  accessVersion
})
export type ServerKey = typeof ServerKey.Type

/** Who is calling. Every transport proves one of these before any handler runs. */
export const Caller = Schema.Union([Developer, AppUser, ServerKey]).pipe(Schema.toTaggedUnion("kind"))
export type Caller = typeof Caller.Type

/** How a caller is named to others: the address, or the key's name. */
export const labelOf = (caller: Caller): string => (caller.kind === "server_key" ? caller.name : caller.email)

/** The proven caller of the current request, of any kind. */
export class CurrentCaller extends Context.Service<CurrentCaller, Caller>()("@fleet/domain/CurrentCaller") {}

/** The proven caller of a console route: always a developer. */
export class CurrentDeveloper extends Context.Service<CurrentDeveloper, Developer>()(
  "@fleet/domain/CurrentDeveloper"
) {}
