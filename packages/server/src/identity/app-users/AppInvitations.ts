import type {
  AppInvitation,
  AppInvitationId,
  CreateAppInvitationRequest,
  PendingAppInvitation
} from "@fleet/domain/AppInvitations"
import type { App } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import {
  EmailTaken,
  NotFound,
  type OrgLocked,
  type PlanLimit,
  type QuotaExceeded,
  TargetStateConflict,
  type ValidationError
} from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { hashSecret, mintSecret } from "../../platform/crypto/Secrets.ts"
import { Outbox } from "../../mail/Outbox.ts"
import { AppUserLimit } from "./limit/AppUserLimit.ts"
import { AuditLog, type PlatformIn } from "../../audit/AuditLog.ts"
import { Settings } from "../../platform/settings/Settings.ts"
import { linkOf } from "../../apps/links.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { AppLock } from "../../apps/AppLock.ts"
import { AppInvitationStore, type Issued } from "./accounts/AppInvitationStore.ts"
import { Roles } from "../../apps/Roles.ts"

/** How long an invitation can be accepted. */
export const invitationLifetime = Duration.days(7)

const within = (app: App) => ({ orgId: app.org_id, appId: app.id })
const now = Effect.map(DateTime.now, DateTime.toDateUtc)

/** Invitations to an app. The token is in the link and the mail, and stored as a hash. */
export class AppInvitations extends Context.Service<
  AppInvitations,
  {
    /** Outstanding ones, newest first. */
    readonly list: (app: App) => Effect.Effect<ReadonlyArray<PendingAppInvitation>>
    /** Whether an outstanding invitation of the app has the id. */
    readonly has: (app: App, id: AppInvitationId) => Effect.Effect<boolean>
    /** Takes the place of an outstanding invitation of the address. An account that never proved its address is free. */
    readonly create: (
      developer: Developer,
      app: App,
      request: CreateAppInvitationRequest
    ) => Effect.Effect<
      AppInvitation,
      NotFound | ValidationError | EmailTaken | TargetStateConflict | OrgLocked | QuotaExceeded | PlanLimit
    >
    /** A new id, a new token and seven days again; the mail as before. */
    readonly reissue: (developer: Developer, app: App, id: AppInvitationId) => Effect.Effect<AppInvitation, NotFound>
    readonly revoke: (developer: Developer | PlatformIn, app: App, id: AppInvitationId) => Effect.Effect<void, NotFound>
  }
>()("@fleet/server/AppInvitations") {
  static readonly layer = Layer.effect(
    AppInvitations,
    Effect.gen(function* () {
      const store = yield* AppInvitationStore
      const appLock = yield* AppLock
      const userLimit = yield* AppUserLimit
      const roles = yield* Roles
      const outbox = yield* Outbox
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const { portalUrl } = yield* Settings

      const record = (
        developer: Developer | PlatformIn,
        app: App,
        { email, id }: { readonly id: AppInvitationId; readonly email: string },
        action: string
      ) =>
        audit.record({
          orgId: app.org_id,
          actor: developer,
          action,
          target: { kind: "app_invitation", id, label: email },
          details: { app_id: app.id }
        })

      /** The mail of an invitation, written with it, and what is answered once both are committed. */
      const postMail = Effect.fnUntraced(function* (app: App, invitation: Issued, token: string) {
        const { display_name, email, expires_at, id, invite_url: template, role_id, send_mail } = invitation
        const link = linkOf("invite", { identifier: app.identifier, portalUrl, template, token })
        const answer = { id, app_id: app.id, email, role_id, expires_at, accept_url: link }
        if (!send_mail) return Effect.succeed<AppInvitation>({ ...answer, mail: "not_requested" })
        const { deliver } = yield* outbox.postReported({
          kind: "invite",
          to: email,
          orgId: app.org_id,
          appId: app.id,
          displayName: display_name,
          roleId: role_id,
          link,
          code: null,
          expiresAt: DateTime.toDateUtc(expires_at),
          send: true
        })
        return Effect.map(deliver, (mail): AppInvitation => ({ ...answer, mail }))
      })

      /** The role an invitation is for. It cannot be deleted while the app is locked. */
      const roleFor = Effect.fnUntraced(function* (app: App, named: CreateAppInvitationRequest["role_id"]) {
        const current = Option.getOrUndefined(yield* appLock.current(app))
        const roleId = named ?? current?.default_role_id ?? null
        if (roleId === null) {
          return yield* new TargetStateConflict({ details: { field: "default_role_id", rule: "not_set" } })
        }
        if (yield* roles.belongs(app, roleId)) return roleId
        return yield* refusalOf({ field: "role_id", rule: Rule.notFound })
      })

      const insert = Effect.fnUntraced(function* (
        developer: Developer,
        app: App,
        { display_name = null, email, role_id, send_mail }: CreateAppInvitationRequest
      ) {
        const token = mintSecret()
        yield* userLimit.lockForUpdate(within(app))
        const roleId = yield* roleFor(app, role_id)
        const account = Option.getOrNull(yield* store.account(within(app), email))
        if (account !== null && account !== "pending_verification") return yield* new EmailTaken()
        if (account === null) yield* userLimit.checkInvited(app.org_id)
        const at = yield* now
        if (!(yield* store.isInvited(within(app), email, at))) yield* userLimit.checkInvitation(app.org_id)
        const invitation = yield* store.put({
          org_id: app.org_id,
          app_id: app.id,
          email,
          display_name,
          role_id: roleId,
          token_hash: hashSecret(token),
          send_mail,
          created_at: at,
          expires_at: new Date(at.getTime() + Duration.toMillis(invitationLifetime))
        })
        yield* record(developer, app, invitation, "app_invitation.created")
        return yield* postMail(app, invitation, token)
      }, transaction.run)

      const create = Effect.fn("AppInvitations.create")(function* (
        developer: Developer,
        app: App,
        request: CreateAppInvitationRequest
      ) {
        // Before the locks too: an unknown role is refused before a locked org or a deleted app.
        yield* roleFor(app, request.role_id)
        return yield* Effect.flatten(insert(developer, app, request))
      })

      const reissue = Effect.fn("AppInvitations.reissue")(
        function* (developer: Developer, app: App, id: AppInvitationId) {
          const token = mintSecret()
          yield* appLock.lockForUpdate(app)
          const at = yield* now
          const expiresAt = new Date(at.getTime() + Duration.toMillis(invitationLifetime))
          const renewed = yield* store.renew({ ...within(app), id }, { hash: hashSecret(token), now: at, expiresAt })
          const invitation = yield* Effect.mapError(Effect.fromOption(renewed), () => new NotFound())
          yield* record(developer, app, invitation, "app_invitation.reissued")
          return yield* postMail(app, invitation, token)
        },
        transaction.run,
        Effect.flatten
      )

      const revoke = Effect.fn("AppInvitations.revoke")(function* (
        developer: Developer | PlatformIn,
        app: App,
        id: AppInvitationId
      ) {
        const deleted = yield* store.delete({ ...within(app), id }, yield* now)
        const invitation = yield* Effect.mapError(Effect.fromOption(deleted), () => new NotFound())
        yield* record(developer, app, invitation, "app_invitation.revoked")
      }, transaction.run)

      return AppInvitations.of({
        list: Effect.fn("AppInvitations.list")(function* (app) {
          return yield* store.list(within(app), yield* now)
        }),
        has: Effect.fnUntraced(function* (app, id) {
          return Option.isSome(yield* store.find({ ...within(app), id }, yield* now))
        }),
        create,
        reissue,
        revoke
      })
    })
  )
}
