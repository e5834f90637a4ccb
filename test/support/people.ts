import type { App } from "@fleet/domain/Apps"
import type { Caller, Developer, Tier } from "@fleet/domain/Caller"
import type { OrgId, RobotId, RoleId } from "@fleet/domain/Ids"
import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { Apps } from "@fleet/server/apps/Apps"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Permissions } from "@fleet/server/apps/Permissions"
import { Roles } from "@fleet/server/apps/Roles"
import { ServerKeys } from "@fleet/server/apps/ServerKeys"
import { Credentials } from "@fleet/server/access/Credentials"
import { DeveloperAuth } from "@fleet/server/identity/developers/DeveloperAuth"
import { Sessions } from "@fleet/server/identity/sessions/Sessions"
import { Orgs } from "@fleet/server/org/Orgs"
import { Robots } from "@fleet/server/robots/Robots"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"

/** Letters and digits that no other name of the run has. */
export const unique = () => randomUUID().replaceAll("-", "").slice(0, 12)

const signedIn = Effect.fnUntraced(function* <Kind extends Caller["kind"]>(tokens: SessionTokens, _kind: Kind) {
  const caller = yield* (yield* Credentials).prove(Redacted.make(tokens.access_token))
  return {
    caller: caller as Extract<Caller, { kind: Kind }>,
    token: tokens.access_token,
    refreshToken: tokens.refresh_token
  }
})

/** A developer of an org, signed in. */
export const makeDeveloper = Effect.fnUntraced(function* (orgId: OrgId, tier: Tier) {
  const email = `${tier}-${unique()}@example.com`
  yield* (yield* Orgs).add(orgId, { email, tier })
  return { email, ...(yield* signedIn(yield* (yield* DeveloperAuth).mint(email), "developer")) }
})

/** An org with an owner and a developer, both signed in. */
export const makeOrg = Effect.gen(function* () {
  const email = `founder-${unique()}@example.com`
  const { orgId } = yield* (yield* Orgs).create({ name: `Org ${unique()}`, owner: { email } })
  const owner = { email, ...(yield* signedIn(yield* (yield* DeveloperAuth).mint(email), "developer")) }
  return { orgId, owner, developer: yield* makeDeveloper(orgId, "developer") }
})

/** A robot and its bridge token. */
export const makeRobot = Effect.fnUntraced(function* (developer: Developer, name = `Robot ${unique()}`) {
  return yield* (yield* Robots).create(developer.orgId, developer, name)
})

/** An app with these robots, and its two builtin roles. */
export const makeApp = Effect.fnUntraced(function* (developer: Developer, robots: ReadonlyArray<RobotId> = []) {
  const app = yield* (yield* Apps).create(developer, {
    name: `App ${unique()}`,
    identifier: `app_${unique()}`,
    robot_ids: robots
  })
  const roles = yield* (yield* Roles).list(app)
  const role = (name: string) => roles.find((role) => role.name === name)!
  return { app, observe: role("observe"), operate: role("operate") }
})

/** Replaces what a role grants. */
export const grant = Effect.fnUntraced(function* (
  developer: Developer,
  app: App,
  roleId: RoleId,
  grants: Readonly<Record<RobotId, ReadonlyArray<string>>>,
  capabilities = { action_history: false, assets: false }
) {
  const role = yield* (yield* Roles).get(app, roleId)
  return yield* (yield* Permissions).put(developer, app, role, {
    role_id: roleId,
    grants: Object.entries(grants).map(([robot_id, slugs]) => ({ robot_id: robot_id as RobotId, slugs: [...slugs] })),
    capabilities
  })
})

export const password = "correct horse battery"

/** An active user of an app, signed in. */
export const makeAppUser = Effect.fnUntraced(function* (developer: Developer, app: App, roleId: RoleId) {
  const email = `user-${unique()}@example.com`
  const user = yield* (yield* AppUsers).create(developer, app, { email, password, role_id: roleId })
  const tokens = yield* (yield* Sessions).open({ kind: "app_user", id: user.id, orgId: app.org_id, appId: app.id })
  return { email, user, ...(yield* signedIn(tokens, "app_user")) }
})

/** A server key; `token` is its secret. */
export const makeServerKey = Effect.fnUntraced(function* (developer: Developer, app: App) {
  const { key, server_key } = yield* (yield* ServerKeys).create(developer, app, `Key ${unique()}`)
  const caller = yield* (yield* Credentials).prove(Redacted.make(key))
  return { id: server_key.id, token: key, caller: caller as Extract<Caller, { kind: "server_key" }> }
})

/** An org with one robot in one app, and one caller of each kind. The user has the role `observe`, without grants. */
export const makeEveryone = Effect.gen(function* () {
  const { developer, orgId, owner } = yield* makeOrg
  const { robot, token: bridgeToken } = yield* makeRobot(owner.caller)
  const { app, observe, operate } = yield* makeApp(owner.caller, [robot.id])
  const user = yield* makeAppUser(owner.caller, app, observe.id)
  const key = yield* makeServerKey(owner.caller, app)
  return { orgId, owner, developer, robot, bridgeToken, app, observe, operate, user, key }
})
