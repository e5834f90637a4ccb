import {
  type InvalidCode,
  type OrgLocked,
  type RateLimited,
  type TokenRevoked,
  TokenSpent,
  type ValidationError
} from "@fleet/domain/Errors"
import { Context, Effect, Layer, Option, Result } from "effect"
import { DeveloperFactors, type Enrolling } from "../DeveloperFactors.ts"
import { rpName } from "../../factors/Passkeys.ts"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { otpauthUrl } from "../../factors/Totp.ts"
import { Sealing } from "../../../platform/crypto/Sealing.ts"
import { endedInteraction, type Interaction } from "../../oauth/Interaction.ts"
import { type BrowserBinding, Interactions } from "../../oauth/Interactions.ts"
import { grantOf, InteractionPeople } from "./InteractionPeople.ts"
import type { Person } from "./PersonStore.ts"
import { countedWrong, type Refused } from "./SignIns.ts"

type RecoveryCodes = ReadonlyArray<string> | null

/** What an interaction keeps sealed, to show it again. */
type OneTimeSecret = "key" | "recovery codes"

const enrolling = ({ display_name, email, id, org_id, token_version }: Person): Enrolling => ({
  id,
  orgId: org_id,
  email,
  displayName: display_name,
  tokenVersion: token_version
})

/**
 * The first second factor of a developer whose org requires one: set up after the mailed code, before any session. The key
 * and then the recovery codes stay the same over double clicks, reloads and the back button, until the developer confirms
 * that they are saved.
 */
export class Enrolments extends Context.Service<
  Enrolments,
  {
    /** The same key each time. */
    readonly totp: (
      browser: BrowserBinding
    ) => Effect.Effect<{ readonly secret: string; readonly otpauth_url: string }, Refused | OrgLocked | RateLimited>
    /** The key of a set-up that began, for a page; null before. */
    readonly key: (
      interaction: Interaction
    ) => Effect.Effect<{ readonly secret: string; readonly otpauth_url: string } | null>
    readonly totpConfirm: (
      browser: BrowserBinding,
      code: string
    ) => Effect.Effect<RecoveryCodes, Refused | OrgLocked | InvalidCode | RateLimited>
    readonly passkeyOptions: (
      browser: BrowserBinding
    ) => Effect.Effect<Readonly<Record<string, unknown>>, Refused | OrgLocked | RateLimited>
    readonly passkey: (
      browser: BrowserBinding,
      passkey: { readonly name: string; readonly credential: Readonly<Record<string, unknown>> }
    ) => Effect.Effect<RecoveryCodes, Refused | OrgLocked | ValidationError | RateLimited>
    /** The codes that a step gave, until `done`; null where there were none. */
    readonly recoveryCodes: (interaction: Interaction) => Effect.Effect<RecoveryCodes>
    /** Once the factor is there; answers where the browser goes. */
    readonly done: (browser: BrowserBinding) => Effect.Effect<string, Refused | OrgLocked>
  }
>()("@fleet/server/Enrolments") {
  static readonly layer = Layer.effect(
    Enrolments,
    Effect.gen(function* () {
      const interactions = yield* Interactions
      const people = yield* InteractionPeople
      const factors = yield* DeveloperFactors
      const limits = yield* RateLimits
      const sealing = yield* Sealing

      const contextOf = (what: OneTimeSecret, { id }: Interaction) => `portal ${what} ${id}`
      const sealed = (what: OneTimeSecret, interaction: Interaction, text: string) =>
        sealing.seal(text, contextOf(what, interaction))
      /** Null where nothing like it was shown. */
      const opened = Effect.fnUntraced(function* (what: OneTimeSecret, interaction: Interaction) {
        if (interaction.sealed_one_time_secret === null) return null
        return Option.getOrNull(
          yield* Effect.option(sealing.open(interaction.sealed_one_time_secret, contextOf(what, interaction)))
        )
      })

      /**
       * One call of the setup, counted by developer. It makes the first factor alone: once there is one, set up from
       * another sign-in, a mailed code is not enough to add or replace any, and the sign-in asks for that factor instead.
       */
      const setUp = Effect.fnUntraced(function* <
        A,
        E extends InvalidCode | TokenRevoked | TokenSpent | ValidationError
      >(browser: BrowserBinding, work: (developer: Enrolling, interaction: Interaction) => Effect.Effect<A, E>) {
        const { developer_id: owner } = yield* interactions.look(browser)
        if (owner !== null) yield* limits.take("portal_two_factor", owner)
        const worked = Effect.fnUntraced(function* (interaction: Interaction) {
          const developer = enrolling(yield* people.of(interaction))
          const { authenticator, passkeys } = yield* factors.lockForUpdate(developer)
          if (authenticator || passkeys > 0) {
            yield* interactions.change(interaction, { step: "two_factor", sealed_one_time_secret: null })
            return yield* new TokenSpent()
          }
          return yield* work(developer, interaction)
        })
        return yield* interactions.step(browser, ["setup"], (interaction) =>
          Effect.catchTag(worked(interaction), "token_revoked", () =>
            Effect.andThen(interactions.change(interaction, endedInteraction), Effect.fail(new TokenSpent()))
          )
        )
      })

      const enrolled = (interaction: Interaction, codes: RecoveryCodes) =>
        interactions.change(interaction, {
          step: "enrolled",
          sealed_one_time_secret: codes === null ? null : sealed("recovery codes", interaction, codes.join(" "))
        })

      return Enrolments.of({
        totp: Effect.fn("Enrolments.totp")(function* (browser) {
          return yield* setUp(
            browser,
            Effect.fnUntraced(function* (developer, interaction) {
              const key = yield* factors.totpSetup(developer, (yield* opened("key", interaction)) ?? undefined)
              yield* interactions.change(interaction, {
                sealed_one_time_secret: sealed("key", interaction, key.secret)
              })
              return key
            })
          )
        }),
        key: Effect.fn("Enrolments.key")(function* (interaction) {
          const secret = yield* opened("key", interaction)
          if (secret === null || interaction.email === null) return null
          return { secret, otpauth_url: otpauthUrl(secret, { issuer: rpName, account: interaction.email }) }
        }),
        totpConfirm: Effect.fn("Enrolments.totpConfirm")(function* (browser, code) {
          return yield* setUp(
            browser,
            Effect.fnUntraced(function* (developer, interaction) {
              const result = yield* Effect.result(factors.totpConfirm(developer, code))
              if (Result.isFailure(result)) {
                return yield* result.failure.code === "invalid_code"
                  ? countedWrong(interactions, interaction)
                  : result.failure
              }
              yield* enrolled(interaction, result.success.recovery_codes)
              return result.success.recovery_codes
            })
          )
        }),
        passkeyOptions: Effect.fn("Enrolments.passkeyOptions")(function* (browser) {
          return yield* setUp(browser, factors.passkeyOptions)
        }),
        passkey: Effect.fn("Enrolments.passkey")(function* (browser, passkey) {
          return yield* setUp(
            browser,
            Effect.fnUntraced(function* (developer, interaction) {
              const { recovery_codes } = yield* factors.addPasskey(developer, passkey)
              yield* enrolled(interaction, recovery_codes)
              return recovery_codes
            })
          )
        }),
        recoveryCodes: Effect.fn("Enrolments.recoveryCodes")(function* (interaction) {
          return (yield* opened("recovery codes", interaction))?.split(" ") ?? null
        }),
        done: Effect.fn("Enrolments.done")(function* (browser) {
          return yield* interactions.step(
            browser,
            ["enrolled"],
            Effect.fnUntraced(function* (interaction) {
              return yield* interactions.finish(interaction, grantOf(yield* people.of(interaction), "email_code"))
            })
          )
        })
      })
    })
  )
}
