import { EmailTaken, type InvalidCode, type RateLimited, SignupClosed, TokenSpent } from "@fleet/domain/Errors"
import { Context, Effect, Layer, Option } from "effect"
import { RateLimits } from "../../../platform/limits/RateLimits.ts"
import { Orgs } from "../../../org/Orgs.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { type BrowserBinding, Interactions } from "../../oauth/Interactions.ts"
import { grantOf } from "./InteractionPeople.ts"
import { keyOf, MailedCodes } from "./MailedCodes.ts"
import { PersonStore } from "./PersonStore.ts"
import type { Refused } from "./SignIns.ts"

/**
 * Founding an organisation: an address, the code mailed to it, the organisation's name.
 *
 * `email_taken` discloses that an address has an account. The contract requires it here, so that a founder with a
 * forgotten account is not left waiting for a mail. It is disclosed only while sign-up is open, and to at most five
 * requests a minute per address and thirty per caller; no other answer of the portal discloses it.
 */
export class SignUps extends Context.Service<
  SignUps,
  {
    readonly open: boolean
    readonly begin: (
      browser: BrowserBinding,
      founder: { readonly email: string; readonly display_name?: string }
    ) => Effect.Effect<void, Refused | RateLimited | EmailTaken | SignupClosed>
    readonly code: (browser: BrowserBinding, code: string) => Effect.Effect<void, Refused | InvalidCode | SignupClosed>
    /** Makes the org with its Owner; answers where the browser goes. */
    readonly found: (
      browser: BrowserBinding,
      orgName: string
    ) => Effect.Effect<string, Refused | EmailTaken | SignupClosed>
  }
>()("@fleet/server/SignUps") {
  static readonly layer = Layer.effect(
    SignUps,
    Effect.gen(function* () {
      const interactions = yield* Interactions
      const mailed = yield* MailedCodes
      const people = yield* PersonStore
      const orgs = yield* Orgs
      const limits = yield* RateLimits
      const { signUp } = yield* Settings
      const whenOpen = signUp === "open" ? Effect.void : Effect.fail(new SignupClosed())

      return SignUps.of({
        open: signUp === "open",
        begin: Effect.fn("SignUps.begin")(function* (browser, { display_name = null, email }) {
          yield* whenOpen
          yield* interactions.look(browser)
          const key = { email: keyOf(email), purpose: "sign_up" } as const
          yield* limits.take("portal_sign_up_account", key.email)
          yield* interactions.step(
            browser,
            ["open"],
            Effect.fnUntraced(function* (interaction) {
              if (Option.isSome(yield* people.lockByEmailForShare(key.email))) return yield* new EmailTaken()
              yield* mailed.request(key, { email, displayName: display_name, developerId: null })
              yield* interactions.change(interaction, { email, display_name, purpose: "sign_up" })
            })
          )
        }),
        code: Effect.fn("SignUps.code")(function* (browser, code) {
          yield* whenOpen
          yield* interactions.step(
            browser,
            ["open"],
            Effect.fnUntraced(function* (interaction) {
              const { email, purpose } = interaction
              if (email === null || purpose !== "sign_up") return yield* new TokenSpent()
              yield* mailed.verify({ email: keyOf(email), purpose }, code)
              yield* interactions.change(interaction, { step: "organization" })
            })
          )
        }),
        found: Effect.fn("SignUps.found")(function* (browser, orgName) {
          yield* whenOpen
          return yield* interactions.step(
            browser,
            ["organization"],
            Effect.fnUntraced(function* (interaction) {
              const { display_name, email } = interaction
              if (email === null) return yield* new TokenSpent()
              const { ownerId } = yield* orgs.create({
                name: orgName,
                owner: { email, ...(display_name === null ? {} : { displayName: display_name }) },
                byOwner: true
              })
              const owner = Option.getOrThrow(yield* people.find(ownerId))
              return yield* interactions.finish(interaction, grantOf(owner, "email_code"))
            })
          )
        })
      })
    })
  )
}
