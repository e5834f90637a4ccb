import { AppId, AppUserId, DeveloperId, type OrgId, RobotId } from "@fleet/domain/Ids"
import type { NotFound } from "@fleet/domain/Errors"
import { AppInvitationId } from "@fleet/domain/AppInvitations"
import { TeamInvitationId } from "@fleet/domain/Team"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Apps } from "../../apps/Apps.ts"
import { platformIn } from "../../audit/AuditLog.ts"
import { AppInvitations } from "../../identity/app-users/AppInvitations.ts"
import { AppUsers } from "../../identity/app-users/AppUsers.ts"
import { Members } from "../../identity/developers/team/Members.ts"
import { TeamInvitations } from "../../identity/developers/team/TeamInvitations.ts"
import { type Change, OrgPlans } from "../../org/OrgPlans.ts"
import { type CutKind, PlanCutStore, type Removal, type RemovalKind } from "./PlanCutStore.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { RobotDeletion } from "../../robots/RobotDeletion.ts"
import { Robots } from "../../robots/Robots.ts"
import { countedKinds, Plans } from "../Plans.ts"

/** How long another server leaves a cut to the one that works on it. */
const leaseMs = 60_000

const kept: Readonly<Record<CutKind, "developers" | "robots" | "apps" | "app_users">> = {
  seats: "developers",
  robots: "robots",
  apps: "apps",
  app_users: "app_users"
}

const memberOf: Readonly<Record<CutKind, RemovalKind>> = {
  seats: "developer",
  robots: "robot",
  apps: "app",
  app_users: "app_user"
}

/**
 * Removes what a change to a lower plan did not keep. What goes is written down before it goes, and crossed out after: one
 * that a crash left is removed by the next server, and one that has gone already is crossed out.
 */
export class PlanCuts extends Context.Service<
  PlanCuts,
  {
    /** In the transaction of the change: begins a cut of the kinds that are over the limits of the org's new plan. */
    readonly begin: (orgId: OrgId, change: Change) => Effect.Effect<void>
    /** One step of an org's cut: plans a kind, or removes one thing. False once there is nothing more to do. */
    readonly step: (orgId: OrgId) => Effect.Effect<boolean>
    /** Works off the cuts that are due. */
    readonly runDue: Effect.Effect<void>
  }
>()("@fleet/server/PlanCuts") {
  static readonly layer = Layer.effect(
    PlanCuts,
    Effect.gen(function* () {
      const store = yield* PlanCutStore
      const orgPlans = yield* OrgPlans
      const plans = yield* Plans
      const transaction = yield* Transaction
      const apps = yield* Apps
      const users = yield* AppUsers
      const appInvitations = yield* AppInvitations
      const members = yield* Members
      const teamInvitations = yield* TeamInvitations
      const robots = yield* Robots
      const robotDeletion = yield* RobotDeletion

      const moment = Effect.map(DateTime.now, DateTime.toDateUtc)

      const excess = Effect.fnUntraced(function* (orgId: OrgId, kind: CutKind) {
        const max = yield* plans.limit(orgId, kind)
        return max === null ? 0 : (yield* plans.count(orgId, kind)) - max
      })

      const begin = Effect.fn("PlanCuts.begin")(function* (orgId: OrgId, change: Change) {
        const over = yield* Effect.filter(countedKinds, (kind) =>
          Effect.map(excess(orgId, kind), (excess) => excess > 0)
        )
        if (over.length > 0) yield* store.begin(orgId, change, over, yield* moment)
      })

      /** Writes down what of a kind goes; answers how many. */
      const planKind = Effect.fnUntraced(function* (orgId: OrgId, kind: CutKind, keep: ReadonlyArray<string>) {
        const over = yield* excess(orgId, kind)
        if (over <= 0) return 0
        const invitations = (yield* store.invitations(orgId, kind, yield* moment)).slice(0, over)
        if (invitations.length > 0) {
          yield* store.plan(orgId, kind === "seats" ? "team_invitation" : "app_invitation", invitations)
        }
        if (invitations.length === over) return over
        const staying = new Set(keep)
        const rest = (yield* store.members(orgId, kind)).filter((id) => !staying.has(id))
        if (rest.length > 0) yield* store.plan(orgId, memberOf[kind], rest)
        return invitations.length + rest.length
      })

      /** A kind is looked at again after its removals: an invitation may have been accepted in between. */
      const planNext = Effect.fnUntraced(function* (orgId: OrgId) {
        yield* orgPlans.hold(orgId)
        const cut = Option.getOrNull(yield* store.find(orgId))
        if (cut === null) return false
        const [kind, ...later] = cut.kinds
        if (kind === undefined) return yield* Effect.as(store.end(orgId), false)
        if ((yield* planKind(orgId, kind, cut.keep[kept[kind]])) === 0) yield* store.setKinds(orgId, later)
        return true
      }, transaction.run)

      const appOf = (orgId: OrgId, appId: string | null) =>
        apps.get({ orgId }, AppId.make(appId ?? "00000000-0000-0000-0000-000000000000"))

      const remove: Readonly<
        Record<RemovalKind, (orgId: OrgId, removal: Removal) => Effect.Effect<unknown, NotFound>>
      > = {
        team_invitation: Effect.fnUntraced(
          function* (orgId, { id }) {
            const invitation = yield* teamInvitations.get(orgId, TeamInvitationId.make(id))
            yield* teamInvitations.revoke(platformIn(orgId), invitation)
          },
          Effect.catchTag("token_revoked", Effect.die)
        ),
        developer: (orgId, { id }) => members.removeByPlatform(platformIn(orgId), DeveloperId.make(id)),
        robot: Effect.fnUntraced(
          function* (orgId, { id }) {
            const robot = yield* robots.get({ orgId }, RobotId.make(id))
            yield* robotDeletion.delete(platformIn(orgId), robot)
          },
          Effect.catchTags({ robot_in_use: Effect.die, robot_deletion_partial: Effect.die })
        ),
        app: Effect.fnUntraced(function* (orgId, { id }) {
          yield* apps.delete(platformIn(orgId), yield* appOf(orgId, id))
        }),
        app_invitation: Effect.fnUntraced(function* (orgId, { app_id, id }) {
          yield* appInvitations.revoke(platformIn(orgId), yield* appOf(orgId, app_id), AppInvitationId.make(id))
        }),
        app_user: Effect.fnUntraced(function* (orgId, { app_id, id }) {
          const app = yield* appOf(orgId, app_id)
          yield* users.delete(platformIn(orgId), app, yield* users.get(app, AppUserId.make(id)))
        })
      }

      const step = Effect.fn("PlanCuts.step")(function* (orgId: OrgId) {
        const removal = Option.getOrNull(yield* store.next(orgId))
        if (removal === null) return yield* planNext(orgId)
        yield* Effect.catchTag(remove[removal.kind](orgId, removal), "not_found", () => Effect.void)
        yield* store.removed(orgId, removal)
        return true
      })

      const claim = Effect.gen(function* () {
        const now = yield* moment
        return yield* store.claim(now, new Date(now.getTime() + leaseMs))
      })

      const runDue = Effect.gen(function* () {
        for (;;) {
          const orgId = Option.getOrNull(yield* claim)
          if (orgId === null) return
          const whole = Effect.suspend(() => Effect.repeat(step(orgId), { while: (more) => more }))
          yield* Effect.catchDefect(whole, (defect) =>
            Effect.logError("what a change of plan did not keep could not be removed", orgId, defect)
          )
        }
      })

      return PlanCuts.of({ begin, step, runDue })
    })
  )
}
