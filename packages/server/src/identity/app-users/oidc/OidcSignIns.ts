import type { ClientOidcErrorCode, ClientOidcStartQuery } from "@fleet/domain/ClientOidc"
import {
  type IdpUnavailable,
  InvalidRedirectUri,
  NotFound,
  ProviderDisabled,
  type ProviderMisconfigured
} from "@fleet/domain/Errors"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { hashSecret, mintSecret } from "../../../platform/crypto/Secrets.ts"
import { Sealing } from "../../../platform/crypto/Sealing.ts"
import { rememberApp } from "../../../platform/http/RequestCaller.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { Plans } from "../../../plans/Plans.ts"
import { withParameters } from "../../oauth/withParameters.ts"
import { OidcAdmission } from "./OidcAdmission.ts"
import { OidcClient, OidcRefused } from "./OidcClient.ts"
import { type Interaction, OidcInteractionStore } from "./OidcInteractionStore.ts"
import { OidcProviderStore, type SealedProvider } from "./OidcProviderStore.ts"
import { mayRedirect } from "./mayRedirect.ts"
import { secretContext } from "./secretContext.ts"

/** How long a person may take at the provider. */
export const interactionLifetime = Duration.minutes(10)

/** A start: of an app, or of a hosted page, whose address is ours. */
export type Start = Omit<ClientOidcStartQuery, "code_challenge_method"> & {
  readonly slug: string
  readonly isHosted: boolean
}

/** What the provider sent the browser back with, beside the state. */
export interface Returned {
  readonly code?: string | undefined
  readonly error?: string | undefined
  readonly iss?: string | undefined
}

/** Sign-ins of app users with identity providers, from the start to the way back to the app. */
export class OidcSignIns extends Context.Service<
  OidcSignIns,
  {
    /** The address at the provider. */
    readonly start: (
      asked: Start
    ) => Effect.Effect<
      string,
      InvalidRedirectUri | NotFound | ProviderDisabled | ProviderMisconfigured | IdpUnavailable
    >
    /** The address to go back to, with a code or an error. None where no sign-in with this state is under way. */
    readonly finish: (state: string, returned: Returned | null) => Effect.Effect<Option.Option<string>>
  }
>()("@fleet/server/OidcSignIns") {
  static readonly layer = Layer.effect(
    OidcSignIns,
    Effect.gen(function* () {
      const interactions = yield* OidcInteractionStore
      const providers = yield* OidcProviderStore
      const openId = yield* OidcClient
      const admission = yield* OidcAdmission
      const sealing = yield* Sealing
      const plans = yield* Plans
      const { baseUrl, demo } = yield* Settings
      const redirectUri = `${baseUrl}/api/client/oidc/callback`

      /** The nonce and the verifier follow from the state, which is not kept, and from a key of this server. */
      const bindingOf = (state: string) => {
        const derived = (use: string) => Buffer.from(sealing.mac(state, `oidc ${use}`)).toString("base64url")
        return { redirectUri, state, nonce: derived("nonce"), verifier: derived("verifier") }
      }

      const isOffered = (provider: SealedProvider) =>
        provider.enabled ? Effect.isSuccess(plans.require(provider.org_id, "app_oidc")) : Effect.succeed(false)

      const start = Effect.fn("OidcSignIns.start")(function* (asked: Start) {
        const app = yield* Effect.mapError(
          Effect.fromOption(yield* interactions.app(asked.app_identifier)),
          () => new NotFound()
        )
        yield* rememberApp(app.app_id)
        if (!asked.isHosted && !mayRedirect(asked.redirect_uri, app.allowed_origins, demo)) {
          return yield* new InvalidRedirectUri()
        }
        const provider = yield* Effect.mapError(
          Effect.fromOption(yield* providers.sealedOf(app.app_id, asked.slug)),
          () => new NotFound()
        )
        if (!(yield* isOffered(provider))) return yield* new ProviderDisabled()
        const state = mintSecret()
        const url = yield* openId.authorizationUrl(provider, bindingOf(state))
        const { client_id, id: provider_id, issuer } = provider
        const isKept = yield* interactions.insert({
          state_hash: hashSecret(state),
          app_id: app.app_id,
          provider_id,
          issuer,
          client_id,
          redirect_uri: asked.redirect_uri,
          is_hosted: asked.isHosted,
          app_state: asked.state,
          code_challenge: asked.code_challenge,
          expires_at: DateTime.addDuration(yield* DateTime.now, interactionLifetime)
        })
        return isKept ? url : yield* new NotFound()
      })

      const providerOf = Effect.fnUntraced(function* ({ client_id, issuer, provider_id }: Interaction) {
        const refused = (code: ClientOidcErrorCode) => new OidcRefused({ code })
        const found = provider_id === null ? Option.none() : yield* providers.sealed(provider_id)
        const provider = yield* Effect.mapError(Effect.fromOption(found), () => refused("provider_disabled"))
        if (!(yield* isOffered(provider))) return yield* refused("provider_disabled")
        // The code came from the provider of the start: no other gets it.
        if (provider.issuer !== issuer || provider.client_id !== client_id) return yield* refused("exchange_failed")
        const secret = yield* Effect.mapError(sealing.open(provider.client_secret, secretContext(provider.id)), () =>
          refused("provider_misconfigured")
        )
        return { issuer, client_id, secret, id: provider.id }
      })

      /** The one-time code of a sign-in that succeeded. */
      const codeOf = Effect.fnUntraced(function* (interaction: Interaction, state: string, returned: Returned | null) {
        const provider = yield* providerOf(interaction)
        if (returned?.error !== undefined) return yield* new OidcRefused({ code: "exchange_failed" })
        if (returned?.code === undefined) return yield* new OidcRefused({ code: "invalid_request" })
        const { code, iss } = returned
        const redeemed = yield* openId.redeem(provider, bindingOf(state), { code, iss })
        const { app_id: appId, code_challenge: codeChallenge, org_id: orgId } = interaction
        return yield* admission.admit({ app: { appId, orgId }, providerId: provider.id, codeChallenge }, redeemed)
      })

      const finish = Effect.fn("OidcSignIns.finish")(function* (state: string, returned: Returned | null) {
        const now = DateTime.toDateUtc(yield* DateTime.now)
        const interaction = Option.getOrUndefined(yield* interactions.take(hashSecret(state), now))
        if (interaction === undefined) return Option.none()
        const { allowed_origins, app_state, is_hosted, redirect_uri } = interaction
        if (!is_hosted && !mayRedirect(redirect_uri, allowed_origins, demo)) return Option.none()
        const answer = yield* codeOf(interaction, state, returned).pipe(
          Effect.map((code): Readonly<Record<string, string>> => ({ code })),
          Effect.catchTag("OidcRefused", ({ code: error }) =>
            Effect.as(
              Effect.logInfo("A sign-in through a provider failed.").pipe(
                Effect.annotateLogs({ provider: interaction.provider_id, error })
              ),
              { error }
            )
          )
        )
        return Option.some(withParameters(redirect_uri, { ...answer, state: app_state }))
      })

      return OidcSignIns.of({ start, finish })
    })
  )
}
