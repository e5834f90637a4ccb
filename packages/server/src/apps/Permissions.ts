import type { App } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import { NotFound, statusOf, UnknownDatapoint, type ValidationError } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import type { ExplainAccessResponse, PutRolePermissionsRequest, Role, RolePermissions } from "@fleet/domain/Roles"
import type { ExposureKind } from "@fleet/domain/Slug"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, Effect, Layer } from "effect"
import { Access, accessRefusal } from "../access/Access.ts"
import { AccessVersions } from "../access/AccessVersions.ts"
import type { CheckName } from "../access/decide.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { AuditLog, auditTarget } from "../audit/AuditLog.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { AppStore } from "./AppStore.ts"
import { lockAppForUpdate } from "./lockAppForUpdate.ts"
import { PermissionStore } from "./PermissionStore.ts"

/** What the roles of an app grant. */
export class Permissions extends Context.Service<
  Permissions,
  {
    readonly get: (app: App, role: Role) => Effect.Effect<RolePermissions, NotFound>
    /** Replaces all of it. Robots without slugs are dropped; open subscriptions are checked again. */
    readonly put: (
      developer: Developer,
      app: App,
      role: Role,
      permissions: PutRolePermissionsRequest
    ) => Effect.Effect<RolePermissions, NotFound | ValidationError>
    readonly explain: (app: App, role: Role, robotId: RobotId, slug: string) => Effect.Effect<ExplainAccessResponse>
  }
>()("@fleet/server/Permissions") {
  static readonly layer = Layer.effect(
    Permissions,
    Effect.gen(function* () {
      const store = yield* PermissionStore
      const apps = yield* AppStore
      const access = yield* Access
      const versions = yield* AccessVersions
      const audit = yield* AuditLog
      const bus = yield* Bus
      const transaction = yield* Transaction

      const keyOf = (app: App, role: Role) => ({ orgId: app.org_id, appId: app.id, id: role.id })
      const get = Effect.fn("Permissions.get")(function* (app: App, role: Role) {
        const found = yield* store.read(keyOf(app, role))
        return { role_id: role.id, ...(yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())) }
      })

      const put = Effect.fn("Permissions.put")(function* (
        developer: Developer,
        app: App,
        role: Role,
        { capabilities, grants, role_id }: PutRolePermissionsRequest
      ) {
        if (role_id !== role.id) return yield* refusalOf({ field: "role_id", rule: Rule.invalidValue })
        const key = keyOf(app, role)
        yield* lockAppForUpdate(apps, app)
        const before = yield* get(app, role)
        const attached = yield* store.lockRobotsForShare(
          key,
          grants.map(({ robot_id }) => robot_id)
        )
        const stray = grants.findIndex(({ robot_id }) => !attached.has(robot_id))
        if (stray !== -1) return yield* refusalOf({ field: `grants[${stray}].robot_id`, rule: Rule.notFound })
        yield* store.replace(key, grants, capabilities)
        const after = yield* get(app, role)
        if (JSON.stringify(before) === JSON.stringify(after)) return after
        yield* audit.recordBy(developer, "role.permissions_changed", auditTarget("role", role), { app_id: app.id })
        yield* versions.raiseApps([app.id])
        yield* transaction.afterCommit(bus.broadcastAndWait({ type: "app_access_changed", appId: app.id }))
        return after
      }, transaction.run)

      const explain = Effect.fn("Permissions.explain")(function* (
        app: App,
        role: Role,
        robotId: RobotId,
        slug: string
      ) {
        const asked = { orgId: app.org_id, appId: app.id, roleId: role.id }
        const decision = yield* access.explain(asked, robotId, { slug })
        const { checks, kind } = decision
        // A slug that is asked for without a kind is refused like a datapoint.
        const refused =
          decision.outcome === "refused" ? accessRefusal(decision.failed, () => new UnknownDatapoint()) : null
        return {
          role_id: role.id,
          robot_id: robotId,
          slug,
          allowed: refused === null,
          kind,
          checks: checks.flatMap(({ check, ok }) =>
            isExplained(check) ? [{ check, ok: ok === true, message: messages[check](ok === true, kind) }] : []
          ),
          answer: refused === null ? { status: 200, code: null } : { status: statusOf(refused), code: refused.code }
        } satisfies ExplainAccessResponse
      })

      return Permissions.of({ get, put, explain })
    })
  )
}

type Explained = ExplainAccessResponse["checks"][number]["check"] & CheckName

/** The message of each check. */
const messages: Readonly<Record<Explained, (ok: boolean, kind: ExposureKind | null) => string>> = {
  robot_attached: (ok) => (ok ? "The app lists the robot." : "The app does not list the robot."),
  slug_granted: (ok) => (ok ? "The role grants the slug." : "The role does not grant the slug."),
  slug_published: (ok, kind) => (ok ? `The slug is a published ${kind}.` : "No published configuration has the slug.")
}

const isExplained = (check: CheckName): check is Explained => check in messages
