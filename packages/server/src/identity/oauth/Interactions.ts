import { type ApiError, TokenSpent, WrongBrowser } from "@fleet/domain/Errors"
import { Uuid } from "@fleet/domain/Wire"
import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { timingSafeEqual } from "node:crypto"
import { hashSecret, mintSecret } from "../../platform/crypto/Secrets.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { type AuthorizationGrant, AuthorizationCodes } from "./AuthorizationCodes.ts"
import {
  type AuthorizationRequest,
  endedInteraction,
  type Interaction,
  type InteractionChange,
  type Step
} from "./Interaction.ts"
import { InteractionStore } from "./InteractionStore.ts"
import { OAuthClients } from "./OAuthClients.ts"
import { withParameters } from "./withParameters.ts"

/** How long a sign-in may take. */
export const lifetime = Duration.minutes(10)

/** What a step comes with: the interaction it names, and the secret of the browser's cookie for it. */
export interface BrowserBinding {
  readonly interaction: string
  readonly secret: string | undefined
}

const isUuid = Schema.is(Schema.toType(Uuid))

/**
 * Sign-ins under way, for clients. Each belongs to one browser, moves forward only, and ends in ten minutes, after five
 * wrong second-factor codes, or with the authorization code it was begun for.
 */
export class Interactions extends Context.Service<
  Interactions,
  {
    /** `secret` is for the browser's cookie: fresh each time, and only its hash is kept. */
    readonly open: (request: AuthorizationRequest) => Effect.Effect<{ readonly id: string; readonly secret: string }>
    /** The interaction as it is, for a page or a rate limit; `token_spent` once it ended. */
    readonly look: (browser: BrowserBinding) => Effect.Effect<Interaction, TokenSpent | WrongBrowser>
    /**
     * One step in a transaction of its own with the interaction locked, allowed only from the named steps. A refusal keeps
     * what the step wrote, as a counted attempt.
     */
    readonly step: <A, E extends ApiError, R>(
      browser: BrowserBinding,
      from: ReadonlyArray<Step>,
      work: (interaction: Interaction) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | TokenSpent | WrongBrowser, R>
    readonly change: (interaction: Interaction, change: InteractionChange) => Effect.Effect<void>
    /**
     * Ends the sign-in of an interaction; answers where the browser goes: back to the client with an authorization code, or
     * to the page of consent where the client needs one.
     */
    readonly finish: (interaction: Interaction, grant: AuthorizationGrant) => Effect.Effect<string>
    /** Ends the interaction with an authorization code, once nothing more is asked; answers where the browser goes. */
    readonly authorize: (interaction: Interaction, grant: AuthorizationGrant) => Effect.Effect<string>
    /** Ends the interaction without a code; answers where the browser goes. */
    readonly deny: (interaction: Interaction) => Effect.Effect<string>
  }
>()("@fleet/server/Interactions") {
  static readonly layer = Layer.effect(
    Interactions,
    Effect.gen(function* () {
      const store = yield* InteractionStore
      const clients = yield* OAuthClients
      const codes = yield* AuthorizationCodes
      const transaction = yield* Transaction

      const check = Effect.fnUntraced(function* (found: Option.Option<Interaction>, secret: string | undefined) {
        const row = yield* Effect.mapError(Effect.fromOption(found), () => new TokenSpent())
        if (secret === undefined || !timingSafeEqual(hashSecret(secret), row.cookie_hash)) {
          return yield* new WrongBrowser()
        }
        const now = yield* DateTime.now
        if (row.step === "ended" || DateTime.isLessThanOrEqualTo(row.expires_at, now)) return yield* new TokenSpent()
        return row
      })
      const none = Effect.succeed(Option.none<Interaction>())

      const step = Effect.fnUntraced(function* <A, E extends ApiError, R>(
        { interaction: id, secret }: BrowserBinding,
        from: ReadonlyArray<Step>,
        work: (interaction: Interaction) => Effect.Effect<A, E, R>
      ) {
        const interaction = yield* check(yield* isUuid(id) ? store.lockForUpdate(id) : none, secret)
        if (!from.includes(interaction.step)) return yield* new TokenSpent()
        return yield* work(interaction)
      }, transaction.keep)

      /** Back to the client of an interaction, which ends. Its client was known when it began. */
      const answer = Effect.fnUntraced(function* (
        { client_id, id, redirect_uri, state }: Interaction,
        parameters: Readonly<Record<string, string>>
      ) {
        const { issuer } = Option.getOrThrow(yield* clients.find(client_id))
        yield* store.change(id, endedInteraction)
        return withParameters(redirect_uri, { ...parameters, state, iss: issuer })
      })

      const authorize = Effect.fn("Interactions.authorize")(function* (
        interaction: Interaction,
        grant: AuthorizationGrant
      ) {
        return yield* answer(interaction, { code: yield* codes.issue(interaction, grant) })
      })

      return Interactions.of({
        open: Effect.fn("Interactions.open")(function* (request) {
          const secret = mintSecret()
          const expires = DateTime.addDuration(yield* DateTime.now, lifetime)
          const id = yield* store.insert({ ...request, cookie_hash: hashSecret(secret), expires_at: expires })
          return { id, secret }
        }),
        look: Effect.fn("Interactions.look")(function* ({ interaction: id, secret }) {
          return yield* check(yield* isUuid(id) ? store.find(id) : none, secret)
        }),
        step,
        change: ({ id }, change) => store.change(id, change),
        finish: Effect.fn("Interactions.finish")(function* (interaction, grant) {
          const { consentPage } = Option.getOrThrow(yield* clients.find(interaction.client_id))
          if (consentPage === null) return yield* authorize(interaction, grant)
          yield* store.change(interaction.id, {
            step: "consent",
            developer_id: grant.developerId,
            token_version: grant.tokenVersion,
            method: grant.method,
            sealed_one_time_secret: null
          })
          return consentPage(interaction.id)
        }),
        authorize,
        deny: Effect.fn("Interactions.deny")((interaction) => answer(interaction, { error: "access_denied" }))
      })
    })
  )
}
