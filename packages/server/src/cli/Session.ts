import { Console, Duration, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { DeveloperAuth } from "../identity/developers/DeveloperAuth.ts"
import { refreshLifetime } from "../identity/sessions/SessionClient.ts"
import { AccessLifetime } from "../access/Tokens.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { json } from "./Json.ts"
import { Operator, Refused } from "./Operator.ts"

const email = Argument.String("email").pipe(Argument.withDescription("The developer's address"))

/** Signs a developer in without a portal: for the machine's own operator. */
export const session = Command.make(
  "session",
  { email, json },
  Effect.fnUntraced(function* ({ email, json }) {
    const developers = yield* DeveloperAuth
    const { baseUrl } = yield* Settings
    const tokens = yield* developers.mint(email).pipe(
      Effect.catchTags({
        not_found: () =>
          Effect.fail(
            new Refused({
              message: `No developer has the address ${email}. Make an org with: npm run operator -- org create "My org" --owner ${email}`
            })
          ),
        org_locked: () =>
          Effect.fail(new Refused({ message: `The org of ${email} is locked; only its owners are signed in.` }))
      })
    )
    if (json) return yield* Console.log(JSON.stringify(tokens))
    yield* Console.log(
      [
        `Access token (${Duration.toMinutes(yield* AccessLifetime)} minutes):`,
        tokens.access_token,
        "",
        `Refresh token (${Duration.toDays(refreshLifetime)} days, good once):`,
        tokens.refresh_token,
        "",
        `Try it: curl -H "Authorization: Bearer ${tokens.access_token}" ${baseUrl}/api/auth/me`
      ].join("\n")
    )
  })
).pipe(Command.withDescription("Sign a developer in and print the tokens"), Command.provide(Operator))
