import { Effect } from "effect"
import type { Page } from "playwright-core"

/** An authenticator of the page's own, which makes passkeys and verifies its user. */
export const authenticatorOf = Effect.fnUntraced(function* (page: Page) {
  const session = yield* Effect.promise(() => page.context().newCDPSession(page))
  yield* Effect.promise(() => session.send("WebAuthn.enable"))
  const { authenticatorId } = yield* Effect.promise(() =>
    session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        ctap2Version: "ctap2_1",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true
      }
    })
  )
  return {
    verifies: (isUserVerified: boolean) =>
      Effect.asVoid(Effect.promise(() => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })))
  }
})
