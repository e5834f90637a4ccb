import type { ClientOidcErrorCode } from "@fleet/domain/ClientOidc"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { AuditLog } from "../../../audit/AuditLog.ts"
import { Passwords } from "../../factors/Passwords.ts"
import { AccountStore, authenticatedAppUserOf, type Person } from "../accounts/AccountStore.ts"
import { AppInvitationStore } from "../accounts/AppInvitationStore.ts"
import { AppUserLimit } from "../limit/AppUserLimit.ts"
import type { OfApp } from "../limit/AppUserLimitStore.ts"
import { LostPasswords } from "../signin/LostPasswords.ts"
import { RegistrationStore } from "../signin/RegistrationStore.ts"
import { IdentityStore } from "./IdentityStore.ts"
import { OidcRefused } from "./OidcClient.ts"
import type { SealedProvider } from "./OidcProviderStore.ts"

/** A person whom a provider vouches for, with an address that it verified. */
export interface Claimed {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly name: string | null
}

const refused = (code: ClientOidcErrorCode) => Effect.fail(new OidcRefused({ code }))

const toRefused = (tag: "org_locked" | "not_found" | "quota_exceeded" | "plan_limit") =>
  new OidcRefused({ code: tag === "org_locked" ? "no_access" : tag === "not_found" ? "provider_disabled" : tag })

/** Whose account a sign-in is, where the subject is not linked yet: the one of the address, or a new one. */
export class OidcAccounts extends Context.Service<
  OidcAccounts,
  {
    /** Locks the org and the app until the transaction ends: the first step of it. */
    readonly lockForUpdate: (app: OfApp) => Effect.Effect<void, OidcRefused>
    /** The account, linked to the subject from now on. */
    readonly settle: (app: OfApp, provider: SealedProvider, claimed: Claimed) => Effect.Effect<Person, OidcRefused>
  }
>()("@fleet/server/OidcAccounts") {
  static readonly layer = Layer.effect(
    OidcAccounts,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const audit = yield* AuditLog
      const userLimit = yield* AppUserLimit
      const identities = yield* IdentityStore
      const invitations = yield* AppInvitationStore
      const lost = yield* LostPasswords
      const passwords = yield* Passwords
      const registrations = yield* RegistrationStore

      const link = Effect.fnUntraced(function* (person: Person, provider: SealedProvider, claimed: Claimed) {
        const { issuer, subject } = claimed
        const created_at = yield* DateTime.now
        yield* identities.link({ provider_id: provider.id, issuer, subject, user_id: person.id, created_at })
        return person
      })

      /** An existing account. The password of a pending one is void: its address was never proved. */
      const join = Effect.fnUntraced(function* (existing: Person, provider: SealedProvider) {
        if (existing.status === "blocked") return yield* refused("no_access")
        if (!provider.link_verified_emails) return yield* refused("email_taken")
        const voidHash = yield* passwords.lost
        const activated = yield* accounts.activate(existing.id, voidHash)
        const person = yield* Effect.mapError(
          Effect.fromOption(activated),
          () => new OidcRefused({ code: "no_access" })
        )
        if (person.password_hash === voidHash) yield* lost.mail(person)
        const details = { fields: ["providers"], provider: provider.slug }
        yield* audit.recordOwn(authenticatedAppUserOf(person), { action: "app_user.updated", details })
        return person
      })

      const insert = Effect.fnUntraced(function* (
        { appId, orgId }: OfApp,
        account: Pick<Person, "email" | "display_name" | "role_id">
      ) {
        const inserted = yield* accounts.insert({ org_id: orgId, app_id: appId, ...account, password_hash: null })
        return yield* Effect.mapError(Effect.fromOption(inserted), () => new OidcRefused({ code: "email_taken" }))
      })

      const admitRole = (roleId: Person["role_id"] | null) =>
        roleId === null ? refused("no_access") : Effect.succeed(roleId)

      /** What the app's rules for newcomers admit. */
      const register = Effect.fnUntraced(function* (app: OfApp, slug: string, { email, name }: Claimed) {
        const { identifier } = yield* accounts.app(app.appId)
        const rules = Option.getOrUndefined(yield* registrations.find({ identifier, email }))
        if (rules === undefined) return yield* refused("provider_disabled")
        if (!rules.self_registration) return yield* refused("registration_closed")
        if (!rules.domain_allowed) return yield* refused("domain_not_allowed")
        const role_id = yield* admitRole(rules.default_role_id)
        yield* Effect.mapError(userLimit.check(app.orgId), ({ _tag }) => toRefused(_tag))
        const person = yield* insert(app, { email, display_name: name, role_id })
        yield* audit.recordOwn(authenticatedAppUserOf(person), {
          action: "app_user.registered",
          details: { provider: slug }
        })
        return person
      })

      /** The invitation of the address, which its holder may accept; null without one. */
      const accept = Effect.fnUntraced(function* (app: OfApp, { email, name }: Claimed) {
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const invited = Option.getOrUndefined(
          yield* identities.lockInvitationForUpdate({ appId: app.appId, email, now })
        )
        if (invited === undefined) return null
        const { identifier } = yield* accounts.app(app.appId)
        const rules = Option.getOrUndefined(yield* registrations.find({ identifier, email }))
        const role_id = yield* admitRole(invited.role_id ?? rules?.default_role_id ?? null)
        yield* Effect.mapError(userLimit.checkInvited(app.orgId), ({ _tag }) => toRefused(_tag))
        const person = yield* insert(app, { email, display_name: invited.display_name ?? name, role_id })
        yield* invitations.remove(invited.id)
        const user = authenticatedAppUserOf(person)
        yield* audit.recordOwn(user, { action: "app_user.created" })
        const target = { kind: "app_invitation", id: invited.id, label: invited.email }
        yield* audit.recordOwn(user, { action: "app_invitation.accepted", target })
        return person
      })

      const settle = Effect.fn("OidcAccounts.settle")(function* (
        app: OfApp,
        provider: SealedProvider,
        claimed: Claimed
      ) {
        const { issuer, subject } = claimed
        // Another sign-in of the same person may have been first.
        const linked = Option.getOrUndefined(yield* identities.userOf({ provider_id: provider.id, issuer, subject }))
        if (linked !== undefined) {
          const person = yield* accounts.activate(linked)
          return yield* Effect.mapError(Effect.fromOption(person), () => new OidcRefused({ code: "no_access" }))
        }
        const existing = Option.getOrUndefined(yield* identities.lockAccountForUpdate(app.appId, claimed.email))
        if (existing !== undefined) return yield* link(yield* join(existing, provider), provider, claimed)
        const invited = provider.link_verified_emails ? yield* accept(app, claimed) : null
        return yield* link(invited ?? (yield* register(app, provider.slug, claimed)), provider, claimed)
      })

      return OidcAccounts.of({
        settle,
        lockForUpdate: (app) => Effect.mapError(userLimit.lockForUpdate(app), ({ _tag }) => toRefused(_tag))
      })
    })
  )
}
