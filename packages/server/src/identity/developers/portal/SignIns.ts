import {
  InvalidCode,
  InvalidCredentials,
  type OrgLocked,
  type RateLimited,
  TokenSpent,
  type WrongBrowser
} from "@fleet/domain/Errors"
import { Context, Effect, Layer, Option, Result } from "effect"
import { DeveloperFactors } from "../DeveloperFactors.ts"
import { Passkeys } from "../../factors/Passkeys.ts"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { type Proof, SecondFactors } from "../../factors/SecondFactors.ts"
import { refuseLocked } from "../../../org/refuseLocked.ts"
import { Transaction } from "../../../platform/sql/Transaction.ts"
import { endedInteraction, type Interaction } from "../../oauth/Interaction.ts"
import { type BrowserBinding, Interactions } from "../../oauth/Interactions.ts"
import { grantOf, InteractionPeople } from "./InteractionPeople.ts"
import { keyOf, MailedCodes } from "./MailedCodes.ts"
import { type Person, PersonStore } from "./PersonStore.ts"
import { DeveloperAudit } from "./DeveloperAudit.ts"

/** The flow's end, or where it goes on. */
export type Outcome = { readonly redirectTo: string } | { readonly stop: "twoFactor" | "setup" }

export type Refused = TokenSpent | WrongBrowser

/** How many wrong second-factor codes end a sign-in; the last one left is answered with 0. */
export const countedWrong = (
  interactions: Pick<Interactions["Service"], "change">,
  interaction: Interaction
): Effect.Effect<never, InvalidCode> => {
  const left = interaction.factor_attempts_left - 1
  return Effect.andThen(
    interactions.change(interaction, { factor_attempts_left: left, ...(left === 0 ? endedInteraction : {}) }),
    Effect.fail(new InvalidCode({ details: { attempts_left: left } }))
  )
}

/**
 * Signing in to the console: a mailed code and, where the developer has or the org requires one, a second factor; or a
 * passkey alone. Answers and their cost are the same for every address until a code was right. In a locked org all but its
 * Owners are refused then, and the code stays good.
 */
export class SignIns extends Context.Service<
  SignIns,
  {
    readonly identify: (browser: BrowserBinding, email: string) => Effect.Effect<void, Refused | RateLimited>
    readonly code: (browser: BrowserBinding, code: string) => Effect.Effect<Outcome, Refused | InvalidCode | OrgLocked>
    /** Before anything is proven, or as the second factor. */
    readonly passkeyOptions: (browser: BrowserBinding) => Effect.Effect<Readonly<Record<string, unknown>>, Refused>
    readonly passkey: (
      browser: BrowserBinding,
      credential: Readonly<Record<string, unknown>>
    ) => Effect.Effect<string, Refused | InvalidCredentials | OrgLocked>
    readonly twoFactor: (
      browser: BrowserBinding,
      proof: Proof
    ) => Effect.Effect<string, Refused | InvalidCode | OrgLocked | RateLimited>
    /** Which second factors the person may choose from. */
    readonly choices: (
      interaction: Interaction
    ) => Effect.Effect<{ readonly authenticator: boolean; readonly passkeys: number }>
  }
>()("@fleet/server/SignIns") {
  static readonly layer = Layer.effect(
    SignIns,
    Effect.gen(function* () {
      const interactions = yield* Interactions
      const mailed = yield* MailedCodes
      const people = yield* PersonStore
      const proved = yield* InteractionPeople
      const factors = yield* DeveloperFactors
      const seconds = yield* SecondFactors
      const passkeys = yield* Passkeys
      const limits = yield* RateLimits
      const audit = yield* DeveloperAudit
      const transaction = yield* Transaction

      const identify = Effect.fn("SignIns.identify")(function* (browser: BrowserBinding, email: string) {
        yield* interactions.look(browser)
        const key = { email: keyOf(email), purpose: "sign_in" } as const
        yield* limits.take("portal_identify_account", key.email)
        yield* interactions.step(
          browser,
          ["open"],
          Effect.fnUntraced(function* (interaction) {
            const person = Option.getOrUndefined(yield* people.lockByEmailForShare(key.email))
            yield* mailed.request(
              key,
              person === undefined
                ? null
                : { email: person.email, displayName: person.display_name, developerId: person.id }
            )
            yield* interactions.change(interaction, { email, purpose: "sign_in" })
          })
        )
      })

      const afterFirstFactor = Effect.fnUntraced(function* (interaction: Interaction, person: Person) {
        const { authenticator, passkeys: count, required } = yield* factors.need(person.id)
        const stop = authenticator || count > 0 ? "twoFactor" : required ? "setup" : null
        if (stop === null) return { redirectTo: yield* interactions.finish(interaction, grantOf(person, "email_code")) }
        yield* interactions.change(interaction, {
          step: stop === "setup" ? "setup" : "two_factor",
          developer_id: person.id,
          token_version: person.token_version
        })
        return { stop } as const
      })

      const loginFailed = Effect.fnUntraced(function* (email: string) {
        const person = Option.getOrUndefined(yield* people.lockByEmailForShare(email))
        if (person !== undefined) yield* audit.loginFailed(person)
      })

      /** A wrong code stays counted. In a locked org everything rolls back, so that a right code is not spent. */
      const verifyCode = Effect.fnUntraced(
        function* (key: Parameters<typeof mailed.verify>[0], given: string) {
          const { developerId } = yield* Effect.tapErrorTag(mailed.verify(key, given), "invalid_code", () =>
            loginFailed(key.email)
          )
          const person = Option.getOrUndefined(yield* people.lockByEmailForShare(key.email))
          // The mailed account may have been deleted since, or its address may belong to another one.
          if (person === undefined || person.id !== developerId) return yield* new TokenSpent()
          yield* refuseLocked(person.locked)
          return person
        },
        transaction.keepOn("invalid_code", "token_spent")
      )

      const code = Effect.fn("SignIns.code")(function* (browser: BrowserBinding, given: string) {
        return yield* interactions.step(
          browser,
          ["open"],
          Effect.fnUntraced(function* (interaction) {
            const { email, purpose } = interaction
            if (email === null || purpose !== "sign_in") return yield* new TokenSpent()
            const person = yield* verifyCode({ email: keyOf(email), purpose }, given)
            return yield* afterFirstFactor(interaction, person)
          })
        )
      })

      const passkey = Effect.fn("SignIns.passkey")(function* (
        browser: BrowserBinding,
        credential: Readonly<Record<string, unknown>>
      ) {
        return yield* interactions.step(
          browser,
          ["open", "two_factor"],
          Effect.fnUntraced(function* (interaction) {
            const isSecond = interaction.step === "two_factor"
            const expected = isSecond ? yield* proved.of(interaction) : null
            const result = yield* Effect.result(passkeys.signIn(interaction.id, credential))
            const owner = Result.isSuccess(result)
              ? Option.getOrUndefined(yield* people.find(result.success))
              : undefined
            if (owner === undefined || (expected !== null && owner.id !== expected.id)) {
              if (expected !== null) yield* audit.loginFailed(expected)
              return yield* new InvalidCredentials()
            }
            yield* refuseLocked(owner.locked)
            return yield* interactions.finish(interaction, grantOf(owner, isSecond ? "email_code" : "passkey"))
          })
        )
      })

      const twoFactor = Effect.fn("SignIns.twoFactor")(function* (browser: BrowserBinding, proof: Proof) {
        const { developer_id: owner } = yield* interactions.look(browser)
        if (owner !== null) {
          yield* limits.take("portal_two_factor", owner)
          // A daily limit too: with access to the mailbox, ten guesses a minute would add up.
          yield* limits.take("portal_two_factor_day", owner)
        }
        return yield* interactions.step(
          browser,
          ["two_factor"],
          Effect.fnUntraced(function* (interaction) {
            const person = yield* proved.of(interaction)
            if (yield* seconds.check({ kind: "developer", id: person.id }, proof)) {
              return yield* interactions.finish(interaction, grantOf(person, "email_code"))
            }
            yield* audit.loginFailed(person)
            return yield* countedWrong(interactions, interaction)
          })
        )
      })

      return SignIns.of({
        identify,
        code,
        passkey,
        passkeyOptions: Effect.fn("SignIns.passkeyOptions")(function* (browser) {
          return yield* interactions.step(browser, ["open", "two_factor"], ({ id }) => passkeys.signInOptions(id))
        }),
        twoFactor,
        choices: ({ developer_id: id }) =>
          id === null ? Effect.succeed({ authenticator: false, passkeys: 0 }) : factors.need(id)
      })
    })
  )
}
