import type { App } from "@fleet/domain/Apps"
import type { Developer } from "@fleet/domain/Caller"
import {
  DuplicateSlug,
  type IdpUnavailable,
  NotFound,
  type ProviderMisconfigured,
  QuotaExceeded
} from "@fleet/domain/Errors"
import { OidcProviderId } from "@fleet/domain/Ids"
import {
  type CreateOidcProviderRequest,
  defaultScopes,
  maxOidcProviders,
  type OidcProvider,
  type PatchOidcProviderRequest
} from "@fleet/domain/OidcProviders"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { randomUUID } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { AppLock } from "../../../apps/AppLock.ts"
import { AuditLog, auditTarget } from "../../../audit/AuditLog.ts"
import { Sealing } from "../../../platform/crypto/Sealing.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { OidcDiscovery } from "./OidcDiscovery.ts"
import { OidcProviderStore } from "./OidcProviderStore.ts"
import { secretContext } from "./secretContext.ts"

const within = (app: App) => ({ orgId: app.org_id, appId: app.id })

type Unfit = IdpUnavailable | ProviderMisconfigured

/** The identity providers of an app, as its developers look after them. A client secret is never answered. */
export class OidcProviders extends Context.Service<
  OidcProviders,
  {
    /** By slug. */
    readonly list: (app: App) => Effect.Effect<ReadonlyArray<OidcProvider>>
    readonly get: (app: App, id: OidcProviderId) => Effect.Effect<OidcProvider, NotFound>
    /** Asks the issuer for its discovery document first. */
    readonly create: (
      developer: Developer,
      app: App,
      asked: CreateOidcProviderRequest
    ) => Effect.Effect<OidcProvider, DuplicateSlug | NotFound | QuotaExceeded | Unfit>
    /** Equal values write nothing. */
    readonly update: (
      developer: Developer,
      app: App,
      provider: OidcProvider,
      change: PatchOidcProviderRequest
    ) => Effect.Effect<OidcProvider, NotFound | Unfit>
    readonly delete: (developer: Developer, app: App, provider: OidcProvider) => Effect.Effect<void, NotFound>
  }
>()("@fleet/server/OidcProviders") {
  static readonly layer = Layer.effect(
    OidcProviders,
    Effect.gen(function* () {
      const store = yield* OidcProviderStore
      const discovery = yield* OidcDiscovery
      const appLock = yield* AppLock
      const sealing = yield* Sealing
      const audit = yield* AuditLog
      const transaction = yield* Transaction

      const seal = (id: OidcProviderId, secret: string) => sealing.seal(secret, secretContext(id))

      const admit = Effect.fnUntraced(function* (app: App, slug: string) {
        const present = yield* store.list(within(app))
        if (present.some((provider) => provider.slug === slug)) return yield* new DuplicateSlug()
        if (present.length < maxOidcProviders) return
        return yield* new QuotaExceeded({ details: { quota: "oidc_providers", limit: maxOidcProviders } })
      })

      const insert = Effect.fnUntraced(function* (developer: Developer, app: App, asked: CreateOidcProviderRequest) {
        yield* appLock.lockForUpdate(app)
        // Again, now that the app is locked.
        yield* admit(app, asked.slug)
        const { client_secret, ...named } = asked
        const provider: OidcProvider = {
          scopes: defaultScopes,
          link_verified_emails: false,
          enabled: true,
          ...named,
          id: OidcProviderId.make(randomUUID()),
          app_id: app.id,
          created_at: yield* DateTime.now
        }
        yield* store.insert(app.org_id, provider, seal(provider.id, client_secret))
        yield* audit.recordBy(developer, "oidc_provider.created", auditTarget("oidc_provider", provider), {
          app_id: app.id
        })
        return provider
      }, transaction.run)

      const change = Effect.fnUntraced(function* (
        developer: Developer,
        app: App,
        id: OidcProviderId,
        asked: PatchOidcProviderRequest
      ) {
        const { client_secret, ...wanted } = asked
        yield* appLock.lockForUpdate(app)
        const sealed = Option.getOrUndefined(yield* store.sealed(id))
        if (sealed === undefined) return yield* new NotFound()
        const { client_secret: before, org_id: _, ...provider } = sealed
        const present = Option.getOrNull(yield* Effect.option(sealing.open(before, secretContext(id))))
        const isNewSecret = client_secret !== undefined && client_secret !== present
        const isSame = ([name, value]: readonly [string, unknown]) =>
          isDeepStrictEqual(provider[name as keyof typeof wanted], value)
        if (!isNewSecret && Object.entries(wanted).every(isSame)) return provider
        const next = { ...provider, ...wanted }
        yield* store.update(next, isNewSecret ? seal(id, client_secret) : before)
        yield* audit.recordBy(developer, "oidc_provider.updated", auditTarget("oidc_provider", next), {
          app_id: app.id,
          fields: Object.keys(asked)
        })
        return next
      }, transaction.run)

      return OidcProviders.of({
        list: Effect.fn("OidcProviders.list")((app) => store.list(within(app))),
        get: Effect.fn("OidcProviders.get")(function* (app, id) {
          const found = yield* store.find({ ...within(app), id })
          return yield* Effect.mapError(Effect.fromOption(found), () => new NotFound())
        }),
        create: Effect.fn("OidcProviders.create")(function* (developer, app, asked) {
          yield* admit(app, asked.slug)
          yield* discovery.ask(asked.issuer)
          return yield* insert(developer, app, asked)
        }),
        update: Effect.fn("OidcProviders.update")(function* (developer, app, provider, asked) {
          if (asked.issuer !== undefined && asked.issuer !== provider.issuer) yield* discovery.ask(asked.issuer)
          return yield* change(developer, app, provider.id, asked)
        }),
        delete: Effect.fn("OidcProviders.delete")(function* (developer, app, { id }) {
          yield* appLock.lockForUpdate(app)
          const provider = Option.getOrUndefined(yield* store.find({ ...within(app), id }))
          if (provider === undefined) return yield* new NotFound()
          yield* store.delete(id)
          yield* audit.recordBy(developer, "oidc_provider.deleted", auditTarget("oidc_provider", provider), {
            app_id: app.id
          })
        }, transaction.run)
      })
    })
  )
}
