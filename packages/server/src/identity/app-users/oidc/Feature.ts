import { DateTime, Effect, Layer } from "effect"
import { feature } from "../../../platform/features/feature.ts"
import { ClientOidcHttp } from "./ClientOidcHttp.ts"
import { IdentityStore } from "./IdentityStore.ts"
import { OidcAccounts } from "./OidcAccounts.ts"
import { OidcAdmission } from "./OidcAdmission.ts"
import { OidcClient } from "./OidcClient.ts"
import { OidcCodeStore } from "./OidcCodeStore.ts"
import { OidcDiscovery } from "./OidcDiscovery.ts"
import { OidcExchange } from "./OidcExchange.ts"
import { OidcInteractionStore } from "./OidcInteractionStore.ts"
import { OidcProviders } from "./OidcProviders.ts"
import { OidcProviderScopesLive } from "./OidcProviderScopeHttp.ts"
import { OidcProvidersHttp } from "./OidcProvidersHttp.ts"
import { OidcProviderStore } from "./OidcProviderStore.ts"
import { OidcSignIns } from "./OidcSignIns.ts"
import { every } from "../../../platform/schedule/every.ts"

/** Deletes sign-ins and codes that were not completed, every ten minutes. */
const oidcSweep = Layer.effectDiscard(
  Effect.gen(function* () {
    const codes = yield* OidcCodeStore
    const interactions = yield* OidcInteractionStore
    const purge = Effect.gen(function* () {
      const now = DateTime.toDateUtc(yield* DateTime.now)
      yield* codes.purge(now)
      yield* interactions.purge(now)
    })
    yield* every("10 minutes", "old sign-ins through providers could not be deleted", purge)
  })
)

/** Identity providers of apps, and signing in with them. */
export const appUserOidc = feature({
  stores: Layer.mergeAll(IdentityStore.layer, OidcCodeStore.layer, OidcInteractionStore.layer, OidcProviderStore.layer),
  services: Layer.mergeAll(OidcExchange.layer, OidcProviders.layer, OidcSignIns.layer).pipe(
    Layer.provideMerge(OidcAdmission.layer),
    Layer.provideMerge(Layer.mergeAll(OidcAccounts.layer, OidcClient.layer)),
    Layer.provideMerge(OidcDiscovery.layer)
  ),
  background: oidcSweep,
  middleware: OidcProviderScopesLive,
  api: Layer.mergeAll(ClientOidcHttp, OidcProvidersHttp)
})
