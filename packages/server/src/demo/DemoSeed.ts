import type { App } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import type { RobotId } from "@fleet/domain/Ids"
import { type Exposure, exposuresOf } from "@fleet/domain/RobotConfig/Exposures"
import { builtins } from "@fleet/domain/Slug"
import { Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { Apps } from "../apps/Apps.ts"
import { AppUsers } from "../identity/app-users/AppUsers.ts"
import { AuthConfigs } from "../apps/AuthConfigs.ts"
import { Permissions } from "../apps/Permissions.ts"
import { Roles } from "../apps/Roles.ts"
import { ServerKeys } from "../apps/ServerKeys.ts"
import { Credentials } from "../access/Credentials.ts"
import { DeveloperAuth } from "../identity/developers/DeveloperAuth.ts"
import { Orgs } from "../org/Orgs.ts"
import { Drafts } from "../robots/config/Drafts.ts"
import { Publishing } from "../robots/config/Publishing.ts"
import { Robots } from "../robots/Robots.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { armSource, mobileSource } from "./DemoConfigs.ts"
import type { DemoFacts, DemoRobot } from "./DemoFacts.ts"

const owner = { email: "owner@demo.example", displayName: "Olive Owner" }
const developer = { email: "developer@demo.example", displayName: "Dev Developer" }
const user = { email: "user@demo.example", display_name: "Uma User" }

const planned = [
  { name: "Rover", model: "mobile", source: mobileSource, simulated: true },
  { name: "Arm", model: "arm", source: armSource, simulated: true },
  { name: "Spare rover", model: "mobile", source: mobileSource, simulated: false }
] as const satisfies ReadonlyArray<RobotPlan>

const slugsOf = (exposures: ReadonlyArray<Exposure>): DemoRobot["slugs"] => {
  const of = (kind: Exposure["kind"]) => exposures.filter((exposure) => exposure.kind === kind).map(({ slug }) => slug)
  return {
    datapoints: [...of("datapoint"), ...builtins],
    actions: of("action"),
    services: of("service"),
    publishers: of("publisher"),
    cameras: of("camera")
  }
}

/** The owner of the demo's org, as a caller. */
export const demoOwner = Effect.fnUntraced(function* ({ email }: { readonly email: string }) {
  const session = yield* (yield* DeveloperAuth).mint(email)
  const caller = yield* (yield* Credentials).prove(Redacted.make(session.access_token))
  return caller.kind === "developer" ? caller : yield* Effect.die("the owner's session is not a developer's")
})

/** A robot to make: what it is called, what simulates it, and its configuration. */
export interface RobotPlan extends Pick<DemoRobot, "name" | "model" | "simulated"> {
  readonly source: string
}

export const addRobot = Effect.fnUntraced(function* (caller: Developer, plan: RobotPlan) {
  const drafts = yield* Drafts
  const { robot, token } = yield* (yield* Robots).create(caller.orgId, caller, plan.name)
  yield* drafts.put(caller, robot, plan.source)
  const publishing = yield* Publishing
  const { version } = yield* publishing.publish(caller, robot)
  const { doc } = yield* publishing.version(caller, robot, version)
  const slugs = slugsOf(exposuresOf(doc))
  return {
    id: robot.id,
    name: robot.name,
    model: plan.model,
    simulated: plan.simulated,
    bridgeToken: token,
    slugs
  } satisfies DemoRobot
})

/** Every slug of every robot for `operate`, what can be read for `observe`. `asks`: agents need a person's yes for each command. */
export const grant = Effect.fnUntraced(function* (
  caller: Developer,
  app: App,
  robots: ReadonlyArray<Pick<DemoRobot, "id" | "slugs">>,
  { asks = false } = {}
) {
  const permissions = yield* Permissions
  const roles = yield* (yield* Roles).list(app)
  for (const role of roles) {
    const operates = role.name === "operate"
    yield* permissions.put(caller, app, role, {
      role_id: role.id,
      grants: robots.map(({ id, slugs }) => ({
        robot_id: id,
        slugs: operates ? Object.values(slugs).flat() : [...slugs.datapoints, ...slugs.cameras],
        confirm: operates && asks ? [...slugs.actions, ...slugs.services, ...slugs.publishers] : []
      })),
      capabilities: { action_history: operates, assets: operates }
    })
  }
  return roles.find(({ name }) => name === "operate")!
})

/**
 * Two more apps on the same robots: one that anybody may register with, and one that requires a second factor, and whose
 * agents need a yes for each command.
 */
const addSignInApps = Effect.fnUntraced(function* (caller: Developer, robots: ReadonlyArray<DemoRobot>) {
  const apps = yield* Apps
  const configs = yield* AuthConfigs
  const add = Effect.fnUntraced(function* (name: string, identifier: string, accent: string, asks = false) {
    const app = yield* apps.create(caller, { name, identifier, robot_ids: robots.map(({ id }) => id) })
    const role = yield* grant(caller, app, robots, { asks })
    yield* configs.putLook(caller, app, { hosted_accent: accent })
    return yield* apps.update(caller, app, { default_role_id: role.id })
  })

  const open = yield* add("Open demo app", "demo_open", "#0f766e")
  yield* configs.putRegistration(caller, open, { self_registration: true, allowed_domains: [], allowed_origins: [] })
  yield* configs.putSignIn(caller, open, {
    sign_in_methods: { password: true, email_code: true },
    two_factor: "optional"
  })

  const strict = yield* add("Strict demo app", "demo_strict", "#7c3aed", true)
  const password = randomBytes(12).toString("base64url")
  yield* (yield* AppUsers).create(caller, strict, { ...user, password })
  yield* configs.putSignIn(caller, strict, {
    sign_in_methods: { password: true, email_code: false },
    two_factor: "required"
  })
  yield* configs.putMcp(caller, strict, { mcp_enabled: true })
  return {
    openApp: { identifier: open.identifier },
    strictApp: { identifier: strict.identifier, email: user.email, password, mcp: true }
  }
})

/** A demo org with people, an app, a server key and three robots: all of it, or nothing. */
export const seedDemo = Effect.gen(function* () {
  const orgs = yield* Orgs
  const apps = yield* Apps
  const { orgId } = yield* orgs.create({ name: "Demo", owner, plan: "enterprise" })
  yield* orgs.add(orgId, { ...developer, tier: "developer" })
  const caller = yield* demoOwner(owner)
  const robots = yield* Effect.forEach(planned, (plan) => addRobot(caller, plan))
  const robot_ids: ReadonlyArray<RobotId> = robots.map(({ id }) => id)
  const app = yield* apps.create(caller, { name: "Demo app", identifier: "demo", robot_ids })
  const role = yield* grant(caller, app, robots)
  const withRole = yield* apps.update(caller, app, { default_role_id: role.id })
  const password = randomBytes(12).toString("base64url")
  yield* (yield* AppUsers).create(caller, withRole, { ...user, password })
  yield* (yield* AuthConfigs).putMcp(caller, withRole, { mcp_enabled: true })
  const { key } = yield* (yield* ServerKeys).create(caller, withRole, "Demo backend")
  return {
    org: { id: orgId, name: "Demo" },
    owner: { email: owner.email },
    developer: { email: developer.email },
    app: { id: app.id, identifier: app.identifier },
    appUser: { email: user.email, password },
    ...(yield* addSignInApps(caller, robots)),
    mcp: true,
    serverKey: key,
    robots
  } satisfies DemoFacts
}).pipe((seeding) => Effect.flatMap(Transaction, ({ run }) => run(seeding)))
