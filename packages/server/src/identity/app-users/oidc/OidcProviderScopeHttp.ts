import { CurrentApp, CurrentOidcProvider, OidcPlanRequired, OidcProviderScope } from "@fleet/domain/api/AppScope"
import { OidcProviderId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { Plans } from "../../../plans/Plans.ts"
import { OidcProviders } from "./OidcProviders.ts"

/** The id of the path, read again where the app's scope has found it to be one. */
const pathId = Effect.orDie(HttpRouter.schemaPathParams(Schema.Struct({ providerId: OidcProviderId })))

const OidcProviderScopeLive = Layer.effect(
  OidcProviderScope,
  Effect.map(OidcProviders, (providers) =>
    Effect.fnUntraced(function* (handled) {
      const provider = yield* providers.get(yield* CurrentApp, (yield* pathId).providerId)
      return yield* Effect.provideService(handled, CurrentOidcProvider, provider)
    })
  )
)

const OidcPlanRequiredLive = Layer.effect(
  OidcPlanRequired,
  Effect.map(Plans, (plans) =>
    Effect.fnUntraced(function* (handled) {
      yield* plans.require((yield* CurrentApp).org_id, "app_oidc")
      return yield* handled
    })
  )
)

/** Resolves the provider of a path, and asks whether the plan has providers. */
export const OidcProviderScopesLive = Layer.mergeAll(OidcProviderScopeLive, OidcPlanRequiredLive)
